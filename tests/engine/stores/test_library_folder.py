"""A folder on a network drive whose server no longer answers."""

import os
import threading

import pytest

from tests.support.patience import PATIENCE
from twofold.engine.stores import library_folder
from twofold.engine.stores.library_folder import Folder, is_present, responds


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """Return an event; until it is set, the file system of the returned folder does not answer."""
    root, answers = str(tmp_path / "nas"), threading.Event()
    os.mkdir(root)  # noqa: PTH102
    stat = os.stat
    monkeypatch.setattr(library_folder, "_SECONDS_TO_RESPOND", 0.01)
    monkeypatch.setattr(
        os, "stat", lambda path, **options: stat(path, **options) if _goes(path) else None
    )

    def _goes(path):
        return path != root or answers.wait(PATIENCE)

    yield root, answers
    answers.set()


def test_folder_on_a_hanging_drive_is_away_until_the_drive_answers(drive, tmp_path, monkeypatch):
    root, answers = drive
    (tmp_path / "nas" / "plan.md").write_text("x")
    folder = Folder("NAS", root)
    assert not is_present(folder)
    assert not responds(root)
    assert responds(str(tmp_path), PATIENCE)

    answers.set()
    monkeypatch.setattr(library_folder, "_SECONDS_TO_RESPOND", PATIENCE)
    assert responds(root)
    assert is_present(folder)


def test_missing_folder_is_away_although_its_file_system_answers(tmp_path):
    assert responds(str(tmp_path / "gone"))
    assert not is_present(Folder("Gone", str(tmp_path / "gone")))
