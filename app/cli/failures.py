"""`twofold failures`: what is not indexed, and why."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.cli.command import DONE, Context, as_place
from app.cli.output import count, say, say_json
from app.cli.progress import ProgressLine
from app.cli.session import Session
from engine.api import DocumentFailure, FailuresListed, ListFailures, RetryFailures

if TYPE_CHECKING:
    from app.cli.command import Commands

_WAITING = "waiting"
_NOT_READ_YET = "The file was found but not read yet; read it with: twofold index"


def add_command(commands: Commands) -> None:
    """Add `failures` to the command line."""
    parser = commands.add_parser("failures", help="what is not indexed, and why")
    parser.add_argument(
        "--retry",
        metavar="PATH",
        nargs="*",
        help="first try these files, or those below these folders, once more; without a PATH all",
    )
    parser.add_argument("--json", action="store_true", help="as a JSON list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the files that cannot be found, with the reason for each."""
    progress = ProgressLine()
    retries = arguments.retry is not None
    with Session(context, progress.show if retries else None, maintain=retries) as session:
        if retries:
            session.ask(RetryFailures(tuple(map(as_place, arguments.retry))))
            session.wait_until_done(with_vectors=False)
            progress.finish()
        failures, pending = not_indexed(session)
    if arguments.json:
        say_json([*map(_as_json, failures), *map(_pending_as_json, pending)])
    else:
        _say_failures(failures)
        _say_pending(pending)
        waiting = f", {len(pending):,} not read yet" if pending else ""
        say(f"{count(len(failures), 'file')} not indexed{waiting}")
    return DONE


def not_indexed(session: Session) -> tuple[tuple[DocumentFailure, ...], tuple[str, ...]]:
    """Return what failed, and the paths of the files that were found but not read yet."""
    listed = session.ask(ListFailures(pending=True))
    return (listed.failures, listed.pending) if isinstance(listed, FailuresListed) else ((), ())


def _as_json(failure: DocumentFailure) -> dict[str, str | None]:
    return {
        "path": failure.path,
        "reason": failure.reason.value,
        "detail": failure.detail,
        "since": failure.since,
        "text_of": failure.text_of or None,
    }


def _pending_as_json(path: str) -> dict[str, str | None]:
    return {
        "path": path,
        "reason": _WAITING,
        "detail": _NOT_READ_YET,
        "since": None,
        "text_of": None,
    }


def _say_failures(failures: tuple[DocumentFailure, ...]) -> None:
    for failure in failures:
        say(failure.path)
        say(f"    {failure.reason.value}: {failure.detail}")


def _say_pending(paths: tuple[str, ...]) -> None:
    for path in paths:
        say(path)
        say(f"    {_WAITING}: {_NOT_READ_YET}")
