"""Back and forward through searches, as a browser goes through pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent

from engine.api import SearchMode
from ui.filters.selection import FilterSelection
from ui.results.result_model import HitOrder

# A query that stands this long is a step of its own; what is shorter was on the way to another.
REST_MS = 1_500
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class LikePassage:
    """The passage that similar ones are searched for, and how the window calls it."""

    chunk_id: str
    name: str


@dataclass(frozen=True, slots=True)
class SearchState:
    """What is searched, and how the hits are listed."""

    query: str = ""
    mode: SearchMode = SearchMode.HYBRID
    selection: FilterSelection = FilterSelection()  # noqa: RUF009 - it is immutable
    like: LikePassage | None = None
    order: HitOrder = HitOrder.BEST
    is_grouped: bool = False

    @property
    def asks(self) -> bool:
        """Whether it looks for anything."""
        return bool(self.query.strip() or self.selection.choices or self.like)


@dataclass(frozen=True, slots=True)
class ListPosition:
    """The current hit of the list, '' where the user chose none, and where the list is scrolled."""

    chunk_id: str = ""
    scrolled: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A search and what the user looked at in its list."""

    state: SearchState
    position: ListPosition = ListPosition()  # noqa: RUF009 - it is immutable


@dataclass(frozen=True, slots=True)
class History:
    """The steps that were made, and the one that is shown."""

    steps: tuple[Step, ...] = ()
    at: int = -1

    def recorded(self, step: Step) -> History:
        """Return it with `step` shown: a new step ends the way forward, the same one is updated."""
        if self.steps and self.steps[self.at].state == step.state:
            return replace(self, steps=(*self.steps[: self.at], step, *self.steps[self.at + 1 :]))
        steps = (*self.steps[: self.at + 1], step)[-_MAX_STEPS:]
        return History(steps, len(steps) - 1)

    def moved(self, by: int) -> History:
        """Return it after so many steps back (-1) or forward (1), where there are so many."""
        return replace(self, at=self.at + by) if 0 <= self.at + by < len(self.steps) else self

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before."""
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a step after."""
        return self.at + 1 < len(self.steps)


@dataclass(frozen=True, slots=True)
class Page:
    """The search page as the navigation sees it."""

    state: Callable[[], SearchState]
    position: Callable[[], ListPosition]
    restore: Callable[[Step], None] = field(compare=False)


class Navigation(QObject):
    """Records the searches of a page and goes back and forward through them.

    A search is recorded when it rests, and at once before something else is chosen (`leave`).

    Signals:
        changed: whether one can go back and forward.
    """

    changed = Signal(bool, bool)

    def __init__(self, page: Page, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._history = History()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.record)
        self._is_restoring = False

    def leave(self) -> None:
        """Record the search that is shown, because something else is chosen now."""
        if not self._is_restoring:
            self.record()
            self._rest.start()

    def on_edit(self) -> None:
        """Record the query once typing rests."""
        if self._is_restoring:
            return
        if not self._rest.isActive() and self._history.steps:  # the list still shows what was left
            shown = self._history.steps[self._history.at]
            self._history = self._history.recorded(replace(shown, position=self._page.position()))
        self._rest.start()

    def record(self) -> None:
        """Record the search that is shown now; only the first one may look for nothing."""
        self._rest.stop()
        state = self._page.state()
        if state.asks or not self._history.steps or not self._history.steps[self._history.at].state.asks:
            self._set(self._history.recorded(Step(state, self._page.position())))

    def go_back(self) -> None:
        """Show the search before."""
        self.record()
        is_recorded = self._history.steps[self._history.at].state == self._page.state()
        self._go(-1 if is_recorded else 0)

    def go_forward(self) -> None:
        """Show the search after, when one went back before."""
        self.record()
        self._go(1)

    def _go(self, by: int) -> None:
        history = self._history.moved(by)
        if history == self._history and by:
            return
        self._set(history)
        self._is_restoring = True
        try:
            self._page.restore(history.steps[history.at])
        finally:
            self._is_restoring = False

    def _set(self, history: History) -> None:
        self._history = history
        self.changed.emit(history.can_go_back, history.can_go_forward)


class MouseButtons(QObject):
    """Goes back and forward by the buttons at the side of a mouse, anywhere in a window.

    It filters the events of the native window, as many widgets keep each press for themselves.
    """

    def __init__(self, native: QObject, back: Callable[[], object], forward: Callable[[], object]) -> None:
        super().__init__(native)
        self._acts = {Qt.MouseButton.BackButton: back, Qt.MouseButton.ForwardButton: forward}
        native.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the presses of both buttons."""
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            act = self._acts.get(event.button())
            if act is not None:
                act()
                return True
        return False
