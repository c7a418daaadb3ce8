"""Starting programs that outlive Twofold, and noticing those that fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from twofold.engine.api import inherited_umask
from twofold.ui.i18n.translation import tr

# A program that ends with an error later than this was opened, and closed by the user.
WATCHED_MS = 10_000
_EVERY_MS = 100


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


def not_opened(name: str) -> str:
    """Return the sentence for a file that no program opened."""
    words = tr("'{name}' was not opened. This computer may have no program for such files.")
    return words.format(name=name)


@dataclass
class _Started:
    process: subprocess.Popen[bytes]
    on_known: Callable[[bool], object]
    looks: int = 0


class ProgramWatch(QObject):
    """Finds out whether programs that were just started do their work."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._started: list[_Started] = []
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._look)

    def watch(self, process: subprocess.Popen[bytes], on_known: Callable[[bool], object]) -> None:
        """Call `on_known` once: with False if `process` ends with an error soon, else with True."""
        self._started.append(_Started(process, on_known))
        self._timer.start()

    def _look(self) -> None:
        known = []
        for one in self._started:
            one.looks += 1
            if one.process.poll() is not None or one.looks * _EVERY_MS > WATCHED_MS:
                known.append(one)
        self._started = [one for one in self._started if one not in known]
        if not self._started:
            self._timer.stop()
        for one in known:
            one.on_known(not one.process.returncode)  # None while it runs
