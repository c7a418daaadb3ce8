"""Protocols of the readers and writers of an index, and the values that stores exchange.

The catalog and the stores derived from it do not import one another: `engine.stores.sync` joins
them, and a search uses the stores through these protocols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from twofold.engine.model.document import Chunk, StoredChunk, TokenStreams
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, Candidate, TermStatistics, TextSpan
from twofold.engine.model.message import EMPTY, Message
from twofold.engine.model.search_request import ParsedQuery

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VectorPlan = Literal["auto", "exact", "hnsw"]
VECTOR_PLANS: Mapping[str, VectorPlan] = {"auto": "auto", "exact": "exact", "hnsw": "hnsw"}

PreTokenised = Mapping[tuple[str, str], TokenStreams]
"""Streams that were made where a file was read, by stemmer and text."""

PassagesInMemory = Mapping[int, Sequence[Chunk]]
"""All passages of documents as the catalog has them, by document number; () if not in memory."""

SavedVectors = Callable[[], Iterable[tuple[str, Iterable[tuple[bytes, bytes]]]]]
"""Yields for each model its fingerprint and pairs of content hash and little-endian f16 vector."""


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A chunk with its vector, which is little-endian f16, and the hash of what was embedded."""

    chunk_number: int
    document_number: int
    vector: bytes
    content_hash: bytes


NO_FILTERS = SearchFilters()

CatalogRows = Callable[[Sequence[int]], Iterable[VectorRow]]


@dataclass(frozen=True, slots=True)
class LexicalAnswer:
    """The ranking, what was searched and how; `allowed` chunks passed the filters."""

    candidates: tuple[Candidate, ...]
    terms: tuple[TermStatistics, ...]
    plan: Message
    allowed: int


@dataclass(frozen=True, slots=True)
class VectorAnswer:
    """The ranking, how it was found, and how many of `searchable` chunks the filters left."""

    candidates: tuple[Candidate, ...]
    plan: Message
    searchable: int
    allowed: int


@dataclass(frozen=True, slots=True)
class LiteralHolders:
    """All chunks of an index, as it was at `generation`, that may hold a text literally."""

    numbers: tuple[int, ...]
    generation: int


class TextHighlighter(Protocol):
    """Highlights what matches one query, in many texts. One thread uses it at a time."""

    @property
    def stemmers(self) -> tuple[str, ...]:
        """The stemmers of the whole index, most used first."""

    def highlight(self, text: str, lang: str) -> tuple[TextSpan, ...]:
        """Return where `text` (written in `lang`) matches: ascending, not touching."""


class Derived(Protocol):
    """An index that is derived from the catalog and can be rebuilt from it.

    Every method of an index raises IndexUnavailableError when it cannot be read or written. Reading
    is safe from any thread; one thread writes.
    """

    @property
    def version(self) -> str:
        """The version of format and content; an index of another version is rebuilt."""

    @property
    def generation(self) -> int | None:
        """The catalog generation that the index has reached; None or 0 when it was never filled."""

    def refresh(self) -> None:
        """Search what another process has written in the meantime; cheap when that is nothing."""


class TermDictionary(Protocol):
    """The terms of an index, by field, with the number of passages that contain each."""

    def __hash__(self) -> int:
        """Return a number that is the same as long as the object is."""

    @property
    def passages(self) -> int:
        """The number of passages."""

    def frequency(self, field: str, term: str) -> int:
        """Return how many passages contain `term` in `field`."""

    def inverse_frequency(self, frequency: int) -> float:
        """Return BM25's inverse document frequency of a term in `frequency` passages."""

    def terms_beginning(
        self, field: str, beginning: str, most: int | None = None
    ) -> Sequence[tuple[str, int]]:
        """Return the first `most` terms that begin so, by name, each with its frequency."""

    def count(self, query: Any) -> int:  # noqa: ANN401 (a query of the index that it is part of)
        """Return how many passages match a query."""


class QueryWords(Protocol):
    """Questions about words that need no search, in one index or in the sum of several."""

    def content_words(self, query: ParsedQuery) -> tuple[TermStatistics, ...]:
        """Return the words of a query, without stop words, and how many passages hold each."""

    def key_terms(self, text: str, count: int) -> tuple[str, ...]:
        """Return at most `count` key terms of a text: frequent in it, rare in the library."""

    def words_beginning(self, beginning: str, most: int) -> tuple[TermStatistics, ...]:
        """Return the `most` frequent words that begin so; in lower case and without accents."""

    def similar_word(self, word: str) -> TermStatistics | None:
        """Return the word nearest in spelling, then most frequent; None when none is near."""

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that no passage contains whole."""

    def highlighter(
        self, query: ParsedQuery, *, prefix_last: bool = False, only_whole: bool = False
    ) -> TextHighlighter:
        """Return what highlights a query in texts; with `only_whole` no parts of identifiers."""


RankedHit = tuple[float, int]
"""Score and chunk number."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """The two parts of a lexical ranking, each the best first: passages with all terms, with some.

    `partial` may be empty when `complete` fills the list. `passages` passed the filters. `note` is
    the part of the index that was searched, where that is not all of it. `has_terms` is False when
    no term of the query occurs, and `by_parts` are identifiers that were searched by their parts.
    """

    complete: Sequence[RankedHit]
    partial: Sequence[RankedHit]
    terms: tuple[TermStatistics, ...]
    passages: int
    has_terms: bool = True
    by_parts: tuple[str, ...] = ()
    note: Message = EMPTY


class LexicalReader(QueryWords, Derived, Protocol):
    """Finds passages by their words."""

    @property
    def size(self) -> int:
        """How many chunks are indexed."""

    @property
    def vocabulary(self) -> TermDictionary:
        """The terms of what is searched now."""

    def search(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        prefix_last: bool = False,  # noqa: FBT001, FBT002
    ) -> LexicalAnswer:
        """Return the best `limit` chunks that pass; equal scores rank by chunk number.

        `allowed` are the numbers of the documents that pass `filters`, ascending. A store may
        filter by either, but before the cut; it fails when it needs `allowed` and has none. With
        `prefix_last` the last word is the beginning of a longer one, too.
        """

    def tiers(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        *,
        prefix_last: bool = False,
        statistics: TermDictionary | None = None,
    ) -> Tiers:
        """Return what `search` makes its answer of.

        With the global `statistics` of several indexes, scores can be compared with theirs.
        """

    def without_excluded(
        self, query: ParsedQuery, documents: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return those of `documents` (numbers, ascending) without what `query` excludes."""


