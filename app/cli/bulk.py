"""`twofold share --from`: a folder or an object store, indexed and published by many workers.

Dask distributes the work, repeats what fails and gives the part of a lost worker to another one. A
part of the source is a library of its own, published under an identity of its own; so a part may be
done again anywhere, and nothing is sent twice.
"""

from __future__ import annotations

import argparse
import getpass
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from twofold.app.cli.arguments import path_argument, required
from twofold.app.cli.context import DONE, FAILED, Context
from twofold.app.cli.output import count, say, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import confirm_loss
from twofold.app.cli.session import Session
from twofold.app.compose import divide_source, filters_of, share_library, withdraw_parts
from twofold.app.logging_setup import set_up_logging
from twofold.app.paths import default_paths, expanded
from twofold.engine.api import (
    EMPTY,
    AddFolder,
    BadRequestError,
    EngineError,
    FailuresListed,
    ListFailures,
    Message,
    RequestDone,
    Settings,
    how_to_add,
)
from twofold.engine.model.document import WITHOUT_TEXT
from twofold.engine.model.sharing import Published, PublishingPlan

_PARTS, _MOST_PARTS = 16, 500
_WORKERS, _MOST_WORKERS = 2, 64
_RETRIES = 2
# A tenth of a part. Parts that lose less are published at once: they would all be done twice.
_LEAST_WITHHELD = 10
_MOST_PROBLEMS = 100  # of one part; the others are counted
_MOST_FAILED = 10  # one after the other; then it is not the parts that are wrong
_SECONDS_TO_CONNECT = 20


@dataclass(frozen=True, slots=True)
class Part:
    """What a worker is asked to do. Dask's log shows it as text: without names and places."""

    number: int
    publisher: str
    folder: str = field(repr=False)
    fetch: Callable[[Path], list[tuple[str, Message]]] = field(repr=False)
    work: Path | None = field(repr=False)
    address: str = field(repr=False)
    name: str = field(repr=False)
    settings: Settings = field(repr=False)
    only: str = field(repr=False)
    may_lose: bool = True


class SchedulerLostError(EngineError):
    """The scheduler has ended, or cannot be reached any more."""


class _LossError(EngineError):
    """A good deal of what is published of a part would be deleted."""

    def __init__(self, left: int) -> None:
        super().__init__(EMPTY)
        self.left = left


