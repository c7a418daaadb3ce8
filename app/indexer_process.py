"""The indexer: a child process of the window that reads, indexes and embeds.

It receives its start values (paths and settings) as the first line of standard input, then
requests; see `engine.service.protocol`. It runs at low priority.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import BinaryIO

from twofold.app.compose import serve_library
from twofold.app.crash import install_crash_hooks
from twofold.app.logging_setup import set_up_logging
from twofold.app.paths import LibraryPaths
from twofold.app.signals import ending_signals
from twofold.engine.api import Settings, make_new_files_private


def main() -> None:
    """Serve until the window's end of the pipe is closed."""
    make_new_files_private()
    requests, events = sys.stdin.buffer, _private_output()
    # Ctrl+C in a terminal reaches the whole process group, and the end of a session every process.
    # The window decides when this process ends, as it sends its last requests while it closes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ending_signals():
        if number != signal.SIGINT:
            signal.signal(
                number, lambda *_arguments: None
            )  # its child processes must not inherit an ignored signal
    start = json.loads(requests.readline())
    set_up_logging(Path(start["logs"]), name="indexer.log")
    # Standard error may be the journal of the user's session, which must not get the message.
    install_crash_hooks(lambda _sentence, _details: None)
    paths = LibraryPaths(Path(start["library"]), Path(start["models"]))
    settings = Settings.from_mapping(start["settings"])
    serve_library(paths, settings, requests, events)


def _private_output() -> BinaryIO:
    """Return standard output, reserved for our messages: what libraries print goes to stderr."""
    private = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(private, "wb")


if __name__ == "__main__":
    main()
