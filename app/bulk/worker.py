"""The work of one Dask worker: list a source, or fetch, index and publish a part of it.

Each part of a source has its own library and its own publisher id. Any worker can therefore repeat
a part without sending passages twice.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from twofold.app.blocking_client import BlockingClient
from twofold.app.bulk.source import DividedSource, Problem, SourcePart, divide_source
from twofold.app.logging_setup import set_up_logging
from twofold.app.paths import default_paths
from twofold.app.sharing import share_library
from twofold.engine.api import (
    EMPTY,
    AddFolder,
    EngineError,
    FailuresListed,
    ListFailures,
    RequestDone,
    Settings,
)
from twofold.engine.model.failure import WITHOUT_TEXT
from twofold.engine.model.sharing import Published, PublishingPlan

# Parts that lose at most a tenth are published at once, because withheld parts run twice.
_MIN_WITHHELD = 10
_MAX_PROBLEMS = 100  # of one part; the others are counted


@dataclass(frozen=True, slots=True)
class Part:
    """The task of a worker. Its repr, which Dask logs, contains no names and paths."""

    number: int
    publisher: str
    folder: str = field(repr=False)
    files: SourcePart = field(repr=False)
    work: Path | None = field(repr=False)
    address: str = field(repr=False)
    name: str = field(repr=False)
    settings: Settings = field(repr=False)
    only: str = field(repr=False)
    may_lose: bool = True


@dataclass(frozen=True, slots=True)
class PartDone:
    """The result of a part: its first `problems` and the number of `more_problems`.

    `is_whole`: all files of the part were fetched, and the engine gave no warning.
    `left`: the number of its published documents; if withheld, the number that would remain.
    `is_withheld`: publishing would delete many of its documents, so nothing was published yet. It
    is published after the loss of the whole source is known and confirmed.
    """

    documents: int
    without_text: int
    passages: int
    sent: int
    deleted: int
    problems: tuple[Problem, ...]
    more_problems: int
    is_whole: bool
    left: int = 0
    is_withheld: bool = False


class _LossError(EngineError):
    """Many published documents of a part would be deleted, and only `left` would remain."""

    def __init__(self, left: int) -> None:
        super().__init__(EMPTY)
        self.left = left


@contextmanager
def _without_causes() -> Iterator[None]:
    """Raise errors without their causes, because the receiver may lack these exception types."""
    try:
        yield
    except EngineError as error:
        error.__cause__ = error.__context__ = None
        raise


@_without_causes()
def list_source(source: str, settings: Settings, parts: int, work: Path | None) -> DividedSource:
    """List and divide a source. Runs in a worker, because the client may be unable to read it."""
    return divide_source(source, settings, parts, _work_folder(work))


@_without_causes()
def publish_part(part: Part) -> PartDone:
    """Fetch, index and publish one part. Runs in a worker.

    While some of its files cannot be fetched, none of its published documents is deleted.
    """
    paths = default_paths()
    os.umask(0o077)
    if not logging.getLogger().handlers:
        set_up_logging(paths.logs, name="bulk.log")
    place = _work_folder(part.work) / part.publisher
    folder = place / "files" / part.folder
    folder.mkdir(parents=True, exist_ok=True)
    problems = part.files.fetch(folder)
    are_all_there = not problems
    library = paths.with_library(place / "library").library
    with BlockingClient(library, part.settings, maintain=True) as client:
        client.ask(AddFolder(folder), RequestDone)
        status = client.wait_until_done(with_vectors=True)
        failures = client.ask(ListFailures(), FailuresListed).failures
    if status.model.problem:
        raise EngineError(status.model.problem)
    problems += [
        Problem(one.path, one.detail) for one in failures if one.reason not in WITHOUT_TEXT
    ]
    problems += [Problem(f"Part {part.number}", warning) for warning in client.warnings]
    published, is_withheld = Published(0, 0, 0, 0), False
    if status.chunks:
        try:
            published = share_library(
                library,
                part.address,
                part.name,
                publisher=part.publisher,
                only=part.only,
                keeps_others=not are_all_there,
                confirm=lambda plan: None if part.may_lose else _check_plan(plan),
            )
        except _LossError as error:
            published, is_withheld = Published(0, 0, error.left, 0), True
    return PartDone(
        documents=status.documents_indexed,
        without_text=status.documents_without_text,
        passages=published.passages,
        sent=published.written,
        deleted=published.deleted,
        problems=tuple(problems[:_MAX_PROBLEMS]),
        more_problems=len(problems[_MAX_PROBLEMS:]),
        is_whole=are_all_there and not client.warnings,
        left=published.documents,
        is_withheld=is_withheld,
    )


def _work_folder(work: Path | None) -> Path:
    return work or default_paths().library.root.with_name("bulk")


def _check_plan(plan: PublishingPlan) -> None:
    if plan.deleted * _MIN_WITHHELD > plan.published:
        raise _LossError(plan.left)
