"""The languages of the window, while the files they came from change."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.gui import use_language
from app.paths import resource_folder


@pytest.fixture
def copied(qapp, tmp_path, monkeypatch):
    """Copies of both files of German, which are used in place of those of the program."""
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    own = tmp_path / "translations"
    own.mkdir()
    for file in (qt / "qtbase_de.qm", resource_folder() / "translations" / "twofold_de.qm"):
        shutil.copy(file, own)
    monkeypatch.setattr("app.gui.resource_folder", lambda: tmp_path)
    monkeypatch.setattr(QLibraryInfo, "path", lambda _which: str(own))
    before, had = QLocale(), qapp.findChildren(QTranslator)
    yield own
    QLocale.setDefault(before)
    for translator in qapp.findChildren(QTranslator):
        if translator not in had:
            qapp.removeTranslator(translator)
            translator.deleteLater()


def test_the_window_keeps_its_language_while_its_files_are_written_anew(qapp, copied):
    assert use_language(qapp, "de") == "de"
    for file in copied.iterdir():
        # Of the same length: cut short, mapped files would end the tests instead of failing one.
        size = file.stat().st_size
        with file.open("r+b") as opened:
            opened.write(bytes(size))
    gc.collect()
    assert QCoreApplication.translate("ExportFoot", "Replace the file") == "Datei ersetzen"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_a_language_without_its_files_leaves_the_window_in_english(qapp, copied):
    for file in copied.iterdir():
        file.unlink()
    assert use_language(qapp, "de") == "en"
    assert QCoreApplication.translate("ExportFoot", "Replace the file") == "Replace the file"
