"""The shared library llama.cpp, loaded once."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import logging
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_LOG = logging.getLogger(__name__)

# Idle OpenMP threads spin by default. Next to busy programs, that makes llama.cpp many times
# slower, and without spinning a single query is slower. The best value measured is 10,000.
_SPIN_COUNT = "10000"


@cache
def llama_library() -> Any:  # noqa: ANN401 - ctypes bindings have no types
    """Return the initialised module `llama_cpp.llama_cpp`.

    llama.cpp's messages go to `logging`. Problems for the user are raised as ModelError.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", _SPIN_COUNT)
    llama_cpp = _bindings()
    llama_cpp.llama_log_set(_log_callback(llama_cpp.llama_log_callback), ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    return llama_cpp


def _bindings() -> Any:  # noqa: ANN401 - as above
    """Import the bindings without the package's `__init__`.

    The `__init__` imports templates, caches and chat formats, which embedding does not need. They
    take 0.2 of 0.25 s.
    """
    if "llama_cpp" not in sys.modules:
        specification = importlib.util.find_spec("llama_cpp")
        if specification is not None:
            sys.modules["llama_cpp"] = importlib.util.module_from_spec(specification)
    return importlib.import_module("llama_cpp.llama_cpp")


def llama_version() -> str:
    """Return the llama.cpp version. Files checked with another version are checked again."""
    llama = llama_library()
    files = (Path(llama.__file__).parent / "lib").iterdir()
    return f"{llama.llama_version().decode()} {sum(file.stat().st_size for file in files)}"


def llama_hardware() -> str:
    """Return what llama.cpp was compiled for and detects: 'CUDA, CPU, AVX2, FMA'."""
    info = llama_library().llama_print_system_info().decode()
    words = (part.split("=")[0].strip() for part in info.replace(" : ", " = | ").split("|"))
    return ", ".join(word for word in words if word)


@cache
def _log_callback(function_type: Any) -> Any:  # noqa: ANN401 - cached, because C keeps the pointer
    def forward(_level: int, text: bytes, _data: object) -> None:
        if message := text.decode(errors="replace").strip(" .\n"):
            _LOG.debug("llama.cpp: %s", message)

    return function_type(forward)
