"""The one place that names concrete parts and puts them together.

Parts are imported where they are put together: the window stands before most of them are needed,
and its child process and a command that asks for little need few.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from twofold.app.child_processes import ChildProcess
from twofold.app.paths import AppPaths, LibraryPaths, default_paths, expanded, resource_folder
from twofold.app.private_file import keep_library_private

if TYPE_CHECKING:
    from twofold.engine.api import (
        Engine,
        EvaluationProgress,
        EvaluationRequest,
        EventCallback,
        Message,
        ModelEvent,
        ModelListing,
        ModelRegistry,
        SearchRequest,
        SearchResponse,
        SetReport,
        Settings,
        SpeedReport,
    )
    from twofold.engine.embedding.models.fetching import FetchCommands
    from twofold.engine.embedding.models.probe import ModelTrial
    from twofold.engine.embedding.models.registry import KnownModels
    from twofold.engine.embedding.ports import Embedder, Reranker, RerankerProvider
    from twofold.engine.model.filters import SearchFilters
    from twofold.engine.model.sharing import Published, PublishingPlan
    from twofold.engine.service.engine import BackgroundEngine
    from twofold.engine.service.open_library import LibraryOpener
    from twofold.engine.stores.milvus.server import Server

_logger = logging.getLogger(__name__)

_COMMAND_MODEL_WAIT = 60.0
# For how many seconds a search waits for shared libraries: who types waits for none.
_WINDOW_PATIENCE, _COMMAND_PATIENCE = 1.5, 20.0
_NICENESS = 10


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
    """Open a library; returns at once, the work happens on the engine's threads.

    `maintain` keeps it up to date (one process at a time); without it the library is only read.
    `wait_for_model` makes the first search wait for the model, for commands that ask once; `watch`
    notices changed files at once. Without `loads_model` only keywords are made searchable; with it
    the model is in memory only once something is embedded.
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
    """Answer one search and close the library; None where a whole engine is to answer it."""
    from twofold.engine.service.one_search import search_once

    if paths.shared or settings.text("libraries.shared").strip():
        return None
    return search_once(
        request,
        settings,
        catalog_file=paths.catalog,
        lexical_folder=paths.lexical,
        vectors_folder=paths.vectors,
        load_embedder=lambda name: _load(name, paths.models, settings, _logger.info, preload=False),
    )


def open_window_engine(paths: AppPaths, settings: Settings, on_event: EventCallback) -> Engine:
    """Open a library for the window: searched in this process, kept up to date in another."""
    from twofold.engine.processes.this_process import give_back_large_blocks_at_once
    from twofold.engine.service.two_process_engine import TwoProcessEngine

    give_back_large_blocks_at_once()  # pictures of pages go through this process
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
    """Import what the window's engine searches with: a quarter of a second of the first search.

    There is time for it, on a thread, while the indexer opens the library.
    """
    import twofold.engine.service.engine  # noqa: F401


def serve_library(
    paths: LibraryPaths, settings: Settings, requests: BinaryIO, events: BinaryIO
) -> NoReturn:
    """Keep a library up to date for the process at the other end of the two streams, politely.

    Ends this process when the other one closes its stream.
    """
    from twofold.engine.processes.this_process import (
        collect_garbage_seldom,
        end_process,
        lower_priority,
    )
    from twofold.engine.service.engine import BackgroundEngine
    from twofold.engine.service.protocol import IndexerServer

    lower_priority(_NICENESS)
    collect_garbage_seldom()

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
    """Yield how well the search answers each judged set, with the model of the settings."""
    from twofold.engine.evaluation.evaluator import Evaluator
    from twofold.engine.evaluation.judged_library import LibraryParts

    with closing(_load(settings.text("embedding.model"), models, settings, tell)) as embedder:
        parts = LibraryParts(
            settings=settings,
            embedder=embedder,
            reader_command=ChildProcess.EXTRACT_WORKER.command,
            graph_command=ChildProcess.GRAPH_BUILDER.command,
        )
        yield from Evaluator(parts, on_progress).evaluate(request)


def measure_library(paths: LibraryPaths, settings: Settings, queries: int) -> SpeedReport:
    """Open a library for reading, and measure how fast it answers so many queries."""
    from twofold.engine.evaluation.speed import measure_library

    return measure_library(
        settings,
        queries,
        catalog_file=paths.catalog,
        lexical_folder=paths.lexical,
        vectors_folder=paths.vectors,
        load_embedder=lambda name: _load(name, paths.models, settings, _logger.info),
    )


def _opener(
    paths: LibraryPaths, settings: Settings, *, maintain: bool, preload: bool = False
) -> LibraryOpener:
    """Return what opens a library; with `preload` its model is loaded at once."""
    from twofold.engine.export.template import TemplateProcess
    from twofold.engine.service.open_library import ChildCommands, LibraryOpener, LibraryPlaces

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
        load_embedder=lambda name, progress: _load(
            name, paths.models, settings, progress, preload=preload
        ),
        maintain=maintain,
        load_reranker=_reranker_of(settings),
    )


