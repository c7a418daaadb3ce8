"""What exists nowhere else goes to another computer, where folders may lie elsewhere."""

import json

from app.paths import default_paths

SEARCH = {"query": "limits", "mode": "hybrid", "filters": [], "seen": [], "looked": ""}


def library_with_marks(twofold, tmp_path):
    """A folder with a tag, a passage put aside and a saved search; what was backed up."""
    notes = tmp_path / "Notes"
    notes.mkdir()
    (notes / "a.md").write_text("# Limits\n\nA pod may not use more memory.\n", encoding="utf-8")
    assert twofold("index", str(notes), "--no-vectors").code == 0
    assert twofold("tag", "add", "Notes/a.md", "ops").code == 0
    assert twofold("collection", "add", "Notes/a.md#L1-L3", "--note", "mine").code == 0
    paths = default_paths()
    paths.library.searches.write_text(json.dumps({"saved": [SEARCH]}), encoding="utf-8")
    backup = tmp_path / "mine.json"
    assert twofold("backup", str(backup)).code == 0
    return notes, backup


def test_a_backup_brings_folders_tags_collection_and_searches_to_an_empty_library(
    twofold, tmp_path, monkeypatch
):
    _, backup = library_with_marks(twofold, tmp_path)
    monkeypatch.setenv("TWOFOLD_HOME", str(tmp_path / "other"))

    assert twofold("backup", "--restore", str(backup)).code == 0
    assert twofold("backup", "--restore", str(backup)).code == 0  # what is there already stays

    found = json.loads(twofold("search", "memory", "--mode", "lexical", "--json").out)
    assert [hit["tags"] for hit in found["hits"]] == [["ops"]]
    collected = json.loads(twofold("collection", "list", "--json").out)
    assert [passage["note"] for passage in collected] == ["mine"]
    searches = json.loads(default_paths().library.searches.read_text(encoding="utf-8"))
    assert searches["saved"] == [SEARCH]


def test_a_folder_that_lies_elsewhere_keeps_its_tags_and_is_not_read_anew(twofold, tmp_path):
    notes, _ = library_with_marks(twofold, tmp_path)
    here = notes.rename(tmp_path / "Elsewhere")

    moved = twofold("index", "--no-vectors", "--moved", "Notes", str(here))

    assert moved.code == 0
    hit = json.loads(twofold("search", "memory", "--mode", "lexical", "--json").out)["hits"][0]
    assert (hit["doc_path"], hit["tags"]) == ("a.md", ["ops"])
    assert twofold("cite", "Notes/a.md#L1-L3").code == 0


def test_a_folder_without_its_files_is_not_taken_for_it(twofold, tmp_path):
    library_with_marks(twofold, tmp_path)
    (tmp_path / "Other").mkdir()

    moved = twofold("index", "--no-vectors", "--moved", "Notes", str(tmp_path / "Other"))

    assert moved.code == 2
    assert "None of the files known of 'Notes'" in moved.err
    assert twofold("cite", "Notes/a.md#L1-L3").code == 0


def test_what_is_no_backup_is_said_and_changes_nothing(twofold, tmp_path):
    _, backup = library_with_marks(twofold, tmp_path)
    values = json.loads(backup.read_text(encoding="utf-8"))
    values["personal"]["trust"] = [{"place": "Notes", "level": 99}]
    for text in ("", "[]", '{"format": "twofold.backup.v1"}', json.dumps(values)):
        backup.write_text(text, encoding="utf-8")
        restored = twofold("backup", "--restore", str(backup))
        assert restored.code == 2
        assert "backup" in restored.err
    assert twofold("backup", str(backup)).code == 2  # it exists
    assert twofold("cite", "Notes/a.md#L1-L3").code == 0
