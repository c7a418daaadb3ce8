"""A fake engine that answers on demand and records all requests."""

from __future__ import annotations

from collections.abc import Callable

from twofold.engine.api import Event, EventCallback, Request

Answer = Callable[[int, Request], Event | None]


class FakeEngine:
    """Implements `engine.api.Engine`.

    `answer(request_id, request)` may return an event, which is sent immediately. If it returns
    None, the request remains pending until a test calls `send`.
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
        """Return the requests of one or several types, oldest first."""
        return [request for _, request in self.submitted if isinstance(request, kind)]

    def last_id(self, kind: type) -> int:
        """Return the id of the newest request of a type."""
        return [number for number, request in self.submitted if isinstance(request, kind)][-1]

    def close(self) -> None:
        self.closed = True
