"""`twofold index`: bring the index up to date with the folders."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import count, say, say_json, tell, warn
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.status import not_indexed, status_as_json, summary
from twofold.engine.api import (
    EngineError,
    LibraryStatus,
    PauseEmbedding,
    RefreshLibrary,
    RequestDone,
)

# Changes the folders before indexing; returns False if a change failed.
Change = Callable[[BlockingClient], bool]


def add_commands(commands: Commands) -> None:
    """Add `index` to the command line."""
    parser = add_command(
        commands,
        "index",
        summary="index what changed in the folders",
        about="Index new and changed files in all folders of the library, and remove deleted ones. "
        "Only changed files are read. An interrupted run continues where it stopped. "
        "The last line on stdout is a summary.",
        examples=(
            ("twofold index", "Bring the index up to date."),
            ("twofold index --watch", "Also index changes as they happen, until Ctrl+C."),
        ),
        extra_hint="To add a folder: twofold folder add PATH.",
    )
    add_indexing_options(parser)
    parser.add_argument(
        "--watch", action="store_true", help="keep watching the folders for changes until Ctrl+C"
    )
    parser.set_defaults(run=run)


def add_indexing_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that index."""
    parser.add_argument(
        "--no-vectors",
        action="store_true",
        help="index keywords only; vectors are computed by the next 'twofold index' or the window",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Index what changed; the exit code is 1 if anything could not be written or embedded."""
    return index(arguments, context, lambda _client: True, watch=arguments.watch)


def index(
    arguments: argparse.Namespace, context: Context, change: Change, *, watch: bool = False
) -> int:
    """Apply a change to the folders, then index, with progress on stderr."""
    started = time.monotonic()
    progress = ProgressLine()
    with context.open_client(
        progress.show, maintain=True, watch=watch, loads_model=not arguments.no_vectors
    ) as client:
        try:
            if arguments.no_vectors:
                client.ask(PauseEmbedding(paused=True), RequestDone)
            client.ask(RefreshLibrary(), RequestDone)
            is_changed = change(client)
            status = client.wait_until_done(with_vectors=not arguments.no_vectors)
        except EngineError:
            progress.finish()
            _tell_pending(_pending_count(client))
            raise
        finally:
            progress.finish()
        pending = 0 if is_changed else _pending_count(client)
        if watch:
            status = _watch(client, status)
    _report(status, time.monotonic() - started, pending, as_json=arguments.json)
    lacks_vectors = bool(status.model.problem) and not arguments.no_vectors
    return DONE if is_changed and not client.warnings and not lacks_vectors else FAILED


def _watch(client: BlockingClient, status: LibraryStatus) -> LibraryStatus:
    """Watch the folders until the user interrupts; return the last status."""
    try:
        tell(f"{summary(status)}. Watching for changes; Ctrl+C stops it.")
        client.wait_forever()
    except KeyboardInterrupt:
        tell("Stopped watching.")
    return client.present_status()


def _pending_count(client: BlockingClient) -> int:
    """Return how many files were found but not read, for example because the disk is full."""
    return len(not_indexed(client)[1])


def _tell_pending(pending: int) -> None:
    if pending:
        warn(f"{count(pending, 'file')} not read yet. To list them: twofold failures")


def _report(status: LibraryStatus, seconds: float, pending: int, *, as_json: bool) -> None:
    _tell_pending(pending)
    for folder in status.folders:
        if not (folder.available or folder.is_copy):
            warn(f"The folder '{folder.name}' is not available now; it remains searchable.")
    if as_json:
        summed_up = status_as_json(status) | {"unread": pending, "seconds": round(seconds, 3)}
        say_json(summed_up, on_one_line=True)
        return
    if not status.folders:
        tell("The library has no folder yet. To add one: twofold folder add PATH")
    if status.documents_failed or status.documents_without_text:
        say("To list the files that are not indexed: twofold failures")
    if status.model.problem:
        warn(f"Only keywords can be searched: {status.model.problem}")
    waiting = f", {pending:,} not read yet" if pending else ""
    say(f"{summary(status)}{waiting}, {seconds:.1f} s")
