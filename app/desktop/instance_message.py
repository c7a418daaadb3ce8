"""Messages from a second process to the open window, sent without loading Qt.

A keyboard shortcut of the desktop runs `twofold quick`, which must be faster than loading Qt.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from twofold.app.paths import default_paths
from twofold.app.private_file import replace_private_file

MAX_BYTES = 1 << 16
_SECONDS = 1.0
_MAX_QUERY = 5_000
_MAX_TOKEN = 1_000
# The limit for the path of a socket: 108 bytes with the final 0 on Linux, 104 on macOS.
_MAX_PATH = 103
# Desktops raise a window only with the token of a key press or a click.
TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"  # noqa: S105 (not a secret)


@dataclass(frozen=True, slots=True)
class InstanceMessage:
    """A request to show a query in the main window, or the quick search.

    `token` proves to the desktop that the user requested it.
    """

    query: str = ""
    quick: bool = False
    token: str = ""

    @classmethod
    def of_this_start(cls, *, query: str = "", quick: bool = False) -> InstanceMessage:
        """Return a message with the token of this process."""
        return cls(query, quick, os.environ.get(TOKEN_VARIABLE, ""))

    def as_line(self) -> bytes:
        """Return the message as a line of JSON."""
        query = self.query[:_MAX_QUERY]
        values = {"query": query, "quick": self.quick, "token": self.token}
        return json.dumps(values).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> InstanceMessage | None:
        """Parse a message; return None if it is invalid."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(values, dict) or not isinstance(values.get("query"), str):
            return None
        token = values.get("token", "")
        is_token = isinstance(token, str) and token.isprintable() and len(token) <= _MAX_TOKEN
        # Qt drops lone surrogates and a leading byte order mark.
        query = values["query"][:_MAX_QUERY].encode("utf-8", "replace").decode()
        query = query.lstrip("\ufeff\ufffe")
        return cls(query, values.get("quick") is True, token if is_token else "")

    def use_token(self) -> None:
        """Pass the token to the next window that is shown, so that the desktop raises it."""
        if self.token:
            os.environ[TOKEN_VARIABLE] = self.token


def instance_socket(library: Path) -> Path | None:
    """Return the socket of a library's window, or None if no folder is safe for it.

    Only the user may enter the folder, so no other user can listen there instead.
    """
    of_library = os.fsencode(os.path.normcase(library))
    if sys.platform == "win32":  # the name of a pipe; all users share these names
        key = _window_key(default_paths().settings_file.with_name("window.key"))
        return _temporary_folder() / _name(key + of_library) if key else None
    name = _name(of_library)
    places = (folder / name for folder in _private_folders())
    return next((path for path in places if len(os.fsencode(path)) <= _MAX_PATH), None)


def _name(values: bytes) -> str:
    return f"twofold-{hashlib.sha256(values).hexdigest()[:24]}"


def _window_key(path: Path) -> bytes:
    """Return random bytes that only this user can read; b'' if they cannot be stored.

    Without them, another user could predict the name of the pipe and listen there first.
    """
    with suppress(OSError):
        if not path.exists():
            replace_private_file(path, secrets.token_bytes(32))
        return path.read_bytes()
    return b""


def _temporary_folder() -> Path:
    import tempfile  # noqa: PLC0415 (not needed if the session has a folder)

    return Path(tempfile.gettempdir())


def _private_folders() -> Iterator[Path]:
    """Yield folders that only this user may enter; they are created if necessary."""
    if sys.platform == "win32":
        return
    user = os.geteuid()
    session = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}")
    if session.is_absolute() and _is_private(session):
        yield session
    ours = _temporary_folder() / f"twofold-{user}"
    with suppress(OSError):  # it exists already
        ours.mkdir(mode=0o700)
    if _is_private(ours):
        yield ours


def _is_private(folder: Path) -> bool:
    """Return whether a path is a folder of this user, not a link, that nobody else may enter."""
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
