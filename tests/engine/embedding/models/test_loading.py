"""Model files are checked in a separate process before use, and the result is stored."""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256

import numpy as np
import pytest

from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION
from twofold.engine.embedding.models.gguf_header import read_header
from twofold.engine.embedding.models.loading import check_model, forget_check, is_checked
from twofold.engine.embedding.models.probe import ModelTrial, probe
from twofold.engine.model.errors import ModelError

DAY = 86_400.0


def python(code: str) -> ModelTrial:
    return ModelTrial((sys.executable, "-c", code))


ANSWER = json.dumps({"dimension": DIMENSION, "context_tokens": CONTEXT_TOKENS})
FINDS_IT_GOOD = python(f"print({ANSWER!r})")
CRASHES = python("import os; os.abort()")


def test_check_result_is_stored_while_the_file_is_unchanged(tiny, tiny_copy):
    with pytest.raises(ModelError):
        check_model(tiny_copy, tiny[1], trial=CRASHES)
    assert not is_checked(tiny_copy)
    first = check_model(tiny_copy, tiny[1], trial=FINDS_IT_GOOD)

    assert first.sha256 == sha256(tiny_copy.read_bytes()).hexdigest()
    assert first.dimension == DIMENSION
    assert is_checked(tiny_copy)
    os.utime(tiny_copy, ns=(0, 0))  # then it is hashed, but not loaded again
    assert check_model(tiny_copy, tiny[1], trial=CRASHES) == first
    forget_check(tiny_copy)
    assert not is_checked(tiny_copy)
    with pytest.raises(ModelError, match=r"absent\.gguf cannot be read"):
        check_model(tiny_copy.with_name("absent.gguf"), tiny[1])


def test_changed_file_with_the_same_size_and_time_is_checked_again(tiny, tiny_copy):
    check_model(tiny_copy, tiny[1], trial=FINDS_IT_GOOD)
    change_keeping_times(tiny_copy)

    assert not is_checked(tiny_copy)
    with pytest.raises(ModelError, match="SIGABRT"):
        check_model(tiny_copy, tiny[1], trial=CRASHES)


def test_file_is_hashed_again_after_a_week(tiny, tiny_copy):
    check_model(tiny_copy, tiny[1], trial=FINDS_IT_GOOD, clock=lambda: 0.0)
    assert is_checked(tiny_copy, clock=lambda: 8 * DAY)  # hashed again, so the week restarts
    change_keeping_times(tiny_copy)
    update_recorded_ctime(tiny_copy)

    assert is_checked(tiny_copy, clock=lambda: 14.9 * DAY)
    assert not is_checked(tiny_copy, clock=lambda: 15 * DAY)
    assert not is_checked(tiny_copy, clock=lambda: 7 * DAY), "the clock was put back"


def test_damaged_record_is_ignored(tiny, tiny_copy):
    check_model(tiny_copy, tiny[1], trial=FINDS_IT_GOOD)
    record = next(tiny_copy.parent.glob("*.checked.json"))
    for content in ("", "{}", '{"files": 3}', '{"files": [{"size": 1}], "model": {}}'):
        record.write_text(content, encoding="utf-8")

        assert not is_checked(tiny_copy)


def test_file_cut_in_half_never_reaches_llama_cpp(tiny, tiny_copy):
    data = tiny_copy.read_bytes()
    tiny_copy.write_bytes(data[: len(data) // 2])

    with pytest.raises(ModelError, match="end of the file is missing"):
        check_model(tiny_copy, tiny[1], trial=FINDS_IT_GOOD)


def change_keeping_times(path):
    """Change a byte of a file and restore its timestamps."""
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def update_recorded_ctime(path):
    """Store the current ctime in the record, so that only the hash can reveal a changed file."""
    record_path = path.with_name(path.name + ".checked.json")
    record, state = json.loads(record_path.read_text(encoding="utf-8")), path.stat()
    record["files"][0]["ctime_ns"] = state.st_ctime_ns
    record_path.write_text(json.dumps(record), encoding="utf-8")


def test_good_file_is_loaded_and_measured_from_any_working_folder(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    found = probe(tiny[0], "")

    assert (found.dimension, found.context_tokens) == (DIMENSION, CONTEXT_TOKENS)


@pytest.mark.parametrize("heads", [7, 2**31 - 1])
def test_forged_number_that_crashes_llama_cpp_is_an_error(tiny_copy, forge, heads):
    forge(tiny_copy, b"bert.attention.head_count", 4, "I", heads)

    with pytest.raises(ModelError):
        probe(tiny_copy, "")


def test_weights_that_are_nan_are_detected(tiny_copy):
    extent = read_header(tiny_copy).tensors["blk.0.layer_output_norm.weight"]
    data = bytearray(tiny_copy.read_bytes())
    data[extent.start : extent.end] = np.full(DIMENSION, np.nan, dtype="<f4").tobytes()
    tiny_copy.write_bytes(data)

    with pytest.raises(ModelError, match=r"cannot be loaded|not finite"):
        probe(tiny_copy, "")


@pytest.mark.parametrize(
    ("trial", "sentence"),
    [
        (CRASHES, "SIGABRT"),
        (python("print('[1]')"), "failed with status 0"),
        (python("print('nonsense')"), "failed with status 0"),
        (python("""print('{"problem": "It is too old."}')"""), "It is too old"),
        (python("""print('{"x": 1}')"""), "failed with status 0"),
        (python("""print('{"dimension": 99999999999, "context_tokens": 1}')"""), "status 0"),
        (python("""print('{"dimension": 8, "context_tokens": -5}')"""), "failed with status 0"),
        (python("""print('{"problem": 1}')"""), "failed with status 0"),
        (python("print('[' * 50_000)"), "failed with status 0"),
        (python("while True: print('x' * 10_000)"), "is unusable"),
        (ModelTrial((os.devnull,)), "cannot be checked"),
    ],
)
def test_failure_of_the_child_process_is_one_sentence(tiny, trial, sentence):
    with pytest.raises(ModelError, match=sentence):
        probe(tiny[0], "", trial=trial)


def test_check_result_that_contradicts_the_header_is_rejected(tiny):
    for found in ({"dimension": DIMENSION + 1}, {"context_tokens": CONTEXT_TOKENS + 1}):
        answer = json.dumps(json.loads(ANSWER) | found)
        with pytest.raises(ModelError, match="the loaded model does not match its header"):
            check_model(*tiny, trial=python(f"print({answer!r})"))


def test_child_process_that_hangs_is_killed(tiny, monkeypatch):
    monkeypatch.setattr("twofold.engine.embedding.models.probe._SECONDS", 0.2)

    with pytest.raises(ModelError, match="took longer than"):
        probe(tiny[0], "", trial=python("import threading; threading.Event().wait()"))
