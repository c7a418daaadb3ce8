"""The one door to llama.cpp: loaded late, told how to wait, its log kept off the terminal."""

from __future__ import annotations

import ctypes
import logging
import os
from functools import cache
from typing import Any

_LOG = logging.getLogger(__name__)

# Idle OpenMP threads spin by default; beside busy neighbours that makes llama.cpp many times
# slower, and no spinning at all makes a single query slower. Measured best: 10,000 turns.
_SPIN_COUNT = "10000"


@cache
def llama_library() -> Any:  # noqa: ANN401 - ctypes bindings have no types
    """Return the module `llama_cpp.llama_cpp`, ready for use. Takes 0.3 s the first time."""
    os.environ.setdefault("GOMP_SPINCOUNT", _SPIN_COUNT)
    from llama_cpp import llama_cpp  # noqa: PLC0415 - after the environment, and only when needed

    llama_cpp.llama_log_set(_log_callback(llama_cpp.llama_log_callback), ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    return llama_cpp


def llama_version() -> str:
    """Return the version of the bindings, which decides what a file check is worth."""
    llama_library()
    from llama_cpp import __version__  # noqa: PLC0415 - as above

    return str(__version__)


@cache
def _log_callback(function_type: Any) -> Any:  # noqa: ANN401 - cached: C keeps the pointer for ever
    """Return the C callback that hands llama.cpp's messages to `logging`.

    They are for developers: what a person must know is raised as ModelError.
    """

    def forward(_level: int, text: bytes, _data: object) -> None:
        if message := text.decode(errors="replace").strip(" .\n"):
            _LOG.debug("llama.cpp: %s", message)

    return function_type(forward)
