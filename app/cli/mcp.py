"""`twofold mcp`: the library as tools of an assistant, over the Model Context Protocol.

The server (`app.cli.assistant`) uses standard input and output; it does not listen on a port.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread, Timer
from types import FrameType
from typing import NoReturn

from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, INTERRUPTED
from twofold.app.cli.output import tell
from twofold.app.cli.parser import Commands, add_command
from twofold.app.signals import ending_signals, handled, leave_terminal
from twofold.engine.api import EngineError, Message, how_to_add

_SECONDS_BETWEEN_WAITS = 0.5
_SECONDS_TO_CLOSE = 0.7


def add_commands(commands: Commands) -> None:
    """Add `mcp` to the command line."""
    parser = add_command(
        commands,
        "mcp",
        summary="let an assistant search (Model Context Protocol)",
        about="Serve the Model Context Protocol on standard input and output. An assistant starts "
        "this command itself: enter it in the assistant's configuration. All tools only read, and "
        "no port is opened. Needs the optional part 'mcp'.",
        examples=(
            ("claude mcp add twofold -- twofold mcp", "Add Twofold to Claude Code."),
            ("twofold --library ~/Work.twofold mcp", "Serve another library."),
        ),
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace, context: Context) -> int:
    """Serve until standard input is closed or a signal arrives."""
    outcomes: SimpleQueue[BaseException | None] = SimpleQueue()
    # A shared library may take longer to close. Nothing is lost, as the server only reads.
    late = Timer(_SECONDS_TO_CLOSE, _leave)
    late.daemon = True

    def end(number: int, _frame: FrameType | None) -> None:
        leave_terminal(number)
        outcomes.put(KeyboardInterrupt())
        if late.ident is None:
            late.start()

    with handled(ending_signals(), end):
        _require_sdk()
        settings = context.settings()
        try:
            with context.open_client() as client:
                from twofold.app.cli.assistant.server import serve  # noqa: PLC0415 (of the extra)
                from twofold.app.cli.assistant.tools import LibraryTools  # noqa: PLC0415 (as above)

                library = LibraryTools(client, settings)
                _run_beside_signals(lambda: serve(library), outcomes)
        except KeyboardInterrupt:
            late.cancel()
            _leave()
    return DONE


def _require_sdk() -> None:
    try:
        import anyio  # noqa: F401, PLC0415 (of the extra)
        from mcp.server.lowlevel import Server  # noqa: F401, PLC0415 (of the extra)
    except ImportError as error:
        raise EngineError(
            Message("The Model Context Protocol needs libraries that are not installed."),
            how_to_add("mcp"),
        ) from error


def _run_beside_signals(
    serve: Callable[[], None], outcomes: SimpleQueue[BaseException | None]
) -> None:
    """Serve until standard input is closed, or raise the exception put into `outcomes`.

    The SDK's thread that reads standard input cannot be interrupted, so the main thread must not
    wait for it.
    """

    def work() -> None:
        try:
            serve()
        except BaseException as error:  # noqa: BLE001 (raised on the main thread)
            outcomes.put(error)
        else:
            outcomes.put(None)

    Thread(target=work, name="mcp", daemon=True).start()
    while True:  # on Windows a signal is handled only between two waits
        with suppress(Empty):
            if (error := outcomes.get(timeout=_SECONDS_BETWEEN_WAITS)) is not None:
                raise error
            return


def _leave() -> NoReturn:
    """End the process at once, as the thread that reads standard input would keep it alive."""
    with suppress(OSError):  # standard error may be closed
        tell("Stopped.")
    logging.shutdown()
    os._exit(INTERRUPTED)
