"""Backups: restore user data on another computer, where folders may have different paths."""

import json

import pytest

from twofold.app.backup import read_backup, write_backup
from twofold.app.paths import LibraryPaths, default_paths
from twofold.engine.api import BadRequestError, EngineError

SEARCH = {
    "query": "limits",
    "mode": "hybrid",
    "filters": [],
    "seen": [],
    "last_opened": "",
    "name": "Caps",
}


def library_with_user_data(twofold, tmp_path):
    """A library with a tag, a collected passage and a saved search.

    Returns its folder and a backup.
    """
    notes = tmp_path / "Notes"
    notes.mkdir()
    (notes / "a.md").write_text("# Limits\n\nA pod may not use more memory.\n", encoding="utf-8")
    assert twofold("folder", "add", str(notes), "--no-vectors").code == 0
    assert twofold("tag", "add", "Notes/a.md", "ops").code == 0
    assert twofold("collection", "add", "Notes/a.md#L1-L3", "--note", "mine").code == 0
    paths = default_paths()
    paths.library.searches.write_text(json.dumps({"saved": [SEARCH]}), encoding="utf-8")
    backup = tmp_path / "mine.json"
    assert twofold("backup", "save", str(backup)).code == 0
    return notes, backup


def another_computer(monkeypatch, tmp_path, models):
    """Use an empty home folder that contains only the model."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "models").symlink_to(models)
    monkeypatch.setenv("TWOFOLD_HOME", str(tmp_path / "other"))


def test_a_backup_restores_folders_tags_collection_and_searches(
    twofold, tmp_path, monkeypatch, models
):
    _, backup = library_with_user_data(twofold, tmp_path)
    another_computer(monkeypatch, tmp_path, models)

    refused = twofold("backup", "restore", str(backup))
    assert (refused.code, f"Notes: {tmp_path / 'Notes'}" in refused.err) == (2, True)
    assert "use --yes" in refused.err
    assert json.loads(twofold("status", "--json").out)["folders"] == []
    assert twofold("backup", "restore", str(backup), "--yes").code == 0
    assert twofold("backup", "restore", str(backup)).code == 0  # there is nothing left to add

    found = json.loads(twofold("search", "memory", "--mode", "lexical", "--json").out)
    assert [hit["tags"] for hit in found["hits"]] == [["ops"]]
    collected = json.loads(twofold("collection", "show", "--json").out)
    assert [passage["note"] for passage in collected] == ["mine"]
    searches = json.loads(default_paths().library.searches.read_text(encoding="utf-8"))
    assert searches["saved"] == [SEARCH]


def test_a_moved_folder_keeps_its_tags_and_is_not_read_again(twofold, tmp_path):
    notes, _ = library_with_user_data(twofold, tmp_path)
    here = notes.rename(tmp_path / "Elsewhere")

    moved = twofold("folder", "move", "--no-vectors", "Notes", str(here))

    assert moved.code == 0
    hit = json.loads(twofold("search", "memory", "--mode", "lexical", "--json").out)["hits"][0]
    assert (hit["doc_path"], hit["tags"]) == ("a.md", ["ops"])
    assert twofold("check", "Notes/a.md#L1-L3").code == 0


def test_a_folder_without_known_files_is_refused_as_moved(twofold, tmp_path):
    library_with_user_data(twofold, tmp_path)
    (tmp_path / "Other").mkdir()

    moved = twofold("folder", "move", "--no-vectors", "Notes", str(tmp_path / "Other"))

    assert moved.code == 2
    assert "none of the known files of 'Notes'" in moved.err
    assert twofold("check", "Notes/a.md#L1-L3").code == 0


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("", 2), ("no", 2)])
def test_on_a_terminal_new_folders_are_confirmed(
    twofold, tmp_path, monkeypatch, models, answer, code
):
    _, backup = library_with_user_data(twofold, tmp_path)
    another_computer(monkeypatch, tmp_path, models)
    monkeypatch.setattr("twofold.app.cli.backup.can_ask", lambda: True)
    monkeypatch.setattr("sys.stdin.readline", lambda: answer)
    restored = twofold("backup", "restore", str(backup))
    assert (restored.code, "Restore? [y/N]" in restored.err) == (code, True)
    folders = json.loads(twofold("status", "--json").out)["folders"]
    assert len(folders) == (1 if code == 0 else 0)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("personal", "folders", 0, "rules"), [], "entry 1 (Notes): the rules are not lists"),
        (("searches", 0, "query"), 5, "in 'searches', entry 1: it is not a saved search"),
        (("searches", 0, "filters"), [["tag", "x"]], "it is not a saved search"),
        (("searches", 0, "seen"), "abc", "it is not a saved search"),
        (("searches", 0), None, "it is not a saved search"),
    ],
)
def test_an_invalid_entry_of_a_backup_is_named_and_nothing_is_changed(
    twofold, tmp_path, place, value, sentence
):
    _, backup = library_with_user_data(twofold, tmp_path)
    values = json.loads(backup.read_text(encoding="utf-8"))
    at = values
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    backup.write_text(json.dumps(values), encoding="utf-8")
    library = default_paths().library
    before = library.personal.read_bytes(), library.searches.read_bytes()
    refused = twofold("backup", "restore", str(backup), "--yes")
    assert (refused.code, sentence in refused.err) == (2, True)
    assert (library.personal.read_bytes(), library.searches.read_bytes()) == before
    assert twofold("status").code == 0


def test_a_backup_is_never_larger_than_what_can_be_restored(tmp_path, monkeypatch):
    monkeypatch.setattr("twofold.app.backup._MAX_BYTES", 200)
    library = LibraryPaths(tmp_path, tmp_path / "models")
    library.personal.write_text(json.dumps({"format": "x", "tags": ["x" * 300]}))
    with pytest.raises(EngineError, match="would be larger"):
        write_backup(library, tmp_path / "mine.json")
    (tmp_path / "other.json").write_text("x" * 201)
    with pytest.raises(BadRequestError, match="too large for a backup"):
        read_backup(tmp_path / "other.json")


def test_an_invalid_backup_is_reported_and_nothing_is_changed(twofold, tmp_path):
    _, backup = library_with_user_data(twofold, tmp_path)
    values = json.loads(backup.read_text(encoding="utf-8"))
    values["personal"]["trust"] = [{"place": "Notes", "level": 99}]
    for text in ("", "[]", '{"format": "twofold.backup.v1"}', json.dumps(values)):
        backup.write_text(text, encoding="utf-8")
        restored = twofold("backup", "restore", str(backup))
        assert restored.code == 2
        assert "backup" in restored.err
    assert twofold("backup", "save", str(backup)).code == 2  # it exists
    assert twofold("check", "Notes/a.md#L1-L3").code == 0
