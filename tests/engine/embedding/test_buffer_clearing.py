"""Clearing buffers of llama.cpp's own making."""

import ctypes
import mmap

import pytest

from engine.embedding.buffer_clearing import clearing
from engine.embedding.llama_library import loaded_library

SIZE = 5 * mmap.PAGESIZE + 100


class Buffer:
    """A buffer on the heap, filled with 255."""

    def __init__(self):
        library = loaded_library()
        kind = ctypes.CFUNCTYPE(ctypes.c_void_p)(("ggml_backend_cpu_buffer_type", library))
        allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)(
            ("ggml_backend_buft_alloc_buffer", library)
        )
        base = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(
            ("ggml_backend_buffer_get_base", library)
        )
        self._free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(("ggml_backend_buffer_free", library))
        self.pointer = allocate(kind(), SIZE)
        self._base = base(self.pointer)
        ctypes.memset(self._base, 255, SIZE)

    @property
    def content(self):
        return ctypes.string_at(self._base, SIZE)

    def close(self):
        self._free(self.pointer)


@pytest.fixture
def buffer():
    made = Buffer()
    yield made
    made.close()


def test_a_cleared_buffer_holds_zeros_from_its_first_byte_to_its_last(buffer):
    assert set(buffer.content) == {255}
    clearing()(buffer.pointer, 0)
    assert buffer.content == bytes(SIZE)


def test_a_buffer_is_filled_with_what_is_asked_for(buffer):
    clearing()(buffer.pointer, 7)
    assert buffer.content == b"\7" * SIZE


def test_a_buffer_is_cleared_where_pages_cannot_be_given_back(buffer, monkeypatch):
    monkeypatch.setattr("engine.embedding.buffer_clearing.give_back", lambda *_: None)
    clearing()(buffer.pointer, 0)
    assert buffer.content == bytes(SIZE)
