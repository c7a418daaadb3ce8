"""The searching side: answers questions about an open library on threads of its own.

search     searches, what clicks would list, lists
preview    previews, suggestions, citations, the collection
export     exports, one after another
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from twofold.engine.api import (
    BadRequestError,
    CancelExport,
    CheckCitation,
    CheckTarget,
    CitationChecked,
    CollectionListed,
    CountMatches,
    CoverageReported,
    DescribePlace,
    Event,
    EventCallback,
    ExplainFile,
    ExportCollection,
    ExportHits,
    ExportProgress,
    ExportRendered,
    FailuresListed,
    FileExplained,
    FindNearest,
    ListCollection,
    ListFailures,
    ListTemplates,
    MatchesCounted,
    NearestFound,
    PlaceDescribed,
    PreviewReady,
    PreviewRequest,
    ReportCoverage,
    Request,
    RequestDone,
    RequestFailed,
    SearchFinished,
    SearchMode,
    SearchRequest,
    SuggestWords,
    TargetChecked,
    TemplatesListed,
    WordsSuggested,
    templates_in,
)
from twofold.engine.export.export_file import NoFolderError, TargetExistsError, check_target
from twofold.engine.export.exporter import Exported, steps_of
from twofold.engine.model.errors import ExportError
from twofold.engine.model.message import message
from twofold.engine.search.query_language import has_only_symbols, is_blank, parse
from twofold.engine.search.suggestions import completions, corrections
from twofold.engine.service.library_host import LibraryHost
from twofold.engine.service.open_library import OpenLibrary, place_of
from twofold.engine.service.scheduler import Job, Kind, SearchPriority, Worker, send_answer

_SECONDS_BETWEEN_REPORTS = 0.2
# After so long without a question, memory is given back. To map vectors again takes the next search
# two milliseconds, which nobody should pay while typing.
_SECONDS_TO_REST = 5.0
# Every so many passages other threads get the interpreter's lock: the window paints.
_PASSAGES_BETWEEN_YIELDS = 10

_BY_MEANING = {SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.AUTO}

IsCancelled = Callable[[], bool]
Answer = Callable[[OpenLibrary, IsCancelled], Event | None]


@dataclass(frozen=True, slots=True)
class _Way:
    """How a kind of question is answered: on which thread, and what makes it outdated.

    Of the questions of one `kind` only the newest of a client is kept while they wait; one that is
    `outdated_by` a kind ends early when a newer question of that kind comes.
    """

    thread: str
    kind: str = ""
    outdated_by: str = ""


_WAYS: dict[type[Request], _Way] = {
    SearchRequest: _Way("search", "search", outdated_by="search"),
    CountMatches: _Way("search", "counts"),
    ListFailures: _Way("search"),
    DescribePlace: _Way("search"),
    ExplainFile: _Way("search"),
    PreviewRequest: _Way("preview", "preview"),
    FindNearest: _Way("preview", "sentence", outdated_by="preview"),
    SuggestWords: _Way("preview", "words"),
    ListCollection: _Way("preview", "collection"),
    CheckCitation: _Way("preview"),
    ExportHits: _Way("export"),
    ExportCollection: _Way("export"),
    CheckTarget: _Way("export"),  # a drive may be slow
    ReportCoverage: _Way("export"),  # all folders are listed
    ListTemplates: _Way("export"),
    CancelExport: _Way("search"),  # does not wait for the export
}
_NEAREST = _Way("preview", "nearest", outdated_by="preview")
_SPELLING = _Way("preview")  # several parts of a window ask, and each waits for its answer
_CHECKS = _Way("preview", "checks")


def is_question(request: Request) -> bool:
    """Say whether a request is one that a `Reader` answers: it changes nothing in the library."""
    return type(request) in _WAYS


class Reader:
    """Answers from the library of `host`; a search waits `model_wait` seconds for the model.

    Of the searches, previews and suggestions of one client only the newest is sure to be answered.
    """

    def __init__(
        self,
        host: LibraryHost,
        on_event: EventCallback,
        priority: SearchPriority,
        model_wait: float,
    ) -> None:
        self._host = host
        self._on_event = on_event
        self._priority = priority
        self._model_wait = model_wait
        self.workers = {
            name: Worker(
                name,
                start_work=host.wait_until_opened,
                idle_work=self._give_memory_back,
                rest_seconds=_SECONDS_TO_REST,
            )
            for name in ("search", "preview", "export")
        }

    def _give_memory_back(self) -> bool:
        if (library := self._host.library) is not None:
            library.give_memory_back()
        return False

    def submit(self, request_id: int, request: Request, client: str) -> None:
        """Queue a question of a client. May be called from any thread."""
        way, on_end = _WAYS[type(request)], None
        work: Answer = partial(answer, request_id, request)
        match request:
            case CancelExport(export_id=export_id):
                self.workers["export"].cancel(("export", str(export_id)))
            case SearchRequest():
                work = partial(self._search, request_id, request)
                self._priority.begin()
                on_end = self._priority.end
            case ExportHits() | ExportCollection():
                work = partial(self._export, request_id, request)
            case SuggestWords(spelling=True):
                way = _SPELLING
            case ListCollection(check=True):
                way = _CHECKS
        self._put(way, request_id, work, client, on_end)
        if isinstance(request, PreviewRequest) and request.nearest:
            self._put(_NEAREST, request_id, partial(_with_nearest, request_id, request), client)

    def _put(
        self,
        way: _Way,
        request_id: int,
        work: Answer,
        client: str,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        def carry_out() -> None:
            send_answer(
                self._on_event,
                request_id,
                lambda: work(self._host.opened_library, job.cancelled.is_set),
            )

        if way.thread == "export":
            kind: Kind = ("export", str(request_id))
        else:
            kind = (way.kind, client) if way.kind else ()
        outdated_by = (way.outdated_by, client) if way.outdated_by else ()
        job = Job(carry_out, kind, outdated_by, on_end=on_end)
        self.workers[way.thread].put(job)

    def _search(
        self, request_id: int, request: SearchRequest, library: OpenLibrary, cancelled: IsCancelled
    ) -> Event:
        if needs_model(request):
            self._host.models.wait(self._model_wait)
        return SearchFinished(request_id, library.search(request, cancelled))

    def _export(
        self,
        request_id: int,
        request: ExportHits | ExportCollection,
        library: OpenLibrary,
        cancelled: IsCancelled,
    ) -> Event:
        total = steps_of(request) if isinstance(request, ExportHits) else 0
        step = ExportSteps(request_id, total, self._on_event, cancelled)
        try:
            step()
            exported = export(library, request, step)
        except _CancelledError:
            return RequestFailed(request_id, message("The export was cancelled."))
        return ExportRendered(
            request_id,
            exported.text,
            request.target,
            exported.data,
            exported.file,
            exported.replaced,
        )


def needs_model(request: SearchRequest) -> bool:
    """Say whether a search looks for words, or a passage, by meaning; filters alone do not."""
    parsed = parse(request.query)
    is_literal = has_only_symbols(parsed) and not request.like
    return request.mode in _BY_MEANING and not is_literal and not is_blank(request, parsed)


def answer(  # noqa: C901, PLR0911, PLR0912 (a case for each kind of question)
    request_id: int, request: Request, library: OpenLibrary, cancelled: IsCancelled
) -> Event | None:
    """Return the answer to a question; None for one that is outdated."""
    catalog, lexical = library.catalog, library.indexes.lexical
    match request:
        case PreviewRequest():
            return PreviewReady(request_id, library.previews.preview(request))
        case FindNearest():
            nearest = library.previews.nearest_sentence(request, cancelled)
            return NearestFound(request_id, request.chunk_id, nearest)
        case SuggestWords(text=text, spelling=True):
            better = corrections(catalog, lexical, text)
            return WordsSuggested(request_id, text, corrections=better)
        case SuggestWords(text=text):
            words = completions(catalog, lexical, text, request.most)
            return WordsSuggested(request_id, text, words)
        case CheckCitation():
            return CitationChecked(request_id, library.citations.check(request))
        case ListCollection():
            passages = library.collection.passages()
            checks = tuple(map(library.collection.check, passages)) if request.check else ()
            return CollectionListed(request_id, passages, checks)
        case CountMatches(search=search, kinds=kinds):
            return MatchesCounted(request_id, library.count(search, kinds))
        case ListFailures():
            pending = library.pending_files() if request.pending else ()
            return FailuresListed(request_id, catalog.failures(), pending)
        case ReportCoverage():
            return CoverageReported(request_id, library.coverage(cancelled))
        case DescribePlace():
            place = place_of(request.place, catalog.folders())
            own, all_tags = catalog.personal.tags(place), catalog.personal.tags_given(place)
            return PlaceDescribed(request_id, place, own, all_tags, catalog.personal.trust(place))
        case ExplainFile():
            return FileExplained(request_id, library.explain_file(request.path))
        case CancelExport():
            return RequestDone(request_id)
        case CheckTarget():
            return _target_checked(request_id, request)
        case ListTemplates():
            return TemplatesListed(request_id, templates_in(request.folder))
    raise TypeError(type(request).__name__)


def _with_nearest(
    request_id: int, request: PreviewRequest, library: OpenLibrary, cancelled: IsCancelled
) -> Event | None:
    """Return the preview once more, with the sentence nearest to the query."""
    preview = None
    with suppress(BadRequestError):  # the passage has gone; what is shown of it stays
        preview = library.previews.with_nearest(request, cancelled)
    return None if preview is None else PreviewReady(request_id, preview)


def _target_checked(request_id: int, request: CheckTarget) -> Event:
    try:
        check_target(request.target)
    except ExportError as error:
        exists = isinstance(error, TargetExistsError)
        has_folder = not isinstance(error, NoFolderError)
        return TargetChecked(request_id, error.message, error.hint, exists, has_folder)
    return TargetChecked(request_id)


def export(
    library: OpenLibrary, request: ExportHits | ExportCollection, step: Callable[[], None]
) -> Exported:
    """Export hits or the collection; `step` is called for every passage and may raise."""
    if isinstance(request, ExportHits):
        return library.exporter.export(request, step)
    passages = library.collection.passages()
    checks = []
    for passage in passages:
        checks.append(library.collection.check(passage))
        step()
    return library.exporter.export_collection(request, passages, checks, step)


class _CancelledError(Exception):
    """The export was cancelled."""


class ExportSteps:
    """Called for every passage of an export: reports its progress, raises once it is cancelled."""

    def __init__(
        self, request_id: int, total: int, on_event: EventCallback, cancelled: IsCancelled
    ) -> None:
        self._request_id = request_id
        self._total = total
        self._on_event = on_event
        self._cancelled = cancelled
        self._done = -1  # the first call comes before the first passage
        self._reported_at = time.monotonic()

    def __call__(self) -> None:
        """Count one more passage."""
        if self._cancelled():
            raise _CancelledError
        self._done += 1
        if self._done % _PASSAGES_BETWEEN_YIELDS:
            return
        time.sleep(0)
        now = time.monotonic()
        if now - self._reported_at >= _SECONDS_BETWEEN_REPORTS:
            self._reported_at = now
            done = min(self._done, self._total)
            self._on_event(ExportProgress(self._request_id, done, self._total))
