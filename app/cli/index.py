"""`twofold index`: add folders to the library and bring it up to date."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import path_argument, required
from twofold.app.cli.context import DONE, FAILED, Commands, Context, as_place
from twofold.app.cli.output import count, say, say_json, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.status import not_indexed, status_as_json, summary
from twofold.app.paths import expanded
from twofold.engine.api import (
    AddFolder,
    BadRequestError,
    DeleteRemoved,
    EngineError,
    FolderRules,
    LibraryStatus,
    Message,
    MoveFolder,
    PauseEmbedding,
    RefreshLibrary,
    RemoveFolder,
    RequestDone,
)


def add_commands(commands: Commands) -> None:
    """Add `index` to the command line."""
    parser = commands.add_parser(
        "index",
        help="add folders to the library and bring it up to date",
        description="Adds folders to the library and brings all of it up to date. Without a PATH "
        "only what changed on disk is indexed again.",
    )
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", type=path_argument, help="a folder to add"
    )
    parser.add_argument(
        "--no-vectors", action="store_true", help="index for keywords only; meaning follows later"
    )
    parser.add_argument(
        "--watch", action="store_true", help="go on following what changes on disk until Ctrl+C"
    )
    parser.add_argument(
        "--remove",
        metavar="FOLDER",
        type=required,
        action="append",
        default=[],
        help="first remove this folder (its name or path) from the library; its files stay, and "
        "its index is kept for 30 days, so that adding it again is quick",
    )
    parser.add_argument(
        "--erase",
        action="store_true",
        help="delete the index of the folders of --remove and of those removed earlier at once",
    )
    parser.add_argument(
        "--moved",
        metavar=("FOLDER", "PATH"),
        type=required,
        nargs=2,
        action="append",
        default=[],
        help="this folder of the library lies at PATH now; nothing is read again for that",
    )
    for option, what in (
        ("--include", "index only files that match; repeat for several patterns"),
        ("--exclude", "leave out what matches; repeat for several patterns"),
    ):
        parser.add_argument(
            option,
            metavar="PATTERN",
            type=required,
            action="append",
            default=[],
            help=f"of the folders named here: {what} (.gitignore syntax; kept for later)",
        )
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Index, showing progress on stderr; the last line of stdout is the summary.

    The exit code is 1 when a folder could not be added or anything could not be written.
    """
    started = time.monotonic()
    progress = ProgressLine()
    with context.open_client(
        progress.show,
        maintain=True,
        watch=arguments.watch,
        loads_model=not arguments.no_vectors,
    ) as client:
        try:
            added_all = _add_folders(client, arguments)
            status = client.wait_until_done(with_vectors=not arguments.no_vectors)
        except EngineError:
            progress.finish()
            _say_pending(_pending_count(client))
            raise
        finally:
            progress.finish()
        pending = 0 if added_all else _pending_count(client)
        if arguments.watch:
            status = _watch(client, status)
    _report(status, time.monotonic() - started, pending, as_json=arguments.json)
    lacks_vectors = bool(status.model.problem) and not arguments.no_vectors
    return DONE if added_all and not client.warnings and not lacks_vectors else FAILED


def _watch(client: BlockingClient, status: LibraryStatus) -> LibraryStatus:
    """Follow the disk until the user ends it; return the last state."""
    try:
        tell(f"{summary(status)}. Watching for changes; Ctrl+C ends it.")
        client.wait_forever()
    except KeyboardInterrupt:
        tell("Stopped watching.")
    return client.present_status()


def _add_folders(client: BlockingClient, arguments: argparse.Namespace) -> bool:
    """Add every folder that can be added; return False when one could not."""
    client.ask(PauseEmbedding(paused=arguments.no_vectors), RequestDone)
    _remove_folders(client, arguments.remove, erase=arguments.erase)
    for word, path in arguments.moved:
        name = _name_of(word, client.present_status())
        client.ask(MoveFolder(name, expanded(Path(path)).absolute()), RequestDone)
    client.ask(RefreshLibrary(), RequestDone)
    added_all = True
    rules = None
    if arguments.include or arguments.exclude:
        rules = FolderRules(tuple(arguments.include), tuple(arguments.exclude))
    for path in arguments.paths:
        try:
            client.ask(AddFolder(path.absolute(), rules), RequestDone)
        except EngineError as error:
            tell(f"{error.message} {error.hint}")
            added_all = False
    return added_all


def _remove_folders(client: BlockingClient, words: Sequence[str], *, erase: bool) -> None:
    """Remove folders from the library; nothing is done if one of them is not in it."""
    names = [_name_of(word, client.present_status()) for word in words]
    for name in names:
        client.ask(RemoveFolder(name, erase), RequestDone)
        kept = "" if erase else " Its index is kept for 30 days."
        tell(f"'{name}' is no longer searched.{kept}")
    if erase:
        client.ask(DeleteRemoved(), RequestDone)
        tell("The index of removed folders is deleted.")


def _name_of(word: str, status: LibraryStatus) -> str:
    """Return the name of the folder with this name or path."""
    places = {word, as_place(word), str(expanded(Path(word)).resolve())}
    for folder in status.folders:
        if not places.isdisjoint({folder.name, folder.root}):
            return folder.name
    names = ", ".join(f"'{folder.name}'" for folder in status.folders) or "none"
    raise BadRequestError(
        Message(f"The library has no folder '{word}'."), Message(f"Its folders: {names}.")
    )


def _pending_count(client: BlockingClient) -> int:
    """Return how many files were found but not read, as when the disk is full."""
    return len(not_indexed(client)[1])


def _say_pending(pending: int) -> None:
    if pending:
        tell(f"{count(pending, 'file')} not read yet; what they are: twofold failures")


def _report(status: LibraryStatus, seconds: float, pending: int, *, as_json: bool) -> None:
    _say_pending(pending)
    for folder in status.folders:
        if not folder.available:
            tell(f"The folder '{folder.name}' is not there now; it stays searchable.")
    if as_json:
        summed_up = status_as_json(status) | {"unread": pending, "seconds": round(seconds, 3)}
        say_json(summed_up, on_one_line=True)
        return
    if status.documents_failed or status.documents_without_text:
        say("What is not indexed, and why: twofold failures")
    if status.model.problem:
        tell(f"Searchable by keywords only: {status.model.problem}")
    waiting = f", {pending:,} not read yet" if pending else ""
    say(f"{summary(status)}{waiting}, {seconds:.1f} s")
