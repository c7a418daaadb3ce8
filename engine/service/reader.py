"""What answers questions from an open library: search, preview, suggestions, export."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.api import (
    BadRequestError,
    CancelExport,
    CheckCitation,
    CheckTarget,
    CitationChecked,
    ClicksCounted,
    CollectionListed,
    CountClicks,
    Event,
    EventCallback,
    ExportProgress,
    ExportRendered,
    FailuresListed,
    FindNearest,
    LibraryChecked,
    ListCollection,
    NearestFound,
    PlaceDescribed,
    PreviewReady,
    PreviewRequest,
    RequestDone,
    RequestFailed,
    SearchMode,
    SearchRequest,
    SuggestWords,
    TargetChecked,
    WordsSuggested,
)
from engine.export.export_file import TargetExistsError, check_target
from engine.export.exporter import Exported
from engine.model.errors import ExportError
from engine.search.query_language import is_blank, parse
from engine.search.suggestions import completions, corrections
from engine.service.open_library import OpenLibrary, place_of
from engine.service.scheduler import Job, WorkerThread

Work = Callable[[OpenLibrary], Event | None]

_BY_MEANING = {SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.AUTO}


def needs_model(request: SearchRequest) -> bool:
    """Say whether a search looks for words, or a passage, by meaning; filters alone do not."""
    return request.mode in _BY_MEANING and not is_blank(request, parse(request.query))


def described(request_id: int, library: OpenLibrary, place: str) -> Event:
    """Return what the person said of a place."""
    catalog = library.catalog
    known = place_of(place, catalog.folders())
    return PlaceDescribed(
        request_id,
        known,
        catalog.user_tags(known),
        catalog.tags_given(known),
        catalog.user_trust(known),
    )


def failures(request_id: int, library: OpenLibrary, *, unread: bool) -> Event:
    """Return what is not indexed, and when asked what is still to be read."""
    waiting = library.unread_files() if unread else ()
    return FailuresListed(request_id, library.catalog.failures(), waiting)


def check(request_id: int) -> Work:
    """Return the work that compares the indexes with the catalog."""
    return lambda library: LibraryChecked(request_id, library.indexes.check())


def preview(request_id: int, request: PreviewRequest) -> Work:
    """Return the work that opens a document at a passage."""
    return lambda library: PreviewReady(request_id, library.previews.preview(request))


def nearest(request_id: int, request: PreviewRequest, is_outdated: Callable[[], bool]) -> Work:
    """Return the work that sends the preview once more, with the sentence nearest to the query."""

    def work(library: OpenLibrary) -> Event | None:
        try:
            preview = library.previews.with_nearest(request, is_outdated)
        except BadRequestError:  # the passage has gone; what is shown of it stays
            preview = None
        return None if preview is None else PreviewReady(request_id, preview)

    return work


def cited(request_id: int, request: CheckCitation | ListCollection) -> Work:
    """Return the work that goes back from citations to the files."""

    def work(library: OpenLibrary) -> Event:
        if isinstance(request, CheckCitation):
            return CitationChecked(request_id, library.citations.check(request))
        collection = library.collection
        passages = collection.passages()
        checks = tuple(map(collection.check, passages)) if request.check else ()
        return CollectionListed(request_id, passages, checks)

    return work


def suggested(request_id: int, request: SuggestWords) -> Work:
    """Return the work that looks for words a person may mean."""

    def work(library: OpenLibrary) -> Event:
        catalog, lexical, text = library.catalog, library.indexes.lexical, request.text
        if request.spelling:
            better = corrections(catalog, lexical, text)
            return WordsSuggested(request_id, text, corrections=better)
        return WordsSuggested(request_id, text, completions(catalog, lexical, text, request.most))

    return work


def sentence(request_id: int, request: FindNearest, is_outdated: Callable[[], bool]) -> Work:
    """Return the work that finds the sentence of a passage nearest to a query."""

    def work(library: OpenLibrary) -> Event:
        found = library.previews.nearest_sentence(request, is_outdated)
        return NearestFound(request_id, request.chunk_id, found)

    return work


def clicks(request_id: int, request: CountClicks, is_outdated: Callable[[], bool]) -> Work:
    """Return the work that counts what clicks would list, one by one until a search waits."""

    def work(library: OpenLibrary) -> Event:
        listed = []
        for filters in request.clicks:
            if is_outdated():
                break
            counted = library.listed(replace(request.search, filters=filters), is_outdated)
            if is_outdated():
                break  # it may have ended early
            listed.append(counted)
        return ClicksCounted(request_id, tuple(listed))

    return work


LookUp = CheckCitation | FindNearest | ListCollection | SuggestWords


def looked_up(request_id: int, request: LookUp, is_outdated: Callable[[], bool]) -> Work:
    """Return the work that answers from what the library holds."""
    if isinstance(request, SuggestWords):
        return suggested(request_id, request)
    if isinstance(request, FindNearest):
        return sentence(request_id, request, is_outdated)
    return cited(request_id, request)


def newest_of(request: LookUp) -> str:
    """Return the kind of work of which only the newest is wanted, '' where all is."""
    if isinstance(request, SuggestWords) and request.spelling:
        return ""  # several parts of a window ask, and each waits for its own answer
    if isinstance(request, ListCollection):
        return "checks" if request.check else "collection"
    kinds = {SuggestWords: "words", FindNearest: "sentence"}
    return kinds.get(type(request), "")


_SECONDS_BETWEEN_WORDS = 0.2
# Every so many passages other threads get their turn at Python's lock: the window paints.
_PASSAGES_PER_REPORT = 10

ExportWork = Callable[[Callable[[], None]], Exported]
Guard = Callable[[int, Callable[[], Event]], None]


class ExportThread:
    """Carries exports out; `guard` turns what goes wrong into an event.

    `prepare` runs first on the thread (it waits for the library).
    """

    def __init__(self, on_event: EventCallback, guard: Guard, prepare: Callable[[], None]) -> None:
        self._on_event = on_event
        self._guard = guard
        self._lock = threading.Lock()
        self._unwanted: set[int] = set()
        self._waiting: set[int] = set()
        self._thread = WorkerThread("export", start_work=prepare)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def put(self, request_id: int, target: Path | None, total: int, export: ExportWork) -> None:
        """Queue an export of `total` steps. May be called from any thread."""
        with self._lock:
            self._waiting.add(request_id)

        def work() -> None:
            self._guard(request_id, lambda: self._export(request_id, target, total, export))

        self._thread.put(Job(work))

    def answer(self, request_id: int, request: CancelExport | CheckTarget) -> None:
        """Give an export up at once, or look at a place: on the thread, as a drive may be slow."""
        if isinstance(request, CheckTarget):
            target = request.target
            look = Job(lambda: self._guard(request_id, lambda: _checked(request_id, target)))
            self._thread.put(look)
        else:
            self.cancel(request.export_id)
            self._on_event(RequestDone(request_id))

    def cancel(self, export_id: int) -> None:
        """Give up an export that waits or runs; it then fails with a sentence."""
        with self._lock:
            if export_id in self._waiting:
                self._unwanted.add(export_id)

    def ask_to_stop(self) -> None:
        """Take no more exports and give up those there are."""
        with self._lock:
            self._unwanted |= self._waiting
        self._thread.ask_to_stop()

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def _export(
        self, request_id: int, target: Path | None, total: int, export: ExportWork
    ) -> Event:
        progress = _Progress(request_id, total, self._on_event)

        def step() -> None:
            if self._is_unwanted(request_id):
                raise _UnwantedError
            progress.advance()

        try:
            step()
            exported = export(step)
        except _UnwantedError:
            return RequestFailed(request_id, "The export was cancelled.")
        finally:
            with self._lock:
                self._waiting.discard(request_id)
                self._unwanted.discard(request_id)
        return ExportRendered(request_id, exported.text, target, exported.data)

    def _is_unwanted(self, request_id: int) -> bool:
        with self._lock:
            return request_id in self._unwanted


def _checked(request_id: int, target: Path) -> TargetChecked:
    try:
        check_target(target)
    except ExportError as error:
        exists = isinstance(error, TargetExistsError)
        return TargetChecked(request_id, error.message, error.hint, exists)
    return TargetChecked(request_id)


class _UnwantedError(Exception):
    """The person cancelled."""


class _Progress:
    """Tells how far an export is, a few times a second, from its second moment on."""

    def __init__(self, request_id: int, total: int, on_event: EventCallback) -> None:
        self._request_id = request_id
        self._total = total
        self._on_event = on_event
        self._done = -1
        self._told = time.monotonic()

    def advance(self) -> None:
        self._done += 1
        if self._done % _PASSAGES_PER_REPORT:
            return
        time.sleep(0)
        now = time.monotonic()
        if now - self._told >= _SECONDS_BETWEEN_WORDS:
            self._told = now
            done = min(self._done, self._total)
            self._on_event(ExportProgress(self._request_id, done, self._total))
