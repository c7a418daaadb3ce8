"""`twofold status` and `failures`: what the library contains, and what it does not."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import required
from twofold.app.cli.context import Context, as_place
from twofold.app.cli.coverage import say_coverage
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import count, say, say_json
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.progress import ProgressLine
from twofold.engine.api import (
    WITHOUT_TEXT,
    CoverageState,
    DocumentFailure,
    FailuresListed,
    FolderStatus,
    LibraryStatus,
    ListFailures,
    RequestDone,
    RetryFailures,
)

_STATES = ", ".join(state.replace(" ", "-") for state in CoverageState)


def add_commands(commands: Commands) -> None:
    """Add `status` and `failures` to the command line."""
    parser = add_command(
        commands,
        "status",
        summary="show what the library contains",
        about="Show what the library contains and how far it is indexed. With --coverage, count "
        "the files on the disk by their state instead.",
        examples=(
            ("twofold status", "Show documents, passages, folders and the model."),
            ("twofold status --coverage --list excluded", "List files excluded by a rule."),
        ),
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--coverage", action="store_true", help="count the files on the disk by their state"
    )
    parser.add_argument(
        "--list",
        metavar="STATE",
        type=_state,
        help=f"with --coverage, list the files in one state: {_STATES}",
    )
    parser.set_defaults(run=run_status)
    _add_failures(commands)


def _add_failures(commands: Commands) -> None:
    parser = add_command(
        commands,
        "failures",
        summary="list files that could not be indexed",
        about="List the files that could not be indexed, with the reason, pictures and files "
        "without text, and files not read yet.",
        examples=(
            ("twofold failures", "List the files and the reasons."),
            ("twofold failures --retry notes/scan.pdf", "Read a file again first."),
        ),
    )
    parser.add_argument(
        "--retry",
        metavar="PATH",
        nargs="*",
        type=required,
        help="first read these files, or those in these folders, again (default: all)",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.set_defaults(run=run_failures)


def _state(word: str) -> CoverageState:
    """Return a state; a dash, an underscore or a space may separate its words."""
    try:
        return CoverageState(word.strip().lower().replace("-", " ").replace("_", " "))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{word}' is not one of {_STATES}") from error


def run_status(arguments: argparse.Namespace, context: Context) -> int:
    """Print the status of the library."""
    if arguments.coverage or arguments.list:
        return say_coverage(arguments.list, context, as_json=arguments.json)
    with context.open_client() as client:
        status = client.status()
    if arguments.json:
        say_json(status_as_json(status))
        return DONE
    if not context.paths.library.is_only_shared:
        _say_own(status, context.paths.library.root)
    for library in status.shared:
        publishers = f" of {', '.join(library.publishers)}" if library.publishers else ""
        held = f"{count(library.documents, 'document')}{publishers}"
        say(f"Shared    {library.address}: {library.problem or held}")
    state = status.model.problem or ("ready" if status.model.ready else "not loaded")
    say(f"Model     {status.model.name} ({status.model.dimension} dimensions): {state}")
    say(f"Indexes   {status.index_version}")
    if status.sandbox_warning:
        say(f"Sandbox   {status.sandbox_warning}")
    if not context.paths.library.is_only_shared:
        say(summary(status))
    return DONE


def _say_own(status: LibraryStatus, root: Path) -> None:
    say(f"Library   {root} ({status.size_bytes / 1e6:,.1f} MB)")
    for folder in status.folders:
        held = count(folder.documents, "document")
        say(f"Folder    {folder.name}: {held}, {folder.root}{availability(folder)}")
    if not status.folders:
        say("Folder    none yet; to add one: twofold folder add PATH")


def availability(folder: FolderStatus) -> str:
    """Return in parentheses why the files of a folder cannot be read; '' if they can."""
    if folder.is_copy:
        return "  (copied from a shared library)"
    return "" if folder.available else "  (not available now)"


def status_as_json(status: LibraryStatus) -> dict[str, object]:
    """Return the status as JSON; scripts depend on the keys."""
    return {
        "documents": {
            "indexed": status.documents_indexed,
            "failed": status.documents_failed,
            "without_text": status.documents_without_text,
            "pending": status.documents_pending,
        },
        "chunks": status.chunks,
        "vectors": {"ready": status.vectors_ready, "pending": status.vectors_pending},
        "model": {
            "name": status.model.name,
            "dimension": status.model.dimension,
            "fingerprint": status.model.fingerprint,
            "ready": status.model.ready,
            "problem": status.model.problem,
        },
        "index_version": status.index_version,
        "sandbox_warning": status.sandbox_warning,
        "size_bytes": status.size_bytes,
        "shared": [asdict(library) for library in status.shared],
        "folders": [folder_as_json(folder) for folder in status.folders],
    }


def folder_as_json(folder: FolderStatus) -> dict[str, object]:
    """Return the status of a folder as JSON; scripts depend on the keys."""
    return {
        "name": folder.name,
        "root": folder.root,
        "documents": folder.documents,
        "failed": folder.failed,
        "without_text": folder.without_text,
        "pending": folder.pending,
        "chunks": folder.chunks,
        "vectors": folder.vectors,
        "available": folder.available,
    }


def summary(status: LibraryStatus) -> str:
    """Return a summary of the library in one line."""
    parts = [
        count(status.documents_indexed, "document"),
        count(status.chunks, "passage"),
        f"{status.vectors_ready:,} searchable by meaning",
    ]
    if status.documents_pending:
        parts.append(f"{status.documents_pending:,} waiting")
    parts.append(f"{status.documents_failed:,} not indexed")
    if status.documents_without_text:
        parts.append(f"{status.documents_without_text:,} without text")
    return ", ".join(parts)


_NOT_READ_YET = "The file was found but has not been read yet. To read it: twofold index"


def run_failures(arguments: argparse.Namespace, context: Context) -> int:
    """Print the files that are not indexed, with the reason for each."""
    progress = ProgressLine()
    retries = arguments.retry is not None
    with context.open_client(progress.show if retries else None, maintain=retries) as client:
        if retries:
            client.ask(RetryFailures(tuple(map(as_place, arguments.retry))), RequestDone)
            client.wait_until_done(with_vectors=False)
            progress.finish()
        failures, pending = not_indexed(client)
    rows = [
        *(
            (one.path, one.reason.value, one.detail, one.since, one.text_of or None)
            for one in failures
        ),
        *((path, "waiting", _NOT_READ_YET, None, None) for path in pending),
    ]
    if arguments.json:
        keys = ("path", "reason", "detail", "since", "text_of")
        say_json([dict(zip(keys, row, strict=True)) for row in rows])
        return DONE
    for path, reason, detail, *_ in rows:
        say(path)
        say(f"    {reason}: {detail}")
    waiting = f", {len(pending):,} not read yet" if pending else ""
    textless = sum(one.reason in WITHOUT_TEXT for one in failures)
    without = f", {textless:,} without text" if textless else ""
    say(f"{count(len(failures) - textless, 'file')} not indexed{without}{waiting}")
    return DONE


def not_indexed(client: BlockingClient) -> tuple[tuple[DocumentFailure, ...], tuple[str, ...]]:
    """Return the failures, and the paths of files that have not been read yet."""
    listed = client.ask(ListFailures(pending=True), FailuresListed)
    return listed.failures, listed.pending
