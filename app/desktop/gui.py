"""Start and end of the window: application, theme, engine, window."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from twofold.app.backup import read_backup, write_backup
from twofold.app.compose import (
    compare_model,
    document_extensions,
    import_reader,
    open_window_engine,
)
from twofold.app.crash import exit_without_screen, install_crash_hooks, program_version
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.desktop.language import use_language
from twofold.app.desktop.single_instance import SingleInstance
from twofold.app.installation import examine, write_report
from twofold.app.models import open_model_registry
from twofold.app.paths import AppPaths, LibraryPaths, quick_command, sample_library
from twofold.app.search_history_file import SearchHistoryFile
from twofold.app.settings_file import change_settings
from twofold.app.sharing import checked_address, store_token
from twofold.app.signals import ending_signals, leave_terminal
from twofold.engine.api import CompareModel, Engine, Notice, Settings, end_process
from twofold.ui.client import EngineClient
from twofold.ui.library.backup_dialogs import Backup
from twofold.ui.library.models import ModelManager
from twofold.ui.library.shared_libraries import SearchedLibraries, SharedLibraries
from twofold.ui.library.suggested_folders import suggested_folders
from twofold.ui.preview.reading import import_parser
from twofold.ui.theme import Theme, theme_name
from twofold.ui.window.crash_dialog import CrashReporter
from twofold.ui.window.installation_dialog import Installation
from twofold.ui.window.main_window import MainWindow
from twofold.ui.window.options import WindowOptions

_SIGNAL_CHECK_MS = 200


def run_window(
    paths: AppPaths,
    settings: Settings,
    notices: tuple[Notice, ...] = (),
    *,
    once: bool = False,
    query: str = "",
    quick: bool = False,
) -> int:
    """Show the window until it is closed, then end the process.

    The window shows `notices` and searches for `query`; `quick` opens the quick search. If a window
    with this library is open already, it is raised and 0 is returned.

    With `once`, the window closes after its first paint, for the smoke test of a package. An error
    while it opens is raised after everything is closed, so that a later start can try again.
    """
    _scale(settings.whole("window.size_percent"))
    application = _application()
    instance = SingleInstance(paths.library.root, application)
    if not once and not instance.claim(query, quick=quick):
        return 0
    with ExitStack() as after_failure:
        after_failure.callback(gc.enable)
        after_failure.callback(install_crash_hooks)
        after_failure.callback(instance.close)
        theme = _apply_appearance(application, settings)
        client = EngineClient()
        crashes = CrashReporter(application)
        install_crash_hooks(crashes.report)
        compare = comparison(paths.library, lambda: window.live.settings)
        registry = partial(open_model_registry, paths.library.models, compare=compare)
        models = ModelManager(registry, application)
        imports = threading.Thread(target=_import_ahead, name="imports")
        after_failure.callback(_join_if_started, imports)
        engine = open_window_engine(paths, settings, client.post)
        for close in (engine.close, models.close, client.shut):
            after_failure.callback(close)
        client.attach(engine)
        window = MainWindow(client, theme, settings, window_options(paths, settings, models))
        crashes.attach(window)
        instance.asked.connect(window.come_to_front)
        instance.quick_asked.connect(window.tray.quick.activate)
        _quit_on_signals(window.tray.quit, application)
        AfterFirstPaint(window, partial(_start_if_possible, imports))
        if once:
            AfterFirstPaint(window, window.tray.quit)
        window.show()
        if query:
            window.search_for(query)
        if quick:
            window.tray.quick.activate()
        for notice in notices:
            client.post(notice)
        code = application.exec()
        after_failure.pop_all()
    for close in (instance.close, client.shut, models.close, engine.prepare_exit):
        close()
    return _end(application, code, engine)


def comparison(paths: LibraryPaths, settings: Callable[[], Settings]) -> CompareModel:
    """Return a function that compares a model, each time with the current settings."""
    return lambda name, on_progress: compare_model(paths, settings(), name, on_progress)


def _scale(percent: int) -> None:
    """Scale fonts and layout, so that nothing is cut off; only possible before Qt starts."""
    if percent != 100 and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"


def _end(application: QApplication, code: int, engine: Engine) -> NoReturn:
    """End the process at once, as destroying window, threads and models can take seconds."""
    if application.clipboard().ownsClipboard():
        application.shutdown()  # hands the clipboard over to the desktop
    sys.stdout.flush()
    sys.stderr.flush()
    end_process(code, spared=engine.indexer_process_id)


def window_options(paths: AppPaths, settings: Settings, models: ModelManager) -> WindowOptions:
    """Return the parts of the window for this installation."""
    return WindowOptions(
        sample_library=sample_library(),
        find_folders=suggested_folders,
        window_state=QSettings(
            str(paths.settings_file.with_name("window.ini")), QSettings.Format.IniFormat
        ),
        store_settings=partial(change_settings, paths.settings_file),
        search_history=SearchHistoryFile(paths.library.searches),
        models=models,
        quick_command=quick_command(paths),
        templates=paths.templates,
        installation=Installation(
            partial(examine, paths), partial(write_report, paths=paths), program_version()
        ),
        starts_with_welcome=has_no_folders(paths.library, settings),
        backup=Backup(partial(write_backup, paths.library), read_backup),
        document_extensions=document_extensions,
        shared=SharedLibraries(checked_address, store_token, _opened(paths.library)),
    )


def has_no_folders(library: LibraryPaths, settings: Settings) -> bool:
    """Return whether there is nothing to search: no folder and no shared library.

    The library need not be open: the folders are read from the copy beside the catalog.
    """
    if library.shared or settings.text("libraries.shared"):
        return False
    try:
        return not json.loads(library.personal.read_text(encoding="utf-8"))["folders"]
    except FileNotFoundError:
        return not library.catalog.exists()
    except (OSError, ValueError, KeyError, TypeError):
        return False  # the engine reports the problem


def _opened(paths: LibraryPaths) -> SearchedLibraries | None:
    """Return the libraries to search according to the command line; None to use the settings."""
    return SearchedLibraries(not paths.is_only_shared, paths.shared) if paths.shared else None


def _quit_on_signals(quit_window: Callable[[], None], application: QApplication) -> None:
    def leave(number: int, _frame: FrameType | None) -> None:
        leave_terminal(number)
        quit_window()

    for number in ending_signals():
        signal.signal(number, leave)
    # Python handles signals only when it runs code, so a timer runs some.
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNAL_CHECK_MS)


def _apply_appearance(application: QApplication, settings: Settings) -> Theme:
    """Apply the language and the theme of the settings; return the theme."""
    use_language(application, settings.text("window.language"))
    collect_once_settled(application)
    theme = Theme(theme_name(settings.text("window.theme"), application))
    theme.apply(application)
    application.setWindowIcon(QIcon(theme.app_mark(64)))
    return theme


def _import_ahead() -> None:
    """Import the modules that the first search and preview need. Runs on a thread of its own."""
    import_reader()
    import_parser()


class AfterFirstPaint(QObject):
    """Calls `act` after the first paint of a window."""

    def __init__(self, window: QWidget, act: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass on all events; stop filtering at the first paint."""
        if event.type() is QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._act)
        return super().eventFilter(watched, event)


def _start_if_possible(imports: threading.Thread) -> None:
    """Start importing if the system allows another thread; else modules are imported later."""
    with suppress(RuntimeError):
        imports.start()


def _join_if_started(thread: threading.Thread) -> None:
    if thread.ident is not None:
        thread.join()


def _application() -> QApplication:
    with exit_without_screen():
        application = QApplication([sys.argv[0]])
    application.setApplicationName("Twofold")
    application.setDesktopFileName("twofold")
    return application
