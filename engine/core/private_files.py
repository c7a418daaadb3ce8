"""Files that a process writes are for its user alone: one umask for all of them.

On Windows the access rights of the user's profile hold instead, and nothing is done here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_OTHERS = 0o077
# The umask that the process was started with, once it has another one.
_inherited: int | None = None


def make_new_files_private() -> None:
    """Let nobody else read what this process and its children write from now on."""
    global _inherited  # noqa: PLW0603 (like the umask itself, of which a process has one)
    if sys.platform == "win32":
        return
    before = os.umask(_OTHERS)
    if _inherited is None:
        _inherited = before


@contextmanager
def inherited_umask() -> Iterator[None]:
    """Start programs of the user inside: what they save is not ours to keep private.

    The umask is that of the whole process: what other threads write privately says so itself.
    """
    if _inherited is None:
        yield
        return
    os.umask(_inherited)
    try:
        yield
    finally:
        os.umask(_OTHERS)
