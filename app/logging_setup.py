"""Where log records go: a rotating file, and warnings to the terminal when asked."""

from __future__ import annotations

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"
_MEGABYTE = 1 << 20


class QuietFileHandler(RotatingFileHandler):
    """A log file that is given up in silence: a full disk is told of by the program itself."""

    def doRollover(self) -> None:  # noqa: N802 (logging's name)
        """Begin a new file; go on in this one while Windows keeps it for another Twofold."""
        try:
            super().doRollover()
        except OSError:
            if self.stream is None:
                self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Drop the record; a traceback in a person's terminal would help nobody."""


def set_up_logging(folder: Path, *, verbose: bool = False, name: str = "twofold.log") -> None:
    """Send records to the file `name` in `folder`; with `verbose` also to stderr.

    A folder that cannot be written costs the file, never the program.
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for handler in _handlers(folder / name, verbose=verbose):
        handler.setFormatter(logging.Formatter(_FORMAT))
        root.addHandler(handler)


def _handlers(file: Path, *, verbose: bool) -> list[logging.Handler]:
    handlers: list[logging.Handler] = []
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handlers.append(
            QuietFileHandler(
                file,
                maxBytes=5 * _MEGABYTE,
                backupCount=3,
                encoding="utf-8",
                errors="backslashreplace",
                delay=True,
            )
        )
    except OSError as error:
        sys.stderr.write(f"twofold: no log is kept: {error.strerror or error}\n")
    if verbose:
        handlers.append(logging.StreamHandler())
    return handlers or [logging.NullHandler()]
