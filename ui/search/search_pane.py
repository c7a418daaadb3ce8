"""The middle column: the question above, the hits below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from engine.api import Hit, SearchResponse
from ui.results.hit_delegate import LEAST_HEIGHT
from ui.results.result_list import ResultList
from ui.search.chip_bar import ChipBar, ChoiceName
from ui.search.count_line import CountLine
from ui.search.list_tools import ListTools
from ui.search.mode_switch import ModeSwitch
from ui.search.search_field import SearchField
from ui.search.state_page import StatePage
from ui.search.waiting_bar import WaitingBar
from ui.search.weak_line import WeakLine
from ui.theme import Theme
from ui.widgets.decoration import set_surface
from ui.widgets.messages import MessageBar


class SearchPane(QWidget):
    """Puts field, mode, chips, count line, messages and hits under each other."""

    def __init__(
        self,
        theme: Theme,
        choice_name: ChoiceName,
        filter_menu: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_surface(self, "surface")
        self.setMinimumWidth(440)
        self.field = SearchField(theme, self)
        self.mode_switch = ModeSwitch(theme, self)
        self.chips = ChipBar(theme, choice_name, filter_menu, self)
        self.count_line = CountLine(theme, self)
        self.waiting_bar = WaitingBar(theme, self)
        self.messages = MessageBar(theme, self)
        self.results = ResultList(theme, self)
        self.state_page = StatePage(theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.results)
        self._stack.addWidget(self.state_page)
        self.weak_line = WeakLine(theme, self)
        self.tools = ListTools(theme, self)
        self.setTabOrder(self.chips.last_stop, self.tools.first_stop)
        self._lay_out()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(_row((self.field, 1), margins=(16, 8, 16, 6)))
        layout.addWidget(self.waiting_bar)
        layout.addLayout(_row((self.mode_switch, 0), (self.chips, 1), margins=(16, 0, 16, 4)))
        layout.addLayout(_row((self.count_line, 1), (self.tools, 0), margins=(16, 2, 10, 6)))
        message_row = _row((self.messages, 1), margins=(16, 0, 16, 0))
        self.messages.room_changed.connect(
            lambda shown: message_row.setContentsMargins(16, 2 * shown, 16, 8 * shown)
        )
        layout.addLayout(message_row)
        line = QFrame(self)
        line.setProperty("edge", "hairline")
        line.setFixedHeight(1)
        layout.addWidget(line)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.weak_line)

    def current_hit(self) -> Hit | None:
        """Return the current hit of the list while the list is shown."""
        return self.results.current_hit() if self.shows_hits else None

    @property
    def shows_hits(self) -> bool:
        """True while the list of hits is shown, not a state."""
        return self._stack.currentWidget() is self.results

    @property
    def rows_in_view(self) -> int:
        """How many hits may be seen at once, the last one in part; also while a state is shown."""
        return self._stack.height() // LEAST_HEIGHT + 2

    def take_focus(self) -> None:
        """Let the keys work in the hits, or in the field where there are none."""
        part = self.results if self.shows_hits else self.field
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_hits(self, response: SearchResponse, *, keep_place: bool = False) -> None:
        """Show an answer that has hits; with `keep_place` choice and scrolling stay."""
        self.results.set_response(response, keep_place=keep_place)
        self._stack.setCurrentWidget(self.results)
        self.tools.set_enabled(enabled=True)
        self.weak_line.set_wanted(wanted=True)

    def show_state(self, response: SearchResponse | None = None) -> None:
        """Show the state page; `response`, without hits, empties the list behind it."""
        if response is not None:
            self.results.set_response(response)
        had_focus = self.results.hasFocus()
        self._stack.setCurrentWidget(self.state_page)
        if had_focus:
            self.field.setFocus()  # else Qt gives it to whatever comes next
        self.tools.set_enabled(enabled=False)
        self.weak_line.set_wanted(wanted=False)


def _row(*parts: tuple[QWidget, int], margins: tuple[int, int, int, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(*margins)
    row.setSpacing(8)
    for widget, stretch in parts:
        row.addWidget(widget, stretch)
    return row
