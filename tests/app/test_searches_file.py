"""The file of a person's searches is theirs alone, and never half written."""

import pytest

from app.searches_file import SearchesFile
from engine.api import SettingError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library" / "searches.json"


def test_what_is_written_is_read(path):
    file = SearchesFile(path)
    assert file.read() == ""
    file.write("Häfen")
    file.write("港")
    assert file.read() == "港"
    assert [found.name for found in path.parent.iterdir()] == ["searches.json"]


def test_only_the_person_may_read_it(path):
    SearchesFile(path).write("{}")
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * (1 << 22) + b"x"])
def test_a_file_that_is_no_text_or_far_too_large_counts_as_none(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    assert SearchesFile(path).read() == ""


@pytest.mark.parametrize("text", ["{}", "half a character: \ud800"])
def test_what_cannot_be_written_is_said(tmp_path, text):
    (tmp_path / "library").write_text("a file, no folder")
    folder = "library" if text == "{}" else "other"
    with pytest.raises(SettingError, match="cannot be kept"):
        SearchesFile(tmp_path / folder / "searches.json").write(text)


def test_what_was_there_stays_when_writing_fails(path):
    file = SearchesFile(path)
    file.write("kept")
    with pytest.raises(SettingError):
        file.write("\udcff")
    assert file.read() == "kept"
    assert [found.name for found in path.parent.iterdir()] == ["searches.json"]
