"""What the window's process and the indexer process say to each other.

One JSON object a line (RFC 8259, ASCII only, so that file names with undecodable bytes survive as
escaped surrogates). Requests go to the indexer, events come back:

    {"id": 7, "AddFolder": {"path": "/home/ada/Notes"}}      {"hold": 0.15}
    {"StatusChanged": {"status": {...}}}                     {"opened": true}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.api import (
    AddFolder,
    ChangeCollected,
    ChangeTags,
    CollectPassages,
    Event,
    FolderRules,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    NoteOpened,
    Notice,
    PauseEmbedding,
    PauseIndexing,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SetFolderRules,
    SetTrust,
    StatusChanged,
    TrustLevel,
    UpcomingModel,
    UseModel,
    UseSettings,
)

OPENED = {"opened": True}

Message = Mapping[str, Any]

_REQUESTS: dict[str, type[Request]] = {
    kind.__name__: kind
    for kind in (
        AddFolder,
        RemoveFolder,
        RefreshLibrary,
        RetryFailures,
        PauseEmbedding,
        PauseIndexing,
        UseModel,
        ReportStatus,
        ChangeTags,
        SetTrust,
        SetFolderRules,
        NoteOpened,
        CollectPassages,
        ChangeCollected,
        UseSettings,
    )
}
_PLAIN_EVENTS: dict[str, type[RequestDone | RequestFailed | Notice]] = {
    kind.__name__: kind for kind in (RequestDone, RequestFailed, Notice)
}


def is_for_indexer(request: Request) -> bool:
    """Say whether a request changes the library or asks for its state."""
    return type(request).__name__ in _REQUESTS


def as_line(message: Message) -> bytes:
    """Write a message."""
    return json.dumps(message, default=str).encode("ascii") + b"\n"


def as_message(line: bytes) -> Message:
    """Read a message; raises ValueError when the line is none."""
    message = json.loads(line)
    if not isinstance(message, dict):
        raise json.JSONDecodeError("a message is an object", repr(message), 0)
    return message


def request_message(request_id: int, request: Request) -> Message:
    """Return the message of a request."""
    return {"id": request_id, type(request).__name__: asdict(request)}


def request_of(message: Message) -> tuple[int, Request] | None:
    """Return the id and the request of a message, None when it is no request."""
    for name, kind in _REQUESTS.items():
        if name in message:
            values = {key: _revived(key, value) for key, value in message[name].items()}
            return int(message["id"]), kind(**values)
    return None


def event_message(event: Event) -> Message | None:
    """Return the message of an event, None for events that the window's process makes itself."""
    name = type(event).__name__
    if isinstance(event, StatusChanged) or name in _PLAIN_EVENTS:
        return {name: asdict(event)}
    return None


def event_of(message: Message) -> Event | None:
    """Return the event of a message, None when it is none."""
    if "StatusChanged" in message:
        return StatusChanged(_status(message["StatusChanged"]["status"]))
    for name, kind in _PLAIN_EVENTS.items():
        if name in message:
            return kind(**message[name])
    return None


def _revived(key: str, value: Any) -> Any:  # noqa: ANN401 (whatever JSON holds)
    """Return a request's value in its own type again."""
    match key, value:
        case "path", str():
            return Path(value)
        case "level", str():
            return TrustLevel(value)
        case "rules", dict():
            return FolderRules(tuple(value["include"]), tuple(value["exclude"]))
        case "values", list():
            return tuple((name, setting) for name, setting in value)
        case _, list():
            return tuple(value)
    return value


def _folder(values: Mapping[str, Any]) -> FolderStatus:
    return FolderStatus(**{key: _revived(key, value) for key, value in values.items()})


def _status(values: Mapping[str, Any]) -> LibraryStatus:
    upcoming = values["upcoming"]
    return LibraryStatus(
        **{
            **values,
            "folders": tuple(_folder(folder) for folder in values["folders"]),
            "model": ModelStatus(**values["model"]),
            "phase": IndexingPhase(values["phase"]),
            "upcoming": upcoming and UpcomingModel(**upcoming),
        }
    )
