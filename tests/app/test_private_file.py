from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.support.without_rights import run_without_rights
from twofold.app.backup import write_backup
from twofold.app.paths import LibraryPaths
from twofold.app.private_file import replace_private_file
from twofold.app.search_history_file import SearchHistoryFile
from twofold.app.settings_file import change_settings
from twofold.engine.api import EngineError, SettingError
from twofold.engine.durable_files import replace_file
from twofold.engine.export.export_file import write_bytes
from twofold.engine.sharing.selection import Selections


def test_a_file_is_replaced_and_only_its_owner_may_read_it(tmp_path):
    path = tmp_path / "new" / "kept.json"
    replace_private_file(path, b"one")
    replace_private_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["kept.json"]
    if os.name != "nt":
        assert path.stat().st_mode & 0o077 == 0


def test_on_a_full_disk_the_old_file_is_kept_and_no_other_remains(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    replace_private_file(path, b"one")

    def full(_self, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space"):
        replace_private_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


WRITERS = {
    "private file": lambda folder: replace_private_file(folder / "kept.json", b"{}"),
    "saved searches": lambda folder: SearchHistoryFile(folder / "searches.json").write("{}"),
    "settings": lambda folder: change_settings(folder / "settings.yaml", {"search.limit": 30}),
    "backup": lambda folder: write_backup(_library_in(folder), folder / "backup.json"),
    "export": lambda folder: write_bytes(folder / "export.md", b"text", overwrite=False),
    "replaced export": lambda folder: write_bytes(folder / "old.md", b"text", overwrite=True),
    "published filters": lambda folder: Selections(folder).keep("milvus://host/c", "tag:public"),
    "library": lambda folder: replace_file(folder / "published.json", b"{}"),
}


def _library_in(folder):
    library = LibraryPaths(folder, folder / "models")
    library.personal.write_text('{"format": "twofold.personal.v1"}')
    return library


@pytest.mark.posix
@pytest.mark.parametrize("what", WRITERS)
def test_a_file_is_on_the_disk_before_it_is_renamed_and_its_folder_after(
    tmp_path, monkeypatch, what
):
    (tmp_path / "old.md").write_text("old")
    done, fsync = [], os.fsync

    def synced(handle):
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def renamed(function):
        def call(*paths, **options):
            done.append("rename")
            return function(*paths, **options)

        return call

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed(os.replace))
    monkeypatch.setattr(os, "link", renamed(os.link))
    WRITERS[what](tmp_path)
    assert done[-3:] == ["file", "rename", "folder"]


@pytest.mark.posix
@pytest.mark.parametrize(
    ("number", "problem"),
    [
        (errno.ENOSPC, "The disk is full."),
        (errno.EDQUOT, "Your disk quota is used up."),
        (errno.EROFS, "The disk is read-only."),
        (errno.EIO, "The disk reports an error."),
    ],
)
@pytest.mark.parametrize(
    "what", [what for what in WRITERS if what not in {"private file", "library"}]
)
def test_an_error_of_the_disk_names_the_disk_first(tmp_path, monkeypatch, what, number, problem):
    library = _library_in(tmp_path)
    WRITERS["settings"](tmp_path)

    def failing(_handle):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(EngineError) as failure:
        WRITERS[what](tmp_path)
    assert failure.value.message.startswith(problem)
    assert "elete" not in failure.value.hint
    assert library.personal.exists()


def test_a_folder_that_cannot_be_listed_can_still_be_written(tmp_path, monkeypatch):
    def refused(_handle):
        raise OSError(errno.EINVAL, "Invalid argument")

    path, fsync = tmp_path / "kept.json", os.fsync
    is_folder = lambda handle: stat.S_ISDIR(os.fstat(handle).st_mode)  # noqa: E731
    monkeypatch.setattr(os, "fsync", lambda one: refused(one) if is_folder(one) else fsync(one))
    replace_private_file(path, b"one")
    assert path.read_bytes() == b"one"


def test_a_link_stays_a_link(tmp_path):
    kept, link = tmp_path / "elsewhere" / "settings.yaml", tmp_path / "settings.yaml"
    replace_private_file(kept, b"one")
    link.symlink_to(kept)
    replace_private_file(link, b"two")
    assert link.is_symlink()
    assert kept.read_bytes() == b"two"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library" / "searches.json"


def test_searches_are_private_and_survive_a_failed_write(path):
    file = SearchHistoryFile(path)
    assert file.read() == ""
    file.write("Häfen")
    file.write("港")
    assert file.read() == "港"
    assert [found.name for found in path.parent.iterdir()] == ["searches.json"]
    assert path.stat().st_mode & 0o077 == 0
    for text, sentence in (("\udcff", "cannot be saved"), ("x" * (1 << 22) + "x", "too many")):
        with pytest.raises(SettingError, match=sentence):
            file.write(text)
        assert file.read() == "港"
        assert [found.name for found in path.parent.iterdir()] == ["searches.json"]


def test_an_invalid_or_huge_file_is_not_treated_as_empty(path):
    path.parent.mkdir()
    for content in (b"\xff\xfe", b"x" * (1 << 22) + b"x"):
        path.write_bytes(content)
        with pytest.raises(SettingError, match="cannot be read"):
            SearchHistoryFile(path).read()
    if os.name != "nt":
        path.unlink()
        os.mkfifo(path)  # the write does not wait for it
        with pytest.raises(SettingError, match="cannot be read"):
            SearchHistoryFile(path).read()


def print_history(place):
    """Print the history that an unprivileged process reads, or the error and the renamed file."""
    file = SearchHistoryFile(Path(place))
    try:
        sys.stdout.write(file.read())
    except SettingError as error:
        sys.stdout.write(f"{error.message} {file.set_aside()}")


@pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")
def test_an_unreadable_file_is_not_treated_as_empty_and_can_be_renamed(path):
    SearchHistoryFile(path).write("kept")
    path.chmod(0)

    printed = run_without_rights(__name__, "print_history", path)

    kept = path.with_name("searches.json.unreadable-1")
    assert printed == f"Your searches in {path} cannot be read. {kept}"
    kept.chmod(0o600)
    assert kept.read_text() == "kept"
    assert not path.exists()


def test_a_failed_write_is_reported(tmp_path):
    (tmp_path / "library").write_text("a file, no folder")
    with pytest.raises(SettingError, match="cannot be saved"):
        SearchHistoryFile(tmp_path / "library" / "searches.json").write("{}")
