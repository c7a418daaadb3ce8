"""The middle column: query and mode above, hits below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from twofold.engine.api import Hit, SearchMode
from twofold.ui.i18n.label_text import plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.results.hit_delegate import MIN_ROW_LENGTH
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.results.result_list import Preserve, ResultList
from twofold.ui.search.chips import Chip, ChipBar, ChoiceName
from twofold.ui.search.empty_state import EmptyState
from twofold.ui.search.list_header import CountLine, ListTools, WeakLine
from twofold.ui.search.navigation import ListPosition
from twofold.ui.search.search_field import SearchField
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.controls import SegmentedControl
from twofold.ui.widgets.decoration import DOTS_GAP, set_surface, two_dots_icon
from twofold.ui.widgets.decoration import WIDTH as DOTS_WIDTH
from twofold.ui.widgets.messages import MessageBar
from twofold.ui.widgets.overlay import GAP
from twofold.ui.widgets.progress_bars import WaitingBar

_MODES = (SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.VECTOR)


class ModeSwitch(SegmentedControl):
    """One segment per search mode. The dots beside its name show the retrievers it uses.

    Signals:
        mode_chosen: the SearchMode the user selected.
    """

    mode_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__((tr("Both"), tr("Keywords"), tr("Meaning")), parent)
        self._theme = theme
        self.setAccessibleName(tr("Search mode"))
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
        """The selected mode."""
        return _MODES[self.group.checkedId()]

    def set_mode(self, mode: SearchMode) -> None:
        """Select `mode` without emitting a signal; other modes are shown as hybrid."""
        self.segments[_MODES.index(mode) if mode in _MODES else 0].setChecked(True)

    def choose(self, mode: SearchMode) -> None:
        """Select a mode as a click would."""
        self.segments[_MODES.index(mode)].click()

    def set_meaning_problem(self, problem: str) -> None:
        """Show why search by meaning is not available; '' if it is."""
        tips = (
            (tr("Search by keywords and meaning"), "mode_hybrid"),
            (tr("Find passages that contain the words"), "mode_keywords"),
            (tr("Find passages with a similar meaning"), "mode_meaning"),
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
    """Field, mode, chips, count line and hits, with messages below the hits."""

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
        self.back = _icon_button(theme, self, "chevron-left", tr("Previous search"), "history_back")
        self.forward = _icon_button(
            theme, self, "chevron-right", tr("Next search"), "history_forward"
        )
        self.show_history_buttons(back=False, forward=False)
        self.like_chip = Chip(theme, "", self)
        self.show_like("")
        self.mode_switch = ModeSwitch(theme, self)
        self.chips = ChipBar(theme, choice_name, filter_menu, self)
        self.count_line = CountLine(theme, self)
        self.waiting_bar = WaitingBar(self)
        self.results = ResultList(theme, self)
        self.empty_state = EmptyState(theme, self)
        self.weak_line = WeakLine(theme, self)
        self.messages = MessageBar(theme, self)
        self.messages.keep_clear_of(self.weak_line)
        self.messages.moved.connect(self._uncover_hits)
        self._list = QWidget(self)
        layouts.column((self.results, 1), self.weak_line, parent=self._list)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._list)
        self._stack.addWidget(self.empty_state)
        self.tools = ListTools(theme, self)
        self.preview = _icon_button(
            theme, self, "book-open", tr("Show the preview"), "toggle_preview"
        )
        self.preview.hide()
        for before, stop in pairwise((self.back, self.forward, self.like_chip, self.field)):
            self.setTabOrder(before, stop)
        self.chips.follow(self.mode_switch.segments[-1])
        self.field.query_edited.connect(lambda _: self.messages.withdraw_read())
        for before, stop in pairwise((self.chips.last_stop, *self.tools.stops)):
            self.setTabOrder(before, stop)
        self._lay_out()

    def _lay_out(self) -> None:
        line = QFrame(self)
        line.setProperty("edge", "hairline")
        line.setFixedHeight(1)
        layouts.column(
            layouts.row(
                self.back,
                self.forward,
                self.like_chip,
                (self.field, 1),
                margins=(10, 8, 16, 6),
                spacing=4,
            ),
            self.waiting_bar,
            layouts.row(self.mode_switch, (self.chips, 1), margins=(16, 0, 16, 4), spacing=8),
            layouts.row(
                (self.count_line, 1), self.preview, self.tools, margins=(16, 2, 10, 6), spacing=8
            ),
            line,
            (self._stack, 1),
            parent=self,
        )

    def _uncover_hits(self) -> None:
        """End the list above the message, so that every hit can be read."""
        bottom = self.results.mapTo(self, QPoint(0, self.results.height())).y()
        is_covering = self.shows_hits and not self.messages.isHidden()
        covered = bottom - self.messages.y() + GAP if is_covering else 0
        self.results.setViewportMargins(0, 0, 0, max(0, covered))

    def current_hit(self) -> Hit | None:
        """Return the current hit; None if the list is hidden."""
        return self.results.current_hit() if self.shows_hits else None

    def list_position(self) -> ListPosition:
        """Return the current hit and the scroll position."""
        hit = self.current_hit()
        scrolled = self.results.verticalScrollBar().value()
        return ListPosition(hit.chunk_id, scrolled) if hit is not None else ListPosition()

    def show_history_buttons(self, back: bool, forward: bool) -> None:  # noqa: FBT001 - a Signal(bool, bool)
        """Enable the buttons for the previous and next search."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def show_like(self, name: str) -> None:
        """Show the name of the passage that similar ones are searched for; '' for none."""
        self.like_chip.show_value(tr("Like: {passage}").format(passage=name))
        self.like_chip.setVisible(bool(name))
        self.field.set_aside(bool(name))

    @property
    def shows_hits(self) -> bool:
        """Whether the list of hits is shown, not the state page."""
        return self._stack.currentWidget() is self._list

    @property
    def rows_in_view(self) -> int:
        """The maximum number of visible rows, including a partial one; also without hits."""
        return self._stack.height() // MIN_ROW_LENGTH + 2

    def take_focus(self) -> None:
        """Give the keyboard focus to the hits, or to the field if there are none."""
        part = self.results if self.shows_hits else self.field
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_hits(self, answer: PresentedAnswer, keep: Preserve = Preserve.NOTHING) -> None:
        """Show an answer with hits; `keep` selects what is preserved of the previous list."""
        self.results.set_answer(answer, keep)
        self._stack.setCurrentWidget(self._list)
        self._uncover_hits()
        self.tools.set_enabled(enabled=True)

    def show_state(self, answer: PresentedAnswer | None = None) -> None:
        """Show the state page; `answer`, which has no hits, clears the list."""
        if answer is not None:
            self.results.set_answer(answer)
        had_focus = self.results.hasFocus()
        self._stack.setCurrentWidget(self.empty_state)
        if had_focus:
            self.field.setFocus()  # otherwise Qt moves the focus to the next widget
        self.tools.set_enabled(enabled=False)


def _icon_button(theme: Theme, parent: QWidget, icon: str, words: str, command: str) -> QToolButton:
    button = QToolButton(parent)
    button.setProperty("kind", "tool")
    button.setFixedSize(24, 28)
    button.setIcon(theme.icon(icon, "text2", 16))
    button.setAccessibleName(words)
    name_key(button, words, command)
    return button
