"""The engine as front ends see it: requests go in with an id, events come back.

Threads, each with a queue of its own:

    search     searches (the newest wins), lists                 -> SearchFinished, ...
    export     exports, one after another                        -> ExportRendered, ExportProgress
    preview    previews (the newest wins), citations going back  -> PreviewReady, CitationChecked
    indexing   opens the library, then reads, indexes, embeds    -> StatusChanged, RequestDone
    model      loads the model (converting it on first start), then ends
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from engine.api import (
    AddFolder,
    BadRequestError,
    CancelExport,
    CheckCitation,
    CheckLibrary,
    CitationChecked,
    EngineError,
    Event,
    EventCallback,
    ExportHits,
    FailuresListed,
    LibraryChecked,
    LibraryInUseError,
    ListFailures,
    ModelStatus,
    Notice,
    PauseEmbedding,
    PreviewReady,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SearchFinished,
    SearchMode,
    SearchRequest,
    UseModel,
)
from engine.background_engine.export_thread import ExportThread
from engine.background_engine.library_keeper import LibraryKeeper
from engine.background_engine.model_thread import ModelThread
from engine.background_engine.open_library import LibraryOpener, OpenLibrary
from engine.background_engine.status_report import StatusReport
from engine.background_engine.worker_thread import WorkerThread
from engine.embedding.embedder import Embedder
from engine.job_queue import Job, SearchPriority

logger = logging.getLogger(__name__)

Work = Callable[[OpenLibrary], Event]

_SECONDS_UNTIL_NEXT_TURN = 2.0
_NEEDS_MODEL = {SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.AUTO}


class BackgroundEngine:
    """One library, searched and kept up to date in the background.

    The constructor returns at once; the library is opened on the indexing thread. When that fails,
    a Notice says so and every request fails with the same sentence. While another process writes to
    the library it is read only, and kept up to date from when that process ends. A search waits at
    most `model_wait` seconds for the model; after that keywords answer alone.
    """

    def __init__(
        self,
        opener: LibraryOpener,
        on_event: EventCallback,
        *,
        model_wait: float = 0.0,
        loads_model: bool = True,
    ) -> None:
        self._opener = opener
        self._on_event = on_event
        self._model_wait = model_wait
        self._loads_model = loads_model
        self._ids = count(1)
        self._priority = SearchPriority()
        self._newest_search = 0
        self._opened = threading.Event()
        self._library: OpenLibrary | None = None
        self._former: OpenLibrary | None = None
        self._followed_generation = -1
        self._keeper: LibraryKeeper | None = None
        self._report: StatusReport | None = None
        self._failure = EngineError("The library is closed.")
        self._paused_early = False
        self._embedder: Embedder | None = None
        self._arrived = ModelStatus("", "")
        self._model = ModelThread(opener.load_embedder, self._model_changed)
        self._indexing = WorkerThread(
            "indexing",
            start_work=self._open,
            idle_work=self._maintain,
            patience=lambda: _SECONDS_UNTIL_NEXT_TURN if self._waits_for_turn else None,
        )
        self._searching = WorkerThread("search", start_work=self._wait_until_opened)
        self._previewing = WorkerThread("preview", start_work=self._wait_until_opened)
        self._exporting = ExportThread(on_event, self._guard_plain, self._wait_until_opened)
        for thread in (self._indexing, self._searching, self._previewing, self._exporting):
            thread.start()

    # --- Any thread ---

    def submit(self, request: Request) -> int:
        """Queue a request and return its id; the answer is an event with the same id."""
        request_id = next(self._ids)
        self.carry_out(request_id, request)
        return request_id

    def carry_out(self, request_id: int, request: Request) -> None:
        """Queue a request whose id was chosen by the caller."""
        match request:
            case SearchRequest():
                self._submit_search(request_id, request)
            case PreviewRequest():
                self._put(self._previewing, request_id, _preview(request_id, request), "preview")
            case CheckCitation():
                self._put(self._previewing, request_id, _check_citation(request_id, request))
            case CheckLibrary():  # on the thread that writes, so that nothing changes meanwhile
                self._put(self._indexing, request_id, _check(request_id))
            case ExportHits():
                self._exporting.put(request_id, request, self._opener.exporter)
            case CancelExport():
                self._exporting.cancel(request.export_id)
                self._on_event(RequestDone(request_id))
            case ListFailures() | ReportStatus():
                self._put(
                    self._searching,
                    request_id,
                    lambda library: self._answer(library, request_id, request),
                )
            case _:
                if isinstance(request, PauseEmbedding):
                    self._pause(request)
                self._put(
                    self._indexing,
                    request_id,
                    lambda library: self._change(library, request_id, request),
                )

    def wait_until_opened(self) -> None:
        """Wait until the library is open, or known to be unusable."""
        self._opened.wait()

    def load_model(self, name: str) -> None:
        """Load the model called `name` for queries, when `loads_model` was not given."""
        self._indexing.put(Job(lambda: self._model.start(name)))

    def refuse_model(self, sentence: str) -> None:
        """Say why meaning cannot be searched."""
        if self._library is not None:
            self._library.set_model_problem(sentence)

    def follow(self, then: Callable[[], None]) -> None:
        """Search what another process has written meanwhile, and call `then` when that is so."""

        def work() -> None:
            try:
                if self._library is None:
                    self._use(self._opener.open())
                else:
                    self._library.follow()
            except EngineError as error:
                logger.info("following the library later: %s", error.message)
            finally:
                then()

        self._indexing.put(Job(work))

    def hold_background_work(self, seconds: float) -> None:
        """Let background work stand aside: a search runs in another process."""
        self._priority.hold(seconds)

    def close(self) -> None:
        """Stop all work at the next safe point; returns when every thread has ended."""
        threads = (self._searching, self._previewing, self._indexing, self._exporting)
        for thread in threads:
            thread.ask_to_stop()
        self._opened.wait()
        if self._library is not None:
            self._library.stop_readers()
        self._model.join()
        for thread in threads:
            thread.join()
        self._model.join()  # a job may have begun to load another one meanwhile
        for library in (self._library, self._former):
            if library is not None:
                library.close()
        for embedder in (self._embedder, self._model.take()):
            if embedder is not None:
                embedder.close()

    def _submit_search(self, request_id: int, request: SearchRequest) -> None:
        self._priority.announce()
        self._newest_search = request_id

        def answer() -> None:
            with self._priority.answering():
                self._guard(request_id, lambda library: self._search(library, request_id, request))

        self._searching.put(Job(answer, "search", displaced=self._priority.finish))

    def _put(self, thread: WorkerThread, request_id: int, work: Work, kind: str = "") -> None:
        thread.put(Job(lambda: self._guard(request_id, work), kind))

    def _guard(self, request_id: int, work: Work) -> None:
        """Send what `work` answers, or the sentence of what went wrong."""

        def on_library() -> Event:
            if self._library is None:
                raise self._failure
            return work(self._library)

        self._guard_plain(request_id, on_library)

    def _guard_plain(self, request_id: int, work: Callable[[], Event]) -> None:
        try:
            event = work()
        except EngineError as error:
            is_bad = isinstance(error, BadRequestError)
            event = RequestFailed(request_id, error.message, error.hint, is_bad)
        except Exception as error:
            logger.exception("request %d failed", request_id)
            event = RequestFailed(
                request_id,
                f"Something went wrong inside Twofold ({type(error).__name__}).",
                "The log has the details.",
            )
        self._on_event(event)

    def _pause(self, request: PauseEmbedding) -> None:
        self._paused_early = request.paused
        if self._keeper is not None:
            self._keeper.pause(paused=request.paused)

    # --- Search thread ---

    def _wait_until_opened(self) -> None:
        self._opened.wait()

    def _search(self, library: OpenLibrary, request_id: int, request: SearchRequest) -> Event:
        if request.mode in _NEEDS_MODEL and (request.query.strip() or request.like):
            self._model.wait(self._model_wait)
        response = library.search(request, lambda: self._is_outdated(request_id))
        return SearchFinished(request_id, response)

    def _is_outdated(self, request_id: int) -> bool:
        return self._newest_search != request_id or self._searching.is_closing

    def _answer(
        self,
        library: OpenLibrary,
        request_id: int,
        request: ListFailures | ReportStatus,
    ) -> Event:
        if isinstance(request, ListFailures):
            return FailuresListed(request_id, library.catalog.failures())
        if self._report is not None:
            self._report.send()
        return RequestDone(request_id)

    # --- Indexing thread ---

    def _open(self) -> None:
        try:
            library = self._opener.open()
        except EngineError as error:
            self._failure = error
            self._on_event(Notice(error.message, error.hint, is_warning=True))
        except Exception as error:
            logger.exception("the library cannot be opened")
            self._failure = EngineError(f"The library cannot be opened ({type(error).__name__}).")
            self._on_event(
                Notice(self._failure.message, "The log has the details.", is_warning=True)
            )
        else:
            self._use(library)
            self._load_first_model()
        finally:
            self._opened.set()

    def _use(self, library: OpenLibrary) -> None:
        """Answer and keep this library from now on."""
        self._report = StatusReport(
            library.catalog, self._on_event, library, read_only=library.read_only
        )
        self._keeper = LibraryKeeper(
            catalog=library.catalog,
            indexes=library.indexes,
            indexer=library.indexer,
            report=self._report,
            priority=self._priority,
            on_event=self._on_event,
            stop_requested=lambda: self._indexing.is_closing,
            jobs_wait=lambda: self._indexing.has_waiting_jobs,
            between_steps=self._take_model,
        )
        self._keeper.pause(paused=self._paused_early)
        for repair in library.repairs:
            self._on_event(Notice(repair))
        self._library = library

    def _load_first_model(self) -> None:
        if self._loads_model:
            self._model.start(self._opener.settings.text("embedding.model"))

    @property
    def _waits_for_turn(self) -> bool:
        """Whether another process writes to the library that is to be kept up to date here."""
        if self._library is None:
            return self._opened.is_set() and isinstance(self._failure, LibraryInUseError)
        return self._library.read_only and self._opener.maintain

    def _take_turn(self) -> None:
        """Keep the library up to date if nobody else does any more; else follow who does."""
        try:
            library = self._opener.open_for_writing()
        except EngineError as error:
            logger.debug("the library stays read only: %s", error.message)
            self._follow_the_other()
            return
        former, report = self._library, self._report
        self._use(library)
        if former is None or report is None:
            self._load_first_model()
        else:
            # Searches may still run in the former, which stays open until the end.
            self._former = former
            self._keep_model(library, report.model)
        self._on_event(Notice("The other Twofold has ended; the library is kept up to date here."))
        self.carry_out(0, RefreshLibrary())

    def _keep_model(self, library: OpenLibrary, model: ModelStatus) -> None:
        """Go on with the model that was, or is being, loaded for the former library."""
        if self._embedder is not None:
            self._use_embedder(self._embedder)
        elif self._report is not None:
            if model.problem:
                library.set_model_problem(model.problem)
            self._report.set_model(model)

    def _follow_the_other(self) -> None:
        if self._library is None or self._report is None:
            return
        generation = self._library.catalog.generation
        if generation != self._followed_generation:
            self._library.follow()
            self._followed_generation = generation
            self._report.send()

    def _model_changed(self, status: ModelStatus) -> None:
        """Tell of the model's new state; it is ready once `_take_model` has run. Model thread."""
        if status.ready:
            self._arrived = status
            self._indexing.put(Job(self._take_model))
            return
        if self._report is not None:
            self._report.set_model(status)
        if self._library is not None and status.problem:
            self._library.set_model_problem(status.problem)
            self._model.settle()

    def _take_model(self) -> None:
        """Search and embed with a model that has been loaded meanwhile."""
        embedder = self._model.take()
        if embedder is None or self._library is None or self._keeper is None:
            return
        previous, self._embedder = self._embedder, embedder
        self._use_embedder(embedder)
        if previous is not None:
            previous.close()

    def _use_embedder(self, embedder: Embedder) -> None:
        if self._library is None or self._keeper is None:
            return
        try:
            for repair in self._library.use_embedder(embedder):
                self._on_event(Notice(repair))
        except EngineError as error:
            self._library.set_model_problem(error.message)
            status = replace(self._arrived, ready=False, problem=f"{error.message} {error.hint}")
        else:
            self._keeper.use_embedder(embedder)
            status = self._arrived
        finally:
            self._model.settle()
        if self._report is not None:
            self._report.set_model(status)

    def _maintain(self) -> bool:
        """One small step of background work; False when there is nothing to do for now."""
        if self._waits_for_turn:
            self._take_turn()
            return False
        if self._keeper is None or self._library is None or self._library.read_only:
            return False
        return self._keeper.embed_some()

    def _change(self, library: OpenLibrary, request_id: int, request: Request) -> Event:
        if self._keeper is None:
            raise self._failure
        if library.read_only:
            raise LibraryInUseError(
                "This library is open for searching only, as another Twofold updates it.",
                "Close the other window or command first.",
            )
        match request:
            case AddFolder():
                done = self._keeper.add_folder(request.path)
            case RemoveFolder():
                done = self._keeper.remove_folder(request.name)
            case RefreshLibrary():
                done = self._keeper.refresh()
            case RetryFailures():
                done = self._keeper.retry_failures()
            case UseModel():
                self._model.start(request.name)
                done = f"{request.name} is used from now on."
            case _:
                done = ""
        return RequestDone(request_id, done)


def _check(request_id: int) -> Work:
    return lambda library: LibraryChecked(request_id, library.indexes.check())


def _preview(request_id: int, request: PreviewRequest) -> Work:
    return lambda library: PreviewReady(request_id, library.previews.preview(request))


def _check_citation(request_id: int, request: CheckCitation) -> Work:
    return lambda library: CitationChecked(request_id, library.citations.check(request))


__all__ = ["BackgroundEngine"]
