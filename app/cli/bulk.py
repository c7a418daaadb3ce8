"""`twofold share --from`: its options, and the progress and the result on the terminal."""

from __future__ import annotations

import argparse
import getpass
from typing import TYPE_CHECKING

from twofold.app.cli.arguments import path_argument, required
from twofold.app.cli.context import DONE, FAILED, Context
from twofold.app.cli.output import count, say, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import confirm_loss
from twofold.app.sharing import filters_of
from twofold.engine.api import BadRequestError, EngineError, Message

if TYPE_CHECKING:
    from twofold.app.bulk.publishing import BulkJob, BulkResult
    from twofold.app.bulk.source import Problem

_PARTS, _MAX_PARTS = 16, 500
_WORKERS, _MAX_WORKERS = 2, 64


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `twofold share` that publish a source."""
    group = parser.add_argument_group("publishing a folder or an object store by many workers")
    group.add_argument(
        "--from",
        metavar="SOURCE",
        dest="source",
        type=required,
        help="publish what workers find there, not the library: a folder, s3://BUCKET/PATH, ...",
    )
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", metavar="N", type=int, default=_WORKERS, help="on this computer (default: 2)"
    )
    where.add_argument(
        "--scheduler",
        metavar="URL",
        type=required,
        help="the workers of a Dask scheduler: tcp://HOST:PORT",
    )
    group.add_argument(
        "--parts",
        metavar="P",
        type=int,
        default=_PARTS,
        help="how many tasks to make of it (default: 16); some for each worker",
    )
    group.add_argument(
        "--work",
        metavar="DIR",
        type=path_argument,
        help="where workers keep the files and libraries",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Publish a source; return FAILED if a part of it could not be, or not as a whole."""
    from twofold.app.bulk.publishing import (  # noqa: PLC0415 (needed by this option only)
        BulkJob,
        publish_source,
        withdraw_source,
    )

    if not (1 <= arguments.parts <= _MAX_PARTS and 1 <= arguments.workers <= _MAX_WORKERS):
        raise BadRequestError(
            Message(f"There may be {_MAX_PARTS} parts and {_MAX_WORKERS} workers at most.")
        )
    if arguments.only:
        filters_of(arguments.only)
    job = BulkJob(
        source=arguments.source,
        address=arguments.address,
        name=arguments.name or getpass.getuser(),
        parts=arguments.parts,
        workers=arguments.workers,
        scheduler=arguments.scheduler,
        work=arguments.work.absolute() if arguments.work else None,
        only=arguments.only or "",
        is_whole=arguments.all,
        may_lose=arguments.allow_empty,
    )
    if arguments.withdraw:
        withdraw_source(job)
        say(f"Nothing of {job.source} is at {job.address} any more.")
        return DONE
    reporter = _TerminalReporter(job)
    try:
        result = publish_source(job, context.settings(), reporter)
    finally:
        reporter.progress_line.finish()
    return _report(job.address, result)


class _TerminalReporter:
    def __init__(self, job: BulkJob) -> None:
        self._job = job
        self.progress_line = ProgressLine()

    def problem(self, problem: Problem) -> None:
        tell(f"{problem.path}: {problem.reason}")

    def progress(self, finished: int, parts: int, passages: int) -> None:
        of_all = f"{finished:,} of {count(parts, 'part')}"
        self.progress_line.line(f"{of_all}, {count(passages, 'passage')}")

    def part_failed(self, number: int, error: EngineError) -> None:
        self.progress_line.finish()
        tell(f"Part {number} failed: {error.message} {error.hint}")

    def scheduler_lost(self, error: EngineError) -> None:
        self.progress_line.finish()
        tell(f"{error.message} {error.hint}")

    def confirm_loss(self, published: int, left: int) -> None:
        self.progress_line.finish()
        confirm_loss(
            f"Of {count(published, 'document')} of {self._job.source} published at "
            f"{self._job.address}, {left:,} would be left.",
            "Check that the source is complete, and the filters, or use --allow-empty.",
        )


def _report(address: str, result: BulkResult) -> int:
    done = result.done
    for one in done:
        for problem in one.problems:
            tell(f"{problem.path}: {problem.reason}")
        if one.more_problems:
            tell(f"... and {one.more_problems:,} more")
    failed = result.parts - len(done)
    refused = result.refused + sum(len(one.problems) + one.more_problems for one in done)
    changes = f"{count(sum(one.sent for one in done), 'document')} sent, "
    changes += f"{sum(one.deleted for one in done):,} deleted"
    all_of_it = f"{count(sum(one.documents for one in done), 'document')}, "
    all_of_it += count(sum(one.passages for one in done), "passage")
    say(f"Published at {address}: {changes}; {all_of_it} in all, {refused:,} not indexed.")
    if textless := sum(one.without_text for one in done):
        say(f"Pictures and empty files, without text: {textless:,}")
    if failed:
        tell(f"{failed:,} of {count(result.parts, 'part')} are not done; run it again to do them.")
    return FAILED if failed or not all(one.is_whole for one in done) else DONE