def _with_shared(opener: LibraryOpener, paths: LibraryPaths, patience: float) -> LibraryOpener:
    """Let a library be searched with shared ones, which are waited for `patience` seconds."""
    from twofold.engine.service.shared_search import SharedAccess, SharedChoice

    chosen = SharedChoice(paths.shared) if paths.shared else None
    access = SharedAccess(_server, patience)
    return replace(opener, access=access, chosen=chosen, only_shared=paths.is_only_shared)


def share_library(
    paths: LibraryPaths,
    address: str,
    name: str,
    step: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    publisher: str = "",
    only: str | None = None,
    keeps_others: bool = False,
    confirm: Callable[[PublishingPlan], None] = lambda _plan: None,
) -> Published:
    """Publish a library as `name`; see `engine.stores.sync.sharing.share`.

    `only` are the filters of a query that its documents must pass, '' for all documents. They are
    kept (`published_selection`) unless `confirm` refuses; with None a part that was published is
    not made the whole.
    """
    from twofold.engine.model.filters import SearchFilters
    from twofold.engine.stores.catalog.catalog import Catalog
    from twofold.engine.stores.milvus.server import Address
    from twofold.engine.stores.sync.opening import open_lexical
    from twofold.engine.stores.sync.selection import Selections
    from twofold.engine.stores.sync.sharing import share

    filters = None if only is None else filters_of(only) if only else SearchFilters()
    if only is not None:
        confirm = Selections(paths.root).confirmed(Address.parse(address).name, only, confirm)
    with (
        closing(_server(address, bulk=True)) as server,
        closing(Catalog.open(paths.catalog, read_only=True)) as catalog,
        closing(open_lexical(catalog, paths.lexical, [])) as lexical,
    ):
        return share(
            catalog,
            lexical,
            server,
            name,
            step,
            publisher=publisher,
            filters=filters,
            keeps_others=keeps_others,
            confirm=confirm,
        )


def filters_of(text: str) -> SearchFilters:
    """Read the filters of a query; BadRequestError for anything else in it."""
    from twofold.engine.api import BadRequestError, message
    from twofold.engine.search.query_language import parse

    parsed = parse(text)
    if parsed.clauses or parsed.understood_as or parsed.filters.is_empty:
        raise BadRequestError(
            message("'{text}' is more, or less, than filters.", text=text),
            message("Write filters as in a query, without words: tag:public -tag:draft"),
        )
    return parsed.filters


def published_selection(paths: LibraryPaths, address: str) -> str | None:
    """Return the filters that a library was published with at an address; None for none."""
    from twofold.engine.stores.milvus.server import Address
    from twofold.engine.stores.sync.selection import Selections

    return Selections(paths.root).of(Address.parse(address).name)


def checked_address(text: str) -> str:
    """Return the address of a shared library as it is kept; BadRequestError where it is none."""
    from twofold.engine.stores.milvus.server import Address

    return Address.parse(text).name


def keep_token(address: str, token: str) -> bool:
    """Keep what lets a person in to the server of an address; return whether others may read it."""
    from twofold.app import credentials
    from twofold.engine.stores.milvus.server import Address

    parsed = Address.parse(address)
    credentials.keep_token(parsed.server, token)
    return parsed.is_exposed


def withdraw_library(paths: LibraryPaths, address: str) -> None:
    """Delete from a shared library what this one has published there."""
    from twofold.engine.stores.catalog.catalog import Catalog
    from twofold.engine.stores.sync.selection import Selections
    from twofold.engine.stores.sync.sharing import withdraw

    with (
        closing(_server(address, bulk=True)) as server,
        closing(Catalog.open(paths.catalog, read_only=True)) as catalog,
    ):
        withdraw(catalog, server)
        Selections(paths.root).keep(server.address.name, "")


def withdraw_parts(address: str, source: str, kept: Container[str] | None) -> tuple[int, bool]:
    """Delete all of a source that was not published as one of the parts `kept`; None keeps all.

    Return how many documents were there, and whether filters had chosen any.
    """
    from twofold.engine.stores.sync.sharing import withdraw_parts

    with closing(_server(address, bulk=True)) as server:
        return withdraw_parts(server, source, kept)


def divide_source(
    text: str, settings: Settings, parts: int, own: Path
) -> tuple[str, list[Callable[[Path], list[tuple[str, Message]]]], tuple[tuple[str, Message], ...]]:
    """Return what a source is called, what fetches each part of it, and what cannot be read.

    A fetch returns what it could not fetch. The folder `own` is passed over.
    """
    from twofold.engine.indexing.ignore_rules import IgnoreRules
    from twofold.engine.indexing.source import Source, parts_of

    hidden = settings.flag("indexing.hidden_files")
    rules = IgnoreRules(hidden, own_folders=frozenset({own.resolve().as_posix()}))
    most_bytes = settings.whole("indexing.max_file_mb") * 1_000_000
    source = Source.parse(text)
    files, problems = source.files(rules, most_bytes)
    divided = parts_of(files, parts)
    return source.name, [partial(source.fetch, part, most_bytes) for part in divided], problems