class LexicalCounter(LexicalReader, Protocol):
    """A lexical index on this computer: it can also look at every passage that matches."""

    def count_matches(
        self,
        query: ParsedQuery,
        documents: NDArray[np.int64],
        least_coverage: float = 0.0,
        *,
        prefix_last: bool = False,
        among: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the documents with chunks that match, and how many each has; filters do not count.

        A chunk matches that holds at least `least_coverage` of the query's words, by their rarity.
        `documents` are the numbers of all documents, ascending; only chunks `among` these count.
        """

    def chunks_with_words(
        self, query: ParsedQuery, chunks: Sequence[int], *, prefix_last: bool = False
    ) -> frozenset[int]:
        """Return those of `chunks` that contain any word of `query`."""

    def excluded_chunks(self, query: ParsedQuery, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of `chunks` that hold what `query` excludes."""

    def literal_holders(self, folded: str) -> LiteralHolders | None:
        """Return which chunks may hold a case-folded text; None when the store cannot tell."""


class LexicalWriter(Derived, Protocol):
    """Keeps a lexical index in step with the catalog."""

    @property
    def size(self) -> int:
        """How many chunks are indexed."""

    @property
    def dead(self) -> int:
        """How many replaced or deleted chunks the statistics of terms still count."""

    @property
    def is_suspect(self) -> bool:
        """Whether a search has found damage, so that it is to be written again."""

    def apply(
        self,
        put: Iterable[StoredChunk],
        deleted: Iterable[int],
        generation: int,
        ready: PreTokenised = ...,
    ) -> None:
        """Add or replace chunks and remove those numbered `deleted`, all or nothing."""

    def rewrite(self, every: Iterable[StoredChunk], generation: int) -> None:
        """Replace the whole content, so that the statistics of terms are exact."""

    def close(self) -> None:
        """Close all files. Applied changes are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class NearChunks:
    """Chunks near in meaning, the document of each, and how near it is.

    That is a cosine, or by how many deviations it is nearer than by chance.
    """

    chunks: NDArray[np.int64]
    documents: NDArray[np.int64]
    nearness: NDArray[np.float64]


class VectorReader(Derived, Protocol):
    """Finds chunks by the cosine of their vectors, which one model has made."""

    @property
    def fingerprint(self) -> str:
        """The model that made the vectors."""

    @property
    def count(self) -> int:
        """How many chunks can be found."""

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
        filters: SearchFilters = NO_FILTERS,
    ) -> VectorAnswer:
        """Return the chunks nearest to `vector` (dimension,), those of `allowed` documents only.

        A store may also filter by `filters`, of which `allowed` follow.
        """

    def background(self, vector: NDArray[np.float32]) -> Background:
        """Return how near to `vector` the chunks are on the whole."""

    def cosines_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return the cosine of `vector` with each of `chunks` that has a vector."""

    def vector_of(self, chunk: int) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a chunk; None when it has none."""


class VectorCounter(VectorReader, Protocol):
    """Vectors on this computer: every chunk that is near enough can be counted."""

    def near(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks whose cosine with `vector` is at least `least`.

        Those of `allowed` documents only. Where an index is walked, it may stop at the nearest.
        """

    def deviations_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return how much nearer than by chance `chunks` are to `vector` (ranking/chance.py).

        Without the vectors of random queries there is nothing to compare with, and it is empty.
        """

    def above_chance(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks that are nearer than by chance by at least `least` deviations.

        Otherwise like `near`.
        """


class VectorWriter(Derived, Protocol):
    """Keeps the vectors of an index in step with the catalog."""

    def apply(
        self, added: Iterable[tuple[int, int, bytes]], deleted: Iterable[int], generation: int
    ) -> None:
        """Add or replace vectors (chunk, document, little-endian f16), and remove chunks."""

    def note_texts(self, catalog_rows: CatalogRows) -> None:
        """Record of which text each vector is, so that vectors outlive the catalog."""

    def close(self) -> None:
        """Close all files. Applied changes are kept."""
