"""The window's client of the engine: sends requests and delivers replies to their owners."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

from twofold.engine.api import (
    Engine,
    Event,
    ExportProgress,
    Notice,
    Request,
    RequestFailed,
    StatusChanged,
)

OnReply = Callable[[Any], None]
OnError = Callable[[RequestFailed], None]


@dataclass(frozen=True, slots=True)
class _Awaited:
    """The receiver of the replies to one request."""

    owner: QObject
    kind: type[Request]
    on_reply: OnReply
    on_error: OnError | None
    is_newest: bool


class EngineClient(QObject):
    """Sends requests to the engine and delivers its events on the UI thread, to which it belongs.

    Events are delivered by the event loop, even those posted on the UI thread, so `request` always
    returns before its reply arrives. Each event is delivered in its own turn of the loop, so that
    input and painting are handled between them.

    Signals:
        status_changed: the newest `LibraryStatus`.
        noticed: a `Notice`, which is not a reply to a request.
        event_received: every `engine.api.Event`, after it was delivered to its owner.
    """

    status_changed = Signal(object)
    noticed = Signal(object)
    event_received = Signal(object)
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine: Engine | None = None
        self._is_open = True
        self._awaited: dict[int, _Awaited] = {}
        self._events: deque[Event] = deque()
        self._next_turn = QTimer(self, singleShot=True)
        self._next_turn.timeout.connect(self._take_turn)
        self._posted.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def attach(self, engine: Engine) -> None:
        """Set the engine that receives all requests."""
        self._engine = engine

    # Requests

    def request(
        self,
        request: Request,
        owner: QObject,
        on_reply: OnReply,
        on_error: OnError | None = None,
        *,
        newest: bool = False,
        caller: str = "",
    ) -> int:
        """Send a request and deliver its replies to `owner` while it exists; return its id.

        `on_reply` is called with the reply, after any number of `ExportProgress`; `on_error` with a
        `RequestFailed`. With `newest`, a later request of the same kind by the owner replaces this
        one, and its replies are dropped; until then, all of its replies are delivered.

        The engine may skip searches, previews and suggestions if the same `caller` has sent a newer
        one, so independent senders need different names.
        """
        if newest:
            self.forget(owner, type(request))
        request_id = self.submit(request, caller)
        self._awaited[request_id] = _Awaited(owner, type(request), on_reply, on_error, newest)
        return request_id

    def submit(self, request: Request, caller: str = "") -> int:
        """Send a request without handling its replies; return its id."""
        if self._engine is None:
            raise RuntimeError("a request was submitted before an engine was attached")
        return self._engine.submit(request, caller)

    def forget(self, owner: QObject, kind: type[Request] | None = None) -> None:
        """Ignore further replies to the requests of `owner`, or only to its requests of `kind`.

        Replies to deleted owners are ignored too.
        """
        self._awaited = {
            number: awaited
            for number, awaited in self._awaited.items()
            if isValid(awaited.owner)
            and (awaited.owner is not owner or kind not in {None, awaited.kind})
        }

    # Events

    def post(self, event: Event) -> None:
        """Queue an event for delivery; may be called from any thread."""
        if self._is_open:
            self._events.append(event)
            self._posted.emit()

    def shut(self) -> None:
        """Ignore all further events, because the window is being destroyed."""
        self._is_open = False

    def _wake(self) -> None:
        if not self._next_turn.isActive():
            self._take_turn()

    def _take_turn(self) -> None:
        if self._events:
            self._next_turn.start(0)
            event = self._events.popleft()
            if self._is_open:
                self._deliver(event)

    def _deliver(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status_changed.emit(event.status)
        elif isinstance(event, Notice):
            self.noticed.emit(event)
        else:
            self._deliver_reply(event)
        self.event_received.emit(event)

    def _deliver_reply(self, reply: Any) -> None:  # noqa: ANN401 - each of them has a request_id
        awaited = self._awaited.get(reply.request_id)
        if awaited is None:
            return
        is_error = isinstance(reply, RequestFailed)
        is_last = is_error or not (awaited.is_newest or isinstance(reply, ExportProgress))
        if is_last or not isValid(awaited.owner):
            del self._awaited[reply.request_id]
        if not isValid(awaited.owner):
            return
        take = awaited.on_error if is_error else awaited.on_reply
        if take is not None:
            take(reply)
