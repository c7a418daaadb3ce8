"""The quick search of the program: its window, made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.quick.quick_window import QuickWindow
from twofold.ui.results.hit_commands import HitCommands
from twofold.ui.theme import Theme


class QuickSearch(QObject):
    """Searches through the window's own engine. `settings` gives the settings that hold now.

    Signals:
        show_requested: the query and the Hit that are to be shown in the main window.
    """

    show_requested = Signal(str, object)

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        settings: Callable[[], Settings],
        commands: HitCommands,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._theme = theme
        self._settings = settings
        self._commands = commands
        self.window: QuickWindow | None = None

    def activate(self) -> None:
        """Show the window with the last query selected, and search for it again."""
        if self.window is None:
            show = self.show_requested.emit
            self.window = QuickWindow(self._client, self._theme, self._commands, show)
        self.window.search_anew(self._settings())
        self.window.activate()

    def close(self) -> None:
        """Take the window down with the program."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def refuse(self, why: str, path: str) -> None:
        """Say why a file was not opened, if that was asked for here."""
        window = self.window
        if window is None:
            return
        asked_for, window.opened_path = window.opened_path, ""
        if path == asked_for and not window.isVisible():
            window.say(why)
            window.activate()

    def forget_opened(self) -> None:
        """Take what is refused from now on as asked for elsewhere: what was asked here is open."""
        if self.window is not None:
            self.window.opened_path = ""
