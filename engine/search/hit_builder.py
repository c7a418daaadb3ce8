"""Building hits from candidates: text, snippet, citation and how each retriever voted."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from engine.model.citation import Citation, Place
from engine.model.document import (
    Chunk,
    FileState,
    StoredChunk,
    StoredDocument,
    as_id,
    source_language,
)
from engine.model.hit import (
    DocumentVote,
    Hit,
    HitCopy,
    RerankVote,
    Retrieval,
    RetrieverKind,
    ScoreKind,
    TermStatistics,
)
from engine.model.publication import publication_of
from engine.model.request import SearchMode
from engine.ranking.fusion import FusedCandidate
from engine.ranking.near_duplicates import NearDuplicate
from engine.ranking.relevance import RelevanceThreshold
from engine.search.mode_ranking import displayed_lexical_score, displayed_vector_score
from engine.search.snippets import Highlighting, language_of
from engine.stores.lexical.matched_terms import TermMatcher
from engine.stores.lexical.storage import title_text


@dataclass(frozen=True, slots=True)
class HitContext:
    """What all hits of one answer have in common."""

    mode: SearchMode
    score_kind: ScoreKind
    terms: tuple[TermStatistics, ...]
    index_version: str
    embedding_model: str
    threshold: RelevanceThreshold | None = None


@dataclass(frozen=True, slots=True)
class HitNotes:
    """What is known of single passages beyond their votes, by chunk number."""

    copies: Mapping[int, tuple[NearDuplicate, ...]] = field(default_factory=dict)
    documents: Mapping[int, DocumentVote] = field(default_factory=dict)
    reranked: Mapping[int, RerankVote] = field(default_factory=dict)


class HitBuilder:
    """Builds the hits of one answer; what is known of one hit serves the next."""

    def __init__(self, context: HitContext, highlighting: Highlighting) -> None:
        self._context = context
        self._highlighting = highlighting
        stemmers = highlighting.highlighter.stemmers
        self._matcher = TermMatcher(context.terms, stemmers)
        judged = context.threshold.terms if context.threshold else ()
        self._support = TermMatcher(judged, stemmers)
        self._files = _FileStates()
        self._named: dict[int, tuple[TermStatistics, ...]] = {}
        self._too_few: dict[tuple[TermStatistics, ...], bool] = {}

    def is_weak(self, candidate: FusedCandidate, stored: StoredChunk) -> bool:
        """Whether a passage says little of the query; False where that cannot be told."""
        return self._is_below(candidate) and self._is_unsupported(stored)

    def _is_below(self, candidate: FusedCandidate) -> bool:
        threshold = self._context.threshold
        return threshold is not None and threshold.is_below(candidate.chunk_number)

    def _is_unsupported(self, stored: StoredChunk) -> bool:
        threshold = self._context.threshold
        if threshold is None:
            return False
        spans = self._highlighting.spans(stored)
        said = self._support.matched(stored.chunk.text, spans, language_of(stored))
        if not self._are_too_few(threshold, said):
            return False
        return self._are_too_few(threshold, (*said, *self._named_by(stored.document)))

    def _are_too_few(
        self, threshold: RelevanceThreshold, words: tuple[TermStatistics, ...]
    ) -> bool:
        """Whether a passage that holds `words` is unsupported; most hits hold the same ones."""
        if words not in self._too_few:
            self._too_few[words] = threshold.is_unsupported(words)
        return self._too_few[words]

    def _named_by(self, document: StoredDocument) -> tuple[TermStatistics, ...]:
        """Return the words that the document's title or file name holds: keywords find it by them.

        Who types 'scan-0815' wants that file, whatever its pages are about.
        """
        if document.number not in self._named:
            title = title_text(document)
            spans = self._highlighting.highlighter.highlight(title, document.lang)
            self._named[document.number] = self._support.matched(title, spans, document.lang)
        return self._named[document.number]

    def hit(
        self, candidate: FusedCandidate, passages: Mapping[int, StoredChunk], notes: HitNotes
    ) -> Hit:
        """Build the hit of one candidate; `passages` holds it and its copies."""
        number = candidate.chunk_number
        stored = passages[number]
        context, chunk, document = self._context, stored.chunk, stored.document
        spans = self._highlighting.spans(stored)
        stale = self._files.is_stale(document)
        copies = notes.copies.get(number, ())
        return Hit(
            rank=candidate.rank,
            score=1.0 if context.score_kind is ScoreKind.SUBSTRING else candidate.fusion_score,
            score_kind=context.score_kind,
            chunk_id=as_id(number),
            doc_id=as_id(document.number),
            doc_path=document.path,
            title=_title(document),
            heading_path=chunk.heading_path,
            section_label=_section_label(chunk),
            snippet=self._highlighting.snippet(stored, for_words=candidate.lexical is not None),
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
            matched_terms=self._matcher.matched(chunk.text, spans, language_of(stored)),
            weak=self.is_weak(candidate, stored),
            copies=tuple(self._copy(copy, passages[copy.chunk_number]) for copy in copies),
            document=notes.documents.get(number),
            rerank=notes.reranked.get(number),
        )

    def _copy(self, copy: NearDuplicate, stored: StoredChunk) -> HitCopy:
        document = stored.document
        return HitCopy(
            chunk_id=as_id(stored.number),
            doc_id=as_id(document.number),
            doc_path=document.path,
            title=_title(document),
            folder=document.folder,
            citation=cite(stored, stale=self._files.is_stale(document)),
            is_exact=copy.is_exact,
        )


def cite(stored: StoredChunk, *, stale: bool) -> Citation:
    """Return where a passage stands in its file."""
    chunk, document = stored.chunk, stored.document
    return Citation(
        path=document.path,
        place=Place(chunk.place_kind, chunk.place_start, chunk.place_end),
        indexed_at=document.indexed_at,
        stale=stale,
        section=_section_label(chunk),
        start_column=chunk.start_column,
        end_column=chunk.end_column,
        label=chunk.place_label,
        symbol=chunk.symbol,
        language=source_language(document.file_type) if chunk.place_kind.is_line else "",
    )


def is_changed(document: StoredDocument) -> bool:
    """Whether the file is gone or differs in size or time from when it was indexed.

    A file whose whole folder is away (a drive taken out) is not known to have changed.
    """
    try:
        status = os.stat(document.absolute_path)  # noqa: PTH116 - a Path costs more than the look
    except (OSError, ValueError):
        return Path(document.folder_root).exists()
    now = FileState.of(status)
    return (now.size, now.mtime_ns) != (document.state.size, document.state.mtime_ns)


class _FileStates:
    """Looks at each file once an answer."""

    def __init__(self) -> None:
        self._stale: dict[int, bool] = {}

    def is_stale(self, document: StoredDocument) -> bool:
        if document.number not in self._stale:
            self._stale[document.number] = is_changed(document)
        return self._stale[document.number]


def _title(document: StoredDocument) -> str:
    return document.title or PurePosixPath(document.path).stem


def _section_label(chunk: Chunk) -> str:
    return chunk.heading_path[-1] if chunk.heading_path else ""


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
