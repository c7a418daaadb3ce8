"""Clearing llama.cpp's buffers without filling memory with zeros.

A buffer it has just allocated is cleared before use; of the largest (see `word_predictions`)
nothing is used when texts are embedded. Here its pages are given back instead of being written:
they read as zeros all the same, and take memory only when something is put there.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache
from typing import Any

from engine.embedding.blank_pages import give_back
from engine.embedding.jump_slot import lead_elsewhere
from engine.embedding.llama_library import loaded_library

_CLEAR = "ggml_backend_buffer_clear"


@cache
def clear_without_filling() -> bool:
    """Let buffers be cleared so from now on; False where llama.cpp must do it in its own way.

    To be called when a context was made: before, its library has not looked up the function yet.
    """
    library = loaded_library()
    with suppress(AttributeError):  # a build that has all in one library
        function, ours = (
            ctypes.cast(one, ctypes.c_void_p).value or 0
            for one in (getattr(library, _CLEAR), clearing())
        )
        return lead_elsewhere(library, _CLEAR, function, ours)
    return False


@cache
def clearing() -> Any:  # noqa: ANN401 - cached: C keeps the pointer for ever
    """Return the C function that does what ggml_backend_buffer_clear(buffer, value) does."""
    library = loaded_library()
    original = _declared(library, _CLEAR, None, ctypes.c_void_p, ctypes.c_uint8)
    base_of = _declared(library, "ggml_backend_buffer_get_base", ctypes.c_void_p, ctypes.c_void_p)
    size_of = _declared(library, "ggml_backend_buffer_get_size", ctypes.c_size_t, ctypes.c_void_p)
    type_of = _declared(library, "ggml_backend_buffer_get_type", ctypes.c_void_p, ctypes.c_void_p)
    of_the_heap = _declared(library, "ggml_backend_cpu_buffer_type", ctypes.c_void_p)()

    def clear(buffer: int, value: int) -> None:
        base, size = base_of(buffer) or 0, size_of(buffer)
        blank = None
        if not value and type_of(buffer) == of_the_heap:
            blank = give_back(base, size)
        if blank is None:
            original(buffer, value)
            return
        start, end = blank
        ctypes.memset(base, 0, start - base)
        ctypes.memset(end, 0, base + size - end)

    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint8)(clear)


def _declared(library: Any, name: str, result: Any, *arguments: Any) -> Any:  # noqa: ANN401
    """Return a function of a library that takes and returns what is said."""
    return ctypes.CFUNCTYPE(result, *arguments)((name, library))
