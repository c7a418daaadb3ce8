"""The entry point of the program: the window, a command, or one of its child processes."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from twofold.app.child_processes import requested_child, run_child
from twofold.app.cli.exit_codes import INTERRUPTED
from twofold.engine.processes.this_process import make_new_files_private


def main(arguments: list[str] | None = None) -> int:
    """Run the program with the given arguments and return its exit code."""
    make_new_files_private()
    words = sys.argv[1:] if arguments is None else arguments
    if child := requested_child(words):
        run_child(child, words[1:])
        return 0
    gc.disable()  # imports create no garbage; commands that run long enable it again
    try:
        from twofold.app.cli.command_line import run_command_line  # noqa: PLC0415 (a child needs none)
    except KeyboardInterrupt:  # later ones are handled by the command line
        return INTERRUPTED
    return run_command_line(words)


def start() -> NoReturn:
    """Run the program and end its process without freeing memory that the system frees anyway.

    Threads are joined and exit handlers run, as at any exit of Python.
    """
    code = 1

    def end() -> None:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)

    if requested_child(sys.argv[1:]) is None:
        atexit.register(end)  # registered first, so it is called last
    code = main()
    sys.exit(code)


if __name__ == "__main__":
    start()
