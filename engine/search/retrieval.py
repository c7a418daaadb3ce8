"""The retrieval stage of a search: both retrievers in parallel, or an exact search.

Embedding a query takes the longest, so the results of the lexical retriever are read and
highlighted in the meantime. If one retriever fails, the other still answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from twofold.engine.model.document import StoredChunk
from twofold.engine.model.errors import EngineError, IndexUnavailableError, SearchFailedError
from twofold.engine.model.hit import Candidate, FoundBy, PassageKey, TermStatistics
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.ranking.collapse import precompute
from twofold.engine.ranking.relevance import RelevanceThreshold, relevance_floor
from twofold.engine.search.literal_search import find_literal
from twofold.engine.search.passage_cache import NEVER, PassageCache
from twofold.engine.search.query_language import literal_text
from twofold.engine.search.retrievers import (
    LexicalRetriever,
    NearPassages,
    Numbers,
    RetrievalTask,
    RetrieverAnswer,
    VectorRetriever,
    answer_of,
)
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.snippets import Highlighting
from twofold.engine.search.trace import StageClock, failure_sentence
from twofold.engine.stores.lexical.query_words import coverage_of_best
from twofold.engine.stores.shards import ShardProblem


@dataclass(frozen=True)  # without slots, which cached_property cannot use
class Retrieved:
    """The results of retrieval. The answer of a retriever that was not used is None.

    `words` are the words of the query with their statistics in a library of `passages` passages.
    `coverage` is the share of them in the best lexical hit. `cosines` and `deviations` are as in
    RelevanceThreshold. `threshold` identifies weak hits; it is None if unknown. `holders` are the
    numbers of the candidates that are known to contain a search word.
    """

    highlighting: Highlighting
    lexical: RetrieverAnswer | None = None
    vector: RetrieverAnswer | None = None
    literal: Sequence[PassageKey] = ()
    coverage: float = 1.0
    cosines: Mapping[int, float] = field(default_factory=dict)
    deviations: Mapping[int, float] = field(default_factory=dict)
    threshold: RelevanceThreshold | None = None
    words: tuple[TermStatistics, ...] = ()
    passages: int = 0
    holders: frozenset[int] = frozenset()
    problems: tuple[ShardProblem, ...] = ()

    def found_by(self, chunk_number: int) -> FoundBy:
        """Return the rankings that found a candidate."""
        if not self.answers:
            return FoundBy.EXACT_TEXT
        has_words = chunk_number in self.holders
        if self.is_near(chunk_number):
            return FoundBy.BOTH if has_words else FoundBy.MEANING
        return FoundBy.KEYWORDS if has_words or self.vector is None else FoundBy.MEANING

    def is_near(self, chunk_number: int) -> bool:
        """Return whether a candidate was found by meaning."""
        if self.threshold is None:
            return chunk_number in self._compared
        return chunk_number in self.cosines and not self.threshold.is_below(chunk_number)

    @cached_property
    def _compared(self) -> frozenset[int]:
        nearest = self.vector.candidates if self.vector is not None else ()
        return frozenset(candidate.chunk_number for candidate in nearest)

    @property
    def answers(self) -> tuple[RetrieverAnswer, ...]:
        """The answers of the retrievers that were used."""
        return tuple(answer for answer in (self.lexical, self.vector) if answer is not None)

    @property
    def terms(self) -> tuple[TermStatistics, ...]:
        """The searched words with their statistics."""
        return self.lexical.terms if self.lexical else ()


class Retrieval:
    """Runs the retrievers of one library. Not thread-safe."""

    def __init__(
        self,
        scatter: Scatter,
        vector: VectorRetriever,
        passages: PassageCache,
    ) -> None:
        self._scatter = scatter
        self._lexical = LexicalRetriever(scatter)
        self._vector = vector
        self._passages = passages
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="vector-retriever")

    def close(self) -> None:
        """Stop the thread of the vector retriever after its current work."""
        self._pool.shutdown(wait=True)

    def run(
        self, request: SearchRequest, task: RetrievalTask, mode: SearchMode, clock: StageClock
    ) -> Retrieved:
        """Run the retrievers of the mode, or an exact search.

        Raise BadRequestError, and SearchFailedError if all retrievers failed.
        """
        if mode is SearchMode.SUBSTRING:
            return self._find_literal(request, task, clock)
        if mode is SearchMode.LEXICAL:
            lexical = answer_of(self._lexical, task)
            found = Retrieved(self._highlighting(request, task), lexical)
        elif mode is SearchMode.VECTOR:
            vector = answer_of(self._vector, task)
            found = Retrieved(self._highlighting(request, task), vector=vector)
        else:
            found = self._ask_both(request, task)
        traces = [answer.trace for answer in found.answers]
        if any(trace.error for trace in traces) and not any(trace.ran for trace in traces):
            raise SearchFailedError(
                failure_sentence(traces), message("Run 'twofold doctor' for details.")
            )
        for answer in found.answers:
            clock.add(answer.stage_ms)
        problems = tuple(problem for answer in found.answers for problem in answer.problems)
        found = self._compare(replace(found, problems=problems), clock)
        words: tuple[TermStatistics, ...] = ()
        with suppress(IndexUnavailableError):
            # Words in a hit also support it in a search by meaning only.
            words = self._scatter.words.content_words(task.parsed)
        threshold = self._relevance_threshold(task, found, words)
        named = () if task.like else words  # a search for similar passages has no search words
        found = replace(found, threshold=threshold, words=named, passages=self._scatter.size)
        return replace(found, holders=self._holders(task, found))

    def near(
        self, task: RetrievalTask, documents: Numbers | None, *, lists_first: bool = False
    ) -> NearPassages | None:
        """Return the passages similar enough to the query, see `near` in retrievers.

        Return None if the vectors cannot be searched.
        """
        with suppress(EngineError):
            return self._vector.near(task, documents, lists_first=lists_first)
        return None

    def cosines(
        self, answer: RetrieverAnswer, candidates: Sequence[Candidate]
    ) -> Mapping[int, float]:
        """Return the cosine of the query of `answer` and each candidate that has a vector."""
        return self._vector.cosines(answer, candidates).value

    def _find_literal(
        self, request: SearchRequest, task: RetrievalTask, clock: StageClock
    ) -> Retrieved:
        literal = literal_text(request, task.parsed)
        highlighting = self._highlighting(request, task, literal)
        with clock.stage("substring"):
            found = find_literal(self._scatter, literal, task.filters, task.limit)
        return Retrieved(highlighting, literal=found.value, problems=found.problems)

    def _highlighting(
        self, request: SearchRequest, task: RetrievalTask, literal: str = ""
    ) -> Highlighting:
        highlighter = self._scatter.words.highlighter(task.parsed, prefix_last=task.prefix_last)
        return Highlighting(highlighter, request.snippet_chars, literal)

    def _ask_both(self, request: SearchRequest, task: RetrievalTask) -> Retrieved:
        """Run both retrievers in parallel.

        Embedding the query takes the longest. In the meantime, the lexical results are read; the
        thread of the vector retriever reads its own results.
        """
        vector = self._pool.submit(self._nearest, task)
        try:
            lexical = answer_of(self._lexical, task)
            highlighting = self._highlighting(request, task)
            with suppress(EngineError):  # a later stage reads the same passages and reports errors
                self._prefetch(lexical, highlighting, request.limit, vector.done)
            # The adaptive rule needs it, and the window can switch to that rule without a new
            # search.
            coverage = self._coverage(lexical, highlighting)
        finally:
            wait([vector])
        nearest, generation, passages = vector.result()
        self._passages.add(generation, passages)
        return Retrieved(highlighting, lexical, nearest, coverage=coverage)

    def _nearest(self, task: RetrievalTask) -> tuple[RetrieverAnswer, int, dict[int, StoredChunk]]:
        """Run the vector retriever, and read its results that are not cached.

        Also return the generation of the catalog before reading.
        """
        answer = answer_of(self._vector, task)
        with suppress(EngineError):  # a later stage reads the same passages and reports errors
            generation = self._scatter.passages_generation
            unknown = self._passages.unknown(answer.candidates)
            return answer, generation, self._scatter.chunks(unknown).value
        return answer, NEVER, {}

    def _prefetch(
        self,
        lexical: RetrieverAnswer,
        highlighting: Highlighting,
        shown: int,
        is_due: Callable[[], bool],
    ) -> None:
        """Read and highlight the results, with snippets for the first `shown`, until `is_due`."""
        passages = self._passages.read(lexical.candidates).value
        precompute([one.chunk.text for one in passages.values()])
        for place, stored in enumerate(passages.values()):
            if is_due():
                return
            if place < shown:
                highlighting.snippet(stored, for_words=True)
            else:
                highlighting.spans(stored)  # the spans are needed to identify weak hits

    def _coverage(self, lexical: RetrieverAnswer, highlighting: Highlighting) -> float:
        """Return the share of the query's words in the best lexical hit, from 0 to 1."""
        best = max(lexical.candidates, key=lambda one: one.raw_score, default=None)
        stored = self._passages.read([best]).value if best is not None else {}
        return coverage_of_best(
            next(iter(stored.values()), None),
            lexical.terms,
            lexical.trace.searchable,
            highlighting.highlighter,
        )

    def _compare(self, found: Retrieved, clock: StageClock) -> Retrieved:
        """Add the cosines of all candidates, and mark lexical ones that are not embedded yet.

        If the vector retriever found nothing, embedded passages have no advantage, so none are
        marked.
        """
        lexical, vector = found.lexical, found.vector
        if vector is None:
            return found
        candidates = [candidate for answer in found.answers for candidate in answer.candidates]
        with clock.stage("vector"):
            compared = self._vector.cosines(vector, candidates)
            deviations = self._vector.deviations(vector, candidates)
        cosines, problems = compared.value, (*found.problems, *compared.problems)
        found = replace(found, cosines=cosines, deviations=deviations, problems=problems)
        if lexical is None or not vector.candidates:
            return found
        if all(c.chunk_number in cosines for c in lexical.candidates):
            return found
        marked = tuple(
            Candidate(c.chunk_number, c.raw_score, c.rank, c.chunk_number not in cosines, c.shard)
            for c in lexical.candidates
        )
        return replace(found, lexical=replace(lexical, candidates=marked))

    def _holders(self, task: RetrievalTask, found: Retrieved) -> frozenset[int]:
        """Return the numbers of the candidates that contain a search word.

        If the lexical ranking has reached its limit, candidates of the vector retriever that
        contain a search word may be missing from it. They are looked up, so that hits and the
        counts of `MatchCounter` agree about the rankings that found a passage. This includes
        passages that are relevant only because of their words.
        """
        if found.lexical is None:
            return frozenset()
        ranked = frozenset(candidate.chunk_number for candidate in found.lexical.candidates)
        is_full = len(ranked) >= task.limit and task.like is None and self._scatter.is_local
        if found.vector is None or not is_full:
            return ranked
        nearest = (candidate.chunk_number for candidate in found.vector.candidates)
        others = [number for number in nearest if number not in ranked]
        with suppress(IndexUnavailableError):
            holders = self._scatter.lexical.chunks_with_words(
                task.parsed, others, prefix_last=task.prefix_last
            )
            return ranked | holders
        return ranked

    def _relevance_threshold(
        self, task: RetrievalTask, found: Retrieved, words: tuple[TermStatistics, ...]
    ) -> RelevanceThreshold | None:
        """Return the threshold for weak hits.

        Return None for a search for similar passages, because it has no search words.
        """
        vector = found.vector
        if task.like is not None or vector is None or vector.background is None:
            return None
        floor = relevance_floor(vector.background, vector.near_cosine)
        if floor is None:
            return None
        size = self._scatter.size
        return RelevanceThreshold(floor, found.cosines, words, size, found.deviations)
