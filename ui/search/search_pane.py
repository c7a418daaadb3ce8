"""The middle column: query and mode above, the hits below."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import Hit, SearchMode, SearchResponse
from ui.i18n.label_text import plain_tip
from ui.i18n.message_catalogue import translated
from ui.i18n.translation import tr
from ui.results.hit_delegate import SHORTEST_ROW
from ui.results.result_list import Keep, ResultList
from ui.search.chips import ChipBar, ChoiceName
from ui.search.empty_state import EmptyState
from ui.search.list_header import CountLine, ListTools, WeakLine
from ui.search.search_field import SearchField
from ui.theme import Theme
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.decoration import paint_two_dots, set_surface
from ui.widgets.messages import MessageBar

_WAITING_STEP_MS = 40
_STEPS = 50


class WaitingBar(QWidget):
    """Keeps its two pixels of height also while nothing is waited for, so nothing jumps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_WAITING_STEP_MS)
        self._timer.timeout.connect(self._move)
        self.setFixedHeight(2)
        self.setAccessibleName(tr("Still searching"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def is_waiting(self) -> bool:
        """True while the line moves."""
        return self._timer.isActive()

    def set_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - connected to a Signal(bool)
        """Start or stop."""
        if waiting and not self._timer.isActive():
            self._step = 0
            self._timer.start()
        elif not waiting:
            self._timer.stop()
        self.update()

    def _move(self) -> None:
        self._step = (self._step + 1) % _STEPS
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a piece a quarter as long as the bar."""
        if not self.is_waiting:
            return
        piece = self.width() / 4
        left = -piece + (self.width() + piece) * self._step / _STEPS
        QPainter(self).fillRect(QRectF(left, 0, piece, 2), self._theme.color("accent"))


_PADDING = 12
_DOTS_GAP = 7


class ModeSwitch(QFrame):
    """Three segments, of which one is chosen.

    Signals:
        mode_chosen: the SearchMode a person chose.
    """

    mode_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setAccessibleName(tr("What to search by"))
        self.setFixedHeight(32)
        self._group = QButtonGroup(self)
        self._segments = {
            mode: self._add(theme, mode, word, tip) for mode, word, tip in self._choices()
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(2)
        for segment in self._segments.values():
            layout.addWidget(segment)
        self._group.buttonClicked.connect(self._say_chosen)
        self.set_mode(SearchMode.HYBRID)

    def _choices(self) -> tuple[tuple[SearchMode, str, str], ...]:
        return (
            (SearchMode.HYBRID, tr("Hybrid"), tr("Both rankings, joined (Alt+1)")),
            (SearchMode.LEXICAL, tr("Keywords"), tr("The words themselves (Alt+2)")),
            (SearchMode.VECTOR, tr("Meaning"), tr("What the words mean (Alt+3)")),
        )

    def _add(self, theme: Theme, mode: SearchMode, word: str, tip: str) -> _Segment:
        segment = _Segment(theme, mode, word, self)
        segment.setToolTip(tip)
        self._group.addButton(segment)
        return segment

    def _say_chosen(self, segment: QToolButton) -> None:
        if isinstance(segment, _Segment):
            self.mode_chosen.emit(segment.mode)

    @property
    def mode(self) -> SearchMode:
        """The chosen mode."""
        chosen = self._group.checkedButton()
        return chosen.mode if isinstance(chosen, _Segment) else SearchMode.HYBRID

    def set_mode(self, mode: SearchMode) -> None:
        """Show `mode` as chosen, without a signal; others than the three look like hybrid."""
        self._segments.get(mode, self._segments[SearchMode.HYBRID]).setChecked(True)

    def choose(self, mode: SearchMode) -> None:
        """Choose a mode as a click would."""
        self._segments[mode].click()

    def set_meaning_problem(self, problem: str) -> None:
        """Say why meaning cannot answer at present; '' when it can."""
        for mode in (SearchMode.HYBRID, SearchMode.VECTOR):
            self._segments[mode].has_problem = bool(problem)
            self._segments[mode].setToolTip(plain_tip(translated(problem) or self._tip(mode)))
            self._segments[mode].update()

    def _tip(self, mode: SearchMode) -> str:
        return next(tip for other, _, tip in self._choices() if other is mode)


class _Segment(QToolButton):
    def __init__(self, theme: Theme, mode: SearchMode, word: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.mode = mode
        self.has_problem = False
        self.setText(word)
        self.setCheckable(True)
        self.setFixedHeight(28)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(word)

    def sizeHint(self) -> QSize:
        words = QFontMetricsF(self._theme.font(12, 500)).horizontalAdvance(self.text())
        return QSize(round(2 * _PADDING + DOTS_WIDTH + _DOTS_GAP + words), 28)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setPen(QPen(self._theme.color("border"), 1))
            painter.setBrush(self._theme.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        paint_two_dots(
            painter,
            self._theme,
            QPointF(_PADDING, self.height() / 2),
            keywords=self.mode is not SearchMode.VECTOR,
            meaning=self.mode is not SearchMode.LEXICAL and not self.has_problem,
        )
        painter.setFont(self._theme.font(12, 500))
        painter.setPen(self._theme.color("text" if self.isChecked() else "text2"))
        left = _PADDING + DOTS_WIDTH + _DOTS_GAP
        painter.drawText(
            QRectF(left, 0, self.width() - left, self.height()),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )


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
        self.empty_state = EmptyState(theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.results)
        self._stack.addWidget(self.empty_state)
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
        return self._stack.height() // SHORTEST_ROW + 2

    def take_focus(self) -> None:
        """Let the keys work in the hits, or in the field where there are none."""
        part = self.results if self.shows_hits else self.field
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_hits(self, response: SearchResponse, keep: Keep = Keep.NOTHING) -> None:
        """Show an answer that has hits, and keep of the list before what stays."""
        self.results.set_response(response, keep)
        self._stack.setCurrentWidget(self.results)
        self.tools.set_enabled(enabled=True)
        self.weak_line.set_wanted(wanted=True)

    def show_state(self, response: SearchResponse | None = None) -> None:
        """Show the state page; `response`, without hits, empties the list behind it."""
        if response is not None:
            self.results.set_response(response)
        had_focus = self.results.hasFocus()
        self._stack.setCurrentWidget(self.empty_state)
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
