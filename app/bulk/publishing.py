"""Indexing and publishing of a folder or an object store by many workers.

Dask distributes the parts, retries failed ones, and gives the parts of a lost worker to others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from twofold.app.bulk.cluster import SchedulerLostError, connect, result_of
from twofold.app.bulk.source import DividedSource, Problem
from twofold.app.bulk.worker import Part, PartDone, list_source, publish_part
from twofold.app.paths import expanded
from twofold.app.sharing import withdraw_parts
from twofold.engine.api import BadRequestError, EngineError, Message, Settings

_RETRIES = 2
_MAX_FAILURES_IN_A_ROW = 10  # so many failures in a row have a common cause


@dataclass(frozen=True, slots=True)
class BulkJob:
    """A source to publish at `address` as `name`, in `parts` tasks.

    `only` are the filters that published documents must match, '' for none. `is_whole` confirms
    that all documents are to be published although so far only a selection is. The work is done by
    `workers` processes on this computer, or by the workers of the Dask `scheduler` if one is given,
    in the folder `work`. With `may_lose`, most published documents may be deleted without asking.
    """

    source: str
    address: str
    name: str
    parts: int
    workers: int
    scheduler: str | None = None
    work: Path | None = None
    only: str = ""
    is_whole: bool = False
    may_lose: bool = False

    @property
    def source_id(self) -> str:
        """The id under which the source is published, derived from name and source."""
        text = f"{self.name}\0{self.source_text}"
        return blake2b(text.encode(), digest_size=12).hexdigest()

    @property
    def source_text(self) -> str:
        """The URL, or the absolute path of the folder."""
        if "://" in self.source:
            return self.source
        return str(expanded(Path(self.source)).resolve())


class Reporter(Protocol):
    """Receives the progress of publishing."""

    def problem(self, problem: Problem) -> None:
        """Report a file of the source that cannot be published."""

    def progress(self, finished: int, parts: int, passages: int) -> None:
        """Report the number of finished parts and of their passages."""

    def part_failed(self, number: int, error: EngineError) -> None:
        """Report a part that failed; the others continue."""

    def scheduler_lost(self, error: EngineError) -> None:
        """Report that the connection to the scheduler is lost; this ends the job."""

    def confirm_loss(self, published: int, left: int) -> None:
        """Ask whether most published documents may be deleted; raise BadRequestError if not."""


@dataclass(frozen=True, slots=True)
class BulkResult:
    """The finished parts, the number of all parts, and the number of refused files.

    `refused` counts the files that cannot be published.
    """

    done: tuple[PartDone, ...]
    parts: int
    refused: int


def withdraw_source(job: BulkJob) -> None:
    """Delete everything that was published from a source."""
    withdraw_parts(job.address, job.source_id, set())


def publish_source(job: BulkJob, settings: Settings, reporter: Reporter) -> BulkResult:
    """Publish a source; only changes are sent, and an interrupted run resumes where it stopped.

    Raise BadRequestError if so far only a selection of the source is published and the job has
    neither `only` nor `is_whole`, or if `reporter` does not confirm a loss. Raise EngineError if
    the source or the workers cannot be reached.
    """
    before = withdraw_parts(job.address, job.source_id, None)
    if before.is_selection and not (job.only or job.is_whole):
        raise BadRequestError(
            Message("Only a part of this source is published there."),
            Message("Name its filters again, or publish all of it: --only FILTERS, or --all"),
        )
    with connect(job.scheduler, job.workers, settings) as (client, worker_settings):
        source = _listed(client, job, worker_settings)
        for problem in source.problems:
            reporter.problem(problem)
        parts = _parts_of(source, job, worker_settings)
        done = _run_parts(client, parts, reporter)
        if len(done) == len(parts):
            left = sum(one.left for _, one in done)
            if left * 2 < before.documents and not job.may_lose:
                reporter.confirm_loss(before.documents, left)
            withheld = [replace(part, may_lose=True) for part, one in done if one.is_withheld]
            done = [(part, one) for part, one in done if not one.is_withheld]
            done += _run_parts(client, withheld, reporter) if withheld else []
    if len(done) == len(parts):
        kept = {part.publisher for part, one in done if one.passages or not one.is_whole}
        withdraw_parts(job.address, job.source_id, kept)
    in_order = sorted(done, key=lambda pair: pair[0].number)
    return BulkResult(tuple(one for _, one in in_order), len(parts), len(source.problems))


def _listed(client: Any, job: BulkJob, settings: Settings) -> DividedSource:  # noqa: ANN401
    wanted = (job.source_text, settings, job.parts, job.work)
    listing = client.submit(list_source, *wanted, pure=False, retries=_RETRIES)
    source = result_of(listing)
    if not isinstance(source, DividedSource):
        raise TypeError(source)
    return source


def _parts_of(source: DividedSource, job: BulkJob, settings: Settings) -> list[Part]:
    return [
        Part(
            number,
            f"{job.source_id}-{number}",
            source.name,
            files,
            job.work,
            job.address,
            job.name,
            settings,
            job.only,
            may_lose=job.may_lose,
        )
        for number, files in enumerate(source.parts)
    ]


def _run_parts(
    client: Any,  # noqa: ANN401
    parts: list[Part],
    reporter: Reporter,
) -> list[tuple[Part, PartDone]]:
    """Run all parts on the workers; report failed parts, and return the others with results."""
    from distributed import as_completed  # noqa: PLC0415 (an optional extra)

    done: list[tuple[Part, PartDone]] = []
    passages, failed, in_a_row = 0, 0, 0
    waiting = {
        client.submit(publish_part, part, pure=False, retries=_RETRIES): part for part in parts
    }
    try:
        for future in as_completed(waiting):  # type: ignore[no-untyped-call]
            part = waiting[future]
            try:
                one = result_of(future)
            except SchedulerLostError as error:
                reporter.scheduler_lost(error)
                break
            except EngineError as error:
                failed, in_a_row = failed + 1, in_a_row + 1
                reporter.part_failed(part.number, error)
                if in_a_row == _MAX_FAILURES_IN_A_ROW:
                    break
            else:
                in_a_row = 0
                done.append((part, one))
                passages += one.passages
            reporter.progress(len(done) + failed, len(parts), passages)
    finally:
        client.cancel(list(waiting))
    return done
