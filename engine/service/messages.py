"""The messages between processes: requests and events as lines of JSON.

One JSON object per line (RFC 8259, ASCII only, so that file names with undecodable bytes survive as
escaped surrogates). Requests go to the indexer, which sends back events:

    {"id": 7, "AddFolder": {"path": "/home/ada/Notes"}}      {"hold": 0.15}
    {"StatusChanged": {"status": {...}}}                     {"opened": true}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_args

from twofold.engine.api import Event, Request
from twofold.engine.model.codec import decoded, encoded
from twofold.engine.service.routes import FOR_INDEXER, ROUTES

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
