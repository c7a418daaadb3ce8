"""Build hits from candidates: text, snippet, citation and the scores of the retrievers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from twofold.engine.model.citation import FOUND_BY_NAME, Citation, Locator
from twofold.engine.model.document import (
    FileState,
    StoredChunk,
    StoredDocument,
    as_id,
)
from twofold.engine.model.fusion import FusionRule, ScoreKind
from twofold.engine.model.hit import (
    DocumentVote,
    FoundBy,
    Hit,
    HitDuplicate,
    RankedChunk,
    RerankVote,
    Retrieval,
    RetrieverKind,
    Snippet,
    TermStatistics,
)
from twofold.engine.model.publication import publication_of
from twofold.engine.model.search_request import SearchMode
from twofold.engine.model.source_languages import source_language
from twofold.engine.ranking.collapse import NearDuplicate
from twofold.engine.ranking.fusion import (
    FusedCandidate,
    displayed_lexical_score,
    displayed_vector_score,
)
from twofold.engine.ranking.relevance import RelevanceThreshold
from twofold.engine.search.snippets import Highlighting, language_of
from twofold.engine.stores.lexical.query_words import TermMatcher
from twofold.engine.stores.library_folder import responds

# A search does not wait longer for a network drive to learn whether files have changed.
_PATIENCE = 3.0


@dataclass(frozen=True, slots=True)
class HitContext:
    """The data that all hits of one response have in common.

    `terms` are the searched words, `threshold` identifies weak hits (None if unknown), and
    `found_by` returns the rankings that found a chunk, by its number.
    """

    mode: SearchMode
    score_kind: ScoreKind | FusionRule
    terms: tuple[TermStatistics, ...]
    index_version: str
    embedding_model: str
    threshold: RelevanceThreshold | None = None
    found_by: Callable[[int], FoundBy] = lambda _: FoundBy.FILTERS


@dataclass(frozen=True, slots=True)
class HitNotes:
    """The results of the stages after fusion for each hit, by chunk number."""

    duplicates: Mapping[int, tuple[NearDuplicate, ...]] = field(default_factory=dict)
    documents: Mapping[int, DocumentVote] = field(default_factory=dict)
    reranked: Mapping[int, RerankVote] = field(default_factory=dict)


class HitBuilder:
    """Builds the hits of one response and caches intermediate results."""

    def __init__(self, context: HitContext, highlighting: Highlighting) -> None:
        self._context = context
        self._highlighting = highlighting
        stemmers = highlighting.highlighter.stemmers
        self._matcher = TermMatcher(context.terms, stemmers)
        threshold_terms = context.threshold.terms if context.threshold else ()
        self._support = TermMatcher(threshold_terms, stemmers)
        self._weak: dict[int, bool] = {}  # of passages below the threshold, by chunk number
        self._stale: dict[int, bool] = {}  # by document number
        self._in_title: dict[int, tuple[TermStatistics, ...]] = {}
        self._coverage: dict[tuple[TermStatistics, ...], float] = {}

    def is_weak(self, candidate: FusedCandidate, stored: StoredChunk) -> bool:
        """Return whether a passage is hardly relevant to the query; False if unknown."""
        threshold = self._context.threshold
        needed = threshold.needed_coverage(candidate.chunk_number) if threshold else 0.0
        if threshold is None or not needed:
            return False
        if stored.number not in self._weak:
            self._weak[stored.number] = self._lacks_coverage(threshold, needed, stored)
        return self._weak[stored.number]

    def _lacks_coverage(
        self, threshold: RelevanceThreshold, needed: float, stored: StoredChunk
    ) -> bool:
        spans = self._highlighting.spans(stored)
        held = self._support.matched(stored.chunk.text, spans, language_of(stored))
        if self._coverage_of(threshold, held) >= needed:
            return False
        named = (*held, *self._terms_in_title(stored.document))
        return self._coverage_of(threshold, named) < needed

    def terms_in(self, stored: StoredChunk) -> tuple[TermStatistics, ...]:
        """Return the searched words in a passage."""
        spans = self._highlighting.spans(stored)
        return self._matcher.matched(stored.chunk.text, spans, language_of(stored))

    def found_by(self, chunk_number: int) -> FoundBy:
        """Return the rankings that found a passage."""
        return self._context.found_by(chunk_number)

    def _coverage_of(
        self, threshold: RelevanceThreshold, terms: tuple[TermStatistics, ...]
    ) -> float:
        """Return the share of the query's words in `terms`.

        The result is cached, because most hits contain the same words.
        """
        if terms not in self._coverage:
            self._coverage[terms] = threshold.coverage(terms)
        return self._coverage[terms]

    def _terms_in_title(self, document: StoredDocument) -> tuple[TermStatistics, ...]:
        """Return the terms in the document's title or file name.

        A user who types 'scan-0815' wants that file, regardless of its content.
        """
        if document.number not in self._in_title:
            title, spans = self._highlighting.title_spans(document)
            self._in_title[document.number] = self._support.matched(title, spans, document.lang)
        return self._in_title[document.number]

    def hit(
        self, candidate: FusedCandidate, passages: Mapping[int, StoredChunk], notes: HitNotes
    ) -> Hit:
        """Build the hit of a candidate; `passages` contains it and its near-duplicates."""
        number = candidate.chunk_number
        stored = passages[number]
        context, chunk, document = self._context, stored.chunk, stored.document
        spans = self._highlighting.spans(stored)
        stale = self._is_stale(document)
        duplicates = notes.duplicates.get(number, ())
        return Hit(
            rank=candidate.rank,
            score=1.0 if context.score_kind is ScoreKind.SUBSTRING else candidate.fusion_score,
            score_kind=context.score_kind,
            chunk_id=as_id(number),
            doc_id=as_id(document.number),
            doc_path=document.path,
            title=_title(document),
            heading_path=chunk.heading_path,
            section_label=chunk.section,
            snippet=self._snippet(stored, for_words=candidate.lexical is not None),
            citation=cite(stored, stale=stale),
            retrieval=_retrieval(candidate, context.mode),
            index_version=context.index_version,
            chunker_version=document.chunker_version,
            embedding_model=context.embedding_model,
            indexed_at=document.indexed_at,
            stale=stale,
            lang=document.lang,
            tags=document.tags,
            trust_level=document.trust,
            folder=document.folder,
            absolute_path=document.absolute_path,
            file_type=document.file_type,
            date=document.date,
            author=document.author,
            **publication_of(document),
            issued=document.issued,
            text=chunk.text,
            bm25=candidate.lexical.raw_score if candidate.lexical else None,
            cosine=candidate.vector.raw_score if candidate.vector else None,
            closeness=context.threshold.closeness(number) if context.threshold else None,
            matched_terms=self._matcher.matched(chunk.text, spans, language_of(stored)),
            weak=self.is_weak(candidate, stored),
            found_by=self.found_by(number),
            duplicates=tuple(
                self._duplicate(one, passages[one.chunk_number]) for one in duplicates
            ),
            document=notes.documents.get(number),
            rerank=notes.reranked.get(number),
            library=document.library,
            not_read=document.not_read,
            version_place=document.version_place,
            version_count=document.version_count,
        )

    def _snippet(self, stored: StoredChunk, *, for_words: bool) -> Snippet:
        if stored.document.not_read:
            return Snippet(str(stored.document.not_read))
        return self._highlighting.snippet(stored, for_words=for_words)

    def ranked_chunk(
        self,
        candidate: FusedCandidate,
        stored: StoredChunk,
        duplicates: Sequence[NearDuplicate],
    ) -> RankedChunk:
        """Return the entry of a candidate in the whole list."""
        lexical, vector = candidate.lexical, candidate.vector
        return RankedChunk(
            as_id(candidate.chunk_number),
            candidate.rank,
            lexical.rank if lexical else None,
            vector.rank if vector else None,
            tuple([as_id(one.chunk_number) for one in duplicates]) if duplicates else (),
            weak=self.is_weak(candidate, stored),
            found_by=self.found_by(candidate.chunk_number),
            doc_id=as_id(stored.document.number),
        )

    def _is_stale(self, document: StoredDocument) -> bool:
        """Return whether a file has changed. It is checked once per response."""
        if document.number not in self._stale:
            self._stale[document.number] = is_changed(document)
        return self._stale[document.number]

    def _duplicate(self, duplicate: NearDuplicate, stored: StoredChunk) -> HitDuplicate:
        document = stored.document
        return HitDuplicate(
            chunk_id=as_id(stored.number),
            doc_id=as_id(document.number),
            doc_path=document.path,
            title=_title(document),
            folder=document.folder,
            citation=cite(stored, stale=self._is_stale(document)),
            is_exact=duplicate.is_exact,
        )


def cite(stored: StoredChunk, *, stale: bool) -> Citation:
    """Return the citation of a passage."""
    chunk, document = stored.chunk, stored.document
    return Citation(
        path=document.path,
        place=Locator(chunk.place_kind, chunk.place_start, chunk.place_end, chunk.region),
        indexed_at=document.indexed_at,
        stale=stale,
        section=chunk.section,
        start_column=chunk.start_column,
        end_column=chunk.end_column,
        label=FOUND_BY_NAME if document.not_read else chunk.place_label,
        symbol=chunk.symbol,
        language=source_language(document.file_type) if chunk.place_kind.is_line else "",
    )


def is_changed(document: StoredDocument) -> bool:
    """Return whether the file is gone, or its size or time differs from the indexed version.

    Files are not considered changed if their whole folder is missing or does not respond (a
    disconnected drive), if they could never be opened, or if they belong to a shared library.
    """
    was_opened = document.state.size or document.state.mtime_ns
    if document.library or not was_opened or not responds(document.folder_root, _PATIENCE):
        return False
    try:
        status = os.stat(document.absolute_path)  # noqa: PTH116 - a Path costs more than the call
    except (OSError, ValueError):
        return Path(document.folder_root).exists()
    now = FileState.of(status)
    return (now.size, now.mtime_ns) != (document.state.size, document.state.mtime_ns)


def _title(document: StoredDocument) -> str:
    return document.title or PurePosixPath(document.path).stem


def _retrieval(candidate: FusedCandidate, mode: SearchMode) -> Retrieval:
    lexical, vector = candidate.lexical, candidate.vector
    return Retrieval(
        method=mode,
        lexical_score=displayed_lexical_score(lexical.raw_score) if lexical else None,
        lexical_rank=lexical.rank if lexical else None,
        vector_score=displayed_vector_score(vector.raw_score) if vector else None,
        vector_rank=vector.rank if vector else None,
        fusion_score=candidate.fusion_score,
        blend_score=candidate.blend_score,
        sources=tuple(
            retriever
            for retriever, found in (
                (RetrieverKind.LEXICAL, lexical),
                (RetrieverKind.VECTOR, vector),
            )
            if found
        ),
        contributions=candidate.contributions,
    )
