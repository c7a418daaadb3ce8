"""Starting programs that outlive Twofold. Without Qt."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence

from twofold.engine.api import Message, inherited_umask, message


def system_opener() -> str | None:
    """Return the program that opens files in their usual programs and reports failure.

    None where Qt's own call does both.
    """
    return shutil.which("xdg-open") if sys.platform.startswith("linux") else None


def start_program(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program that outlives this process; raise OSError if it cannot be started."""
    with inherited_umask():
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def not_opened(name: str) -> Message:
    """Return the sentence for a file that no program opened."""
    return message(
        "'{name}' was not opened. This computer may have no program for such files.", name=name
    )
