"""Search inside one document: the number of matches on each of its pages.

The indexed passages are searched instead of the file, which takes milliseconds even for a long
document. No passage crosses a page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from twofold.engine.model.document import StoredChunk, as_number
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import message
from twofold.engine.model.preview import PageMatches, find_text
from twofold.engine.model.requests import FindInDocument
from twofold.engine.search.more_like_this import key_terms_query
from twofold.engine.search.query_language import parse
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.snippets import language_of

_MAX_SECONDS = 10.0

Count = Callable[[str, str], int]


@dataclass(frozen=True, slots=True)
class FoundPages:
    """The pages with matches, in order; `is_complete` is False if the search took too long."""

    pages: tuple[PageMatches, ...]
    is_complete: bool


def find_in_document(
    scatter: Scatter, request: FindInDocument, is_outdated: Callable[[], bool]
) -> FoundPages | None:
    """Return the pages with matches; None if `is_outdated()` returns True.

    Raise BadRequestError if the passage is not in the library (any more).
    """
    passage = _passage(scatter, request.chunk_id)
    count = _counter(scatter, request)
    deadline = time.monotonic() + _MAX_SECONDS
    found: list[PageMatches] = []
    for page, text in _pages(scatter.document_chunks(passage.document)):
        if is_outdated():
            return None
        if time.monotonic() > deadline:
            return FoundPages(tuple(found), is_complete=False)
        matches = count(text, language_of(passage))
        if matches:
            found.append(PageMatches(page, matches))
    return FoundPages(tuple(found), is_complete=True)


def _passage(scatter: Scatter, chunk_id: str) -> StoredChunk:
    try:
        found = scatter.chunk(as_number(chunk_id)).value
    except ValueError:
        found = None
    if found is None:
        raise BadRequestError(
            message("This passage is no longer in the library."), message("Search again.")
        )
    return found


def _counter(scatter: Scatter, request: FindInDocument) -> Count:
    """Return a function that counts the matches in a text of a language."""
    if request.text:
        return lambda text, _lang: len(find_text(text, request.text))
    words, query = scatter.words, parse(request.query)
    if request.like:
        query = key_terms_query(words, _passage(scatter, request.like).chunk.text)
    # As in the list of hits, the last word may be incomplete.
    marks = words.highlighter(query, prefix_last=not request.like)
    return lambda text, lang: len(marks.highlight(text, lang))


def _pages(passages: Iterable[StoredChunk]) -> Iterable[tuple[int, str]]:
    for page, group in groupby(passages, key=lambda one: one.chunk.place_start):
        yield page, "\n".join(one.chunk.text for one in group)
