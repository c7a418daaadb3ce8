"""Reports of unexpected errors and failed starts: a log entry, and one sentence for the user.

Known failures are EngineErrors. `threading.excepthook` is set too, as an exception in a background
thread would otherwise be lost with its thread. If the window cannot open, the reason is shown on
stderr and in a dialog: a user who clicked an icon sees no terminal, and one who typed a command may
have no screen.
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
from twofold.engine.model.localized import Message, joined, message, system_reason

_log = logging.getLogger(__name__)

ErrorReporter = Callable[[str, str], None]


def install_crash_hooks(report: ErrorReporter | None = None) -> None:
    """Log every unexpected exception of any thread and pass it to `report` (stderr if None).

    `report` receives a sentence and details to copy. It may be called from any thread.
    """
    report = report or _report_on_stderr

    def on_exception(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        _log.critical("unexpected error", exc_info=(kind, error, trace))
        report(crash_sentence(error), crash_details(error))

    def on_thread_exception(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_type is not SystemExit and arguments.exc_value is not None:
            on_exception(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception


def crash_sentence(error: BaseException) -> Message:
    """Return one line for the user about an unexpected error."""
    detail = " ".join(str(error).split())[:300] or message("no details")
    return message(
        "Unexpected error: {name}: {detail} (the log has the details)",
        name=type(error).__name__,
        detail=detail,
    )


def crash_details(error: BaseException) -> str:
    """Return the details of an error for a bug report, with the home folder as '~'."""
    import platform  # noqa: PLC0415 (needed for a report only)

    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    trace = "".join(traceback.format_exception(error))
    report, home = f"Twofold {program_version()}, {system}\n\n{trace}", expanded(Path("~"))
    # The home of a service may be '/' or empty, which would match every line.
    return report.replace(str(home), "~") if len(home.parts) > 1 else report


def program_version() -> str:
    """Return the version of the installed program."""
    import importlib.metadata  # noqa: PLC0415 (slow to import, and seldom needed)

    try:
        return importlib.metadata.version("twofold")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _report_on_stderr(sentence: str, _details: str) -> None:
    sys.stderr.write(f"twofold: {sentence}\n")


_FAILED = 1
_MAKE_ROOM = message("Free some disk space, then start Twofold again.")
_ADVICE = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EACCES: message(
        "Check the permissions of this file or folder, then start Twofold again."
    ),
    errno.EPERM: message("Check the permissions of this file or folder, then start Twofold again."),
    errno.EROFS: message("Set TWOFOLD_HOME to a writable folder."),
    errno.ENOENT: message("If this file belongs to Twofold, reinstall Twofold."),
}
_CLOSE_OTHERS = message("Close other programs or restart the computer, then start Twofold again.")
# Platforms of Qt with invisible windows, on which nobody could close a dialog.
_INVISIBLE = frozenset({"offscreen", "minimal"})


def report_failed_start(error: Exception, *, with_dialog: bool = True) -> None:
    """Report why the window cannot open; return when the user has closed the dialog."""
    _log.critical("the window cannot open", exc_info=error)
    sentence = start_sentence(error)
    _write(sentence)
    if with_dialog:
        try:
            _show(sentence, crash_details(error))
        except Exception:  # noqa: BLE001 (Qt itself may fail, and stderr has the message)
            _log.exception("the error dialog cannot be shown")


def start_sentence(error: Exception) -> Message:
    """Return the problem and what to do next."""
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
        problem = message("Twofold cannot start: the system is out of memory or threads.")
        return joined(problem, _CLOSE_OTHERS)
    name, detail = type(error).__name__, " ".join(str(error).split())[:300].rstrip(".")
    return message(
        "Twofold cannot start because of an unexpected error: {name}: {detail}. "
        "Start it again. If the error recurs, copy the details and report it.",
        name=name,
        detail=detail or message("no details"),
    )


def _write(text: str) -> None:
    """Write a line to the terminal; control characters, as in file names, are escaped."""
    sentence = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
    sys.stderr.write(f"twofold: {sentence}\n")
    sys.stderr.flush()


def _show(sentence: str, details: str) -> None:
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 (stderr has the message if Qt is missing)
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from twofold.ui.window.crash_dialog import CrashDialog  # noqa: PLC0415

    if QApplication.instance() is None:
        with exit_without_screen():
            QApplication([sys.argv[0]])
    if QGuiApplication.platformName() not in _INVISIBLE:
        for number in ending_signals():  # Python does not handle signals while a dialog runs
            signal.signal(number, signal.SIG_DFL)
        CrashDialog(sentence, details, ends=True).exec()


@contextmanager
def exit_without_screen() -> Iterator[None]:
    """Exit with a message if Qt finds no screen, where Qt itself would only abort."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler  # noqa: PLC0415

    lines: list[str] = []

    def take(kind: QtMsgType, _context: object, message: str | None) -> None:
        lines.append(message or "")
        if kind is QtMsgType.QtFatalMsg:
            _end_without_screen(lines)

    former = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(former)
        for line in lines:
            sys.stderr.write(f"{line}\n")


def _end_without_screen(lines: list[str]) -> None:
    """Report that there is no screen and exit, before Qt ends the process with a signal."""
    _log.critical("no screen: %s", " ".join(lines))
    _write(
        "The window cannot open, as there is no screen. Start Twofold in a desktop session, or "
        "search in the terminal: twofold search QUERY"
    )
    for line in lines[:-1]:
        sys.stderr.write(f"  {line}\n")
    sys.stderr.flush()
    logging.shutdown()
    os._exit(_FAILED)
