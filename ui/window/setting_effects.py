"""What follows in the window when a setting has been changed."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ui.library.library_controller import LibraryController
from ui.search.columns import Room
from ui.search.search_view import SearchView
from ui.settings.live_settings import LiveSettings
from ui.theme import Theme
from ui.widgets.messages import Message
from ui.window.menu import ThemeMenu


class SettingEffects(QObject):
    """Lets a changed setting hold at once where it can, and says when one was refused."""

    def __init__(
        self,
        live: LiveSettings,
        menu: ThemeMenu,
        theme: Theme,
        library: LibraryController,
        search: SearchView,
    ) -> None:
        super().__init__(live)
        self._live, self._menu, self._theme = live, menu, theme
        self._library, self._search = library, search
        menu.chosen.connect(lambda choice: live.change("window.theme", choice))
        live.changed.connect(self._use)
        live.refused.connect(self._tell_refusal)
        search.columns.room_changed.connect(self._show_room)

    def _use(self, key: str) -> None:
        settings = self._live.settings
        if key == "window.theme":
            self._menu.show_choice(settings.text(key))
        elif key == "embedding.model":
            self._library.use_model(settings.text(key))
        elif key == "window.density":
            self.use_density()
        elif key.startswith(("indexing.", "reading.")):
            self._library.use_settings(settings)
        elif key.startswith("search."):
            self._search.use_settings(settings, key)

    def use_density(self) -> None:
        """Set rows as close to each other as is wanted."""
        self._theme.set_compact(compact=self._live.settings.text("window.density") == "compact")
        self._show_room(self._search.columns.room)

    def _show_room(self, room: Room) -> None:
        is_close = room is not Room.WIDE or self._theme.is_compact
        self._search.pane.results.set_compact(is_close)

    def _tell_refusal(self, sentence: str, hint: str) -> None:
        self._search.pane.messages.show_message(Message(sentence, hint))
