"""The window's start and end: application, theme, bridge, engine, window."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from app.compose import open_window_engine
from app.crash import install_crash_hooks
from app.garbage import collect_once_settled
from app.paths import AppPaths, sample_library
from app.searches_file import SearchesFile
from app.settings_file import change_setting
from engine.api import Notice, Settings, SettingValue
from ui.engine_bridge import EngineBridge
from ui.main_window import MainWindow
from ui.theme import Theme, system_theme_name

_SIGNAL_CHECK_MS = 200


def run_window(
    paths: AppPaths, settings: Settings, notices: tuple[Notice, ...] = (), *, once: bool = False
) -> int:
    """Show the window until it is closed and return the exit code.

    `notices` are shown in it: what a person should know about the start.

    With `once` it closes itself after its first paint, for the smoke test of a package.
    """
    application = _application()
    collect_once_settled(application)
    theme = Theme.load(_theme_name(settings, application))
    theme.apply(application)
    application.setWindowIcon(QIcon(theme.app_mark(64)))
    bridge = EngineBridge()
    install_crash_hooks(lambda sentence: bridge.post(Notice(sentence, is_warning=True)))
    engine = open_window_engine(paths, settings, bridge.post)
    bridge.attach(engine)
    try:
        window = MainWindow(
            bridge,
            theme,
            settings,
            sample_library=sample_library(),
            remembered=_remembered(paths),
            keep=lambda values: _keep(paths, values),
            memory=SearchesFile(paths.library.searches),
        )
        _let_python_see_signals(application)
        if once:
            CloseAfterPaint(window)
        window.show()
        for notice in notices:
            bridge.post(notice)
        return application.exec()
    finally:
        gc.enable()
        bridge.shut()
        engine.close()


class CloseAfterPaint(QObject):
    """Closes a window as soon as it has been painted once."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let every event pass; the first paint is the last."""
        if event.type() is QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._window.close)
        return super().eventFilter(watched, event)


def _application() -> QApplication:
    application = QApplication([sys.argv[0]])
    application.setApplicationName("Twofold")
    application.setDesktopFileName("twofold")
    return application


def _theme_name(settings: Settings, application: QApplication) -> str:
    chosen = settings.text("window.theme")
    return system_theme_name(application) if chosen == "system" else chosen


def _keep(paths: AppPaths, values: Mapping[str, SettingValue]) -> None:
    for key, value in values.items():
        change_setting(paths.settings_file, key, value)


def _remembered(paths: AppPaths) -> QSettings:
    """Return what the window keeps between starts: sizes and the chosen colours."""
    return QSettings(str(paths.settings_file.with_name("window.ini")), QSettings.Format.IniFormat)


def _let_python_see_signals(application: QApplication) -> None:
    """Close on Ctrl+C and SIGTERM; Python handles signals only while it runs code now and then."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_arguments: application.closeAllWindows())
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(_SIGNAL_CHECK_MS)
