"""The two retrievers of a search, side by side: from a parsed query to a ranking each.

One that fails does not take the other with it.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.embedding.ports import Embedder, Vectors
from engine.model import sentences
from engine.model.errors import BadRequestError, EngineError, IndexUnavailableError
from engine.model.hit import Background, Candidate, RetrieverKind, RetrieverTrace, TermStatistics
from engine.model.request import Clause, ClauseKind, ParsedQuery, SearchFilters
from engine.ranking.relevance import RelevanceThreshold, relevance_floor
from engine.search.more_like_this import LikePassage
from engine.search.stage_clock import StageClock
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.filters import AllowedDocuments
from engine.stores.lexical.highlight import Highlighter
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.storage import title_text
from engine.stores.ports import LexicalStore, VectorPlan, VectorStore


class Exclusions:
    """Drops candidates whose passage holds what a query excludes (-word)."""

    def __init__(self, catalog: Catalog, lexical: LexicalIndex) -> None:
        self._catalog = catalog
        self._lexical = lexical

    def allowed(
        self, parsed: ParsedQuery, candidates: Sequence[Candidate], most: int
    ) -> tuple[Candidate, ...]:
        """Return the first `most` candidates without an excluded word, ranked anew in order.

        Those behind them are not looked into.
        """
        words, titles = _exclusions_as_wanted(parsed)
        if not (words.clauses or titles.clauses):
            return tuple(candidates[:most])
        in_text = self._lexical.highlighter(words, only_whole=True)
        in_title = self._lexical.highlighter(titles, only_whole=True)
        kept: list[Candidate] = []
        for start in range(0, len(candidates), most):
            if len(kept) < most:
                some = candidates[start : start + most]
                kept += self._without(in_text, in_title, some)
        return tuple(replace(c, rank=rank) for rank, c in enumerate(kept[:most], start=1))

    def _without(
        self, in_text: Highlighter, in_title: Highlighter, candidates: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        stored = self._catalog.chunks(candidate.chunk_number for candidate in candidates)
        for candidate in candidates:
            found = stored.get(candidate.chunk_number)
            if found is None:
                continue
            lang = "en" if found.chunk.is_code else found.chunk.lang or found.document.lang
            if in_text.highlight(found.chunk.text, lang):
                continue
            if not in_title.highlight(title_text(found.document), lang):
                yield candidate


def _exclusions_as_wanted(parsed: ParsedQuery) -> tuple[ParsedQuery, ParsedQuery]:
    """Return queries for what `parsed` excludes: one for the text of passages, one for titles."""
    excluded = [clause for clause in parsed.clauses if clause.excluded]
    words = [clause for clause in excluded if clause.kind is not ClauseKind.TITLE]
    titles = [
        replace(clause, kind=ClauseKind.WORDS)
        for clause in excluded
        if clause.kind is ClauseKind.TITLE
    ]
    return _looking_for(words), _looking_for(titles)


def _looking_for(excluded: Sequence[Clause]) -> ParsedQuery:
    clauses = tuple(
        replace(clause, excluded=False, group=group) for group, clause in enumerate(excluded)
    )
    return ParsedQuery(clauses, "", SearchFilters())


EmbedderProvider = Callable[[], Embedder | None]

_TRACED_SCORES = 5
# With words to leave out, more is fetched, so that enough is left.
_FETCHED_FOR_EXCLUSIONS = 4


@dataclass(frozen=True, slots=True)
class RetrievalTask:
    """What both retrievers are asked for. `allowed` is what `filters` leave, None when nothing is.

    With `like` the meaning retriever searches by that passage's vector.
    """

    parsed: ParsedQuery
    filters: SearchFilters
    allowed: AllowedDocuments | None
    limit: int
    prefix_last: bool = False
    like: LikePassage | None = None

    @property
    def like_number(self) -> int | None:
        """The passage that similar ones are asked for."""
        return self.like.number if self.like else None


@dataclass(frozen=True, slots=True)
class RetrieverAnswer:
    """A retriever's ranking and what it did; `ran` is False when it had nothing to search in.

    `query_vector` is what the meaning retriever compared passages with, `background` how near the
    library as a whole is to it.
    """

    candidates: tuple[Candidate, ...]
    trace: RetrieverTrace
    terms: tuple[TermStatistics, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict)
    ran: bool = True
    query_vector: NDArray[np.float32] | None = None
    background: Background | None = None


class Retriever(Protocol):
    """Ranks chunks for a query. `retrieve` raises an EngineError when it cannot answer."""

    @property
    def kind(self) -> RetrieverKind:
        """Which retriever this is."""

    @property
    def index_version(self) -> str:
        """The version of the index it searches."""

    def retrieve(self, task: RetrievalTask) -> RetrieverAnswer:
        """Return the best `task.limit` chunks that pass the filters."""


class LexicalRetriever:
    """Ranks by BM25."""

    kind = RetrieverKind.LEXICAL

    def __init__(self, lexical: LexicalStore) -> None:
        self._lexical = lexical

    @property
    def index_version(self) -> str:
        """The version of schema and text analysis."""
        return self._lexical.version

    def content_words(self, task: RetrievalTask) -> tuple[TermStatistics, ...]:
        """Return the words of the query that say something; none when the index cannot tell."""
        try:
            return self._lexical.content_words(task.parsed)
        except IndexUnavailableError:
            return ()

    def retrieve(self, task: RetrievalTask) -> RetrieverAnswer:
        """Return the chunks that hold all words, filled up with those that hold some."""
        clock = StageClock()
        allowed = None if task.allowed is None else task.allowed.numbers
        with clock.stage("lexical"):
            answer = self._lexical.search(
                task.parsed, task.limit, task.filters, allowed, task.prefix_last
            )
        trace = RetrieverTrace(
            kind=self.kind,
            candidates=len(answer.candidates),
            searchable=self._lexical.size,
            allowed=answer.allowed,
            plan=answer.plan,
            top_scores=_top_scores(answer.candidates),
        )
        return RetrieverAnswer(answer.candidates, trace, answer.terms, clock.stage_ms)


class VectorRetriever:
    """Ranks by the cosine between the query's vector and the passages' vectors.

    Without an index (no model was ever loaded) the retriever cannot answer.
    """

    kind = RetrieverKind.VECTOR

    def __init__(
        self,
        vectors: VectorStore | None,
        embedder: EmbedderProvider,
        exclusions: Exclusions,
        passages: Callable[[], int],
        plan: VectorPlan = "auto",
    ) -> None:
        self._vectors = vectors
        self._embedder = embedder
        self._exclusions = exclusions
        self._passages = passages
        self._plan = plan
        self._queries = QueryVectorCache()

    @property
    def index_version(self) -> str:
        """The version of the vector index."""
        return self._vectors.version if self._vectors else ""

    @property
    def model(self) -> str:
        """The fingerprint of the model that made the vectors."""
        return self._vectors.fingerprint if self._vectors else ""

    @property
    def has_vectors(self) -> bool:
        """Whether there is anything to search in."""
        return self._vectors is not None and self._vectors.count > 0

    def retrieve(self, task: RetrievalTask) -> RetrieverAnswer:
        """Return the chunks nearest in meaning to the free text of the query.

        Raise ModelError or IndexUnavailableError when the query cannot be embedded.
        """
        vectors = self._vectors
        if vectors is None:
            self._embedder()
            raise IndexUnavailableError("Nothing has been read by meaning yet.")
        if not vectors.count:
            return self._nothing(sentences.NOTHING_READ, 0, task, ran=False)
        if task.like is not None and task.like.vector is None:
            return self._nothing(sentences.NOT_READ, vectors.count, task, ran=False)
        if task.like is None and not task.parsed.free_text.strip():
            return self._nothing(sentences.NO_FREE_TEXT, vectors.count, task, ran=True)
        clock = StageClock()
        with clock.stage("embed"):
            vector = self._query_vector(vectors, task)
        allowed = None if task.allowed is None else task.allowed.numbers
        with clock.stage("vector"):
            excludes = any(clause.excluded for clause in task.parsed.clauses)
            fetched = task.limit * (_FETCHED_FOR_EXCLUSIONS if excludes else 1)
            answer = vectors.search(vector, fetched, allowed, self._plan)
            candidates = self._exclusions.allowed(task.parsed, answer.candidates, task.limit)
            background = vectors.background(vector)
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
            query_vector=vector,
            background=background,
        )

    def embedded_among(self, answer: RetrieverAnswer, chunks: Sequence[int]) -> Collection[int]:
        """Return those of `chunks` that have a vector; `answer` is one that this retriever gave."""
        if self._vectors is None or answer.query_vector is None:
            return chunks
        return self._vectors.cosines_of(answer.query_vector, chunks).keys()

    def threshold(
        self, answer: RetrieverAnswer, candidates: Iterable[int], terms: Sequence[TermStatistics]
    ) -> RelevanceThreshold | None:
        """Return what tells the weak ones of `candidates`; None where that cannot be told."""
        vectors, embedder = self._vectors, self._embedder()
        if answer.query_vector is None or answer.background is None:
            return None
        if vectors is None or embedder is None:
            return None
        floor = relevance_floor(answer.background, embedder.near_cosine)
        if floor is None:
            return None
        cosines = vectors.cosines_of(answer.query_vector, candidates)
        return RelevanceThreshold(floor, cosines, terms, self._passages())

    def _query_vector(self, vectors: VectorStore, task: RetrievalTask) -> NDArray[np.float32]:
        if task.like is not None and task.like.vector is not None:
            return task.like.vector
        return self._queries.of(task.parsed.free_text, self._model_of(vectors))

    def _model_of(self, vectors: VectorStore) -> Embedder:
        embedder = self._embedder()
        if embedder is None:
            raise IndexUnavailableError("There is no embedding model.", "Choose one in Settings.")
        if embedder.fingerprint != vectors.fingerprint:
            raise IndexUnavailableError(
                "The vectors were made by another model.", "They are made anew in the background."
            )
        return embedder

    def _with_coverage(self, plan: str, searchable: int) -> str:
        passages = self._passages()
        if searchable >= passages:
            return plan
        return f"{plan}; vectors of {searchable:,} of {passages:,} passages"

    def _nothing(self, plan: str, count: int, task: RetrievalTask, *, ran: bool) -> RetrieverAnswer:
        allowed = count if task.allowed is None else min(count, task.allowed.chunks)
        return RetrieverAnswer((), RetrieverTrace(self.kind, 0, count, allowed, plan), ran=ran)


def _top_scores(candidates: tuple[Candidate, ...]) -> tuple[float, ...]:
    return tuple(candidate.raw_score for candidate in candidates[:_TRACED_SCORES])


logger = logging.getLogger(__name__)

Meanwhile = Callable[[RetrieverAnswer, Callable[[], bool]], None]


class ParallelRetrieval:
    """The last retriever runs on the thread that asks, each other one on a thread of its own.

    So a search never waits behind other work, and waits for as few threads as can be: on a busy
    machine each costs a turn.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="retriever")

    def run(
        self,
        retrievers: Sequence[Retriever],
        task: RetrievalTask,
        meanwhile: Meanwhile | None = None,
    ) -> tuple[RetrieverAnswer, ...]:
        """Return an answer of each retriever; that of a failed one has an error in its trace.

        `meanwhile` takes an answer on the thread of its retriever, while the last retriever may
        still search, and what says whether that has ended.
        """
        ended = Event()
        running = [
            self._pool.submit(_answer_and, meanwhile, retriever, task, ended)
            for retriever in retrievers[:-1]
        ]
        try:
            last = _answer(retrievers[-1], task)
        finally:
            ended.set()
            wait(running)
        return (*(future.result() for future in running), last)

    def close(self) -> None:
        """End the threads after what they are doing."""
        self._pool.shutdown(wait=True)


