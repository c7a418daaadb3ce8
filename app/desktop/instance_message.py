"""Messages that a later start sends to the open window, without loading Qt.

A key of the desktop runs `twofold quick` each time it is pressed: the message must be sent in less
time than it takes to load Qt.
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

MAX_BYTES = 1 << 16
_SECONDS = 1.0
_MAX_QUERY = 5_000
_MAX_TOKEN = 1_000
# What the system allows for the path of a socket: 108 bytes with the last 0 on Linux, 104 on macOS.
_MAX_PATH = 103
# Desktops let a window come to the front only with the token of a key press or a click.
TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - not a secret


@dataclass(frozen=True, slots=True)
class InstanceMessage:
    """A request to show a query in the main window, or the quick search.

    `token` proves to the desktop that the user asked for it.
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
        query = self.query[:_MAX_QUERY]
        values = {"query": query, "quick": self.quick, "token": self.token}
        return json.dumps(values).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> InstanceMessage | None:
        """Read a message; None for anything else."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(values, dict) or not isinstance(values.get("query"), str):
            return None
        token = values.get("token", "")
        is_token = isinstance(token, str) and token.isprintable() and len(token) <= _MAX_TOKEN
        # Qt leaves lone surrogates out, and takes a byte order mark in front for one of its own.
        query = values["query"][:_MAX_QUERY].encode("utf-8", "replace").decode()
        query = query.lstrip("\ufeff\ufffe")
        return cls(query, values.get("quick") is True, token if is_token else "")

    def use_token(self) -> None:
        """Mark the next window that is shown as the one the user asked for."""
        if self.token:
            os.environ[TOKEN_VARIABLE] = self.token


def instance_socket(library: Path) -> Path | None:
    """Return the socket of a library's window; None if no folder is safe for it.

    Only its user may enter the folder: nobody else can listen there in the window's place.
    """
    name = f"twofold-{hashlib.sha256(os.fsencode(os.path.normcase(library))).hexdigest()[:24]}"
    if sys.platform == "win32":
        return _temporary_folder() / name  # the name of a pipe of this user
    places = (folder / name for folder in _private_folders())
    return next((path for path in places if len(os.fsencode(path)) <= _MAX_PATH), None)


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
    """Return whether this is a folder, not a link, of this user that nobody else may enter."""
    if sys.platform == "win32":
        return True
    try:
        state = folder.lstat()
    except OSError:
        return False
    is_ours = stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid()
    return is_ours and not state.st_mode & 0o077


def hand_over_early(library: Path, message: InstanceMessage) -> bool:
    """Send a message to the window of `library` without Qt; return whether that succeeded."""
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
