"""The one crossing point between the engine's threads and the window."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.api import Engine, Event, Request


class EngineBridge(QObject):
    """Carries requests to the engine and its events to the UI thread.

    Signals:
        happened: one `engine.api.Event`, always delivered on the thread the bridge lives on, inside
            its event loop. Delivery is queued even for events posted on that thread, so that the
            id returned by `submit` is known before its answer arrives. Each has a turn of the loop
            of its own: keys and paints come between a preview and the rest of the hits.
    """

    happened = Signal(object)
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine: Engine | None = None
        self._open = True
        self._events: deque[Event] = deque()
        self._next_turn = QTimer(self, singleShot=True)
        self._next_turn.timeout.connect(self._take_turn)
        self._posted.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def attach(self, engine: Engine) -> None:
        """Send the requests to `engine` from now on."""
        self._engine = engine

    def submit(self, request: Request, client: str = "") -> int:
        """Hand a client's request to the engine and return its id; never waits for the answer."""
        if self._engine is None:
            raise RuntimeError("a request was submitted before an engine was attached")
        return self._engine.submit(request, client)

    def post(self, event: Event) -> None:
        """Take an event; may be called from any thread."""
        if self._open:
            self._events.append(event)
            self._posted.emit()

    def shut(self) -> None:
        """Drop all events from now on, while the window is being taken down."""
        self._open = False

    def _wake(self) -> None:
        if not self._next_turn.isActive():
            self._take_turn()

    def _take_turn(self) -> None:
        if self._events:
            self._next_turn.start(0)
            self._deliver(self._events.popleft())

    def _deliver(self, event: Event) -> None:
        if self._open:
            self.happened.emit(event)
