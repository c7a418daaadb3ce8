"""Protocols of index readers and writers, and the values exchanged between stores.

The catalog and the indexes derived from it do not import one another. `engine.stores.sync` connects
them, and searches use them through these protocols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from twofold.engine.model.document import Chunk, StoredChunk, TokenStreams
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, Candidate, TermStatistics, TextSpan
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.search_request import ParsedQuery

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VectorPlan = Literal["auto", "exact", "hnsw"]
VECTOR_PLANS: Mapping[str, VectorPlan] = {"auto": "auto", "exact": "exact", "hnsw": "hnsw"}

PreTokenised = Mapping[tuple[str, str], TokenStreams]
"""Token streams computed when a file was read, by stemmer and text."""

PassagesInMemory = Mapping[int, Sequence[Chunk]]
"""All passages of documents as in the catalog, by document number; () if not in memory."""

SavedVectors = Callable[[], Iterable[tuple[str, Iterable[tuple[bytes, bytes]]]]]
"""Yields for each model its fingerprint and pairs of content hash and little-endian f16 vector."""


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A chunk with its vector (little-endian f16) and the hash of the embedded text."""

    chunk_number: int
    document_number: int
    vector: bytes
    content_hash: bytes


NO_FILTERS = SearchFilters()

CatalogRows = Callable[[Sequence[int]], Iterable[VectorRow]]


@dataclass(frozen=True, slots=True)
class LexicalAnswer:
    """A ranking, the searched terms and the plan.

    `allowed` is the number of chunks that match the filters.
    """

    candidates: tuple[Candidate, ...]
    terms: tuple[TermStatistics, ...]
    plan: Message
    allowed: int


@dataclass(frozen=True, slots=True)
class VectorAnswer:
    """A ranking and its plan.

    `searchable` is the number of chunks with a vector, and `allowed` the number of those that match
    the filters.
    """

    candidates: tuple[Candidate, ...]
    plan: Message
    searchable: int
    allowed: int


@dataclass(frozen=True, slots=True)
class LiteralHolders:
    """All chunks that may contain an exact text, in the state of an index at `generation`."""

    numbers: tuple[int, ...]
    generation: int


class TextHighlighter(Protocol):
    """Highlights the matches of one query in many texts. Not thread-safe."""

    @property
    def stemmers(self) -> tuple[str, ...]:
        """The stemmers of the whole index, most used first."""

    def highlight(self, text: str, lang: str) -> tuple[TextSpan, ...]:
        """Return the matching spans of `text` (in language `lang`), in order, without overlaps."""


class Derived(Protocol):
    """An index that is derived from the catalog and can be rebuilt from it.

    All methods of an index raise IndexUnavailableError if it cannot be read or written. Reading is
    thread-safe; only one thread writes.
    """

    @property
    def version(self) -> str:
        """The version of format and content. An index of another version is rebuilt."""

    @property
    def generation(self) -> int | None:
        """The catalog generation that the index has reached; None or 0 if it was never filled."""

    def refresh(self) -> None:
        """Load the changes of other processes. Cheap if there are none."""


class TermDictionary(Protocol):
    """The terms of an index by field, with the number of passages that contain each."""

    def __hash__(self) -> int:
        """Return a hash that is constant for the lifetime of the object."""

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
        """Return the first `most` terms with this prefix, in alphabetical order.

        Each has its frequency.
        """

    def count(self, query: Any) -> int:  # noqa: ANN401 (a query built by this index)
        """Return how many passages match a query."""


class QueryWords(Protocol):
    """Information about words without a search, in one index or several combined."""

    def content_words(self, query: ParsedQuery) -> tuple[TermStatistics, ...]:
        """Return the words of a query without stop words, and how many passages contain each."""

    def key_terms(self, text: str, count: int) -> tuple[str, ...]:
        """Return at most `count` key terms of a text: frequent in it, rare in the library."""

    def words_beginning(self, beginning: str, most: int) -> tuple[TermStatistics, ...]:
        """Return the most frequent words with this prefix, in lower case and without accents."""

    def similar_word(self, word: str) -> TermStatistics | None:
        """Return the word with the most similar spelling, the most frequent if there are several.

        Return None if no word is similar.
        """

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that no passage contains whole."""

    def highlighter(
        self, query: ParsedQuery, *, prefix_last: bool = False, only_whole: bool = False
    ) -> TextHighlighter:
        """Return a highlighter for a query; with `only_whole` it ignores parts of identifiers."""


RankedHit = tuple[float, int]
"""Score and chunk number."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """A lexical ranking in two parts, each best first: passages with all terms, and with some.

    `partial` may be empty if `complete` fills the list. `passages` is the number of passages that
    match the filters. `note` describes which part of the index was searched, if not all of it.
    `has_terms` is False if no term of the query occurs. `by_parts` are identifiers that were
    searched by their parts.
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
        """The number of indexed chunks."""

    @property
    def vocabulary(self) -> TermDictionary:
        """The terms of the current state."""

    def search(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        prefix_last: bool = False,  # noqa: FBT001, FBT002
    ) -> LexicalAnswer:
        """Return the best `limit` matching chunks. Equal scores are ordered by chunk number.

        `allowed` are the numbers of the documents that match `filters`, ascending. An
        implementation may use either, but must filter before the limit. It fails if it needs
        `allowed` and has none. With `prefix_last`, the last word also matches as a prefix.
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
        """Return the tiers from which `search` builds its answer.

        If several indexes use the same global `statistics`, their scores are comparable.
        """

    def without_excluded(
        self, query: ParsedQuery, documents: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the `documents` (ascending numbers) without what `query` excludes."""


