"""The middle column: query and mode above, the hits below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.api import Hit, SearchMode, SearchResponse
from ui.i18n.label_text import plain_tip
from ui.i18n.translation import tr, translated
from ui.results.hit_delegate import SHORTEST_ROW
from ui.results.result_list import Keep, ResultList
from ui.search.chips import ChipBar, ChoiceName
from ui.search.empty_state import EmptyState
from ui.search.list_header import CountLine, ListTools, WeakLine
from ui.search.search_field import SearchField
from ui.theme import Theme
from ui.widgets.actions import name_key
from ui.widgets.controls import SegmentedControl
from ui.widgets.decoration import DOTS_GAP, set_surface, two_dots_icon
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.messages import MessageBar
from ui.widgets.progress_bars import WaitingBar

_MODES = (SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.VECTOR)


class ModeSwitch(SegmentedControl):
    """A segment for each mode. The dots beside its name say by what it searches.

    Signals:
        mode_chosen: the SearchMode a person chose.
    """

    mode_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__((tr("Hybrid"), tr("Keywords"), tr("Meaning")), parent)
        self._theme = theme
        self.setAccessibleName(tr("What to search by"))
        self.setFixedHeight(32)
        for segment in self.segments:
            segment.setProperty("with", "icon")
            segment.setFont(theme.font(12, 500))
            segment.setFixedHeight(28)
            segment.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            segment.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            segment.setIconSize(QSize(DOTS_WIDTH + DOTS_GAP, DOTS_WIDTH))
        self.group.idClicked.connect(lambda number: self.mode_chosen.emit(_MODES[number]))
        self.set_meaning_problem("")
        self.set_mode(SearchMode.HYBRID)

    @property
    def mode(self) -> SearchMode:
        """The chosen mode."""
        return _MODES[self.group.checkedId()]

    def set_mode(self, mode: SearchMode) -> None:
        """Show `mode` as chosen, without a signal; others than the three look like hybrid."""
        self.segments[_MODES.index(mode) if mode in _MODES else 0].setChecked(True)

    def choose(self, mode: SearchMode) -> None:
        """Choose a mode as a click would."""
        self.segments[_MODES.index(mode)].click()

    def set_meaning_problem(self, problem: str) -> None:
        """Say why meaning cannot answer at present; '' when it can."""
        tips = (
            (tr("Both rankings, joined"), "mode_hybrid"),
            (tr("The words themselves"), "mode_keywords"),
            (tr("What the words mean"), "mode_meaning"),
        )
        for segment, mode, (tip, command) in zip(self.segments, _MODES, tips, strict=True):
            by_meaning = mode is not SearchMode.LEXICAL
            icon = two_dots_icon(
                self._theme,
                keywords=mode is not SearchMode.VECTOR,
                meaning=by_meaning and not problem,
            )
            segment.setIcon(icon)
            name_key(segment, plain_tip((by_meaning and translated(problem)) or tip), command)


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
        self.waiting_bar = WaitingBar(self)
        self.messages = MessageBar(theme, self)
        self.results = ResultList(theme, self)
        self.empty_state = EmptyState(theme, self)
        self.weak_line = WeakLine(theme, self)
        self._list = QWidget(self)
        below = QVBoxLayout(self._list)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.results, 1)
        below.addWidget(self.weak_line)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._list)
        self._stack.addWidget(self.empty_state)
        self.tools = ListTools(theme, self)
        self.chips.follow(self.mode_switch.segments[-1])
        for before, stop in pairwise((self.chips.last_stop, *self.tools.stops)):
            self.setTabOrder(before, stop)
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

    def current_hit(self) -> Hit | None:
        """Return the current hit of the list while the list is shown."""
        return self.results.current_hit() if self.shows_hits else None

    @property
    def shows_hits(self) -> bool:
        """True while the list of hits is shown, not a state."""
        return self._stack.currentWidget() is self._list

    @property
    def rows_in_view(self) -> int:
        """How many hits may be seen at once, the last one in part; also while a state is shown."""
        return self._stack.height() // SHORTEST_ROW + 2

    def take_focus(self) -> None:
        """Let the keys work in the hits, or in the field where there are none."""
        part = self.results if self.shows_hits else self.field
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_hits(self, response: SearchResponse, keep: Keep = Keep.NOTHING) -> None:
        """Show an answer that has hits, and keep of the list before what stays."""
        self.results.set_response(response, keep)
        self._stack.setCurrentWidget(self._list)
        self.tools.set_enabled(enabled=True)

    def show_state(self, response: SearchResponse | None = None) -> None:
        """Show the state page; `response`, without hits, empties the list behind it."""
        if response is not None:
            self.results.set_response(response)
        had_focus = self.results.hasFocus()
        self._stack.setCurrentWidget(self.empty_state)
        if had_focus:
            self.field.setFocus()  # else Qt gives it to whatever comes next
        self.tools.set_enabled(enabled=False)


def _row(*parts: tuple[QWidget, int], margins: tuple[int, int, int, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(*margins)
    row.setSpacing(8)
    for widget, stretch in parts:
        row.addWidget(widget, stretch)
    return row
