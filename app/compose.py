"""Construction of engines from their parts: for the window, its indexer and commands.

Each function imports the modules it needs: the window is shown before most of them are needed, and
short commands and child processes need few of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from twofold.app.child_processes import ChildProcess
from twofold.app.models import describe_file, load_embedder, model_to_try, reranker_of
from twofold.app.paths import AppPaths, LibraryPaths, default_paths
from twofold.app.private_file import keep_library_private
from twofold.app.sharing import connect
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

if TYPE_CHECKING:
    from twofold.engine.api import (
        Engine,
        EvaluationProgress,
        EvaluationRequest,
        EventCallback,
        ModelComparison,
        SearchRequest,
        SearchResponse,
        SetReport,
        Settings,
        SpeedReport,
    )
    from twofold.engine.embedding.catalogue import ModelDescription
    from twofold.engine.service.engine import BackgroundEngine
    from twofold.engine.service.library_opener import LibraryOpener

_logger = logging.getLogger(__name__)

_COMMAND_MODEL_WAIT = 60.0
# Seconds that a search waits for shared libraries; short in the window, where the user types.
_WINDOW_PATIENCE, _COMMAND_PATIENCE = 1.5, 20.0
_NICENESS = 10
_PASSAGES_TRIED = 200


def open_engine(
    paths: LibraryPaths,
    settings: Settings,
    on_event: EventCallback,
    *,
    maintain: bool = True,
    wait_for_model: bool = False,
    watch: bool = False,
    loads_model: bool = True,
) -> Engine:
    """Open a library and return at once; the work is done on the engine's threads.

    `maintain` keeps the library up to date (one process at a time); without it, the library is only
    read. `wait_for_model` makes the first search wait for the model, for commands that search once.
    `watch` indexes changed files at once. Without `loads_model` only keywords are indexed; with it,
    the model is loaded when something is embedded.
    """
    from twofold.engine.service.engine import BackgroundEngine

    maintain = maintain and not paths.is_only_shared
    if maintain:
        keep_library_private(paths, on_event)
    opener = _opener(paths, settings, maintain=maintain)
    if not maintain:
        opener = _with_shared(opener, paths, _COMMAND_PATIENCE)
    wait = _COMMAND_MODEL_WAIT if wait_for_model else 0.0
    return BackgroundEngine(
        opener, on_event, model_wait=wait, watches=watch, loads_model=loads_model
    )


def search_once(
    paths: LibraryPaths, settings: Settings, request: SearchRequest
) -> SearchResponse | None:
    """Run one search and close the library; return None if a complete engine is needed."""
    from twofold.engine.processes.this_process import shorten_thread_switch_interval
    from twofold.engine.service.one_search import search_once

    shorten_thread_switch_interval()
    if paths.shared or settings.text("libraries.shared").strip():
        return None
    return search_once(
        request,
        settings,
        catalog_file=paths.catalog,
        lexical_folder=paths.lexical,
        vectors_folder=paths.vectors,
        load_embedder=lambda name: load_embedder(
            name, paths.models, settings, _logger.info, preload=False
        ),
    )


def open_window_engine(paths: AppPaths, settings: Settings, on_event: EventCallback) -> Engine:
    """Open a library for the window: this process searches, a child process indexes."""
    from twofold.engine.processes.this_process import release_large_blocks_immediately
    from twofold.engine.service.two_process_engine import TwoProcessEngine

    release_large_blocks_immediately()  # images of pages pass through this process
    if paths.library.is_only_shared:
        return open_engine(paths.library, settings, on_event, maintain=False)

    def open_reader(on_reader_event: EventCallback) -> BackgroundEngine:
        from twofold.engine.service.engine import BackgroundEngine

        opener = _opener(paths.library, settings, maintain=False, preload=True)
        opener = _with_shared(replace(opener, beside_indexer=True), paths.library, _WINDOW_PATIENCE)
        return BackgroundEngine(opener, on_reader_event, loads_model=False)

    start = {
        "library": str(paths.library.root),
        "models": str(paths.library.models),
        "logs": str(paths.logs),
        "settings": dict(settings.values),
    }
    return TwoProcessEngine(ChildProcess.INDEXER.command, start, open_reader, on_event)


def import_reader() -> None:
    """Import the search modules of the window's engine, which takes a quarter of a second.

    Called on a thread while the indexer opens the library.
    """
    import twofold.engine.service.engine  # noqa: F401


def serve_library(
    paths: LibraryPaths, settings: Settings, requests: BinaryIO, events: BinaryIO
) -> NoReturn:
    """Keep a library up to date for the process at the other end of the streams, at low priority.

    Ends this process when the other one closes its stream.
    """
    from twofold.engine.processes.this_process import (
        collect_garbage_rarely,
        end_process,
        lower_priority,
    )
    from twofold.engine.service.engine import BackgroundEngine
    from twofold.engine.service.protocol import IndexerServer

    lower_priority(_NICENESS)
    collect_garbage_rarely()

    def open_indexer(on_event: EventCallback) -> BackgroundEngine:
        keep_library_private(paths, on_event)
        opener = _opener(paths, settings, maintain=True)
        return BackgroundEngine(opener, on_event, watches=settings.flag("indexing.watch"))

    IndexerServer(requests, events).serve(open_indexer)
    end_process()


def evaluate(
    models: Path,
    settings: Settings,
    request: EvaluationRequest,
    on_progress: Callable[[EvaluationProgress], None],
    tell: Callable[[str], None],
) -> Iterator[SetReport]:
    """Yield the search quality for each judged set, with the model of the settings."""
    from twofold.engine.evaluation.evaluator import Evaluator
    from twofold.engine.evaluation.judged_library import LibraryParts

    with closing(
        load_embedder(settings.text("embedding.model"), models, settings, tell)
    ) as embedder:
        parts = LibraryParts(
            settings=settings,
            embedder=embedder,
            reader_command=ChildProcess.EXTRACT_WORKER.command,
            graph_command=ChildProcess.GRAPH_BUILDER.command,
        )
        yield from Evaluator(parts, on_progress).evaluate(request)


def compare_with_used_model(
    paths: LibraryPaths,
    settings: Settings,
    source: str | Path,
    wanted: ModelDescription,
    *,
    passages: int,
    on_progress: Callable[[int, int], None],
) -> ModelComparison:
    """Measure a model, and the one in use, on passages of a library, which is only read.

    `source` is the name of a model or a file, `wanted` describes a file; see `model_to_try`.
    """
    from twofold.engine.evaluation.known_items import (
        LoadedReranker,
        compare_models,
        compare_reranking,
        known_items,
    )
    from twofold.engine.stores.catalog.catalog import Catalog

    with ExitStack() as opened:
        catalog = opened.enter_context(closing(Catalog.open(paths.catalog, read_only=True)))
        items, count = known_items(catalog, passages), len(catalog.chunk_numbers())
        name = catalog.vectors.answering_model.partition("@")[0]
        name = name or settings.text("embedding.model")
        tried = opened.enter_context(model_to_try(source, paths.models, wanted, settings))
        is_used = tried.name == name and isinstance(source, str)
        used = None
        if not is_used:
            used = opened.enter_context(model_to_try(name, paths.models, wanted, settings))
        if isinstance(used, LoadedReranker):
            used = None  # no such model answers
        if not isinstance(tried, LoadedReranker):
            return compare_models(items, count, tried, used, on_progress)
        if used is None:
            raise ModelError(message("No semantic model is selected."))
        return compare_reranking(items, count, tried, used, on_progress)


def compare_model(
    paths: LibraryPaths,
    settings: Settings,
    name: str,
    on_progress: Callable[[int, int], None],
) -> ModelComparison:
    """Compare a model with the one in use, as the window does; see `compare_with_used_model`."""
    return compare_with_used_model(
        paths, settings, name, describe_file(), passages=_PASSAGES_TRIED, on_progress=on_progress
    )


def measure_library(paths: LibraryPaths, settings: Settings, queries: int) -> SpeedReport:
    """Open a library for reading and measure how fast it answers queries."""
    from twofold.engine.evaluation.speed import measure_library

    return measure_library(
        settings,
        queries,
        catalog_file=paths.catalog,
        lexical_folder=paths.lexical,
        vectors_folder=paths.vectors,
        load_embedder=lambda name: load_embedder(name, paths.models, settings, _logger.info),
    )


def _opener(
    paths: LibraryPaths, settings: Settings, *, maintain: bool, preload: bool = False
) -> LibraryOpener:
    """Return an opener for a library; with `preload` it loads the model at once."""
    from twofold.engine.export.template import TemplateProcess
    from twofold.engine.processes.this_process import shorten_thread_switch_interval
    from twofold.engine.service.library_opener import LibraryOpener
    from twofold.engine.service.open_library import ChildCommands, LibraryPlaces

    shorten_thread_switch_interval()
    return LibraryOpener(
        places=LibraryPlaces(
            paths.catalog,
            paths.lexical,
            paths.vectors,
            paths.lock,
            own=(paths.root, paths.models, default_paths().logs),
        ),
        settings=settings,
        commands=ChildCommands(
            reader=ChildProcess.EXTRACT_WORKER.command,
            graph_builder=ChildProcess.GRAPH_BUILDER.command,
            templates=TemplateProcess(ChildProcess.TEMPLATE_WORKER.command),
        ),
        load_embedder=lambda name, progress: load_embedder(
            name, paths.models, settings, progress, preload=preload
        ),
        maintain=maintain,
        choose_reranker=partial(reranker_of, paths.models),
    )


def _with_shared(opener: LibraryOpener, paths: LibraryPaths, patience: float) -> LibraryOpener:
    """Add the shared libraries to an opener; a search waits at most `patience` seconds for them."""
    from twofold.engine.service.shared_search import SharedAccess, SharedChoice

    chosen = SharedChoice(paths.shared) if paths.shared else None
    access = SharedAccess(connect, patience)
    return replace(opener, access=access, chosen=chosen, only_shared=paths.is_only_shared)


def document_extensions() -> frozenset[str]:
    """Return the extensions of files that are opened without confirmation."""
    from twofold.engine.extract import registry

    return registry.document_extensions()


def recognised_scripts() -> tuple[str, ...]:
    """Return the scripts that text recognition can read here."""
    from twofold.engine.extract.ocr import scripts

    return scripts()


def check_style(name: str) -> None:
    """Raise BadRequestError if there is no citation style of this name or path."""
    from twofold.engine.export.bibliography.styles import find_style

    find_style(name)


def templates_in(folder: Path) -> tuple[Path, ...]:
    """Return the export templates in a folder, sorted by name."""
    from twofold.engine.export import export_file

    return export_file.templates_in(folder)