@dataclass(frozen=True, slots=True)
class PartDone:
    """What became of a part; `problems` are paths and reasons, `unsaid` how many more.

    It `is_whole` when all its files could be fetched and the indexing had no trouble. `left` is how
    many documents are published of it. A part that would lose a good deal of them `is_withheld`: it
    stays as it is until it is known what the whole source would lose; `left` is what would be.
    """

    documents: int
    without_text: int
    passages: int
    sent: int
    deleted: int
    problems: tuple[tuple[str, Message], ...]
    unsaid: int
    is_whole: bool
    left: int = 0
    is_withheld: bool = False


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `twofold share` needs to publish a source."""
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
    if not (1 <= arguments.parts <= _MOST_PARTS and 1 <= arguments.workers <= _MOST_WORKERS):
        raise BadRequestError(
            Message(f"There may be {_MOST_PARTS} parts and {_MOST_WORKERS} workers at most.")
        )
    if arguments.only:
        filters_of(arguments.only)
    name = arguments.name or getpass.getuser()
    text = arguments.source
    if "://" not in text:
        text = str(expanded(Path(text)).resolve())
    source_id = blake2b(f"{name}\0{text}".encode(), digest_size=12).hexdigest()
    kept: set[str] | None = set() if arguments.withdraw else None
    published, is_selection = withdraw_parts(arguments.address, source_id, kept)
    if is_selection and not (arguments.withdraw or arguments.only or arguments.all):
        raise BadRequestError(
            Message("Only a part of this source is published there."),
            Message("Name its filters again, or publish all of it: --only FILTERS, or --all"),
        )
    if arguments.withdraw:
        say(f"Nothing of {arguments.source} is at {arguments.address} any more.")
        return DONE
    work = arguments.work.absolute() if arguments.work else None
    with _cluster(arguments, context.settings()) as (client, settings):
        wanted = (text, settings, arguments.parts, work)
        listing = client.submit(list_source, *wanted, pure=False, retries=_RETRIES)
        folder, fetches, problems = _result(listing)
        for path, why in problems:
            tell(f"{path}: {why}")
        parts = [
            Part(
                number,
                f"{source_id}-{number}",
                folder,
                fetch,
                work,
                arguments.address,
                name,
                settings,
                arguments.only or "",
                may_lose=arguments.allow_empty,
            )
            for number, fetch in enumerate(fetches)
        ]
        done = _carry_out(client, parts)
        if len(done) == len(parts):
            _check_loss(arguments, published, sum(one.left for _, one in done))
            withheld = [replace(part, may_lose=True) for part, one in done if one.is_withheld]
            done = [(part, one) for part, one in done if not one.is_withheld]
            done += _carry_out(client, withheld) if withheld else []
    if len(done) == len(parts):
        kept = {part.publisher for part, one in done if one.passages or not one.is_whole}
        withdraw_parts(arguments.address, source_id, kept)
    return _report(arguments.address, done, len(parts), len(problems))


def _check_loss(arguments: argparse.Namespace, published: int, left: int) -> None:
    """Raise BadRequestError when a source would lose most of its documents and nobody agrees."""
    if left * 2 < published and not arguments.allow_empty:
        confirm_loss(
            f"Of {count(published, 'document')} of {arguments.source} published at "
            f"{arguments.address}, {left:,} would be left.",
            "Check that the source is complete, and the filters, or use --allow-empty.",
        )


@contextmanager
def _cluster(
    arguments: argparse.Namespace, settings: Settings
) -> Iterator[tuple[Any, Settings]]:  # Dask has no types
    """Connect to the workers, or start them; return with it the settings that are theirs."""
    try:
        import dask  # noqa: PLC0415 (an optional extra)
        from distributed import Client, LocalCluster  # noqa: PLC0415
    except ImportError as error:
        raise EngineError(
            Message("Work by many workers needs libraries that are not installed."),
            how_to_add("bulk,milvus"),
        ) from error
    with ExitStack() as opened:
        if arguments.scheduler:
            try:
                client = Client(arguments.scheduler, timeout=_SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]
            except (OSError, RuntimeError, TypeError, ValueError) as error:
                raise EngineError(
                    Message(f"No Dask scheduler can be asked at {arguments.scheduler}."),
                    Message(
                        "Start one with: dask scheduler. For tls:// the configuration of Dask must "
                        "name the certificates here too."
                    ),
                ) from error
        else:
            if not settings.whole("embedding.threads"):
                threads = max(1, (os.cpu_count() or 1) // arguments.workers)
                settings = settings.replaced(embedding__threads=threads)
            # Whoever may send work to a worker may run anything: they speak TLS by keys of their
            # own, and nothing is served over HTTP.
            dask.config.set(
                {f"distributed.{one}.http.routes": [] for one in ("scheduler", "worker")}
            )
            cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=arguments.workers,
                threads_per_worker=1,
                security=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            client = Client(opened.enter_context(cluster))  # type: ignore[no-untyped-call]
        opened.enter_context(client)
        try:
            client.wait_for_workers(1, _SECONDS_TO_CONNECT)
        except TimeoutError as error:
            raise EngineError(
                Message(f"No worker is connected to {arguments.scheduler}."),
                Message("Start some with: dask worker ADDRESS --nthreads 1"),
            ) from error
        yield client, settings


def _result(future: Any) -> Any:  # noqa: ANN401
    """Return what a worker returned. Raise EngineError, SchedulerLostError without a scheduler."""
    try:
        return future.result()
    except EngineError:
        raise
    except CancelledError as error:
        raise SchedulerLostError(
            Message("The Dask scheduler does not answer any more."),
            Message("Start it and its workers, and run this again: what is done stays done."),
        ) from error
    except Exception as error:
        raise EngineError(
            Message(f"The workers cannot do it ({type(error).__name__})."),
            Message(
                "Their logs say more. Each needs this version of Twofold with the extras bulk and "
                "milvus, the libraries that read the source, and enough memory."
            ),
        ) from error


def _carry_out(client: Any, parts: list[Part]) -> list[tuple[Part, PartDone]]:  # noqa: ANN401
    """Let the workers do all parts; say which ones fail, and return the others."""
    from distributed import as_completed  # noqa: PLC0415 (as above)

    progress, done, passages, failed, in_a_row = ProgressLine(), [], 0, 0, 0
    waiting = {
        client.submit(publish_part, part, pure=False, retries=_RETRIES): part for part in parts
    }
    try:
        for future in as_completed(waiting):  # type: ignore[no-untyped-call]
            part = waiting[future]
            try:
                one = _result(future)
            except SchedulerLostError as error:
                progress.finish()
                tell(f"{error.message} {error.hint}")
                break
            except EngineError as error:
                failed, in_a_row = failed + 1, in_a_row + 1
                progress.finish()
                tell(f"Part {part.number} failed: {error.message} {error.hint}")
                if in_a_row == _MOST_FAILED:
                    break
            else:
                in_a_row = 0
                done.append((part, one))
                passages += one.passages
            finished = f"{len(done) + failed:,} of {count(len(parts), 'part')}"
            progress.line(f"{finished}, {count(passages, 'passage')}")
    finally:
        client.cancel(list(waiting))
        progress.finish()
    return done


def _place_of(work: Path | None) -> Path:
    return work or default_paths().library.root.with_name("bulk")


@contextmanager
def _without_causes() -> Iterator[None]:
    """Let errors go to the computer that asked, which may not know what caused them."""
    try:
        yield
    except EngineError as error:
        error.__cause__ = error.__context__ = None
        raise


@_without_causes()
def list_source(
    source: str, settings: Settings, parts: int, work: Path | None
) -> tuple[str, list[Callable[[Path], list[tuple[str, Message]]]], tuple[tuple[str, Message], ...]]:
    """List and divide a source. Runs in a worker, which is who can read it."""
    return divide_source(source, settings, parts, _place_of(work))


@_without_causes()
def publish_part(part: Part) -> PartDone:
    """Fetch, index and publish one part. Runs in a worker.

    While some of its files cannot be fetched, nothing of it is deleted.
    """
    paths = default_paths()
    os.umask(0o077)
    if not logging.getLogger().handlers:
        set_up_logging(paths.logs, name="bulk.log")
    place = _place_of(part.work) / part.publisher
    folder = place / "files" / part.folder
    folder.mkdir(parents=True, exist_ok=True)
    problems = part.fetch(folder)
    are_all_there = not problems
    paths = paths.with_library(place / "library")
    with Session(Context(paths, part.settings), maintain=True) as session:
        session.ask(AddFolder(folder), RequestDone)
        status = session.wait_until_done(with_vectors=True)
        failures = session.ask(ListFailures(), FailuresListed).failures
    if status.model.problem:
        raise EngineError(status.model.problem)
    problems += [(one.path, one.detail) for one in failures if one.reason not in WITHOUT_TEXT]
    problems += [(f"Part {part.number}", warning) for warning in session.warnings]
    published, is_withheld = Published(0, 0, 0, 0), False
    if status.chunks:
        try:
            published = share_library(
                paths.library,
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
        problems=tuple(problems[:_MOST_PROBLEMS]),
        unsaid=len(problems[_MOST_PROBLEMS:]),
        is_whole=are_all_there and not session.warnings,
        left=published.documents,
        is_withheld=is_withheld,
    )


def _check_plan(plan: PublishingPlan) -> None:
    if plan.deleted * _LEAST_WITHHELD > plan.published:
        raise _LossError(plan.left)


def _report(address: str, parts: list[tuple[Part, PartDone]], of: int, refused: int) -> int:
    done = [one for _, one in sorted(parts, key=lambda pair: pair[0].number)]
    for one in done:
        for path, why in one.problems:
            tell(f"{path}: {why}")
        if one.unsaid:
            tell(f"... and {one.unsaid:,} more")
    failed = of - len(done)
    refused += sum(len(one.problems) + one.unsaid for one in done)
    changes = f"{count(sum(one.sent for one in done), 'document')} sent, "
    changes += f"{sum(one.deleted for one in done):,} deleted"
    all_of_it = f"{count(sum(one.documents for one in done), 'document')}, "
    all_of_it += count(sum(one.passages for one in done), "passage")
    say(f"Published at {address}: {changes}; {all_of_it} in all, {refused:,} not indexed.")
    if textless := sum(one.without_text for one in done):
        say(f"Pictures and empty files, without text: {textless:,}")
    if failed:
        tell(f"{failed:,} of {count(of, 'part')} are not done; run it again to do them.")
    return FAILED if failed or not all(one.is_whole for one in done) else DONE
