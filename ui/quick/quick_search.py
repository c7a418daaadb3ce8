"""Quick search: creates its window on first use."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.quick.quick_window import QuickWindow
from twofold.ui.results.hit_commands import HitCommands
from twofold.ui.theme import Theme


class QuickSearch(QObject):
    """Searches through the engine of the main window. `settings` returns the current settings.

    Signals:
        show_requested: show this query and Hit in the main window.
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
        """Show the window with the last query selected, and search again."""
        if self.window is None:
            show = self.show_requested.emit
            self.window = QuickWindow(self._client, self._theme, self._commands, show)
        self.window.search_again(self._settings())
        self.window.activate()

    def close(self) -> None:
        """Close the window when the program ends."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def refuse(self, why: str, path: str) -> None:
        """Show why a file was not opened, if it was opened from here."""
        window = self.window
        if window is None:
            return
        opened_here, window.opened_path = window.opened_path, ""
        if path == opened_here and not window.isVisible():
            window.show_sentence(why)
            window.activate()

    def forget_opened(self) -> None:
        """Ignore later refusals, because the file opened from here is open."""
        if self.window is not None:
            self.window.opened_path = ""
