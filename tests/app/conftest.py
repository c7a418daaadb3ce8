import logging
import os
import sys
import threading
from pathlib import Path

import pytest

from twofold.app.paths import HOME_VARIABLE


@pytest.fixture
def home(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The TWOFOLD_HOME folder of a test."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "models").symlink_to(models)
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def _process_wide_state_is_restored(monkeypatch: pytest.MonkeyPatch):
    """Restore hooks and log handlers, which the program sets once per process."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    umask = os.umask(0o022)
    yield
    os.umask(umask)
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
