"""A backup is untrusted: all of it is checked before any of it is used."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.personal_copy import FORMAT
from twofold.engine.stores.catalog import checked_folder as module
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.connections import copy_beside
from twofold.engine.stores.library_folder import Folder, as_spelled, is_present

RULES = {"include": ["*.md"], "exclude": []}
PLACE = {"kind": "line", "start": 1, "end": 2}
PASSAGE = {"folder": "N", "root": "/n", "path": "a.md", "place": PLACE, "text": "x", "title": "y"}


@pytest.fixture
def own(tmp_path):
    """A catalog with one folder."""
    path = tmp_path / "library" / "catalog.sqlite"
    (tmp_path / "Own" / "inner").mkdir(parents=True)
    with closing(Catalog.open(path)) as catalog:
        catalog.add_folder(tmp_path / "Own")
        yield catalog


def copy_with(**sections):
    return json.dumps({"format": FORMAT, **sections})


def folder(name="Notes", root="/somewhere/notes", rules=RULES):
    return {"name": name, "root": root, "rules": rules}


def collected(identity="1", note="", **changed):
    return {"id": identity, "note": note, "passage": PASSAGE | changed}


@pytest.mark.parametrize(
    ("section", "rows", "sentence"),
    [
        ("folders", [folder(), 5], "in 'folders', entry 2: 'name' must be a non-empty text"),
        ("folders", [folder(rules=[])], "entry 1 (Notes): the rules are not lists of patterns"),
        ("folders", [folder(rules={"include": 5})], "rules are not lists"),
        ("folders", [folder(rules={"include": ["a", None]})], "rules are not lists"),
        ("folders", [folder(rules={"exclude": "*.md"})], "rules are not lists"),
        ("folders", [folder(rules=None)], "rules are not lists"),
        ("folders", [folder(name="")], "'name' must be a non-empty text"),
        ("folders", [folder(name="  ")], "the name is empty, too long, or contains '/'"),
        ("folders", [folder(name="lib1/sub")], "contains '/'"),
        ("folders", [folder(name="x" * 5000)], "too long"),
        (
            "folders",
            [folder(root="../../../etc/ssh")],
            "'../../../etc/ssh' is not an absolute path",
        ),
        ("folders", [folder(root="notes")], "is not an absolute path"),
        ("folders", [folder(root="/home/../etc")], "is not an absolute path"),
        ("folders", [folder(root="")], "'root' must be a non-empty text"),
        ("folders", [folder(root="/a\0b")], "'root' must be a non-empty text"),
        ("folders", [folder(root=["/"])], "'root' must be a non-empty text"),
        ("folders", [folder(root="/")], "'/' is the whole file system"),
        ("folders", [folder(root="//")], "is the whole file system"),
        ("folders", [folder(), folder("B", "/somewhere/notes/b")], "around the folder 'Notes'"),
        ("folders", [folder(root="/a/b"), folder("B", "/a")], "around the folder 'Notes'"),
        ("folders", [folder(), folder(root="/other")], "another folder has the same name"),
        ("folders", {"name": 1}, "it is not a list"),
        (
            "tags",
            [{"place": "Notes", "tag": 5}],
            "in 'tags', entry 1 (Notes): 'tag' must be a non-empty text",
        ),
        ("tags", [{"tag": "x"}], "'place' must be a non-empty text"),
        ("trust", [{"place": "Notes", "level": -1}], "the trust level is unknown"),
        ("trust", [{"place": "Notes", "level": 3}], "the trust level is unknown"),
        ("trust", [{"place": "Notes", "level": True}], "the trust level is unknown"),
        ("trust", [{"place": "Notes", "level": "0"}], "the trust level is unknown"),
        ("collection", [collected(), collected(identity=5)], "entry 2: it is not a passage"),
        ("collection", [collected(note=None)], "it is not a passage"),
        ("collection", [collected(text=5)], "it is not a passage"),
        ("collection", [collected(tags="abc")], "it is not a passage"),
        ("collection", [collected(tags=[1])], "it is not a passage"),
        ("collection", [collected(place={**PLACE, "kind": "?"})], "it is not a passage"),
        ("collection", [collected(place={**PLACE, "start": 9})], "it is not a passage"),
        ("collection", [collected(place={**PLACE, "box": [1, 2, 3, 1e999]})], "not a passage"),
        ("collection", [collected(path="../../etc/passwd")], "it is not a passage"),
        ("collection", [{"id": "1", "note": "", "passage": []}], "it is not a passage"),
    ],
)
@pytest.mark.posix
def test_backup_with_an_invalid_entry_changes_nothing(own, section, rows, sentence):
    before, kept = own.generation, copy_beside(own.connections.path).read_bytes()
    sound = {"folders": [folder("Sound", "/sound")], "tags": [{"place": "Own", "tag": "mine"}]}
    with pytest.raises(BadRequestError) as failure:
        own.restore_personal(copy_with(**sound | {section: rows}))
    assert sentence in failure.value.message
    assert [one.name for one in own.folders()] == ["Own"]
    assert own.annotations.tags("Own") == ()
    assert (own.generation, copy_beside(own.connections.path).read_bytes()) == (before, kept)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"format": "x"}', "nul"])
def test_invalid_backup_is_rejected(own, text):
    with pytest.raises(BadRequestError, match="not a backup"):
        own.restore_personal(text)


def test_folders_of_a_backup_are_added_like_manual_ones(own, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").write_text("x")
    (tmp_path / "slash").symlink_to("/")

    for wrong in ("file", "slash"):
        with pytest.raises(BadRequestError, match=f"{wrong}' is a file|whole file system"):
            own.restore_personal(copy_with(folders=[folder(root=str(tmp_path / wrong))]))
    both = [folder("A", str(tmp_path / "real")), folder("B", str(tmp_path / "link"))]
    with pytest.raises(BadRequestError, match="around the folder 'A'"):
        own.restore_personal(copy_with(folders=both))
    own.restore_personal(
        copy_with(
            folders=[
                folder("Linked", str(tmp_path / "link")),
                folder("Inner", str(tmp_path / "Own" / "inner")),  # in an existing library
                folder("Away", str(tmp_path / "drive" / "away")),
            ],
            trust=[{"place": "Linked", "level": 2}],
            collection=[collected(identity="p1", note="mine", place=PLACE | {"newer": 1}, newer=1)],
        )
    )

    assert {one.name: one.root for one in own.folders()} == {
        "Own": str(tmp_path / "Own"),
        "Linked": str(tmp_path / "real"),
        "Away": str(tmp_path / "drive" / "away"),
    }
    assert {one.rules for one in own.folders() if one.name != "Own"} == {FolderRules(("*.md",))}
    assert own.annotations.trust("Linked") is TrustLevel.GENERATED
    assert [one.note for one in own.annotations.collection()] == ["mine"]


@pytest.mark.skipif(os.name == "nt", reason="there it is a path of this system")
def test_windows_folder_is_reported_as_missing(own):
    own.restore_personal(copy_with(folders=[folder(root="C:\\Users\\me\\Notes")]))
    [restored] = [one for one in own.folders() if one.name == "Notes"]
    assert restored.root == "/C:\\Users\\me\\Notes"
    assert not is_present(restored)


@pytest.mark.parametrize("rules", ["[]", "5", '{"include": 5}', "{half", "null"])
def test_library_with_an_unreadable_row_can_be_opened(tmp_path, own, rules, expected_log):
    expected_log += ["the rules of the folder 'Own' cannot be read", "file systems of the folder"]
    own.restore_personal(copy_with(collection=[collected("sound"), collected("broken")]))
    path = own.connections.path
    own.close()
    with closing(sqlite3.connect(path)) as broken, broken:
        broken.execute("UPDATE folders SET rules = ?, mounts = ?", (rules, rules))
        broken.execute("UPDATE collected SET passage = '{}' WHERE id = 'broken'")
    expected_log.append("the passage broken of the collection cannot be read")
    with closing(Catalog.open_or_recover(path)[0]) as catalog:
        [known] = catalog.folders()
        assert (known.name, known.rules) == ("Own", FolderRules())
        assert catalog.folder_statuses("")[0].rules == FolderRules()
        assert [one.id for one in catalog.annotations.collection()] == ["sound"]
        catalog.set_folder_rules("Own", FolderRules(("*.md",)))
        assert catalog.folders()[0].rules == FolderRules(("*.md",))


def test_lost_library_is_restored_from_all_valid_entries_of_its_backup(tmp_path, expected_log):
    expected_log.append("the copy of folders and tags is unreadable; it is preserved as")
    path = tmp_path / "catalog.sqlite"
    text = copy_with(
        folders=[folder(rules=[]), folder("Sound", "/sound"), folder("Relative", "etc")],
        tags=[{"place": "Sound", "tag": "mine"}, {"place": "Sound", "tag": 5}],
        trust=[{"place": "Sound", "level": 9}],
        collection=[collected("good"), collected("bad", tags=5)],
    )
    copy_beside(path).write_text(text, encoding="utf-8")
    with closing(Catalog.open_or_recover(path)[0]) as catalog:
        assert [one.name for one in catalog.folders()] == ["Sound"]
        assert catalog.annotations.tags("Sound") == ("mine",)
        assert catalog.annotations.trust("Sound") is None
        assert [one.id for one in catalog.annotations.collection()] == ["good"]
    assert (tmp_path / "personal.unreadable.json").read_text(encoding="utf-8") == text


def test_folder_with_a_relative_path_is_never_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "a.md").write_text("x")
    assert not is_present(Folder("Etc", "etc"))
    assert is_present(Folder("Etc", str(tmp_path / "etc")))


NAMES = {"/": ["Users"], "/Users": ["ann"], "/Users/ann": ["Documents", "Cafe\u0301", "a", "A"]}


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("/users/Ann/documents/x", "/Users/ann/Documents/x"),
        ("/Users/ann/Caf\u00e9", "/Users/ann/Cafe\u0301"),
        ("/Users/ann/A", "/Users/ann/A"),
    ],
)
def test_path_is_spelled_as_in_the_file_system(typed, spelled, monkeypatch):
    monkeypatch.setattr(os.path, "lexists", lambda _: True)

    def names_in(folder):
        if folder.as_posix() not in NAMES:
            raise PermissionError
        return NAMES[folder.as_posix()]

    assert as_spelled(Path(typed), names_in) == Path(spelled)


def test_another_name_is_not_a_spelling_where_capitals_count(tmp_path):
    (tmp_path / "README.md").write_text("x")
    assert as_spelled(tmp_path / "readme.md") == tmp_path / "readme.md"


def test_folder_is_not_added_again_with_other_capitals(tmp_path, monkeypatch):
    known, typed = tmp_path / "Documents", tmp_path / "documents"
    for folder in (known, typed):  # one folder on macOS and Windows
        folder.mkdir(exist_ok=True)
    monkeypatch.setattr(module, "as_spelled", lambda path: known / path.relative_to(typed))
    root, why = module.checked_folder(typed, (Folder("Own", str(known)),), has_rules=False)
    assert root == known
    assert "already in the library" in why
