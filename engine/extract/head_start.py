"""Whether a worker is so far ahead that it should do work of who handles its answers.

Reading a file takes most of the time for some formats, indexing what was read for others. Only who
sees that the other side is behind can tell: here, that hundreds of answers wait to be taken.
"""

from __future__ import annotations

import struct
import sys
from typing import BinaryIO

from engine.extract.frames import Header

# So many files were asked for already, and so few of these requests are left: the others are
# answered, and a good part of the answers waits.
_MANY_ASKED = 512
_FEW_LEFT_BYTES = 1 << 16


def is_ahead(request: Header, requests: BinaryIO) -> bool:
    """Say so of the worker that was sent `request` and finds what follows in the pipe `requests`.

    `asked` of a request is how many others were unanswered when it was sent.
    """
    asked = request.get("asked")
    return isinstance(asked, int) and asked >= _MANY_ASKED and _left(requests) < _FEW_LEFT_BYTES


def _left(channel: BinaryIO) -> int:
    """Return how many bytes wait in a pipe; as if very many where the system does not tell."""
    if sys.platform == "win32":
        return sys.maxsize
    try:
        import fcntl  # noqa: PLC0415 (Windows has none)
        import termios  # noqa: PLC0415

        told = fcntl.ioctl(channel.fileno(), termios.FIONREAD, bytes(4))
        return int(struct.unpack("i", told)[0])
    except (ImportError, OSError):
        return sys.maxsize
