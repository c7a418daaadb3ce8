"""What the quick search finds, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.api import Hit, SearchMode, SearchResponse, Settings
from ui.client import EngineClient
from ui.i18n.message_catalogue import translated
from ui.quick.quick_window import HITS, QuickWindow
from ui.results.hit_commands import HitCommands
from ui.search.session import SearchSession
from ui.theme import Theme


class QuickSearch(QObject):
    """Searches through the window's own engine; only the answer to what was typed last counts.

    The window is made when it is first wanted. `settings` gives the settings that hold now.

    Signals:
        show_wanted: the query and the Hit that are to be shown in the main window.
    """

    show_wanted = Signal(str, object)

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
        self._opened_path = ""
        self.window: QuickWindow | None = None
        self.controller: SearchSession | None = None

    def activate(self) -> None:
        """Show the window; the query of before is selected, and its hits are looked up anew."""
        if self.window is None:
            self.window, self.controller = self._make()
        settings = self._settings()
        if self.controller is not None:
            self.controller.set_mode(SearchMode(settings.text("search.mode")))
            self.controller.use_settings(settings)
            if self.controller.is_asking:
                self.controller.repeat()
        self.window.activate()

    def close(self) -> None:
        """Take the window down with the program."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def refuse(self, why: str, path: str) -> None:
        """Say why a file was not opened, if that was asked for here."""
        asked_for, self._opened_path = self._opened_path, ""
        if path == asked_for and self.window is not None and not self.window.isVisible():
            self.window.say(why)
            self.window.activate()

    def forget_opened(self) -> None:
        """Take what is refused from now on as asked for elsewhere: what was asked here is open."""
        self._opened_path = ""

    def _make(self) -> tuple[QuickWindow, SearchSession]:
        window = QuickWindow(self._theme)
        controller = SearchSession(self._client, hits=HITS, caller="quick search", parent=self)
        window.query_edited.connect(controller.type_query)
        window.open_wanted.connect(self._open)
        window.show_wanted.connect(self._show)
        window.citation_wanted.connect(self._copy)
        controller.answered.connect(self._take_answer)
        controller.failed.connect(self._tell_failure)
        controller.waiting.connect(window.waiting.set_waiting)
        return window, controller

    def _tell_failure(self, sentence: str, hint: str) -> None:
        if self.window is not None:
            self.window.say(translated(f"{sentence} {hint}".strip()))

    def _take_answer(self, response: SearchResponse) -> None:
        if self.window is None:
            return
        if response.request.query.strip():
            self.window.show_response(response)
        else:
            self.window.show_nothing()

    @property
    def _is_answered(self) -> bool:
        """Whether the hits shown are those of the query in the field; else ask for them now."""
        if self.controller is None:
            return False
        if not self.controller.is_answered:
            self.controller.search()
            return False
        return True

    def _open(self, hit: Hit | None) -> None:
        if hit is None or self.window is None or not self._is_answered:
            return
        self.window.hide()
        self._opened_path = hit.absolute_path
        self._commands.open(hit)

    def _show(self, hit: Hit | None) -> None:
        if hit is None or self.window is None or not self._is_answered:
            return
        self.window.hide()
        self.show_wanted.emit(self.window.field.text(), hit)

    def _copy(self, hit: Hit | None) -> None:
        if hit is not None and self.window is not None:
            self._commands.copy_citation(hit)
            self.window.say_copied()
