"""`twofold share publish --from`: its options, its progress and its result."""

from __future__ import annotations

import argparse
import getpass
from typing import TYPE_CHECKING

from twofold.app.cli.arguments import path_argument, required, whole_number
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import count, say, warn
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import confirm_loss
from twofold.app.sharing import filters_of
from twofold.engine.api import EngineError

if TYPE_CHECKING:
    from twofold.app.bulk.publishing import BulkJob, BulkResult
    from twofold.app.bulk.source import Problem

_PARTS, _MAX_PARTS = 16, 500
_WORKERS, _MAX_WORKERS = 2, 64


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `twofold share publish` for publishing a source with workers."""
    add_source_options(parser)
    group = parser.add_argument_group("workers for --from")
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, _MAX_WORKERS),
        default=_WORKERS,
        help=f"number of workers on this computer (default: {_WORKERS})",
    )
    where.add_argument(
        "--scheduler",
        metavar="URL",
        type=required,
        help="use the workers of a Dask scheduler: tls://HOST:PORT",
    )
    group.add_argument(
        "--parts",
        metavar="N",
        type=whole_number(1, _MAX_PARTS),
        default=_PARTS,
        help=f"number of tasks, several for each worker (default: {_PARTS})",
    )
    group.add_argument(
        "--work",
        metavar="DIR",
        type=path_argument,
        help="folder for the files and libraries of the workers",
    )


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the source, and for the name under which it is published."""
    parser.add_argument("--name", default="", help="name that others see (default: your user name)")
    parser.add_argument(
        "--from",
        metavar="SOURCE",
        dest="source",
        type=required,
        help="a folder, or an object store such as s3://BUCKET/PATH, instead of the library",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Publish a source; return FAILED if a part of it could not be published."""
    from twofold.app.bulk.publishing import (  # noqa: PLC0415 (needed by this option only)
        BulkJob,
        publish_source,
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
    reporter = _TerminalReporter(job)
    try:
        result = publish_source(job, context.settings(), reporter)
    finally:
        reporter.progress_line.finish()
    return _report(job.address, result)


def withdraw(arguments: argparse.Namespace) -> int:
    """Delete what was published from a source."""
    from twofold.app.bulk.publishing import (  # noqa: PLC0415 (needed by this option only)
        BulkJob,
        withdraw_source,
    )

    name = arguments.name or getpass.getuser()
    job = BulkJob(arguments.source, arguments.address, name, parts=1, workers=1)
    withdraw_source(job)
    say(f"Nothing of {arguments.source} is published at {arguments.address} any more.")
    return DONE


class _TerminalReporter:
    def __init__(self, job: BulkJob) -> None:
        self._job = job
        self.progress_line = ProgressLine()

    def problem(self, problem: Problem) -> None:
        warn(f"{problem.path}: {problem.reason}")

    def progress(self, finished: int, parts: int, passages: int) -> None:
        of_all = f"{finished:,} of {count(parts, 'part')}"
        text = f"{of_all}, {count(passages, 'passage')}"
        self.progress_line.line(text, finished / max(parts, 1))

    def part_failed(self, number: int, error: EngineError) -> None:
        self.progress_line.finish()
        warn(f"Part {number} failed: {error.message} {error.hint}")

    def scheduler_lost(self, error: EngineError) -> None:
        self.progress_line.finish()
        warn(f"{error.message} {error.hint}")

    def confirm_loss(self, published: int, left: int) -> None:
        self.progress_line.finish()
        confirm_loss(
            f"Of {count(published, 'document')} from {self._job.source} published at "
            f"{self._job.address}, {left:,} would be left.",
            "Check the filters and that the source is complete, or use --allow-empty.",
        )


def _report(address: str, result: BulkResult) -> int:
    done = result.done
    for one in done:
        for problem in one.problems:
            warn(f"{problem.path}: {problem.reason}")
        if one.more_problems:
            warn(f"... and {one.more_problems:,} more")
    failed = result.parts - len(done)
    refused = result.refused + sum(len(one.problems) + one.more_problems for one in done)
    changes = f"{count(sum(one.sent for one in done), 'document')} sent, "
    changes += f"{sum(one.deleted for one in done):,} deleted"
    all_of_it = f"{count(sum(one.documents for one in done), 'document')}, "
    all_of_it += count(sum(one.passages for one in done), "passage")
    say(f"Published at {address}: {changes}; {all_of_it} in all, {refused:,} not indexed.")
    if textless := sum(one.without_text for one in done):
        say(f"Pictures and files without text: {textless:,}")
    if failed:
        warn(f"{failed:,} of {count(result.parts, 'part')} failed. Run the command again.")
    return FAILED if failed or not all(one.is_whole for one in done) else DONE
