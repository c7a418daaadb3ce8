"""Calls between the libraries of llama.cpp, as they are loaded here."""

import ctypes
import sys

import pytest

from engine.embedding.jump_slot import find_slot, lead_elsewhere
from engine.embedding.llama_library import loaded_library

CALLED = "ggml_backend_buffer_get_size"


def address_of(name):
    return ctypes.cast(getattr(loaded_library(), name), ctypes.c_void_p).value


@pytest.fixture
def slot():
    found = find_slot(loaded_library(), CALLED)
    if not found:
        pytest.skip("this system, or this build of llama.cpp, has no such slots")
    held = ctypes.c_uint64.from_address(found)
    before = held.value
    yield held
    if held.value != before:
        lead_elsewhere(loaded_library(), CALLED, held.value, before)


def test_a_call_is_led_elsewhere(embedder, slot):
    assert slot.value == address_of(CALLED)  # it was called when the model was loaded
    assert lead_elsewhere(loaded_library(), CALLED, address_of(CALLED), 4096)
    assert slot.value == 4096


def test_a_call_that_goes_somewhere_else_already_is_left_alone(slot):
    before = slot.value
    assert not lead_elsewhere(loaded_library(), CALLED, before + 16, 4096)
    assert slot.value == before


def test_nothing_is_changed_where_nobody_tells_what_may_be_written(slot, monkeypatch):
    monkeypatch.setattr("engine.embedding.jump_slot.Path.read_text", lambda *_, **__: "")
    before = slot.value
    assert not lead_elsewhere(loaded_library(), CALLED, before, 4096)
    assert slot.value == before


def test_what_a_library_does_not_call_has_no_slot():
    assert find_slot(loaded_library(), "ggml_backend_buffer_no_such_function") == 0
    assert find_slot(loaded_library(), "llama_backend_init_") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the slots of ELF libraries")
def test_a_program_that_is_no_library_with_slots_has_none():
    assert find_slot(ctypes.CDLL(None), "ggml_backend_buffer_clear") == 0
