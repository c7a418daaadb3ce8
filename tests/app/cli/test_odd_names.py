"""File names that could break the output format."""

import os
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")

NAME = "a\nfake line\x1b[31m.md"
SHOWN = r"a\nfake line\x1b[31m"


@pytest.fixture
def notes(twofold, tmp_path):
    folder = tmp_path / "Odd\nnotes"
    folder.mkdir()
    (folder / NAME).write_text("The heron stands in the reeds.\n", encoding="utf-8")
    (folder / "b\nad.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    assert twofold("folder", "add", str(folder), "--no-vectors").code == 0
    return folder


def test_a_line_break_in_a_name_does_not_start_a_line(twofold, notes):
    for options in ((), ("--explain",)):
        out = twofold("search", "heron", "--mode", "lexical", *options).out
        assert rf"Odd\nnotes/{SHOWN}.md#L1" in out
        assert "\nfake line" not in out
        assert "\x1b" not in out


def test_failures_why_status_and_tags_escape_line_breaks(twofold, notes):
    out = twofold("failures").out
    assert out.splitlines()[0] == r"Odd\nnotes/b\nad.pdf"
    assert len(out.splitlines()) == 3
    out = twofold("why", str(notes / NAME), str(notes / "b\nad.pdf")).out
    assert len(out.splitlines()) == 4
    assert out.splitlines()[0].endswith(rf"Odd\nnotes{os.sep}{SHOWN}.md")
    assert "\nnotes" not in twofold("status").out
    for tag in ("wet\nland", "wet,land", "wet\x1b[31m"):
        assert twofold("tag", "add", str(notes / NAME), tag).code == 2
    twofold("tag", "add", str(notes / NAME), "wetland")
    assert twofold("tag", "list", str(notes / NAME)).out.count("\n") == 1
    assert "\nfake" not in twofold("check", "a%0Afake%20line%1B[31m.md#L1").out
    for name in ("-dash.md", "--json"):
        (notes / name).write_text(f"The heron of {name} stands.\n", encoding="utf-8")
    assert twofold("index", "--no-vectors").code == 0
    for name in ("-dash.md", "--json"):
        assert f"The heron of {name} stands." in twofold("check", f"{name}#L1").out
    assert twofold("check", "-dash.md#nonsense").code == 2


def test_a_folder_is_removed_by_its_name_or_path(twofold, tmp_path, write_file):
    write_file("One/a.md", "The heron stands.\n")
    write_file("Two/b.md", "The heron flies.\n")
    twofold("folder", "add", str(tmp_path / "One"), str(tmp_path / "Two"), "--no-vectors")
    printed = twofold("folder", "remove", "Two", "Three")
    assert (printed.code, "no folder 'Three'" in printed.err) == (2, True)
    assert "Choose from: One, Two." in printed.err
    assert "Did you mean 'Two'?" in twofold("folder", "remove", "Tow").err
    printed = twofold("folder", "remove", str(tmp_path / "One"))
    assert (printed.code, "'One' was removed" in printed.out) == (0, True)
    out = twofold("search", "heron", "--mode", "lexical").out
    assert "Two/b.md" in out
    assert "One" not in out
    assert (tmp_path / "One/a.md").exists()


def test_the_index_of_a_removed_folder_is_kept_until_it_is_purged(
    twofold, home, tmp_path, write_file
):
    write_file("One/a.md", "The heron stands.\n")
    write_file("Two/b.md", "The heron flies.\n")
    root, kept = home / "library", "removed.sqlite"
    twofold("folder", "add", str(tmp_path / "One"), str(tmp_path / "Two"), "--no-vectors")
    printed = twofold("folder", "remove", "One")
    assert "Its index is kept for 30 days." in printed.out
    assert (root / kept).exists()
    assert "Its index is deleted." in twofold("folder", "remove", "Two", "--purge").out
    assert (root / kept).exists()  # the index of the other folder
    assert twofold("folder", "purge").code == 0
    assert not list(root.glob(f"{kept}*"))


def test_why_explains_hidden_and_missing_files(twofold, tmp_path, write_file):
    write_file("Notes/names/.hidden.md", "The heron stands.\n")
    write_file("Notes/.folder/a.md", "The heron flies.\n")
    twofold("folder", "add", str(tmp_path / "Notes"), "--no-vectors")
    places = ("names/.hidden.md", ".folder/a.md", "none.md")
    out = twofold("why", *(str(tmp_path / "Notes" / place) for place in places)).out
    first, second, third = out.splitlines()[1::2]
    assert "excluded: '.hidden.md' is hidden; to include hidden files, set indexing" in first
    assert "The folder '.folder' is excluded: '.folder' is hidden;" in second
    assert "There is no file with this name." in third


def test_twofold_does_not_index_its_own_files(twofold, tmp_path, write_file):
    write_file("a.md", "The heron stands.\n")
    for _ in range(2):
        assert twofold("folder", "add", str(tmp_path), "--no-vectors").code == 0
    assert twofold("failures").out == "0 files not indexed\n"
    out = twofold("why", str(tmp_path / "home/library/catalog.sqlite")).out
    assert "The folder 'home/library' is excluded: Twofold stores its own files there." in out
