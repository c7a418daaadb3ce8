"""Starting the window: the whole program, its language, and garbage collection."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QObject, QTranslator

from scripts.update_translations import compile_changed
from twofold.app.desktop import gui
from twofold.app.desktop.garbage_collection import collect_once_settled, settle
from twofold.app.desktop.gui import has_no_folders
from twofold.app.desktop.language import use_language
from twofold.app.paths import LibraryPaths, resource_folder
from twofold.app.settings_file import change_settings
from twofold.engine.api import Settings
from twofold.ui.i18n.translation import tr


def test_the_window_opens_and_paints_in_another_language(tmp_path):
    change_settings(tmp_path / "settings.yaml", {"window.language": "de"})
    ended = subprocess.run(
        [sys.executable, "-m", "twofold", "--quit-after-first-paint"],
        env=os.environ | {"TWOFOLD_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Unexpected error" not in ended.stderr


class Loop:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    gc.collect()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def application(qapp) -> Iterator[QObject]:
    with_timers = QObject()
    yield with_timers
    with_timers.deleteLater()
    qapp.sendPostedEvents(with_timers, QEvent.Type.DeferredDelete)


def test_garbage_of_an_engine_thread_is_collected_on_the_ui_thread(application, qtbot):
    gone_on = []

    def leave_garbage():
        for _ in range(5000):
            weakref.finalize(Loop(), lambda: gone_on.append(threading.current_thread()))

    collect_once_settled(application)
    assert not gc.isenabled(), "while the program starts"
    settle(application)
    thread = threading.Thread(target=leave_garbage)
    thread.start()
    thread.join()
    assert gone_on == []
    qtbot.waitUntil(lambda: len(gone_on) == 5000)
    assert set(gone_on) == {threading.main_thread()}


@pytest.fixture
def copied(qapp, tmp_path, monkeypatch):
    """Copies of both German translation files, used instead of the original ones."""
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    own = tmp_path / "translations"
    own.mkdir()
    for file in (qt / "qtbase_de.qm", resource_folder() / "translations" / "twofold_de.qm"):
        shutil.copy(file, own)
    monkeypatch.setattr("twofold.app.desktop.language.resource_folder", lambda: tmp_path)
    monkeypatch.setattr(QLibraryInfo, "path", lambda _which: str(own))
    before, had = QLocale(), qapp.findChildren(QTranslator)
    yield own
    QLocale.setDefault(before)
    for translator in qapp.findChildren(QTranslator):
        if translator not in had:
            qapp.removeTranslator(translator)
            translator.deleteLater()


def test_the_window_keeps_its_language_while_its_files_are_replaced(qapp, copied):
    assert use_language(qapp, "de") == "de"
    for file in copied.iterdir():
        # The length is unchanged, because truncating a mapped file would crash the test process.
        size = file.stat().st_size
        with file.open("r+b") as opened:
            opened.write(bytes(size))
    gc.collect()
    assert QCoreApplication.translate("", "Replace file") == "Datei ersetzen"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_a_missing_translation_falls_back_to_english_plural_forms(qapp, copied):
    shutil.copy(resource_folder() / "translations" / "twofold_en.qm", copied)
    source = copied / "twofold_de.ts"
    source.write_text(
        '<TS version="2.1" language="de_DE"><context><name></name>'
        "<message><source>Search</source><translation>Suchen</translation></message>"
        "</context></TS>",
        encoding="utf-8",
    )
    source.with_suffix(".qm").unlink()
    compile_changed(copied)
    assert use_language(qapp, "de") == "de"
    assert (tr("Search"), tr("%Ln files", "", 1)) == ("Suchen", "1 file")


def test_a_language_without_files_falls_back_to_english(qapp, copied):
    for file in copied.iterdir():
        file.unlink()
    assert use_language(qapp, "de") == "en"
    assert QCoreApplication.translate("", "Replace file") == "Replace file"


@pytest.mark.parametrize(
    ("files", "options", "is_empty"),
    [
        ({}, {}, True),
        ({"catalog.sqlite": "x", "personal.json": '{"folders": []}'}, {}, True),
        ({"personal.json": '{"folders": [{"name": "Notes"}]}'}, {}, False),
        ({"catalog.sqlite": "x"}, {}, False),
        ({"catalog.sqlite": "x", "personal.json": "damaged"}, {}, False),
        ({}, {"shared": ("milvus://host:1/a",)}, False),
    ],
)
def test_an_empty_library_is_detected_without_the_engine(tmp_path, files, options, is_empty):
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    library = LibraryPaths(tmp_path, tmp_path / "models", **options)
    assert has_no_folders(library, Settings()) is is_empty


def test_models_are_compared_with_the_current_settings(tmp_path, monkeypatch):
    used: list[int] = []
    monkeypatch.setattr(
        gui,
        "compare_model",
        lambda _, settings, *__: used.append(settings.whole("embedding.threads")),
    )
    current = Settings()
    compare = gui.comparison(LibraryPaths(tmp_path, tmp_path), lambda: current)
    compare("a", lambda *_: None)
    current = Settings.from_mapping({"embedding.threads": 3})
    compare("a", lambda *_: None)
    assert used == [0, 3]
