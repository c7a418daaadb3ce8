"""An engine that answers from memory, when told to, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable

from twofold.engine.api import Event, EventCallback, Request

Answer = Callable[[int, Request], Event | None]


class FakeEngine:
    """Implements `engine.api.Engine`.

    `answer(request_id, request)` may return the event to send at once; None leaves the request
    open, to be answered later with `send`.
    """

    def __init__(self, on_event: EventCallback, answer: Answer | None = None) -> None:
        self.on_event = on_event
        self.answer = answer
        self.submitted: list[tuple[int, Request]] = []
        self.callers: list[str] = []
        self.closed = False

    def submit(self, request: Request, client: str = "") -> int:
        request_id = len(self.submitted) + 1
        self.submitted.append((request_id, request))
        self.callers.append(client)
        event = self.answer(request_id, request) if self.answer else None
        if event is not None:
            self.on_event(event)
        return request_id

    def send(self, event: Event) -> None:
        self.on_event(event)

    def requests(self, kind: type | tuple[type, ...]) -> list:
        """The requests of one kind or of some, oldest first."""
        return [request for _, request in self.submitted if isinstance(request, kind)]

    def last_id(self, kind: type) -> int:
        """The id of the newest request of one kind."""
        return [number for number, request in self.submitted if isinstance(request, kind)][-1]

    def close(self) -> None:
        self.closed = True
