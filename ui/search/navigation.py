"""Back and forward navigation through searches, as in a web browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent

from twofold.engine.api import SearchMode
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.results.presented import HitOrder

# A query that is unchanged this long becomes a step; a shorter-lived one was being typed.
REST_MS = 1_500
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class LikePassage:
    """The passage of a 'More like this' search and its display name."""

    chunk_id: str
    name: str


@dataclass(frozen=True, slots=True)
class SearchState:
    """The current search with the order and grouping of its hits."""

    query: str = ""
    mode: SearchMode = SearchMode.HYBRID
    selection: FilterSelection = field(default_factory=FilterSelection)
    like: LikePassage | None = None
    order: HitOrder = HitOrder.BEST
    is_grouped: bool = False

    @property
    def asks(self) -> bool:
        """Whether the search has a query, a filter or a passage."""
        return bool(self.query.strip() or self.selection.choices or self.like)


@dataclass(frozen=True, slots=True)
class ListPosition:
    """The current hit of the list, '' if none is selected, and the scroll position."""

    chunk_id: str = ""
    scrolled: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A search and the user's position in its list."""

    state: SearchState
    position: ListPosition = ListPosition()


@dataclass(frozen=True, slots=True)
class History:
    """The recorded steps and the index of the current one."""

    steps: tuple[Step, ...] = ()
    at: int = -1

    def recorded(self, step: Step) -> History:
        """Return a history with `step` as the current one; a new step drops the forward steps."""
        if self.steps and self.current.state == step.state:
            return replace(self, steps=(*self.steps[: self.at], step, *self.steps[self.at + 1 :]))
        steps = (*self.steps[: self.at + 1], step)[-_MAX_STEPS:]
        return History(steps, len(steps) - 1)

    @property
    def current(self) -> Step:
        """The current step."""
        return self.steps[self.at]

    def moved(self, by: int) -> History:
        """Return a history moved by -1 or 1, unchanged if there is no such step."""
        return replace(self, at=self.at + by) if 0 <= self.at + by < len(self.steps) else self

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier step."""
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later step."""
        return self.at + 1 < len(self.steps)


class Navigation(QObject):
    """Records the searches of a page and navigates back and forward through them.

    `state` and `position` return what the page shows; `restore` shows a step again. A search is
    recorded when it has been unchanged for REST_MS, and immediately if anything but its text
    changes.

    Signals:
        changed: whether there is an earlier and a later step.
    """

    changed = Signal(bool, bool)

    def __init__(
        self,
        state: Callable[[], SearchState],
        position: Callable[[], ListPosition],
        restore: Callable[[Step], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._position, self._restore = state, position, restore
        self._history = History()
        self._last = state()
        self._is_held = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.record)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Combine all changes made inside the block into one."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False

    def note_change(self, *, typed: bool = False) -> None:
        """Record the search before this change, unless the query is still being typed."""
        state = self._state()
        if self._is_held or state == self._last:
            return
        if not (typed and self._rest.isActive()):
            self.leave()
        self._last = state
        self._rest.start()

    def leave(self) -> None:
        """Record the search that is about to be replaced."""
        if not self._is_held:
            self._record(self._last)

    def record(self) -> None:
        """Record the current search."""
        self._last = self._state()
        self._record(self._last)

    def _record(self, state: SearchState) -> None:
        self._rest.stop()
        if state.asks or not self._history.steps or self._history.current.state == state:
            self._set(self._history.recorded(Step(state, self._position())))

    def go_back(self) -> None:
        """Show the previous search."""
        self.record()
        is_recorded = self._history.current.state == self._last  # an empty page is not recorded
        self._go(-1 if is_recorded else 0)

    def go_forward(self) -> None:
        """Show the next search, after going back."""
        self.record()
        self._go(1)

    def _go(self, by: int) -> None:
        history = self._history.moved(by)
        if history.current.state == self._last:
            return
        self._set(history)
        with self.held():
            self._restore(history.current)
        self._last = self._state()

    def _set(self, history: History) -> None:
        self._history = history
        self.changed.emit(history.can_go_back, history.can_go_forward)


class MouseButtons(QObject):
    """Navigates with the back and forward mouse buttons, anywhere in a window.

    It filters events of the native window, because many widgets accept every mouse press.
    """

    def __init__(self, native: QObject, navigation: Navigation) -> None:
        super().__init__(native)
        self._acts = {
            Qt.MouseButton.BackButton: navigation.go_back,
            Qt.MouseButton.ForwardButton: navigation.go_forward,
        }
        native.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle presses of both buttons."""
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            act = self._acts.get(event.button())
            if act is not None:
                act()
                return True
        return False
