"""The retrievers of a search. Each turns a parsed query into a ranking.

The lexical retriever ranks by BM25 and the vector retriever by cosine, each on every shard.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.embedding.ports import Embedder, EmbedderProvider, Vectors, required
from twofold.engine.model.errors import BadRequestError, EngineError, IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import (
    Background,
    Candidate,
    RetrieverKind,
    RetrieverTrace,
    TermStatistics,
)
from twofold.engine.model.localized import Message, message
from twofold.engine.model.search_request import ParsedQuery
from twofold.engine.ranking.relevance import CLOSE, NEAR, relevance_floor
from twofold.engine.search.exclusions import without_excluded
from twofold.engine.search.gather import Gathered
from twofold.engine.search.more_like_this import LikePassage
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.trace import StageClock
from twofold.engine.stores.catalog.filters import AllowedDocuments
from twofold.engine.stores.ports import VectorPlan
from twofold.engine.stores.shards import ShardProblem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NOTHING_READ = message("The chosen model has not indexed any passages yet.")
_NOT_READ = message("This passage is not indexed by meaning yet.")
_NO_FREE_TEXT = message("the query has no words to search by meaning")
logger = logging.getLogger(__name__)

Numbers: TypeAlias = "NDArray[np.int64]"

_TRACED_SCORES = 5
# With excluded words, more candidates are fetched, so that enough remain.
_EXCLUSION_FACTOR = 4


@dataclass(frozen=True, slots=True)
class RetrievalTask:
    """The input of both retrievers.

    `allowed` are the library's own documents that match `filters`, None without filters. With
    `like`, the vector retriever uses the vector of that passage.
    """

    parsed: ParsedQuery
    filters: SearchFilters
    allowed: AllowedDocuments | None
    limit: int
    prefix_last: bool = False
    like: LikePassage | None = None

    @property
    def allowed_numbers(self) -> NDArray[np.int64] | None:
        """The documents that match the filters; None without filters."""
        return None if self.allowed is None else self.allowed.numbers


@dataclass(frozen=True, slots=True)
class RetrieverAnswer:
    """A retriever's ranking and its trace.

    The following are set by the vector retriever only: `query_vector` is the vector that passages
    were compared with, `background` describes how near the library as a whole is to that vector,
    `near_cosine` is the cosine of passages about a query's subject, and `model` is the fingerprint
    of the model. `problems` are the problems of the shards.
    """

    candidates: tuple[Candidate, ...]
    trace: RetrieverTrace
    terms: tuple[TermStatistics, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict)
    index_version: str = ""
    model: str = ""
    query_vector: NDArray[np.float32] | None = None
    background: Background | None = None
    near_cosine: float = 0.0
    problems: tuple[ShardProblem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class NearPassages:
    """Passages near in meaning, and the document of each.

    `close` are passages that are relevant only if they also contain some of the query's words.
    `first` are the passages at the beginning of a list by meaning. If `tells_weak`, keyword matches
    in neither list are weak unless they contain enough words, because there is a relevance
    threshold and all passages are embedded.
    """

    chunks: Numbers
    documents: Numbers
    close: Numbers
    first: Numbers
    tells_weak: bool


def answer_of(
    retriever: LexicalRetriever | VectorRetriever, task: RetrievalTask
) -> RetrieverAnswer:
    """Return a retriever's answer. If it fails, the error is in the trace.

    Raise BadRequestError, because the other retriever cannot answer either.
    """
    try:
        return retriever.retrieve(task)
    except BadRequestError:
        raise
    except EngineError as error:
        # The message is not logged, because it may quote the query.
        cause = type(error.__cause__ or error).__name__
        logger.info("the %s retriever cannot answer: %s", retriever.kind.value, cause)
        return _failed(retriever.kind, error.message)
    except Exception:
        logger.exception("the %s retriever failed", retriever.kind.value)
        return _failed(
            retriever.kind, message("An unexpected error occurred. See the log for details.")
        )


def _failed(kind: RetrieverKind, error: Message) -> RetrieverAnswer:
    return RetrieverAnswer((), RetrieverTrace(kind, 0, 0, 0, error=error, ran=False))


class LexicalRetriever:
    """Ranks by BM25."""

    kind = RetrieverKind.LEXICAL

    def __init__(self, scatter: Scatter) -> None:
        self._scatter = scatter

    def retrieve(self, task: RetrievalTask) -> RetrieverAnswer:
        """Return the chunks that contain all words, then those that contain some of them."""
        clock = StageClock()
        with clock.stage("lexical"):
            gathered = self._scatter.search_words(
                task.parsed,
                task.limit,
                task.filters,
                task.allowed_numbers,
                prefix_last=task.prefix_last,
            )
        answer = gathered.value
        trace = RetrieverTrace(
            kind=self.kind,
            candidates=len(answer.candidates),
            searchable=self._scatter.size,
            allowed=answer.allowed,
            plan=answer.plan,
            top_scores=_top_scores(answer.candidates),
        )
        return RetrieverAnswer(
            answer.candidates,
            trace,
            answer.terms,
            clock.stage_ms,
            self._scatter.lexical.version,
            problems=gathered.problems,
        )


class VectorRetriever:
    """Ranks by the cosine between the query's vector and the passages' vectors.

    `embedder` returns the model for queries or None, or raises ModelError. Without an index (no
    model was ever loaded), the retriever cannot answer.
    """

    kind = RetrieverKind.VECTOR

    def __init__(
        self,
        scatter: Scatter,
        embedder: EmbedderProvider,
        plan: VectorPlan = "auto",
    ) -> None:
        self._scatter = scatter
        self._embedder = embedder
        self._plan = plan
        self._queries = QueryVectorCache()

    def retrieve(self, task: RetrievalTask) -> RetrieverAnswer:
        """Return the chunks nearest in meaning to the free text of the query.

        Raise ModelError or IndexUnavailableError if the query cannot be embedded.
        """
        scatter, like = self._scatter, task.like
        if scatter.fingerprint is None:
            self._embedder()
            raise IndexUnavailableError(message("Nothing is indexed by meaning yet."))
        count = scatter.vector_count
        if not count:
            return self._nothing(_NOTHING_READ, 0, task, ran=False)
        if like is not None and like.vector is None:
            return self._nothing(_NOT_READ, count, task, ran=False)
        if like is None and not task.parsed.free_text.strip():
            return self._nothing(_NO_FREE_TEXT, count, task, ran=True)
        clock = StageClock()
        with clock.stage("embed"):
            near_cosine, vector = 0.0, None if like is None else like.vector
            if vector is None:
                embedder = self._model()
                near_cosine = embedder.near_cosine
                vector = self._queries.of(task.parsed.free_text, embedder)
        with clock.stage("vector"):
            excludes = any(clause.excluded for clause in task.parsed.clauses)
            fetched = task.limit * (_EXCLUSION_FACTOR if excludes else 1)
            gathered = scatter.search_vectors(
                vector, fetched, task.filters, task.allowed_numbers, self._plan
            )
            answer = gathered.value
            candidates = answer.candidates[: task.limit]
            if excludes:
                candidates = without_excluded(scatter, task.parsed, answer.candidates, task.limit)
            background = scatter.background(vector)
        trace = RetrieverTrace(
            kind=self.kind,
            candidates=len(candidates),
            searchable=answer.searchable,
            allowed=answer.allowed,
            plan=self._with_coverage(answer.plan, answer.searchable),
            top_scores=_top_scores(candidates),
        )
        return RetrieverAnswer(
            candidates,
            trace,
            stage_ms=clock.stage_ms,
            index_version=scatter.vector_version,
            model=scatter.fingerprint,
            query_vector=vector,
            background=background.value,
            near_cosine=near_cosine,
            problems=(*gathered.problems, *background.problems),
        )

    def near(
        self, task: RetrievalTask, documents: Numbers | None, *, lists_first: bool = False
    ) -> NearPassages | None:
        """Return the passages above the relevance threshold, or the first candidates without one.

        Only `documents` (None: all) that match the filters are searched. With `lists_first`, the
        first candidates are returned too. Only the library's own passages are compared. Return None
        if there is nothing to compare; raise the same errors as `retrieve`.
        """
        import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

        vectors = self._scatter.vectors
        if vectors is None or not vectors.count or not task.parsed.free_text.strip():
            return None
        embedder = self._model()
        vector = self._queries.of(task.parsed.free_text, embedder)
        floor = relevance_floor(vectors.background(vector), embedder.near_cosine)
        first: tuple[Candidate, ...] = ()
        if floor is None or lists_first:
            first = vectors.search(vector, task.limit, task.allowed_numbers, self._plan).candidates
        if floor is None:
            least, of = first[-1].raw_score if first else math.inf, vectors.near
        elif floor.chance:
            least, of = CLOSE, vectors.above_chance
        else:
            least, of = floor.floor, vectors.near
        found = [of(vector, least, documents, self._plan)]
        if task.allowed_numbers is not None:
            found.append(of(vector, least, task.allowed_numbers, self._plan))
        chunks, at = np.unique(np.concatenate([one.chunks for one in found]), return_index=True)
        of_documents = np.concatenate([one.documents for one in found])[at]
        nearness = np.concatenate([one.nearness for one in found])[at]
        is_near = nearness >= (NEAR if floor is not None and floor.chance else least)
        is_complete = vectors.count >= self._scatter.size
        return NearPassages(
            chunks[is_near],
            of_documents[is_near],
            close=chunks[~is_near],
            first=np.array([one.chunk_number for one in first], dtype=np.int64),
            tells_weak=floor is not None and is_complete,
        )

    def cosines(
        self, answer: RetrieverAnswer, candidates: Iterable[Candidate]
    ) -> Gathered[dict[int, float]]:
        """Return the cosine of each candidate that has a vector with the query of `answer`."""
        if answer.query_vector is None:
            return Gathered({})
        return self._scatter.cosines_of(answer.query_vector, candidates)

    def deviations(
        self, answer: RetrieverAnswer, candidates: Iterable[Candidate]
    ) -> Mapping[int, float]:
        """Return how much nearer than by chance each candidate is to the query of `answer`.

        The result is empty if this is unknown for the library.
        """
        is_known = answer.background is not None and answer.background.chance > 0.0
        if answer.query_vector is None or not is_known:
            return {}
        return self._scatter.deviations_of(answer.query_vector, candidates)

    def _model(self) -> Embedder:
        embedder = required(self._embedder())
        if embedder.fingerprint != self._scatter.fingerprint:
            raise IndexUnavailableError(
                message("The vectors belong to a different model."),
                message("They are being recomputed in the background."),
            )
        return embedder

    def _with_coverage(self, plan: Message, searchable: int) -> Message:
        passages = self._scatter.size
        if searchable >= passages:
            return plan
        return message(
            "{plan}; vectors of {searchable} of {passages} passages",
            plan=plan,
            searchable=searchable,
            passages=passages,
        )

    def _nothing(
        self, plan: Message, count: int, task: RetrievalTask, *, ran: bool
    ) -> RetrieverAnswer:
        scatter = self._scatter
        allowed = count
        if task.allowed is not None and scatter.is_local:
            allowed = min(count, task.allowed.chunks)
        return RetrieverAnswer(
            (),
            RetrieverTrace(self.kind, 0, count, allowed, plan, ran=ran),
            index_version=scatter.vector_version if ran else "",
            model=(scatter.fingerprint or "") if ran else "",
        )


def _top_scores(candidates: tuple[Candidate, ...]) -> tuple[float, ...]:
    return tuple(candidate.raw_score for candidate in candidates[:_TRACED_SCORES])


_MAX_CACHED_VECTORS = 256


class QueryVectorCache:
    """A cache of query vectors by text and model. Not thread-safe."""

    def __init__(self, max_vectors: int = _MAX_CACHED_VECTORS) -> None:
        self._vectors: BoundedCache[tuple[str, str], Vectors] = BoundedCache(max_vectors)

    def of(self, text: str, embedder: Embedder) -> Vectors:
        """Return the vector (dimension,) of a query, read-only. Raise ModelError."""

        def embed() -> Vectors:
            vector = embedder.embed_query(text)
            vector.flags.writeable = False
            return vector

        return self._vectors.get_or_make((embedder.fingerprint, text), embed)
