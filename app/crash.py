"""What happens to an exception nobody expected: it is logged whole and told in one line.

Known failures are EngineErrors and never come here. `threading.excepthook` is covered too, as an
exception in a background thread would otherwise vanish with its thread.
"""

from __future__ import annotations

import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from app.paths import expanded

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


def crash_sentence(error: BaseException) -> str:
    """Return one line for the person about an unexpected error."""
    detail = " ".join(str(error).split()) or "no details"
    return f"Unexpected error: {type(error).__name__}: {detail[:300]} (the log has the rest)"


def crash_details(error: BaseException) -> str:
    """Return what a report of an error needs, with the person's folder written '~'."""
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
