"""The engine as front ends see it: requests go in with an id, events come back.

Threads, each with a queue of its own:

    search     searches (the newest wins), lists                 -> SearchFinished, ...
    export     exports, one after another                        -> ExportRendered, ExportProgress
    preview    previews (the newest wins), citations going back,
               passages put aside                                -> PreviewReady, CitationChecked
    indexing   opens the library, then reads, indexes, embeds    -> StatusChanged, RequestDone
    model      loads the model (converting it on first start), then ends
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from itertools import count

from engine.api import (
    BadRequestError,
    CancelExport,
    CheckCitation,
    CheckLibrary,
    CheckTarget,
    CountClicks,
    DescribePlace,
    EngineError,
    Event,
    EventCallback,
    ExplainFile,
    ExportCollection,
    ExportHits,
    FileExplained,
    FindNearest,
    ListCollection,
    ListFailures,
    PreviewRequest,
    RefreshLibrary,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    SearchFinished,
    SearchRequest,
    SuggestWords,
    UseModel,
    UseSettings,
)
from engine.export.exporter import Exported, steps_of
from engine.service import reader
from engine.service.library_host import LibraryHost
from engine.service.open_library import LibraryOpener, OpenLibrary
from engine.service.reader import ExportThread, Work
from engine.service.scheduler import Job, SearchPriority, WorkerThread
from engine.service.writer import answered, is_of_collection, job_of

logger = logging.getLogger(__name__)


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
        watches: bool = False,
    ) -> None:
        self._opener = opener
        self._on_event = on_event
        self._model_wait = model_wait
        self._ids = count(1)
        self._priority = SearchPriority()
        self._newest_search = 0
        self._newest_preview = 0
        self._host = LibraryHost(
            opener,
            on_event,
            self._priority,
            taken_over=lambda: self.carry_out(0, RefreshLibrary()),
            loads_model=loads_model,
            watches=watches,
        )
        self._indexing = self._host.indexing
        self._searching = WorkerThread("search", start_work=self.wait_until_opened)
        self._previewing = WorkerThread("preview", start_work=self.wait_until_opened)
        self._exporting = ExportThread(on_event, self._guard_plain, self.wait_until_opened)
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
                self._submit_preview(request_id, request)
            case CheckCitation() | FindNearest() | ListCollection() | SuggestWords():
                outdates = self._outdates(self._newest_preview)
                work = reader.looked_up(request_id, request, outdates)
                self._put(self._previewing, request_id, work, reader.newest_of(request))
            case ExportCollection():
                self._export_collection(request_id, request)
            case CountClicks():
                outdates = partial(self._is_outdated, self._newest_search)
                work = reader.clicks(request_id, request, outdates)
                self._put(self._searching, request_id, work, "clicks")
            case CheckLibrary():  # on the thread that writes, so that nothing changes meanwhile
                self._put(self._indexing, request_id, reader.check(request_id))
            case ExportHits():
                self._export_hits(request_id, request)
            case CancelExport() | CheckTarget():
                self._exporting.answer(request_id, request)
            case ListFailures() | ReportStatus() | DescribePlace() | ExplainFile():
                answer = partial(self._answer, request_id=request_id, request=request)
                self._put(self._searching, request_id, answer)
            case _:
                self._host.heed(request)
                change = partial(self._change, request_id=request_id, request=request)
                thread = self._previewing if is_of_collection(request) else self._indexing
                thread.put(job_of(request, partial(self._guard, request_id, change)))

    def _export_hits(self, request_id: int, request: ExportHits) -> None:
        def export(step: Callable[[], None]) -> Exported:
            return self._opened_library.exporter.export(request, step)

        self._exporting.put(request_id, request.target, steps_of(request), export)

    def _export_collection(self, request_id: int, request: ExportCollection) -> None:
        def export(step: Callable[[], None]) -> Exported:
            library = self._opened_library
            collection = library.collection
            passages = collection.passages()
            checks = []
            for passage in passages:
                checks.append(collection.check(passage))
                step()
            return library.exporter.export_collection(request, passages, checks, step)

        self._exporting.put(request_id, request.target, 0, export)

    def wait_until_opened(self) -> None:
        """Wait until the library is open, or known to be unusable."""
        self._host.opened.wait()

    def load_model(self, name: str) -> None:
        """Load the model called `name` for queries, when `loads_model` was not given."""
        self._indexing.put(Job(lambda: self._host.models.start(name)))

    def refuse_model(self, sentence: str) -> None:
        """Say why meaning cannot be searched."""
        if self._host.library is not None:
            self._host.library.set_model_problem(sentence)

    def follow(self, then: Callable[[], None]) -> None:
        """Search what another process has written meanwhile, and call `then` when that is so."""
        self._indexing.put(Job(lambda: self._host.follow(then)))

    def hold_background_work(self, seconds: float) -> None:
        """Let background work stand aside: a search runs in another process."""
        self._priority.hold(seconds)

    def close(self, model_patience: float | None = None) -> None:
        """Stop all work at the next safe point; returns when every thread has ended.

        A model that is being loaded or made cannot be stopped; who ends the process at once anyway
        need not wait for it longer than `model_patience` seconds.
        """
        threads = (self._searching, self._previewing, self._indexing, self._exporting)
        for thread in threads:
            thread.ask_to_stop()
        self._host.stop(model_patience)
        for thread in threads:
            thread.join()
        self._host.close(model_patience)

    def _submit_search(self, request_id: int, request: SearchRequest) -> None:
        self._priority.announce()
        self._newest_search = request_id

        def answer() -> None:
            with self._priority.answering():
                self._guard(request_id, lambda library: self._search(library, request_id, request))

        self._searching.put(Job(answer, "search", displaced=self._priority.finish))

    def _submit_preview(self, request_id: int, request: PreviewRequest) -> None:
        self._newest_preview = request_id
        self._put(self._previewing, request_id, reader.preview(request_id, request), "preview")
        if request.nearest:
            work = reader.nearest(request_id, request, self._outdates(request_id))
            self._put(self._previewing, request_id, work, "nearest")

    def _put(self, thread: WorkerThread, request_id: int, work: Work, kind: str = "") -> None:
        thread.put(Job(lambda: self._guard(request_id, work), kind))

    def _guard(self, request_id: int, work: Work) -> None:
        """Send what `work` answers, or the sentence of what went wrong."""
        self._guard_plain(request_id, lambda: work(self._opened_library))

    @property
    def _opened_library(self) -> OpenLibrary:
        """The library; raises the error of why it could not be opened."""
        if self._host.library is None:
            raise self._host.failure
        return self._host.library

    def _guard_plain(self, request_id: int, work: Callable[[], Event | None]) -> None:
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
        if event is not None:
            self._on_event(event)

    def _outdates(self, preview_id: int) -> Callable[[], bool]:
        return lambda: self._newest_preview != preview_id or self._previewing.is_closing

    # --- Search thread ---

    def _search(self, library: OpenLibrary, request_id: int, request: SearchRequest) -> Event:
        if reader.needs_model(request):
            self._host.models.wait(self._model_wait)
        response = library.search(request, lambda: self._is_outdated(request_id))
        return SearchFinished(request_id, response)

    def _is_outdated(self, request_id: int) -> bool:
        return self._newest_search != request_id or self._searching.is_closing

    def _answer(
        self,
        library: OpenLibrary,
        request_id: int,
        request: ListFailures | ReportStatus | DescribePlace | ExplainFile,
    ) -> Event:
        match request:
            case ListFailures():
                return reader.failures(request_id, library, unread=request.unread)
            case DescribePlace():
                return reader.described(request_id, library, request.place)
            case ExplainFile():
                return FileExplained(request_id, library.explain_file(request.path))
        if self._host.report is not None:
            self._host.report.send()
        return RequestDone(request_id)

    # --- Indexing thread; preview thread for the collection ---

    def _change(self, library: OpenLibrary, request_id: int, request: Request) -> Event | None:
        service = self._host.service
        if service is None:
            raise self._host.failure
        if isinstance(request, UseSettings):
            return RequestDone(request_id, self._host.use_settings())
        if library.read_only:
            raise library.why_read_only
        if isinstance(request, UseModel):
            self._host.models.start(request.name)
            return RequestDone(
                request_id, f"{request.name} is chosen; it answers once it has read every passage."
            )
        return answered(service, library.collection, request_id, request, self._on_event)
