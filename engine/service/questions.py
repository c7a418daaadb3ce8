"""Questions that an open library answers, whichever thread they are asked on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.api import (
    BadRequestError,
    CheckCitation,
    CitationChecked,
    ClicksCounted,
    CollectionListed,
    CountClicks,
    Event,
    FailuresListed,
    FindNearest,
    LibraryChecked,
    ListCollection,
    NearestFound,
    PlaceDescribed,
    PreviewReady,
    PreviewRequest,
    SearchMode,
    SearchRequest,
    SuggestWords,
    WordsSuggested,
)
from engine.search.literal_search import is_blank
from engine.search.query_language import parse
from engine.service.open_library import OpenLibrary
from engine.service.places import place_of

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
        words, text = library.words, request.text
        if request.spelling:
            return WordsSuggested(request_id, text, corrections=words.corrections(text))
        return WordsSuggested(request_id, text, words.completions(text, request.most))

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
