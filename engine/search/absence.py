"""Explaining why the passages of a document are not in the list of a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from twofold.engine.model.absence import AbsenceAction, AbsenceCause, AbsenceReason
from twofold.engine.model.document import StoredChunk
from twofold.engine.model.filter_texts import format_filters
from twofold.engine.model.filters import FILTERS, SearchFilters, combined
from twofold.engine.model.hit import Candidate
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.search.query_language import parse
from twofold.engine.search.ranker import Ranker
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.stages import Found
from twofold.engine.search.trace import StageClock

_MAX_CANDIDATES = 10_000
_MAX_WORDS_NAMED = 8


class ListAbsence:
    """Explains for one search why passages of one document are not listed.

    `is_document` is True if any passage of the document would do.
    """

    def __init__(
        self,
        scatter: Scatter,
        ranker: Ranker,
        request: SearchRequest,
        passages: Sequence[StoredChunk],
        *,
        is_document: bool,
    ) -> None:
        self._scatter = scatter
        self._ranker = ranker
        self._request = replace(request, rerank=False, offset=0)
        self._parsed = parse(request.query)
        self._passages = {stored.number: stored for stored in passages}
        self._document = passages[0].document
        self._is_document = is_document
        self.rank: int | None = None

    def reasons(self) -> tuple[AbsenceReason, ...]:
        """Return the reasons, the most decisive first. Sets `rank`."""
        excluded = (*self._filters(), *self._excluded_words())
        return excluded or tuple(self._in_ranking())

    def _filters(self) -> Iterator[AbsenceReason]:
        """Yield each filter that leaves the document out."""
        filters = combined(self._request.filters, self._parsed.filters)
        for known in FILTERS:
            fields = {field: getattr(filters, field) for field in known.fields}
            alone = replace(SearchFilters(), **fields)
            allowed = self._scatter.catalog.resolve(alone)
            if allowed is not None and self._document.number not in allowed.numbers:
                yield AbsenceReason(
                    AbsenceCause.FILTERED,
                    message("The filter {filter} leaves it out.", filter=format_filters(alone)),
                    AbsenceAction.REMOVE_FILTER,
                    known.word,
                )

    def _excluded_words(self) -> Iterator[AbsenceReason]:
        """Yield a reason if it contains what the query excludes."""
        excluded = [clause.written for clause in self._parsed.clauses if clause.excluded]
        if not excluded:
            return
        import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

        numbers = np.array(sorted(self._passages), dtype=np.int64)
        unwanted = self._scatter.lexical.excluded_chunks(self._parsed, numbers)
        if len(unwanted) == len(numbers):
            words = ", ".join(f"-{word}" for word in excluded)
            yield AbsenceReason(
                AbsenceCause.EXCLUDED_WORDS,
                message("It contains words that the query excludes: {words}", words=words),
            )

    def _in_ranking(self) -> Iterator[AbsenceReason]:
        """Yield why the list does not contain the passage, or its position in the list."""
        request, ranker = self._request, self._ranker
        listed = ranker.rank(ranker.search_of(request, self._parsed, StageClock(), lambda: False))
        place = self._place(listed)
        if place is not None and place <= request.limit:
            self.rank = place
            sentence = message("It is hit {rank} of the list.", rank=place)
            yield AbsenceReason(AbsenceCause.LISTED, sentence)
            return
        yield from self._hidden(listed)
        every = ranker.explained(
            replace(request, hide_weak=False, collapse_duplicates=False, group_by_document=False),
            self._parsed,
            _MAX_CANDIDATES,
        )
        self.rank = place or self._place(every)
        yield self._rank_reason(every)
        yield from self._missing_words(every)
        yield from self._meaning(listed, every)

    def _place(self, found: Found) -> int | None:
        """Return the rank of the first passage that would do."""
        for candidate in found.ranked.candidates:
            number = candidate.chunk_number
            if number in self._passages:
                return candidate.rank
            document = found.ranked.passages[number].document.number
            if self._is_document and document == self._document.number:
                return candidate.rank
        return None

    def _hidden(self, listed: Found) -> Iterator[AbsenceReason]:
        """Yield why a candidate is not shown: a duplicate, grouped, or weak."""
        ranked, request = listed.ranked, self._request
        for number, copies in ranked.notes.duplicates.items():
            if any(copy.chunk_number in self._passages for copy in copies):
                first = ranked.passages[number].document
                path = f"{first.folder}/{first.path}"
                is_version = first.family and first.family == self._document.family
                yield AbsenceReason(
                    AbsenceCause.DUPLICATE,
                    message("It is another version of {path}, which is in the list.", path=path)
                    if is_version
                    else message("It is a duplicate of {path}, which is in the list.", path=path),
                    AbsenceAction.SHOW_DUPLICATES,
                )
                return
        documents = {ranked.passages[c.chunk_number].document.number for c in ranked.candidates}
        if request.group_by_document and self._document.number in documents:
            yield AbsenceReason(
                AbsenceCause.GROUPED,
                message("The list shows only the best passage of each document."),
                AbsenceAction.SHOW_PASSAGES,
            )
            return
        if request.hide_weak:
            shown = self._ranker.explained(
                replace(request, hide_weak=False), self._parsed, listed.search.task.limit
            )
            if self._place(shown) is not None:
                yield AbsenceReason(
                    AbsenceCause.WEAK,
                    message("It is hidden because it is a weak match."),
                    AbsenceAction.SHOW_WEAK,
                )

    def _rank_reason(self, every: Found) -> AbsenceReason:
        total = len(every.ranked.candidates)
        if self.rank is None:
            return AbsenceReason(
                AbsenceCause.BEYOND,
                message(
                    "It is not among the {total} best matches by keywords and by meaning.",
                    total=total,
                ),
            )
        return AbsenceReason(
            AbsenceCause.LOW_RANK,
            message(
                "It is number {rank} of {total} matches. The list shows the first {limit}.",
                rank=self.rank,
                total=total,
                limit=self._request.limit,
            ),
            AbsenceAction.SHOW_MORE,
            str(self.rank),
        )

    def _missing_words(self, every: Found) -> Iterator[AbsenceReason]:
        """Yield the words of the query that the best passage does not contain."""
        words = {term.term for term in every.retrieved.words}
        held = max(
            (
                {term.term for term in every.builder.terms_in(stored)}
                for stored in self._passages.values()
            ),
            key=lambda terms: len(terms & words),
        )
        missing = [term.term for term in every.retrieved.words if term.term not in held]
        if missing:
            named = ", ".join(missing[:_MAX_WORDS_NAMED])
            yield AbsenceReason(
                AbsenceCause.MISSING_WORDS,
                message("No passage of it contains: {words}", words=named)
                if self._is_document and not held & words
                else message("Its best passage does not contain: {words}", words=named),
            )

    def _meaning(self, listed: Found, every: Found) -> Iterator[AbsenceReason]:
        """Yield how far it is below the list by meaning, or that it has no vector yet."""
        vector = every.retrieved.vector
        if vector is None or vector.query_vector is None:
            return
        own = [Candidate(number, 0.0, 0) for number in self._passages]
        cosines = self._ranker.cosines(vector, own)
        if not cosines:
            yield AbsenceReason(
                AbsenceCause.NOT_EMBEDDED, message("It is not indexed by meaning yet.")
            )
            return
        shown = listed.ranked.candidates[: self._request.limit]
        last = [
            listed.retrieved.cosines[c.chunk_number]
            for c in shown
            if c.chunk_number in listed.retrieved.cosines
        ]
        distance = min(last) - max(cosines.values()) if last else 0.0
        if distance > 0:
            yield AbsenceReason(
                AbsenceCause.FAR_IN_MEANING,
                message(
                    "Its meaning is {distance} below the least similar hit of the list.",
                    distance=round(distance, 2),
                ),
            )
