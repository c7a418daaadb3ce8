"""Where the program starts: the window, a command, or one of its own child processes."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from twofold.app.child_processes import requested_child, run_child
from twofold.engine.processes.this_process import make_new_files_private

_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the program with the words of its command line and return its exit code."""
    make_new_files_private()
    words = sys.argv[1:] if arguments is None else arguments
    if child := requested_child(words):
        run_child(child, words[1:])
        return 0
    gc.disable()  # there is much to import, and no garbage in it; whoever runs long collects again
    try:
        from twofold.app.cli.command_line import run_command_line  # noqa: PLC0415 (a child needs none)
    except KeyboardInterrupt:  # from here on the command line itself sees to it
        return _INTERRUPTED
    return run_command_line(words)


def start() -> NoReturn:
    """Be the process of the program: run it, and end without freeing what the system frees.

    Threads are joined and exit handlers run, as at any end of Python.
    """
    code = 1

    def end() -> None:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)

    if requested_child(sys.argv[1:]) is None:
        atexit.register(end)  # registered first, so called last
    code = main()
    sys.exit(code)


if __name__ == "__main__":
    start()
