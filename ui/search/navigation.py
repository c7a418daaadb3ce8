"""Back and forward through searches, as a browser goes through pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent

from twofold.engine.api import SearchMode
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.results.presented import HitOrder

# A query that rests this long is a step of its own; a shorter one was on the way to another.
REST_MS = 1_500
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class LikePassage:
    """The passage that similar ones are searched for, and how the window calls it."""

    chunk_id: str
    name: str


@dataclass(frozen=True, slots=True)
class SearchState:
    """The search that is wanted, and the order and grouping of its hits."""

    query: str = ""
    mode: SearchMode = SearchMode.HYBRID
    selection: FilterSelection = field(default_factory=FilterSelection)
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
    position: ListPosition = ListPosition()


@dataclass(frozen=True, slots=True)
class History:
    """The steps that were made, and the one that is shown."""

    steps: tuple[Step, ...] = ()
    at: int = -1

    def recorded(self, step: Step) -> History:
        """Return it with `step` shown: a new step ends the way forward, the same one is updated."""
        if self.steps and self.current.state == step.state:
            return replace(self, steps=(*self.steps[: self.at], step, *self.steps[self.at + 1 :]))
        steps = (*self.steps[: self.at + 1], step)[-_MAX_STEPS:]
        return History(steps, len(steps) - 1)

    @property
    def current(self) -> Step:
        """The step that is shown."""
        return self.steps[self.at]

    def moved(self, by: int) -> History:
        """Return it after a step back (-1) or forward (1), unchanged where there is none."""
        return replace(self, at=self.at + by) if 0 <= self.at + by < len(self.steps) else self

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before."""
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a step after."""
        return self.at + 1 < len(self.steps)


class Navigation(QObject):
    """Records the searches of a page and goes back and forward through them.

    `state` and `position` return what the page shows; `restore` shows a step again. A search is
    recorded when it rests, and at once when something other than its text is changed.

    Signals:
        changed: whether one can go back and forward.
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
        """Take all changes made inside as one."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False

    def note_change(self, *, typed: bool = False) -> None:
        """Record the search before this change, unless it was on the way to this one."""
        state = self._state()
        if self._is_held or state == self._last:
            return
        if not (typed and self._rest.isActive()):
            self.leave()
        self._last = state
        self._rest.start()

    def leave(self) -> None:
        """Record the search before the change that is being made."""
        if not self._is_held:
            self._record(self._last)

    def record(self) -> None:
        """Record the search that is shown now."""
        self._last = self._state()
        self._record(self._last)

    def _record(self, state: SearchState) -> None:
        self._rest.stop()
        if state.asks or not self._history.steps or self._history.current.state == state:
            self._set(self._history.recorded(Step(state, self._position())))

    def go_back(self) -> None:
        """Show the search before."""
        self.record()
        is_recorded = self._history.current.state == self._last  # an empty page is not
        self._go(-1 if is_recorded else 0)

    def go_forward(self) -> None:
        """Show the search after, where one went back before."""
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
    """Goes back and forward by the buttons at the side of a mouse, anywhere in a window.

    It filters the events of the native window, as many widgets keep each press for themselves.
    """

    def __init__(self, native: QObject, navigation: Navigation) -> None:
        super().__init__(native)
        self._acts = {
            Qt.MouseButton.BackButton: navigation.go_back,
            Qt.MouseButton.ForwardButton: navigation.go_forward,
        }
        native.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the presses of both buttons."""
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            act = self._acts.get(event.button())
            if act is not None:
                act()
                return True
        return False
