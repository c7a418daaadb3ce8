"""The window's start and end: application, theme, client, engine, window."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from app.compose import document_extensions, import_reader, open_model_registry, open_window_engine
from app.crash import install_crash_hooks
from app.failed_start import told_without_screen
from app.garbage import collect_once_settled
from app.language import use_language
from app.paths import AppPaths, sample_library
from app.quick_command import quick_command
from app.searches_file import SearchesFile
from app.settings_file import change_settings
from app.single_instance import SingleInstance
from engine.api import Notice, Settings
from ui.client import EngineClient
from ui.library.model_desk import ModelDesk
from ui.preview.markdown_reading import import_parser
from ui.theme import Theme, theme_name
from ui.window.crash_dialog import CrashReporter
from ui.window.main_window import MainWindow

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
    """Show the window until it is closed and return the exit code.

    `notices` are shown in it: what a person should know about the start. `query` is searched for,
    `quick` raises the quick search.
    When a window with this library is open already, it is raised, and this start ends.

    With `once` it closes itself after its first paint, for the smoke test of a package. Whatever
    keeps the window from opening is raised, once a later start may try again.
    """
    _set_size(settings)
    application = _application()
    instance = SingleInstance(paths.library.root, application)
    if not once and not instance.claim(query, quick=quick):
        return 0
    with _given_back_on_failure(instance):
        use_language(application, settings.text("window.language"))
        collect_once_settled(application)
        theme = Theme.load(_theme_name(settings, application))
        theme.apply(application)
        application.setWindowIcon(QIcon(theme.app_mark(64)))
        client = EngineClient()
        crashes = CrashReporter(application)
        install_crash_hooks(crashes.report)
        models = ModelDesk(partial(open_model_registry, paths.library.models), application)
        engine = open_window_engine(paths, settings, client.post)
        client.attach(engine)
        imports = threading.Thread(target=_import_what_is_needed_next, name="imports")
    try:
        window = _make_window(paths, settings, client, theme, models)
        crashes.attach(window)
        instance.asked.connect(window.come_to_front)
        instance.quick_asked.connect(window.beside.quick.activate)
        _let_python_see_signals(application, window.beside.quit)
        AfterFirstPaint(window, partial(_start_if_possible, imports))
        if once:
            AfterFirstPaint(window, window.beside.quit)
        _show(window, query, quick=quick)
        for notice in notices:
            client.post(notice)
        return application.exec()
    finally:
        instance.close()
        install_crash_hooks()
        client.shut()
        models.close()
        engine.close()
        if imports.ident:
            imports.join()
        gc.enable()


def _import_what_is_needed_next() -> None:
    """Import what the first search and the first document need. On a thread of its own."""
    import_reader()
    import_parser()


@contextmanager
def _given_back_on_failure(instance: SingleInstance) -> Iterator[None]:
    """Let a later start try again, and what hears of errors be who tells of this one."""
    try:
        yield
    except Exception:
        instance.close()
        install_crash_hooks()
        raise


def _make_window(
    paths: AppPaths, settings: Settings, client: EngineClient, theme: Theme, models: ModelDesk
) -> MainWindow:
    """Give the window what it keeps in files, and what it can ask for."""
    return MainWindow(
        client,
        theme,
        settings,
        sample_library=sample_library(),
        remembered=_remembered(paths),
        keep=partial(change_settings, paths.settings_file),
        memory=SearchesFile(paths.library.searches),
        list_models=lambda: models.registry.listings(),  # noqa: PLW0108 - opened when first asked
        models=models,
        quick_command=quick_command(paths),
        list_templates=paths.own_templates,
        document_extensions=document_extensions,
    )


def _show(window: MainWindow, query: str, *, quick: bool) -> None:
    """Show the window with what this start was asked for."""
    window.show()
    if query:
        window.search_for(query)
    if quick:
        window.beside.quick.activate()


class AfterFirstPaint(QObject):
    """Calls `act` as soon as a window has been painted once."""

    def __init__(self, window: QWidget, act: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let every event pass; the first paint is the last that matters."""
        if event.type() is QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._act)
        return super().eventFilter(watched, event)


def _start_if_possible(imports: threading.Thread) -> None:
    """Import ahead; on a system that gives no further thread whoever needs it imports."""
    with suppress(RuntimeError):
        imports.start()


def _set_size(settings: Settings) -> None:
    """Scale letters and everything around them, so that nothing is cut; before Qt starts only."""
    percent = settings.whole("window.size_percent")
    if percent != 100 and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"


def _application() -> QApplication:
    with told_without_screen():
        application = QApplication([sys.argv[0]])
    application.setApplicationName("Twofold")
    application.setDesktopFileName("twofold")
    return application


def _theme_name(settings: Settings, application: QApplication) -> str:
    return theme_name(settings.text("window.theme"), application)


def _remembered(paths: AppPaths) -> QSettings:
    """Return what the window keeps between starts: sizes and keys."""
    return QSettings(str(paths.settings_file.with_name("window.ini")), QSettings.Format.IniFormat)


def _let_python_see_signals(application: QApplication, end: Callable[[], None]) -> None:
    """End on Ctrl+C and SIGTERM; Python handles signals only while it runs code now and then."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_arguments: end())
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNAL_CHECK_MS)
