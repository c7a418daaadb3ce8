"""What a later start says to the window there is, and saying it without loading Qt.

A key of the desktop runs `twofold quick` each time it is pressed: the message must be out before
Qt would even be loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_SECONDS = 1.0
# Desktops let a window come to the front only for the press of a key or a click that led to it.
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - not a secret


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
        return cls(query, quick, os.environ.get(_TOKEN, ""))

    def as_line(self) -> bytes:
        """Write the message."""
        values = {"query": self.query, "quick": self.quick, "token": self.token}
        return json.dumps(values).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> InstanceMessage | None:
        """Read a message; None when it is none."""
        try:
            values = json.loads(line)
        except ValueError:
            return None
        if not isinstance(values, dict) or not isinstance(values.get("query"), str):
            return None
        token = values.get("token", "")
        is_token = isinstance(token, str) and token.isprintable()
        return cls(values["query"], values.get("quick") is True, token if is_token else "")

    def use_token(self) -> None:
        """Let the window that is shown next be the one the person asked for."""
        if self.token:
            os.environ[_TOKEN] = self.token


def instance_name(library: Path) -> str:
    """Return the name under which the window of a library listens."""
    return f"twofold-{hashlib.sha256(os.fsencode(os.path.normcase(library))).hexdigest()[:24]}"


def is_of_another_user(place: Path) -> bool:
    """Whether somebody else listens at a socket: anybody may make one in the temporary folder.

    A query is private, so nothing is said there.
    """
    if sys.platform == "win32":
        return False
    try:
        return place.lstat().st_uid != os.getuid()
    except OSError:
        return False


def hand_over_early(library: Path, message: InstanceMessage) -> bool:
    """Say it to the window of `library` without Qt; False when that cannot be done so."""
    if sys.platform == "win32":
        return False
    # Qt puts a local server of a bare name into the folder for temporary files.
    path = Path(tempfile.gettempdir()) / instance_name(library)
    if is_of_another_user(path):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        try:
            connection.connect(str(path))
            connection.sendall(message.as_line())
        except OSError:
            return False
    return True
