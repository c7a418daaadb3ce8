"""Starting programs that keep running after Twofold exits. Without Qt."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence

from twofold.engine.api import Message, inherited_umask, message


def system_opener() -> str | None:
    """Return the program that opens files in their default programs and reports failures.

    Return None if Qt's own call does both.
    """
    return shutil.which("xdg-open") if sys.platform.startswith("linux") else None


def start_program(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program that keeps running after this process; raise OSError on failure."""
    with inherited_umask():
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def not_opened(name: str) -> Message:
    """Return the message for a file that no program opened."""
    return message(
        "'{name}' could not be opened. There may be no program for this file type.", name=name
    )
