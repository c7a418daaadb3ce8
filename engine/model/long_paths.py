"""Paths of more than 260 characters, which Windows opens only in their extended form."""

from __future__ import annotations

import sys
from pathlib import Path

# A folder may have 12 characters less than a file ("Maximum Path Length Limitation", Win32 docs).
_MAX_LENGTH = 248 - 1
_EXTENDED = "\\\\?\\"


def openable(path: Path) -> Path:
    r"""Return an absolute path in the form in which this system opens it.

    On Windows, a long path gets the prefix \\?\, or \\?\UNC\ for a network share.
    """
    if sys.platform != "win32" or len(str(path)) <= _MAX_LENGTH:
        return path
    return type(path)(extended(str(path)))


def extended(path: str) -> str:
    """Return the extended form of an absolute Windows path."""
    if path.startswith(_EXTENDED):
        return path
    if path.startswith("\\\\"):
        return f"{_EXTENDED}UNC{path[1:]}"
    return _EXTENDED + path


def plain(path: str) -> str:
    """Return a Windows path without the prefix of the extended form."""
    if path.startswith(f"{_EXTENDED}UNC\\"):
        return "\\" + path.removeprefix(f"{_EXTENDED}UNC")
    return path.removeprefix(_EXTENDED)
