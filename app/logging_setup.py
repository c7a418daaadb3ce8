"""Logging to a rotating file, and with `--verbose` to the terminal."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Iterator
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from twofold.app.private_file import close_to_others, open_privately

_FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"
_MEGABYTE = 1 << 20


class PrivateFormatter(logging.Formatter):
    """Writes the traceback and type of an exception, but not its message.

    A message may quote a query or the text of a document.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        record.exc_text = None  # another formatter may have stored the whole exception
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatException(  # noqa: N802 (logging's name)
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Return the tracebacks of an exception and its causes, without messages."""
        return "".join(_traceback(ei[1], set())).rstrip() if ei[1] is not None else ""


def _traceback(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in seen:
        yield from _traceback(cause, seen)
        yield "which led to:\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{type(error).__qualname__}{_reason(error)}\n"


def _reason(error: BaseException) -> str:
    """Return the reason of an error if it is a fixed text of the system or of SQLite."""
    if isinstance(error, OSError) and error.errno:
        return f": {error.strerror}"
    name = getattr(error, "sqlite_errorname", "")
    return f": {name}" if name else ""


class QuietFileHandler(RotatingFileHandler):
    """A log file that ignores write errors, as the program itself reports a full disk.

    Only its user may read it.
    """

    def _open(self) -> TextIOWrapper:
        os.close(open_privately(self.baseFilename, os.O_CREAT | os.O_WRONLY))
        return super()._open()

    def doRollover(self) -> None:  # noqa: N802 (logging's name)
        """Start a new file; continue this one if another Twofold has it open on Windows."""
        try:
            super().doRollover()
        except OSError:
            if self.stream is None:
                self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Drop the record without printing a traceback to the terminal."""


def set_up_logging(folder: Path, *, verbose: bool = False, name: str = "twofold.log") -> None:
    """Send records to the file `name` in `folder`; with `verbose` also to stderr.

    If the folder is not writable, the program runs without a log file.
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for handler in _handlers(folder / name, verbose=verbose):
        handler.setFormatter(PrivateFormatter(_FORMAT))
        root.addHandler(handler)


def _handlers(file: Path, *, verbose: bool) -> list[logging.Handler]:
    handlers: list[logging.Handler] = []
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        close_to_others((file.parent, *file.parent.glob("*.log*")))
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
        sys.stderr.write(f"twofold: no log is written: {error.strerror or error}\n")
    if verbose:
        handlers.append(logging.StreamHandler())
    return handlers or [logging.NullHandler()]
