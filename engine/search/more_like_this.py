"""'More like this': a passage as the query.

Its stored vector is the query of the vector retriever. Its key terms, which are frequent in it and
rare in the library, are the query of the lexical retriever. Nothing is embedded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from twofold.engine.model.citation import Locator, format_locator
from twofold.engine.model.document import StoredChunk, as_number
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.search_request import Clause, ParsedQuery, SearchMode, SearchRequest
from twofold.engine.search.scatter import Scatter
from twofold.engine.stores.ports import QueryWords

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KEY_TERMS = 12


@dataclass(frozen=True, slots=True)
class LikePassage:
    """The passage to find similar passages for; `vector` is None if it has none yet."""

    number: int
    vector: NDArray[np.float32] | None


def like_query(
    scatter: Scatter, request: SearchRequest, written: ParsedQuery
) -> tuple[LikePassage, ParsedQuery]:
    """Return the passage of `request.like` and the query derived from it.

    Only the filters of the query `written` are used. Raise BadRequestError if the passage does not
    exist, or if the mode is exact text.
    """
    if request.mode is SearchMode.SUBSTRING:
        raise BadRequestError(
            message("Exact text mode cannot find similar passages."),
            message("Choose another mode."),
        )
    stored = _passage(scatter, request.like)
    vector = scatter.vector_of(stored) if scatter.fingerprint is not None else None
    asked = key_terms_query(scatter.words, stored.chunk.text)
    terms = tuple(clause.text for clause in asked.clauses)
    parsed = replace(
        asked,
        filters=written.filters,
        understood_as=_explanation(stored, terms, written, has_vector=vector is not None),
    )
    return LikePassage(stored.number, vector), parsed


def key_terms_query(words: QueryWords, text: str) -> ParsedQuery:
    """Return the key terms of a passage as a query."""
    terms = words.key_terms(text, _KEY_TERMS)
    return ParsedQuery(tuple(Clause(term) for term in terms), free_text="", filters=SearchFilters())


def _passage(scatter: Scatter, chunk_id: str) -> StoredChunk:
    try:
        number = as_number(chunk_id)
    except ValueError:
        number = -1
    stored = scatter.chunk(number).value if 0 <= number < 2**63 else None
    if stored is None:
        raise BadRequestError(
            message("There is no passage '{chunk_id}' in this library.", chunk_id=chunk_id[:40]),
            message("Search again. Its file may have changed."),
        )
    return stored


def _explanation(
    stored: StoredChunk, words: tuple[str, ...], written: ParsedQuery, *, has_vector: bool
) -> Message:
    chunk = stored.chunk
    place = format_locator(Locator(chunk.place_kind, chunk.place_start, chunk.place_start))
    note = message("Other search words were ignored.") if written.clauses else EMPTY
    rarest = message("its rarest words ({words})", words=", ".join(words)) if words else EMPTY
    what = rarest or message(
        "nothing, because it is not indexed by meaning and has no distinctive words"
    )
    if has_vector:
        what = (
            message("its meaning and {rarest}", rarest=rarest) if words else message("its meaning")
        )
    sentence = message(
        "Passages like {path}, {place}: searched by {what}.",
        path=stored.document.path,
        place=place,
        what=what,
    )
    return joined(sentence, note)