def _answer_and(
    meanwhile: Meanwhile | None, retriever: Retriever, task: RetrievalTask, ended: Event
) -> RetrieverAnswer:
    answer = _answer(retriever, task)
    if meanwhile is not None:
        with suppress(EngineError):  # who needs what it prepares will hear of it
            meanwhile(answer, ended.is_set)
    return answer


def _answer(retriever: Retriever, task: RetrievalTask) -> RetrieverAnswer:
    try:
        return retriever.retrieve(task)
    except BadRequestError:
        raise
    except EngineError as error:
        # Not its message, which may quote the query.
        cause = type(error.__cause__ or error).__name__
        logger.info("the %s retriever cannot answer: %s", retriever.kind.value, cause)
        return _failed(retriever, error.message)
    except Exception:
        logger.exception("the %s retriever failed", retriever.kind.value)
        return _failed(retriever, "An unexpected error happened; the log has the details.")


def _failed(retriever: Retriever, message: str) -> RetrieverAnswer:
    return RetrieverAnswer((), RetrieverTrace(retriever.kind, 0, 0, 0, error=message), ran=False)


_MOST_KEPT = 256


class QueryVectorCache:
    """Remembers by text and model. One thread uses it at a time."""

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], Vectors] = OrderedDict()

    def of(self, text: str, embedder: Embedder) -> Vectors:
        """Return the vector (dimension,) of a query, read-only; raise ModelError as `embedder`."""
        key = (embedder.fingerprint, text)
        if key not in self._kept:
            vector = embedder.embed_query(text)
            vector.flags.writeable = False
            self._kept[key] = vector
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
