"""The protocol between the window's process and the indexer process, and its server.

One JSON object per line (RFC 8259, ASCII only, so that file names with undecodable bytes survive as
escaped surrogates). Requests go to the indexer, which sends back events:

    {"id": 7, "AddFolder": {"path": "/home/ada/Notes"}}      {"hold": 0.15}
    {"StatusChanged": {"status": {...}}}                     {"opened": true}
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, get_args

from twofold.engine.api import Event, EventCallback, Request
from twofold.engine.model.codec import decoded, encoded
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.routes import FOR_INDEXER, ROUTES

logger = logging.getLogger(__name__)

OPENED = {"opened": True}

Line = Mapping[str, Any]

# Messages are named after their classes.
_REQUESTS: dict[str, type[Request]] = {
    kind.__name__: kind for kind, route in ROUTES.items() if route.process in FOR_INDEXER
}
_EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


def as_line(message: Line) -> bytes:
    """Encode a message."""
    return json.dumps(message, default=str).encode("ascii") + b"\n"


def as_message(line: bytes) -> Line:
    """Decode a message. Raise ValueError for an invalid line."""
    message = json.loads(line)
    if not isinstance(message, dict):
        raise json.JSONDecodeError("a message is an object", repr(message), 0)
    return message


def request_message(request_id: int, request: Request) -> Line:
    """Return the message for a request."""
    return {"id": request_id, type(request).__name__: encoded(request)}


def request_of(message: Line) -> tuple[int, Request] | None:
    """Return the id and the request of a message; None if it is not a request."""
    for name, kind in _REQUESTS.items():
        if name in message:
            return int(message["id"]), decoded(kind, message[name])
    return None


def event_message(event: Event) -> Line:
    """Return the message for an event."""
    return {type(event).__name__: encoded(event)}


def event_of(message: Line) -> Event | None:
    """Return the event of a message; None if it is not an event."""
    for name, kind in _EVENTS.items():
        if name in message:
            return decoded(kind, message[name])
    return None


class IndexerServer:
    """Serves one engine to the process at the other end, until that process ends."""

    def __init__(self, requests: BinaryIO, events: BinaryIO) -> None:
        self._requests = requests
        self._events = events
        self._writing = threading.Lock()

    def serve(self, open_engine: Callable[[EventCallback], BackgroundEngine]) -> None:
        """Carry out requests until the input ends.

        Background work may still run then; exit the process with `end_process`.
        """
        engine = open_engine(self._send_event)
        opened = threading.Thread(target=self._report_opened, args=(engine,), daemon=True)
        opened.start()
        try:
            for line in self._requests:
                self._take_line(engine, line)
        finally:
            engine.prepare_exit()

    def _take_line(self, engine: BackgroundEngine, line: bytes) -> None:
        try:
            message = as_message(line)
        except ValueError:  # the window was killed while writing
            logger.warning("invalid line")
            return
        if "hold" in message:
            engine.hold_background_work(float(message["hold"]))
            return
        request = request_of(message)
        if request is None:
            logger.warning("unknown message: %s", list(message))
            return
        engine.carry_out(*request)

    def _report_opened(self, engine: BackgroundEngine) -> None:
        engine.wait_until_opened()
        self._send(OPENED)

    def _send_event(self, event: Event) -> None:
        self._send(event_message(event))

    def _send(self, message: Line) -> None:
        with self._writing:
            try:
                self._events.write(as_line(message))
                self._events.flush()
            except (OSError, ValueError):
                # The window has exited. Its requests end too, which stops this process.
                logger.debug("the window has closed the connection")
