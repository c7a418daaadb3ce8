"""In-memory parts of a window that write nothing to the disk."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings

from twofold.app.compose import document_extensions
from twofold.engine.api import ModelListing
from twofold.ui.library.backup_dialogs import Backup
from twofold.ui.library.models import ModelManager
from twofold.ui.library.shared_libraries import SharedLibraries
from twofold.ui.window.installation_dialog import Installation
from twofold.ui.window.options import WindowOptions


class MemoryState(QSettings):
    """Window sizes and shortcuts in memory."""

    def __init__(self) -> None:
        super().__init__(os.devnull, QSettings.Format.IniFormat)
        self._values: dict[str, object] = {}

    def contains(self, key: str) -> bool:
        return key in self._values

    def value(self, key: str, default: object = None, _type: object = None) -> object:
        return self._values.get(key, default)

    def setValue(self, key: str, value: object) -> None:
        self._values[key] = value

    def remove(self, key: str) -> None:
        self._values.pop(key, None)

    def sync(self) -> None:
        pass


class MemoryHistory:
    """Searches in memory."""

    def __init__(self) -> None:
        self.text = ""

    def read(self) -> str:
        return self.text

    def set_aside(self) -> str:
        return ""

    def write(self, text: str) -> None:
        self.text = text


class NoModels:
    """A registry without models."""

    def listings(self) -> tuple[ModelListing, ...]:
        return ()

    def close(self) -> None:
        pass


def store_nothing(_values: object) -> None:
    """Discard settings, so that changes last only until the window is closed."""


def window_options(**parts: Any) -> WindowOptions:
    """Return window options, with some parts replaced by those of the test."""
    return replace(
        WindowOptions(
            window_state=MemoryState(),
            store_settings=store_nothing,
            search_history=MemoryHistory(),
            models=ModelManager(lambda _: NoModels()),
            installation=Installation(lambda: (), lambda *_: None, "1.2.3"),
            backup=Backup(lambda _: None, lambda _: None),
            shared=SharedLibraries(lambda address: address, lambda *_: None),
            document_extensions=document_extensions,
            templates=Path("/no templates"),
            quick_command="",
            sample_library=None,
            find_folders=list,
            starts_with_welcome=False,
        ),
        **parts,
    )
