"""Unexpected errors, and starts that fail: logged, and told in one sentence.

Known failures are EngineErrors. `threading.excepthook` is covered too, as an exception in a
background thread would otherwise vanish with its thread. Why the window cannot open is told on
stderr and in a dialog: a person who clicked an icon sees no terminal, and one who typed a command
may have no screen.
"""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from twofold.app.paths import expanded
from twofold.app.signals import ending_signals
from twofold.engine.model.errors import EngineError
from twofold.engine.model.message import Message, joined, message, system_reason

_log = logging.getLogger(__name__)

TellPerson = Callable[[str, str], None]


def install_crash_hooks(tell: TellPerson | None = None) -> None:
    """Log every unexpected exception of any thread and tell the person by `tell` (stderr if None).

    `tell` gets a sentence and details to copy; it may be called from any thread.
    """
    announce = tell or _tell_on_stderr

    def on_exception(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        _log.critical("unexpected error", exc_info=(kind, error, trace))
        announce(crash_sentence(error), crash_details(error))

    def on_thread_exception(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_type is not SystemExit and arguments.exc_value is not None:
            on_exception(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception


def crash_sentence(error: BaseException) -> Message:
    """Return one line for the person about an unexpected error."""
    detail = " ".join(str(error).split())[:300] or message("no details")
    return message(
        "Unexpected error: {name}: {detail} (the log has the rest)",
        name=type(error).__name__,
        detail=detail,
    )


def crash_details(error: BaseException) -> str:
    """Return what a report of an error needs, with the person's folder written '~'."""
    import platform  # noqa: PLC0415 (needed for a report only)

    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    trace = "".join(traceback.format_exception(error))
    report, home = f"Twofold {program_version()}, {system}\n\n{trace}", expanded(Path("~"))
    # A service may have '/' or nothing for a home, which stand in every line.
    return report.replace(str(home), "~") if len(home.parts) > 1 else report


def program_version() -> str:
    """Return the version of the installed program."""
    import importlib.metadata  # noqa: PLC0415 (slow to import, and only for a crash or a question)

    try:
        return importlib.metadata.version("twofold")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _tell_on_stderr(sentence: str, _details: str) -> None:
    sys.stderr.write(f"twofold: {sentence}\n")


_FAILED = 1
_MAKE_ROOM = message("Make room on the disk, and start Twofold again.")
_ADVICE = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EACCES: message("Look who may use this file or folder, and start Twofold again."),
    errno.EPERM: message("Look who may use this file or folder, and start Twofold again."),
    errno.EROFS: message("Set TWOFOLD_HOME to a folder that can be written."),
    errno.ENOENT: message("Install Twofold again if this is one of its own files."),
}
_CLOSE_OTHERS = message(
    "Close other programs, or start the computer again, and then start Twofold again."
)
# Platforms of Qt whose windows nobody sees, so that nobody could close a dialog.
_UNSEEN = frozenset({"offscreen", "minimal"})


def tell_failed_start(error: Exception, *, with_dialog: bool = True) -> None:
    """Tell why the window cannot open; returns when a person has closed the dialog."""
    _log.critical("the window cannot open", exc_info=error)
    sentence = start_sentence(error)
    _write(sentence)
    if with_dialog:
        try:
            _show(sentence, crash_details(error))
        except Exception:  # noqa: BLE001 (it has been told on stderr, and Qt may be what fails)
            _log.exception("what went wrong cannot be shown")


def start_sentence(error: Exception) -> Message:
    """Return what went wrong and what to do next."""
    if isinstance(error, EngineError):
        return joined(error.message, error.hint)
    if isinstance(error, OSError) and error.errno:
        reason, file = system_reason(error), error.filename
        if file is None:
            what = message("Twofold cannot start: {reason}.", reason=reason)
        else:
            what = message(
                "Twofold cannot start because of {file}: {reason}.", file=str(file), reason=reason
            )
        return joined(what, _ADVICE.get(error.errno, _CLOSE_OTHERS))
    if isinstance(error, MemoryError) or "start new thread" in str(error):
        no_room = message("Twofold cannot start: the system has no room for it.")
        return joined(no_room, _CLOSE_OTHERS)
    name, detail = type(error).__name__, " ".join(str(error).split())[:300].rstrip(".")
    return message(
        "Twofold cannot start because of an unexpected error: {name}: {detail}. "
        "Start it again; if this comes back, copy the details and report it.",
        name=name,
        detail=detail or message("no details"),
    )


def _write(text: str) -> None:
    """Write a line to the terminal, which nothing in the name of a file can steer."""
    sentence = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
    sys.stderr.write(f"twofold: {sentence}\n")
    sys.stderr.flush()


def _show(sentence: str, details: str) -> None:
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 (a person without Qt has been told)
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from twofold.ui.window.crash_dialog import CrashDialog  # noqa: PLC0415

    if QApplication.instance() is None:
        with told_without_screen():
            QApplication([sys.argv[0]])
    if QGuiApplication.platformName() not in _UNSEEN:
        for number in ending_signals():  # no code of Python runs under a dialog
            signal.signal(number, signal.SIG_DFL)
        CrashDialog(sentence, details, ends=True).exec()


@contextmanager
def told_without_screen() -> Iterator[None]:
    """End the program with a sentence where Qt finds no screen: by itself it would only abort."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler  # noqa: PLC0415

    said: list[str] = []

    def take(kind: QtMsgType, _context: object, message: str | None) -> None:
        said.append(message or "")
        if kind is QtMsgType.QtFatalMsg:
            _end_without_screen(said)

    former = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(former)
        for line in said:
            sys.stderr.write(f"{line}\n")


def _end_without_screen(said: list[str]) -> None:
    """Tell it and leave: nothing runs yet, and Qt would end this process with a signal."""
    _log.critical("no screen: %s", " ".join(said))
    _write(
        "The window cannot open, as no screen can be used. Start Twofold in a desktop session, or "
        "search in the terminal: twofold search WORDS."
    )
    for line in said[:-1]:
        sys.stderr.write(f"  {line}\n")
    sys.stderr.flush()
    logging.shutdown()
    os._exit(_FAILED)
