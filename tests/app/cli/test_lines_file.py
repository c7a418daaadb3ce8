"""Files that a long command writes line by line."""

import pytest

from app.cli.eval import lines_file
from engine.api import EngineError


def test_lines_are_written_as_they_come(tmp_path):
    path = tmp_path / "runs.jsonl"
    with lines_file(path, overwrite=False) as file:
        file.write(["one", "zwölf"])
        assert path.read_text(encoding="utf-8") == "one\nzwölf\n"
        file.write(["three"])
    assert path.read_bytes().endswith(b"\nthree\n")


def test_a_file_that_exists_is_overwritten_only_when_asked_for(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text("mine")
    with pytest.raises(EngineError, match="already exists"), lines_file(path, overwrite=False):
        pytest.fail("it was opened")
    assert path.read_text() == "mine"
    with lines_file(path, overwrite=True) as file:
        assert path.read_text() == "mine"
        file.write(["new"])
    assert path.read_text() == "new\n"


def test_work_that_fails_before_the_first_line_leaves_everything_as_it_was(tmp_path):
    path, new = tmp_path / "mine.jsonl", tmp_path / "new.jsonl"
    path.write_text("mine")
    for target, overwrite in ((path, True), (new, False), (new, True)):
        with pytest.raises(ZeroDivisionError), lines_file(target, overwrite=overwrite):
            raise ZeroDivisionError
    assert path.read_text() == "mine"
    assert not new.exists()


def test_what_cannot_be_written_is_said_before_the_work(tmp_path):
    for target in (tmp_path / "none" / "x", tmp_path, tmp_path / ("n" * 300)):
        with (
            pytest.raises(EngineError, match=r"cannot be written|already exists"),
            lines_file(target, overwrite=target == tmp_path),
        ):
            pytest.fail("it was opened")