class LexicalCounter(LexicalReader, Protocol):
    """A lexical index on this computer, which can also examine every matching passage."""

    def count_matches(
        self,
        query: ParsedQuery,
        documents: NDArray[np.int64],
        least_coverage: float = 0.0,
        *,
        prefix_last: bool = False,
        among: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the documents with matching chunks, and how many each has. Filters are ignored.

        A chunk matches if it contains at least `least_coverage` of the query's words, weighted by
        rarity. `documents` are the numbers of all documents, ascending. With `among`, only these
        chunks are counted.
        """

    def chunks_with_words(
        self, query: ParsedQuery, chunks: Sequence[int], *, prefix_last: bool = False
    ) -> frozenset[int]:
        """Return the `chunks` that contain any word of `query`."""

    def excluded_chunks(self, query: ParsedQuery, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the `chunks` that contain what `query` excludes."""

    def literal_holders(self, folded: str) -> LiteralHolders | None:
        """Return the chunks that may contain a case-folded text; None if unknown."""

    def passages_with_runs(
        self, text: str, limit: int, *, single_words: bool = True
    ) -> Sequence[int]:
        """Return the chunks that share the most and rarest runs of words with `text`, best first.

        With `single_words`, chunks with the rarest words of the text are also found.
        """


class LexicalWriter(Derived, Protocol):
    """Keeps a lexical index in sync with the catalog."""

    @property
    def size(self) -> int:
        """The number of indexed chunks."""

    @property
    def deleted_docs(self) -> int:
        """The number of replaced or deleted chunks still counted in the term statistics."""

    @property
    def is_suspect(self) -> bool:
        """Whether a search has found damage, so that the index must be rewritten."""

    def apply(
        self,
        put: Iterable[StoredChunk],
        deleted: Iterable[int],
        generation: int,
        ready: PreTokenised = ...,
    ) -> None:
        """Add or replace chunks and remove the chunks `deleted`, all or nothing."""

    def rewrite(self, every: Iterable[StoredChunk], generation: int) -> None:
        """Replace the whole content, so that the term statistics are exact."""

    def close(self) -> None:
        """Close all files. Applied changes are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class NearChunks:
    """Chunks near in meaning, with the document and the nearness of each.

    The nearness is a cosine, or a number of standard deviations above the nearness expected by
    chance.
    """

    chunks: NDArray[np.int64]
    documents: NDArray[np.int64]
    nearness: NDArray[np.float64]


class VectorReader(Derived, Protocol):
    """Finds chunks by the cosine of their vectors, which belong to one model."""

    @property
    def fingerprint(self) -> str:
        """The model of the vectors."""

    @property
    def count(self) -> int:
        """The number of searchable chunks."""

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
        filters: SearchFilters = NO_FILTERS,
    ) -> VectorAnswer:
        """Return the chunks nearest to `vector` (dimension,), in `allowed` documents only.

        An implementation may use `filters` instead, from which `allowed` is derived.
        """

    def background(self, vector: NDArray[np.float32]) -> Background:
        """Return how near the chunks are to `vector` on the whole."""

    def cosines_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return the cosine of `vector` with each of `chunks` that has a vector."""

    def vector_of(self, chunk: int) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a chunk; None if it has none."""


class VectorCounter(VectorReader, Protocol):
    """Vectors on this computer, which can count all chunks that are near enough."""

    def near(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks whose cosine with `vector` is at least `least`.

        Only chunks in `allowed` documents are returned. An approximate index may return only the
        nearest of them.
        """

    def deviations_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return how much nearer than by chance `chunks` are to `vector` (ranking/chance.py).

        The result is empty if the index has no vectors of random queries.
        """

    def above_chance(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks that are nearer than by chance by at least `least` deviations.

        The other arguments are those of `near`.
        """


class VectorWriter(Derived, Protocol):
    """Keeps the vectors of an index in sync with the catalog."""

    @property
    def fingerprint(self) -> str:
        """The model of the vectors."""

    @property
    def dimension(self) -> int:
        """The number of values of a vector."""

    def apply(
        self, added: Iterable[tuple[int, int, bytes]], deleted: Iterable[int], generation: int
    ) -> None:
        """Add or replace vectors (chunk, document, little-endian f16), and remove chunks."""

    def note_texts(self, catalog_rows: CatalogRows) -> None:
        """Record the text of each vector, so that vectors survive the loss of the catalog."""

    def close(self) -> None:
        """Close all files. Applied changes are kept."""