def pull_library(
    paths: LibraryPaths, address: str, step: Callable[[int, int], None]
) -> tuple[int, int]:
    """Copy a shared library into that of `paths`; return documents written and removed."""
    from twofold.engine.stores.sync.sharing import pull

    with closing(_server(address, bulk=True)) as server:
        return pull(
            catalog_file=paths.catalog,
            lexical=paths.lexical,
            vectors=paths.vectors,
            lock=paths.lock,
            server=server,
            step=step,
            dimension_of=_known_models(paths.models).dimension_of,
        )


def _server(address: str, *, bulk: bool = False) -> Server:
    """Return the server of an address; with `bulk` it is waited for longer, and nothing missed."""
    from twofold.app.credentials import token_of
    from twofold.engine.stores.milvus.server import Address, Server

    parsed = Address.parse(address)
    token = token_of(parsed.server)
    if bulk:
        return Server(parsed, token, seconds=60.0, consistency="Strong")
    return Server(parsed, token, consistency="Bounded")


def document_extensions() -> frozenset[str]:
    """Return the extensions whose files are opened without a question."""
    from twofold.engine.extract import registry

    return registry.document_extensions()


def prepare_model(name: str, models: Path, progress: Callable[[str], None]) -> Path:
    """Convert and verify the model called `name` when it is not there yet; return its file."""
    from twofold.engine.embedding.models.provisioning import provision

    return provision(_known_models(models).find(name), models, progress, trial=model_trial())


def try_model(name: str, models: Path, settings: Settings) -> Path:
    """Load the model called `name`, made first where it is missing; return its file.

    Raises ModelError with what is wrong with it.
    """
    with closing(_load(name, models, settings, lambda _line: None)):
        return prepare_model(name, models, lambda _line: None)


def recognised_scripts() -> tuple[str, ...]:
    """Return the scripts in which the text of scans can be recognised here."""
    from twofold.engine.extract.ocr import scripts

    return scripts()


def model_hardware() -> str:
    """Return the hardware that models run on."""
    from twofold.engine.embedding.llama.library import llama_hardware

    return llama_hardware()


def list_models(models: Path) -> tuple[ModelListing, ...]:
    """Return every model."""
    return _known_models(models).listings()


def fetch_model(name: str, models: Path, on_progress: Callable[[int, int], None]) -> Path:
    """Fetch a model of the catalogue from the hub and verify it; return its file."""
    from twofold.engine.embedding.models.fetching import ModelFetch

    description = _known_models(models).find(name)
    return ModelFetch(description, models, on_progress, _fetch_commands()).run()


def add_model_file(
    path: Path, models: Path, name: str, query_prompt: str, passage_prompt: str
) -> ModelListing:
    """Copy a GGUF file into the models folder and verify it; return what became of it."""
    from twofold.engine.embedding.catalogue import ModelDescription
    from twofold.engine.embedding.models.fetching import add_file
    from twofold.engine.model.message import EMPTY

    wanted = ModelDescription(name, "", EMPTY, query_prompt, passage_prompt)
    known = _known_models(models)
    added = add_file(path, known, wanted, trial=model_trial())
    return next(one for one in known.listings() if one.name == added.name)


def open_model_registry(models: Path, on_event: Callable[[ModelEvent], None]) -> ModelRegistry:
    """Return the models for the window."""
    from twofold.engine.embedding.models.fetching import BackgroundModelRegistry

    return BackgroundModelRegistry(_known_models(models), on_event, _fetch_commands())


def _known_models(models: Path) -> KnownModels:
    from twofold.engine.embedding.models.registry import KnownModels

    return KnownModels(models, resource_folder() / "models.json")


def _fetch_commands() -> FetchCommands:
    from twofold.engine.embedding.models.fetching import FetchCommands

    return FetchCommands(ChildProcess.MODEL_DOWNLOAD.command, model_trial())


def model_trial(settings: Settings | None = None) -> ModelTrial:
    """Return how model files are tried; a sandbox that `settings` require is required."""
    from twofold.app.settings_file import sandbox_policy
    from twofold.engine.embedding.models.probe import ModelTrial

    return ModelTrial(ChildProcess.MODEL_PROBE.command, partial(sandbox_policy, settings))


def _load(
    name: str,
    models: Path,
    settings: Settings,
    progress: Callable[[str], None],
    *,
    preload: bool = True,
) -> Embedder:
    from twofold.engine.embedding.models.loading import load_on_demand

    embedder = load_on_demand(
        prepare_model(name, models, progress),
        _known_models(models).find(name),
        threads=settings.whole("embedding.threads"),
        gpu=settings.text("embedding.gpu_layers") != "none",
        trial=model_trial(settings),
    )
    if preload:
        embedder.load()
    return embedder


def _reranker_of(settings: Settings) -> RerankerProvider | None:
    """Return what loads the reranking model of the settings; None for the built-in one."""
    if not settings.text("rerank.model").strip():
        return None

    def load() -> Reranker:
        from twofold.engine.embedding.models.loading import load_reranker

        return load_reranker(
            expanded(Path(settings.text("rerank.model"))),
            threads=settings.whole("embedding.threads"),
            gpu=settings.text("embedding.gpu_layers") != "none",
            trial=model_trial(settings),
        )

    return load
