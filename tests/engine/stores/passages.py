"""Stored passages and parsed queries for the tests of the indexes."""

from twofold.engine.model.document import Chunk, FileState, LocatorKind, StoredChunk, StoredDocument
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery

NO_FILTER = SearchFilters()


def document(
    number=1, *, path="notes/a.md", folder="Notes", title="", lang="en", tags=(),
    trust=TrustLevel.PRIMARY, file_type="md",
):  # fmt: skip
    return StoredDocument(
        number, folder, "/home/u/Notes", path, title, file_type, lang, trust, tags, "2026-01-02",
        FileState(1, 1), "2026-11-21T00:00:00Z", "1",
    )  # fmt: skip


def passage(number, text, *, lang="", heading=(), is_code=False, of=None, **about):
    """Return a passage of the document `of`, or of a new document with the attributes `about`."""
    about.setdefault("lang", lang or "en")
    chunk = Chunk(0, text, 0, len(text), LocatorKind.LINE, 1, 1, None, None, heading, lang, is_code)
    return StoredChunk(number, chunk, of or document(number, **about))


def words(*texts, kind=ClauseKind.WORDS, excluded=(), **about):
    clauses = [Clause(text, kind, group) for group, text in enumerate(texts)]
    clauses += [Clause(text, group=100 + n, excluded=True) for n, text in enumerate(excluded)]
    return ParsedQuery(tuple(clauses), " ".join(texts), NO_FILTER, **about)


def found(store, query, limit=10, filters=NO_FILTER, **about):
    """Return the numbers of the passages found by a search, best first."""
    return [hit.chunk_number for hit in store.search(query, limit, filters, **about).candidates]
