"""Send each request to the library's own shard and to shards on servers.

All shards are asked in parallel, with one deadline, and the answers are merged (`gather.py`).
Shards that did not respond are reported in the result. Without shards on servers, only the
library's own readers answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, PassageKey
from twofold.engine.model.localized import joined
from twofold.engine.model.path_patterns import exact_pattern
from twofold.engine.model.search_request import ParsedQuery
from twofold.engine.search.gather import (
    OWN,
    Gathered,
    merged_background,
    merged_tiers,
    merged_vectors,
)
from twofold.engine.search.remote import Located, RemoteShards, SharedShards
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.filters import AllowedDocuments
from twofold.engine.stores.lexical.tiers import MAX_HITS
from twofold.engine.stores.lexical.words import SummedWords
from twofold.engine.stores.ports import (
    LexicalAnswer,
    LexicalCounter,
    LexicalReader,
    QueryWords,
    Tiers,
    VectorAnswer,
    VectorCounter,
    VectorPlan,
    VectorReader,
)
from twofold.engine.stores.shards import DatedDocument, Shard, ShardProblem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from twofold.engine.stores.catalog.facets import FacetTable

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ListedDocuments:
    """The newest of `count` documents: their numbers, and the keys of their first passages."""

    count: int
    documents: tuple[int, ...]
    keys: tuple[PassageKey, ...]


class Scatter:
    """Queries the shards of one library. Thread-safe.

    Attributes:
        catalog: The library's own catalog.
        lexical: The library's own lexical index.
        vectors: The library's own vectors; None if there are none.
        has_own: Whether the library's own passages are searched.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalCounter,
        vectors: VectorCounter | None,
        shared: SharedShards | None = None,
    ) -> None:
        self.catalog = catalog
        self.lexical = lexical
        self.vectors = vectors
        self.has_own = shared is None or shared.with_own
        self._remote = RemoteShards(shared)
        self._summed_parts: list[object] = []
        self._summed: SummedWords | None = None

    # --- State ---

    @property
    def is_local(self) -> bool:
        """Whether only the library's own readers are used."""
        return self._remote.is_empty

    @property
    def passages_generation(self) -> int:
        """A number that increases with every change of a passage in any shard."""
        others = sum(shard.passages.generation for shard in self._remote.opened.values())
        return self.catalog.passages_generation + others

    @property
    def generation(self) -> tuple[int | None, ...]:
        """The generations of passages and indexes. While they are equal, answers are equal too."""
        if self.is_local:
            vectors = self.vectors.generation if self.vectors is not None else None
            return self.passages_generation, self.lexical.generation, vectors
        words = sum(one.generation or 0 for one in self._lexical_readers)
        meaning = (
            sum(one.generation or 0 for one in self._vector_readers) if self._remote.model else None
        )
        return self.passages_generation, words, meaning

    @property
    def size(self) -> int:
        """The number of passages that can be found by keywords."""
        return self.lexical.size if self.is_local else self._summed_words.vocabulary.passages

    @property
    def words(self) -> QueryWords:
        """The words of all shards, with their statistics."""
        return self.lexical if self.is_local else self._summed_words

    @property
    def has_vectors(self) -> bool:
        """Whether anything can be searched by meaning."""
        return self.vector_count > 0

    @property
    def vector_count(self) -> int:
        """The number of passages with a vector.

        Shards with vectors of another model are included; a search reports them as a problem.
        """
        if self.fingerprint is None:
            return 0
        own = self.vectors.count if self.vectors is not None and self.has_own else 0
        return own + sum(shard.vectors.count for shard in self._remote.opened.values())

    @property
    def fingerprint(self) -> str | None:
        """The model whose vectors are searched; None without vectors."""
        if not self.is_local:
            return self._remote.model or None
        return self.vectors.fingerprint if self.vectors is not None else None

    @property
    def vector_version(self) -> str:
        """The version of the vector indexes."""
        return "+".join(dict.fromkeys(one.version for one in self._vector_readers)) or "none"

    def report(self, problems: Iterable[ShardProblem]) -> None:
        """Publish the problems of a search as the state of the shards."""
        self._remote.report(problems)

    # --- Both retrievers ---

    def search_words(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None,
        *,
        prefix_last: bool,
    ) -> Gathered[LexicalAnswer]:
        """Return the best `limit` passages by keywords; see `LexicalReader.search`.

        `allowed` are the library's own documents that match. Raise IndexUnavailableError if no
        shard responds and the library itself is not searched.
        """
        if self.is_local:
            return Gathered(self.lexical.search(query, limit, filters, allowed, prefix_last))
        limit = max(1, min(limit, MAX_HITS))
        statistics = self._summed_words.vocabulary
        answers = self._remote.ask(
            lambda shard: shard.lexical.tiers(
                query, limit, filters, prefix_last=prefix_last, statistics=statistics
            ),
            ("words", query, limit, filters, prefix_last),
            filters=filters,
        )
        found: dict[int, Tiers] = {}
        if self.has_own:
            found[OWN] = self.lexical.tiers(
                query, limit, filters, allowed, prefix_last=prefix_last, statistics=statistics
            )
        answered = answers()
        found |= answered.by_shard
        if answered.problems and not any(tiers.passages for tiers in found.values()):
            raise _unavailable(answered.problems)
        return Gathered(merged_tiers(found, limit), answered.problems)

    def search_vectors(
        self,
        vector: NDArray[np.float32],
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None,
        plan: VectorPlan,
    ) -> Gathered[VectorAnswer]:
        """Return the passages nearest to `vector`; see `VectorReader.search`.

        `allowed` are the library's own documents that match.
        """
        own = self.vectors if self.has_own else None
        if self.is_local and own is not None:
            return Gathered(own.search(vector, limit, allowed, plan, filters))
        answers = self._remote.ask(
            lambda shard: self._remote.same_model(shard).search(vector, limit, None, plan, filters),
            ("meaning", vector.tobytes(), limit, filters),
            filters=filters,
        )
        found: dict[int, VectorAnswer] = {}
        if own is not None:
            found[OWN] = own.search(vector, limit, allowed, plan, filters)
        answered = answers()
        found |= answered.by_shard
        if not found:
            raise _unavailable(answered.problems)
        return Gathered(merged_vectors(found, limit), answered.problems)

    def background(self, vector: NDArray[np.float32]) -> Gathered[Background]:
        """Return how near the passages of all shards are to `vector`, weighted by their number."""
        own = self.vectors if self.has_own else None
        if self.is_local and own is not None:
            return Gathered(own.background(vector))
        answers = self._remote.ask(
            lambda shard: (shard.lexical.size, self._remote.same_model(shard).background(vector)),
            ("background", vector.tobytes()),
        )
        found = [] if own is None else [(own.count, own.background(vector))]
        answered = answers()
        return Gathered(merged_background([*answered.by_shard.values(), *found]), answered.problems)

    def cosines_of(
        self, vector: NDArray[np.float32], candidates: Iterable[Located]
    ) -> Gathered[dict[int, float]]:
        """Return the cosine of `vector` with each candidate that has a vector, by chunk number."""
        wanted, own = list(candidates), dict[int, float]()
        if self.vectors is not None and self.has_own:
            numbers = dict.fromkeys(one.chunk_number for one in wanted)
            own = self.vectors.cosines_of(vector, numbers)
        answered = self._remote.ask_about(
            wanted,
            own,
            lambda shard, numbers: self._remote.same_model(shard).cosines_of(vector, numbers),
        )
        for some in answered.by_shard.values():
            own |= some
        return Gathered(own, answered.problems)

    def deviations_of(
        self, vector: NDArray[np.float32], candidates: Iterable[Located]
    ) -> dict[int, float]:
        """Return how much nearer than by chance the library's own candidates are.

        If other shards are searched too, the `chance` of `background` is 0 (unknown).
        """
        if self.vectors is None:
            return {}
        numbers = dict.fromkeys(one.chunk_number for one in candidates if one.shard == OWN)
        return self.vectors.deviations_of(vector, numbers)

    def vector_of(self, stored: StoredChunk) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a passage; None if it has none."""
        if not stored.document.library:
            return None if self.vectors is None else self.vectors.vector_of(stored.number)
        return self._remote.ask_library(
            stored.document, lambda shard: self._remote.same_model(shard).vector_of(stored.number)
        )

    # --- Passages and documents ---

    def chunks(self, candidates: Iterable[Located]) -> Gathered[dict[int, StoredChunk]]:
        """Return the passages that exist, by chunk number."""
        wanted = list(candidates)
        found = self.catalog.chunks([one.chunk_number for one in wanted])
        answered = self._remote.ask_about(
            wanted, found, lambda shard, numbers: shard.passages.chunks(numbers)
        )
        for some in answered.by_shard.values():
            found |= some
        return Gathered(found, answered.problems)

    def chunk(self, number: int) -> Gathered[StoredChunk | None]:
        """Return a passage in any shard; None if no shard contains it."""
        if found := self.catalog.chunks([number]).get(number):
            return Gathered(found)
        for shard in self._remote.opened.values():
            if cached := shard.passages.cached(number):
                return Gathered(cached)
        answered = self._remote.ask(lambda shard: shard.passages.chunks([number]).get(number))()
        others = (one for one in answered.by_shard.values() if one is not None)
        return Gathered(next(others, None), answered.problems)

    def document_chunks(self, document: StoredDocument) -> tuple[StoredChunk, ...]:
        """Return the passages of a document in order; empty if it no longer exists."""
        if not document.library:
            return self.catalog.document_chunks(document.number)
        found = self._remote.ask_library(
            document, lambda shard: shard.passages.document_chunks(document.number)
        )
        return found or ()

    def shared_document(self, path: str) -> tuple[StoredChunk, ...]:
        """Return the passages of a document in a shared library; empty if there is none.

        `path` is relative to a folder that was published, or begins with the folder's name.
        """
        answered = self._remote.ask(lambda shard: _document_at(shard, path))()
        return next(filter(None, answered.by_shard.values()), ())

    def shared_literal(
        self, text: str, filters: SearchFilters, limit: int
    ) -> Gathered[list[PassageKey]]:
        """Return the passages of other shards that contain `text`, ignoring case."""
        answered = self._remote.ask(
            lambda shard: shard.passages.substring(text, filters, limit),
            ("literal", text, filters, limit),
            filters=filters,
        )()
        keys = [PassageKey(at, n) for at, numbers in answered.by_shard.items() for n in numbers]
        return Gathered(keys, answered.problems)

    def resolve_own(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the library's own documents that match the filters; None without filters."""
        return self.catalog.resolve(filters) if self.has_own else None

    def listed(
        self, query: ParsedQuery, filters: SearchFilters, limit: int
    ) -> Gathered[ListedDocuments]:
        """Return the newest documents that match the filters and exclusions of `query`."""
        answers = self._remote.ask(
            lambda shard: _listed_on(shard, query, filters, limit), filters=filters
        )
        own = self._own_documents(query, filters)
        newest = self.catalog.newest(own.tolist(), limit) if len(own) else ()
        keys = {one.document: PassageKey(OWN, one.chunk) for one in newest}
        answered = answers()
        if not answered.by_shard:
            listed = ListedDocuments(len(own), tuple(keys), tuple(keys.values()))
            return Gathered(listed, answered.problems)
        known = self.catalog.documents(keys)
        dated = [(known[number].date, number, key) for number, key in keys.items()]
        every = set(own.tolist())
        for at, (left, some) in answered.by_shard.items():
            new = [one for one in some if one.document not in every]
            dated += [(one.date, one.document, PassageKey(at, one.chunk)) for one in new]
            every.update(left)
        dated.sort(key=lambda one: one[0], reverse=True)
        numbers, found = tuple(one[1] for one in dated), tuple(one[2] for one in dated)
        listed = ListedDocuments(len(every), numbers[:limit], found[:limit])
        return Gathered(listed, answered.problems)

    def documents(self, query: ParsedQuery, filters: SearchFilters) -> NDArray[np.int64]:
        """Return the numbers of the documents that match the filters and exclusions of `query`."""
        import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

        answers = self._remote.ask(lambda shard: _documents_on(shard, query, filters))
        own = self._own_documents(query, filters)
        others = answers().by_shard.values()
        return np.unique(np.concatenate([own, *others])) if others else own

    def facet_table(self) -> FacetTable:
        """Return the table of the library's own documents and of those read from other shards."""
        if self.is_local:
            return self.catalog.facet_table()
        every = (one for shard in self._remote.opened.values() for one in shard.passages.facets())
        others = list({one.document: one for one in every}.values())
        if self.has_own:
            return self.catalog.facet_table(others)
        from twofold.engine.stores.catalog.facets import FacetTable  # noqa: PLC0415 (as above)

        return FacetTable.of(others)

    def _own_documents(self, query: ParsedQuery, filters: SearchFilters) -> NDArray[np.int64]:
        import numpy as np  # noqa: PLC0415 (as above)

        if not self.has_own:
            return np.array([], dtype=np.int64)
        allowed = self.catalog.resolve(filters)
        numbers = self.catalog.facet_table().documents if allowed is None else allowed.numbers
        return self.lexical.without_excluded(query, numbers)

    @property
    def _lexical_readers(self) -> list[LexicalReader]:
        """The lexical indexes that are currently available."""
        own: list[LexicalReader] = [self.lexical] if self.has_own else []
        return [*own, *(shard.lexical for shard in self._remote.opened.values())]

    @property
    def _vector_readers(self) -> list[VectorReader]:
        """The currently available vectors of the model in use."""
        own = [self.vectors] if self.vectors is not None and self.has_own else []
        others = (shard.vectors for shard in self._remote.opened.values())
        return [*own, *(one for one in others if one.fingerprint == self._remote.model)]

    @property
    def _summed_words(self) -> SummedWords:
        """The words of all shards that are currently available, with their statistics."""
        parts = [(one, one.vocabulary) for one in self._lexical_readers]
        if self._summed is None or parts != self._summed_parts:
            self._summed_parts, self._summed = [*parts], SummedWords(parts)
        return self._summed


def _unavailable(problems: Iterable[ShardProblem]) -> IndexUnavailableError:
    return IndexUnavailableError(joined(*dict.fromkeys(one.text for one in problems)))


# --- Requests to one shard ---


def _listed_on(
    shard: Shard, query: ParsedQuery, filters: SearchFilters, limit: int
) -> tuple[list[int], list[DatedDocument]]:
    left = _documents_on(shard, query, filters).tolist()
    return left, shard.passages.newest(left, limit)


def _document_at(shard: Shard, path: str) -> tuple[StoredChunk, ...]:
    folder, _, inside = path.partition("/")
    for filters in (
        SearchFilters(path_glob=exact_pattern(path)),
        SearchFilters(folders=(folder,), path_glob=exact_pattern(inside)),
    ):
        if filters.path_glob and (found := list(shard.passages.resolve(filters))):
            return shard.passages.document_chunks(found[0])
    return ()


def _documents_on(shard: Shard, query: ParsedQuery, filters: SearchFilters) -> NDArray[np.int64]:
    import numpy as np  # noqa: PLC0415 (as above)

    found = np.array(shard.passages.resolve(filters), dtype=np.int64)
    return shard.lexical.without_excluded(query, np.sort(found))
