"""What a later start or a command says to the window there is, and saying it without loading Qt.

A key of the desktop runs `twofold quick` each time it is pressed: the message must be out before
Qt would even be loaded. `twofold search` has the window answer, whose model is in memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twofold.app.crash import program_version
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.request import SearchRequest
from twofold.engine.model.wire import decoded, encoded

MOST_BYTES = 1 << 16
_SECONDS = 1.0
# A longer search is not sent: a message to a person, as in an answer, has a limit too.
_MOST_BYTES_OF_SEARCH = 1 << 12
_MOST_BYTES_OF_ANSWER = 1 << 25
# Before its answer a window writes this time and again: JSON may begin with white space. One that
# writes nothing for so long hangs, and searching without it takes about as long.
STILL_SEARCHING = b" "
_SILENT_SECONDS = 2.0
_LONGEST_QUERY = 5_000
_LONGEST_TOKEN = 1_000
# What the system allows for the path of a socket: 108 bytes with the last 0 on Linux, 104 on macOS.
_LONGEST_PATH = 103
# Desktops let a window come to the front only for the press of a key or a click that led to it.
TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - not a secret


@dataclass(frozen=True, slots=True)
class InstanceMessage:
    """What is wanted: a query in the main window, or the quick search.

    `token` proves to the desktop that the person asked for it.
    """

    query: str = ""
    quick: bool = False
    token: str = ""

    @classmethod
    def of_this_start(cls, *, query: str = "", quick: bool = False) -> InstanceMessage:
        """Return the message with this process's own token."""
        return cls(query, quick, os.environ.get(TOKEN_VARIABLE, ""))

    def as_line(self) -> bytes:
        """Write the message."""
        query = self.query[:_LONGEST_QUERY]
        values = {"query": query, "quick": self.quick, "token": self.token}
        return json.dumps(values).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> InstanceMessage | None:
        """Read a message; None when it is none."""
        values = _object_of(line)
        if not isinstance(values.get("query"), str):
            return None
        token = values.get("token", "")
        is_token = isinstance(token, str) and token.isprintable() and len(token) <= _LONGEST_TOKEN
        # Qt leaves lone surrogates out, and takes a byte order mark in front for one of its own.
        query = values["query"][:_LONGEST_QUERY].encode("utf-8", "replace").decode()
        query = query.lstrip("\ufeff\ufffe")
        return cls(query, values.get("quick") is True, token if is_token else "")

    def use_token(self) -> None:
        """Let the window that is shown next be the one the person asked for."""
        if self.token:
            os.environ[TOKEN_VARIABLE] = self.token


def _object_of(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line, an empty one when there is none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def search_of(line: bytes) -> SearchRequest | None:
    """Read the search that a command of this version asks for; None when it is none."""
    values = _object_of(line)
    if "search" not in values or values.get("version") != program_version():
        return None
    try:
        return decoded(SearchRequest, values["search"])
    except ValueError:
        return None


def answer_line(response: SearchResponse) -> bytes:
    """Write the answer to a search."""
    return json.dumps(encoded(response)).encode() + b"\n"


def instance_socket(library: Path) -> Path | None:
    """Return where the window of a library listens; None where no folder is safe for that.

    Only its user may enter the folder: nobody else can listen there in the window's place.
    """
    name = f"twofold-{hashlib.sha256(os.fsencode(os.path.normcase(library))).hexdigest()[:24]}"
    if sys.platform == "win32":
        return _temporary_folder() / name  # the name of a pipe of this user
    places = (folder / name for folder in _private_folders())
    return next((path for path in places if len(os.fsencode(path)) <= _LONGEST_PATH), None)


def _temporary_folder() -> Path:
    import tempfile  # noqa: PLC0415 (not needed where the session has a folder)

    return Path(tempfile.gettempdir())


def _private_folders() -> Iterator[Path]:
    """Yield the folders that belong to this user alone, made where that is needed."""
    if sys.platform == "win32":
        return
    user = os.geteuid()
    session = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}")
    if session.is_absolute() and _is_private(session):
        yield session
    ours = _temporary_folder() / f"twofold-{user}"
    with suppress(OSError):  # it is there already
        ours.mkdir(mode=0o700)
    if _is_private(ours):
        yield ours


def _is_private(folder: Path) -> bool:
    """Say whether this is a folder, no link, of this user that nobody else may enter."""
    if sys.platform == "win32":
        return True
    try:
        state = folder.lstat()
    except OSError:
        return False
    is_ours = stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid()
    return is_ours and not state.st_mode & 0o077


def hand_over_early(library: Path, message: InstanceMessage) -> bool:
    """Say it to the window of `library` without Qt; False when that cannot be done so."""
    path = instance_socket(library)
    if path is None or sys.platform == "win32":
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        try:
            connection.connect(str(path))
            connection.sendall(message.as_line())
        except OSError:
            return False
    return True


def search_in_window(library: Path, request: SearchRequest) -> SearchResponse | None:
    """Have the window of `library` search; None where the caller is to search itself.

    That is so without a window of this version that answers or says that it is about to, and where
    nothing was found or something could not be searched.
    """
    path = instance_socket(library)
    if path is None or sys.platform == "win32":
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        try:
            connection.connect(str(path))
            values = {"version": program_version(), "search": encoded(request)}
            line = json.dumps(values).encode() + b"\n"
            if len(line) > _MOST_BYTES_OF_SEARCH:
                return None
            connection.sendall(line)
            connection.settimeout(_SILENT_SECONDS)
            with connection.makefile("rb") as stream:
                answer = json.loads(stream.readline(_MOST_BYTES_OF_ANSWER))
            response = decoded(SearchResponse, answer)
        except (OSError, ValueError, RecursionError):
            return None
    return response if response.hits and not response.warnings else None
