"""The handlers of requests that ask about an open library, one for each type."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import singledispatch

from twofold.engine.api import (
    AbsenceExplained,
    BadRequestError,
    CancelRequest,
    CheckCitation,
    CheckCollection,
    CheckedCitation,
    CheckLibrary,
    CheckQuotations,
    CheckTarget,
    CitationChecked,
    CollectionListed,
    CollectionsListed,
    CorrectSpelling,
    CountMatches,
    CoverageReported,
    DescribeHome,
    DescribePath,
    DescribeVersions,
    Event,
    EventCallback,
    ExplainAbsence,
    ExplainFile,
    ExportCollection,
    ExportHits,
    ExportProgress,
    ExportRendered,
    FailuresListed,
    FileExplained,
    FindInDocument,
    FindNearest,
    FoundInDocument,
    HomeDescribed,
    LibraryChecked,
    ListCollection,
    ListCollections,
    ListFailures,
    ListTemplates,
    MatchesCounted,
    NearestFound,
    PathDescribed,
    PreviewReady,
    PreviewRequest,
    QuotationsChecked,
    ReportCoverage,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    SearchFinished,
    SearchMode,
    SearchRequest,
    StartIndexingAgain,
    SuggestWords,
    TargetChecked,
    TemplatesListed,
    VersionsDescribed,
    WordsSuggested,
)
from twofold.engine.citations.version_history import version_history
from twofold.engine.export.export_file import (
    NoFolderError,
    TargetExistsError,
    check_target,
    templates_in,
)
from twofold.engine.export.exporter import Exported, steps_of
from twofold.engine.model.document import document_number
from twofold.engine.model.errors import ExportError
from twofold.engine.model.localized import message
from twofold.engine.search.find_in_document import find_in_document
from twofold.engine.search.query_language import has_only_symbols, is_blank, parse
from twofold.engine.search.suggestions import completions, corrections
from twofold.engine.service.library_host import LibraryHost
from twofold.engine.service.open_library import OpenLibrary
from twofold.engine.stores.library_folder import place_of

_SECONDS_BETWEEN_REPORTS = 0.2
# After this many passages, other threads get the interpreter lock, so that the window can paint.
_PASSAGES_BETWEEN_YIELDS = 10

_BY_MEANING = {SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.AUTO}


@dataclass(frozen=True, slots=True)
class Question:
    """A request that is being answered. Its handler runs on the thread of its route.

    `send` sends events before the answer. `model_wait` is the number of seconds that a search waits
    for the model.
    """

    request_id: int
    host: LibraryHost
    send: EventCallback
    is_cancelled: Callable[[], bool]
    model_wait: float = 0.0

    @property
    def library(self) -> OpenLibrary:
        """The library. Raises the error that prevented opening it."""
        return self.host.opened_library


@singledispatch
def answer(request: Request, question: Question) -> Event | None:  # noqa: ARG001 (of handlers)
    """Return the answer to a request, None if it is outdated. Raise EngineError."""
    raise TypeError(f"no handler for {type(request).__name__}")


# --- Searches and passages ---


@answer.register
def _search(request: SearchRequest, question: Question) -> Event | None:
    if question.is_cancelled():
        return None
    library = question.library
    if needs_model(request):
        question.host.models.wait(question.model_wait)
    response = library.search(request, question.is_cancelled)
    return SearchFinished(question.request_id, response)


def needs_model(request: SearchRequest) -> bool:
    """Return whether a search is by meaning and has words or a passage to compare."""
    parsed = parse(request.query)
    is_literal = has_only_symbols(parsed) and not request.like
    return request.mode in _BY_MEANING and not is_literal and not is_blank(request, parsed)


@answer.register
def _count_matches(request: CountMatches, question: Question) -> Event:
    counts = question.library.count(request.search, request.kinds)
    return MatchesCounted(question.request_id, counts)


@answer.register
def _suggest_words(request: SuggestWords, question: Question) -> Event:
    library = question.library
    words = completions(library.catalog, library.indexes.lexical, request.text, request.most)
    return WordsSuggested(question.request_id, request.text, words)


@answer.register
def _correct_spelling(request: CorrectSpelling, question: Question) -> Event:
    library = question.library
    better = corrections(library.catalog, library.indexes.lexical, request.text)
    return WordsSuggested(question.request_id, request.text, corrections=better)


@answer.register
def _preview(request: PreviewRequest, question: Question) -> Event | None:
    previews = question.library.previews
    ready = PreviewReady(question.request_id, previews.preview(request))
    if not request.nearest:
        return ready
    question.send(ready)
    preview = None
    with suppress(BadRequestError):  # the passage no longer exists, but its preview stays
        preview = previews.with_nearest(request, question.is_cancelled)
    return None if preview is None else PreviewReady(question.request_id, preview)


@answer.register
def _find_in_document(request: FindInDocument, question: Question) -> Event | None:
    found = find_in_document(question.library.scatter, request, question.is_cancelled)
    if found is None:
        return None
    return FoundInDocument(question.request_id, found.pages, found.is_complete)


@answer.register
def _find_nearest(request: FindNearest, question: Question) -> Event:
    nearest = question.library.previews.nearest_sentence(request, question.is_cancelled)
    return NearestFound(question.request_id, request.chunk_id, nearest)


@answer.register
def _describe_versions(request: DescribeVersions, question: Question) -> Event:
    history = version_history(question.library.catalog, request.chunk_id, request.other)
    return VersionsDescribed(question.request_id, history)


# --- Citations and the collection ---


@answer.register
def _check_citation(request: CheckCitation, question: Question) -> Event:
    return CitationChecked(question.request_id, question.library.citations.check(request))


@answer.register
def _check_quotations(request: CheckQuotations, question: Question) -> Event:
    checker, request_id = question.library.quotations, question.request_id
    step = ExportSteps(request_id, 0, question.send, question.is_cancelled)
    try:
        return QuotationsChecked(request_id, checker.check(request, step.of))
    except _CancelledError:
        return RequestFailed(request_id, message("The check was cancelled."))


@answer.register
def _list_collections(_request: ListCollections, question: Question) -> Event:
    summaries = question.library.catalog.annotations.collections()
    return CollectionsListed(question.request_id, summaries)


@answer.register
def _list_collection(request: ListCollection, question: Question) -> Event:
    passages = question.library.collection.passages(request.collection)
    return CollectionListed(question.request_id, passages, collection=request.collection)


@answer.register
def _check_collection(request: CheckCollection, question: Question) -> Event:
    collection = question.library.collection
    passages = collection.passages(request.collection)
    checks = []
    for passage in passages:
        if question.is_cancelled():
            return RequestDone(question.request_id)
        checks.append(collection.check(passage))
    return CollectionListed(question.request_id, passages, tuple(checks), request.collection)


# --- Folders, files and the library ---


@answer.register
def _list_failures(request: ListFailures, question: Question) -> Event:
    library = question.library
    pending = library.pending_files() if request.pending else ()
    return FailuresListed(question.request_id, library.catalog.failures.every(), pending)


@answer.register
def _report_coverage(_request: ReportCoverage, question: Question) -> Event:
    coverage = question.library.coverage(question.is_cancelled)
    return CoverageReported(question.request_id, coverage)


@answer.register
def _explain_file(request: ExplainFile, question: Question) -> Event:
    return FileExplained(question.request_id, question.library.explain_file(request.path))


@answer.register
def _explain_absence(request: ExplainAbsence, question: Question) -> Event:
    if needs_model(request.search):
        question.host.models.wait(question.model_wait)
    report = question.library.explain_absence(request.subject, request.search)
    return AbsenceExplained(question.request_id, report)


@answer.register
def _describe_place(request: DescribePath, question: Question) -> Event:
    catalog = question.library.catalog
    place = place_of(request.place, catalog.folders())
    own, tags = catalog.annotations.tags(place), catalog.annotations.tags_given(place)
    trust = catalog.annotations.trust(place)
    folder, _, inside = place.partition("/")
    document = catalog.document(document_number(folder, inside)) if inside else None
    given = catalog.annotations.trust_given(place)
    effective, source = given or (document.trust if document else None, "")
    of_file = tuple(tag for tag in document.tags if tag not in tags) if document else ()
    return PathDescribed(question.request_id, place, own, tags, trust, effective, source, of_file)


@answer.register
def _describe_home(request: DescribeHome, question: Question) -> Event:
    home = question.library.catalog.home(request.since, request.limit)
    return HomeDescribed(question.request_id, home)


@answer.register
def _report_status(_request: ReportStatus, question: Question) -> Event:
    question.host.send_status()
    return RequestDone(question.request_id)


@answer.register
def _check_library(_request: CheckLibrary, question: Question) -> Event:
    return LibraryChecked(question.request_id, question.library.indexes.check())


@answer.register(StartIndexingAgain)  # an engine in one process always indexes
@answer.register(CancelRequest)  # already cancelled by the engine
def _done(_request: Request, question: Question) -> Event:
    return RequestDone(question.request_id)


# --- Exports ---


@answer.register
def _check_target(request: CheckTarget, question: Question) -> Event:
    try:
        check_target(request.target)
    except ExportError as error:
        exists = isinstance(error, TargetExistsError)
        has_folder = not isinstance(error, NoFolderError)
        return TargetChecked(question.request_id, error.message, error.hint, exists, has_folder)
    return TargetChecked(question.request_id)


@answer.register
def _list_templates(request: ListTemplates, question: Question) -> Event:
    return TemplatesListed(question.request_id, templates_in(request.folder))


@answer.register
def _export_hits(request: ExportHits, question: Question) -> Event:
    exporter = question.library.exporter
    return _export(
        request, question, steps_of(request), lambda step: exporter.export(request, step)
    )


@answer.register
def _export_collection(request: ExportCollection, question: Question) -> Event:
    collection, exporter = question.library.collection, question.library.exporter

    def write(step: ExportSteps) -> Exported:
        passages = collection.passages(request.collection)[: request.limit]
        checks: list[CheckedCitation | None] = []
        for passage in passages:
            is_preview = request.limit is not None  # reading all files would take too long
            checks.append(None if is_preview else collection.check(passage))
            step()
        return exporter.export_collection(request, passages, checks, step)

    return _export(request, question, 0, write)


def _export(
    request: ExportHits | ExportCollection,
    question: Question,
    total: int,
    write: Callable[[ExportSteps], Exported],
) -> Event:
    request_id = question.request_id
    step = ExportSteps(request_id, total, question.send, question.is_cancelled)
    try:
        step()
        done = write(step)
    except _CancelledError:
        return RequestFailed(request_id, message("The export was cancelled."))
    return ExportRendered(
        request_id, done.text, request.target, done.data, done.file, done.replaced, done.page
    )


class _CancelledError(Exception):
    """The export or check was cancelled."""


class ExportSteps:
    """Called for each passage of an export, to report progress. Raises if it is cancelled."""

    def __init__(
        self,
        request_id: int,
        total: int,
        send: EventCallback,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._request_id = request_id
        self._total = total
        self._send = send
        self._is_cancelled = is_cancelled
        self._done = -1  # the first call is before the first passage
        self._reported_at = time.monotonic()

    def of(self, total: int) -> None:
        """Count one step of `total`, which was not known before."""
        self._total = total
        self()

    def __call__(self) -> None:
        """Count one passage."""
        if self._is_cancelled():
            raise _CancelledError
        self._done += 1
        if self._done % _PASSAGES_BETWEEN_YIELDS:
            return
        time.sleep(0)
        now = time.monotonic()
        if now - self._reported_at >= _SECONDS_BETWEEN_REPORTS:
            self._reported_at = now
            done = min(self._done, self._total)
            self._send(ExportProgress(self._request_id, done, self._total))
