import os

import pytest

from engine.extract.extraction import extract_file
from engine.model.errors import DocumentError

ENGLISH = "The memory a pod may use is limited by its container specification. " * 3


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_the_declared_title_comes_before_the_first_heading(tmp_path):
    path = write(tmp_path / "a.md", f"---\ntitle: Said\n---\n# Heading\n{ENGLISH}")
    assert extract_file(path, 10_000).metadata.title == "Said"


def test_the_first_heading_comes_before_the_file_name(tmp_path):
    path = write(tmp_path / "a.md", f"{ENGLISH}\n\n## Heading\n")
    assert extract_file(path, 10_000).metadata.title == "Heading"


def test_the_file_name_is_the_last_resort(tmp_path):
    path = write(tmp_path / "my notes.txt", ENGLISH)
    assert extract_file(path, 10_000).metadata.title == "my notes"


def test_a_declared_language_is_not_judged(tmp_path):
    path = write(tmp_path / "a.md", f"---\nlang: ko\n---\n{ENGLISH}")
    assert extract_file(path, 10_000).metadata.lang == "ko"


def test_code_tells_no_language(tmp_path):
    path = write(tmp_path / "a.py", f"# {ENGLISH}")
    assert extract_file(path, 10_000).metadata.lang == "und"


def test_prose_tells_the_language_whatever_its_code(tmp_path):
    path = write(tmp_path / "a.md", f"```\n{'für jede Schleife ' * 50}\n```\n\n{ENGLISH}")
    assert extract_file(path, 10_000).metadata.lang == "en"


def reason_of(path, most_bytes=10_000):
    with pytest.raises(DocumentError) as failure:
        extract_file(path, most_bytes)
    return failure.value.reason


def test_blank_files_have_no_text(tmp_path):
    assert reason_of(write(tmp_path / "a.md", " \n\n\t\n")) == "no-text"


def test_too_large_vanished_folders_and_pipes_are_told_apart(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    assert reason_of(write(tmp_path / "a.md", "x" * 100), most_bytes=99) == "too-large"
    assert reason_of(tmp_path / "gone.md") == "vanished"
    assert reason_of(tmp_path) == "unsupported"
    assert reason_of(tmp_path / "pipe.txt") == "unsupported"


def test_a_file_just_over_the_limit_is_not_said_to_be_as_large_as_it(tmp_path):
    with pytest.raises(DocumentError, match=r"has 1\.1 MB; files up to 1 MB are read"):
        extract_file(write(tmp_path / "a.md", "x" * 1_000_001), 1_000_000)
    with pytest.raises(DocumentError, match=r"has 13 MB; files up to 12 MB"):
        extract_file(write(tmp_path / "b.md", "x" * 12_000_001), 12_000_000)
