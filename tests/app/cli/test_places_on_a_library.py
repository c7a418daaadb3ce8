"""Tags, trust and the reasons for missing files, with a small library."""

import json

import pytest

pytestmark = pytest.mark.real_model


@pytest.fixture
def notes(indexed_home):
    return indexed_home / "Notes"


def test_a_tag_is_added_found_listed_and_removed(indexed, notes):
    printed = indexed("tag", "add", str(notes / "garden.txt"), "home", "todo")
    assert (printed.code, printed.out.splitlines()[0]) == (0, "1 document changed.")
    assert "garden" in indexed("search", "water", "--tag", "todo", "--mode", "lexical").out
    printed = indexed("tag", "add", str(notes), "mine", "--json")
    assert json.loads(printed.out)["own_tags"] == ["mine"]
    assert "documents changed." in printed.err
    listed = json.loads(indexed("tag", "list", "Notes/garden.txt", "--json").out)
    assert (listed["own_tags"], listed["tags"]) == (["home", "todo"], ["home", "mine", "todo"])
    assert indexed("tag", "remove", "Notes/garden.txt", "home", "todo").code == 0
    indexed("tag", "remove", "Notes", "mine")
    printed = indexed("tag", "list", "Notes/garden.txt")
    assert printed.out.strip() == "Notes/garden.txt: no tags set here"


def test_tags_of_a_file_are_listed(indexed, notes):
    note = notes / "tagged.md"
    note.write_text("---\ntags: [area/health]\n---\nSleep helps.\n", encoding="utf-8")
    assert indexed("index", "--no-vectors").code == 0
    listed = indexed("tag", "list", "Notes/tagged.md").out.splitlines()
    assert listed == ["Notes/tagged.md: no tags set here", "from the file: area/health"]
    described = json.loads(indexed("tag", "list", "Notes/tagged.md", "--json").out)
    assert (described["tags"], described["file_tags"]) == ([], ["area/health"])
    note.unlink()
    indexed("index", "--no-vectors")


def test_trust_is_set_shown_and_unset(indexed):
    assert indexed("trust", "set", "Notes/garden.txt", "generated").out.endswith(": generated\n")
    printed = indexed("search", "water", "--trust-min", "secondary", "--mode", "lexical")
    assert (printed.code, printed.out.strip()) == (1, "Nothing was found.")
    unset = indexed("trust", "unset", "Notes/garden.txt").out
    assert unset.endswith("primary (declared in the file, or the default)\n")


def test_inherited_trust_is_shown_with_its_folder(indexed):
    assert indexed("trust", "show", "Notes").out == "Notes: not set\n"
    assert indexed("trust", "set", "Notes", "secondary").code == 0
    shown = indexed("trust", "show", "Notes/garden.txt").out
    assert shown == "Notes/garden.txt: secondary (inherited from Notes)\n"
    described = json.loads(indexed("trust", "show", "Notes/garden.txt", "--json").out)
    values = (described["trust"], described["effective_trust"], described["trust_from"])
    assert values == (None, "secondary", "Notes")
    assert indexed("trust", "unset", "Notes").code == 0
    assert json.loads(indexed("trust", "show", "Notes", "--json").out)["trust"] is None


def test_why_prints_the_state_of_each_file_and_exits_with_1_if_one_is_not_indexed(indexed, notes):
    printed = indexed("why", str(notes / "garden.txt"))
    assert (printed.code, "indexed: It is indexed." in printed.out) == (0, True)
    printed = indexed("why", str(notes / "half.pdf"), "/elsewhere/x", "--json")
    first, second = json.loads(printed.out)
    assert printed.code == 1
    assert first["wanted"]
    assert "could not be indexed" in first["why"]
    assert "not in any folder" in second["why"]


def test_why_accepts_a_path_as_search_prints_it(indexed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = indexed("why", "Notes/garden.txt")
    assert (printed.code, "indexed: It is indexed." in printed.out) == (0, True)
    assert "There is no file with this name." in indexed("why", "Notes/nothing.txt").out
    assert str(tmp_path / "nothing.txt") in indexed("why", "nothing.txt").out


def test_invalid_tag_commands_are_bad_usage(indexed):
    for words in (("add", "Notes"), ("list", "Notes", "x"), ("add", "/elsewhere", "x")):
        printed = indexed("tag", *words)
        assert printed.code == 2
    assert "is in no folder of the library" in printed.err
