from __future__ import annotations

import os
import sys

import numpy as np
import pytest

from engine.embedding.models.gguf_header import read_header
from engine.embedding.models.probe import probe
from engine.model.errors import ModelError
from tests.engine.embedding.forgery import forge_value
from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION


def test_good_file_is_loaded_and_measured_from_any_working_folder(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    found = probe(tiny[0], "")

    assert (found.dimension, found.context_tokens) == (DIMENSION, CONTEXT_TOKENS)


@pytest.mark.parametrize("heads", [7, 2**31 - 1])
def test_forged_number_that_llama_cpp_does_not_survive_is_a_sentence(tiny_copy, heads):
    forge_value(tiny_copy, "bert.attention.head_count", "I", heads)

    with pytest.raises(ModelError, match=r"The model|model file model\.gguf"):
        probe(tiny_copy, "")


def test_weights_that_are_not_numbers_are_found(tiny_copy):
    extent = read_header(tiny_copy).tensors["blk.0.layer_output_norm.weight"]
    data = bytearray(tiny_copy.read_bytes())
    data[extent.start : extent.end] = np.full(DIMENSION, np.nan, dtype="<f4").tobytes()
    tiny_copy.write_bytes(data)

    with pytest.raises(ModelError, match=r"cannot be loaded|not finite"):
        probe(tiny_copy, "")


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (python("import os; os.abort()"), "ended with signal SIGABRT"),
        (python("print('[1]')"), "ended with status 0"),
        (python("print('nonsense')"), "ended with status 0"),
        (python("""print('{"problem": "It is too old."}')"""), "It is too old"),
        ((os.devnull,), "cannot be checked"),
    ],
)
def test_failure_of_the_child_is_a_sentence(tiny, command, sentence):
    with pytest.raises(ModelError, match=sentence):
        probe(tiny[0], "", command=command)


def test_child_that_never_ends_is_killed(tiny, monkeypatch):
    monkeypatch.setattr("engine.embedding.models.probe._SECONDS", 0.2)

    with pytest.raises(ModelError, match="did not load within"):
        probe(tiny[0], "", command=python("import threading; threading.Event().wait()"))
