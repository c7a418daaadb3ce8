"""Candidates become hits: text, snippet, citation and how each arm voted."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath

from engine.core.citation import Citation, Place
from engine.core.document import Chunk, StoredChunk, StoredDocument
from engine.core.file_state import FileState
from engine.core.fusion import FusedCandidate
from engine.core.hit import Arm, Candidate, Hit, Retrieval, ScoreKind, TermStatistics
from engine.core.hit_details import DocumentVote, HitCopy, RerankVote
from engine.core.identity import as_id
from engine.core.query import ParsedQuery
from engine.core.request import SearchMode
from engine.core.source_language import source_language
from engine.search.marking import Marking, language_of
from engine.search.matched_terms import TermMatcher
from engine.search.near_copies import Copy, prepare
from engine.search.recent_passages import RecentPassages
from engine.search.single_ranking import displayed_lexical_score, displayed_vector_score
from engine.search.weakness import Weakness
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.schema import title_text


@dataclass(frozen=True, slots=True)
class HydrationContext:
    """What all hits of one answer have in common."""

    mode: SearchMode
    score_kind: ScoreKind
    terms: tuple[TermStatistics, ...]
    index_version: str
    embedding_model: str
    weakness: Weakness | None = None


@dataclass(frozen=True, slots=True)
class HitNotes:
    """What is known of single passages beyond their votes, by chunk number."""

    copies: Mapping[int, tuple[Copy, ...]] = field(default_factory=dict)
    documents: Mapping[int, DocumentVote] = field(default_factory=dict)
    reranked: Mapping[int, RerankVote] = field(default_factory=dict)


class Hydrator:
    """Reads passages from the catalog and describes them as hits."""

    def __init__(self, passages: RecentPassages, lexical: LexicalIndex) -> None:
        self._passages = passages
        self._lexical = lexical

    def read_ahead(self, candidates: Sequence[Candidate]) -> dict[int, StoredChunk]:
        """Return passages that will be wanted, ready for copies to be folded."""
        stored = self._passages.read([candidate.chunk_number for candidate in candidates])
        prepare([one.chunk.text for one in stored.values()])
        return stored

    def first_existing(
        self, fused: Sequence[FusedCandidate], count: int
    ) -> tuple[tuple[FusedCandidate, ...], dict[int, StoredChunk]]:
        """Return the list without passages that are gone, and its first `count` passages.

        An index is a moment behind the catalog while files change; what the catalog does not have
        is no hit, and those behind it move up.
        """
        stored: dict[int, StoredChunk] = {}
        checked = 0
        while checked < min(count, len(fused)):
            wanted = [candidate.chunk_number for candidate in fused[checked:count]]
            stored |= self._passages.read(wanted)
            gone = {number for number in wanted if number not in stored}
            checked = count - len(gone)
            if gone:
                kept = [candidate for candidate in fused if candidate.chunk_number not in gone]
                fused = [replace(c, rank=rank) for rank, c in enumerate(kept, start=1)]
        return tuple(fused), stored

    def marking(
        self, query: ParsedQuery, snippet_chars: int, literal: str = "", *, prefix_last: bool
    ) -> Marking:
        """Return what marks the passages of one search; see `LexicalIndex.highlighter`."""
        highlighter = partial(self._lexical.highlighter, query, prefix_last=prefix_last)
        return Marking(highlighter, snippet_chars, literal)


class HitWriter:
    """Describes the hits of one answer; what it learned for one hit serves the next."""

    def __init__(self, context: HydrationContext, marking: Marking) -> None:
        self._context = context
        self._marking = marking
        stemmers = marking.highlighter.stemmers
        self._matcher = TermMatcher(context.terms, stemmers)
        judged = context.weakness.terms if context.weakness else ()
        self._support = TermMatcher(judged, stemmers)
        self._files = _FileStates()
        self._named: dict[int, tuple[TermStatistics, ...]] = {}
        self._too_few: dict[tuple[TermStatistics, ...], bool] = {}

    def is_weak(self, candidate: FusedCandidate, stored: StoredChunk) -> bool:
        """Whether a passage says little of the query; False where that cannot be told."""
        return self._is_below(candidate) and self._is_unsupported(stored)

    def _is_below(self, candidate: FusedCandidate) -> bool:
        weakness = self._context.weakness
        return weakness is not None and weakness.is_below(candidate.chunk_number)

    def _is_unsupported(self, stored: StoredChunk) -> bool:
        weakness = self._context.weakness
        if weakness is None:
            return False
        spans = self._marking.spans(stored)
        said = self._support.matched(stored.chunk.text, spans, language_of(stored))
        if not self._are_too_few(weakness, said):
            return False
        return self._are_too_few(weakness, (*said, *self._named_by(stored.document)))

    def _are_too_few(self, weakness: Weakness, words: tuple[TermStatistics, ...]) -> bool:
        """Whether a passage that holds `words` is unsupported; most hits hold the same ones."""
        if words not in self._too_few:
            self._too_few[words] = weakness.is_unsupported(words)
        return self._too_few[words]

    def _named_by(self, document: StoredDocument) -> tuple[TermStatistics, ...]:
        """Return the words that the document's title or file name holds: keywords find it by them.

        Who types 'scan-0815' wants that file, whatever its pages are about.
        """
        if document.number not in self._named:
            title = title_text(document)
            spans = self._marking.highlighter.highlight(title, document.lang)
            self._named[document.number] = self._support.matched(title, spans, document.lang)
        return self._named[document.number]

    def hit(
        self, candidate: FusedCandidate, passages: Mapping[int, StoredChunk], notes: HitNotes
    ) -> Hit:
        """Describe one candidate; `passages` holds it and its copies."""
        number = candidate.chunk_number
        stored = passages[number]
        context, chunk, document = self._context, stored.chunk, stored.document
        spans = self._marking.spans(stored)
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
            snippet=self._marking.snippet(stored, for_words=candidate.lexical is not None),
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
            doi=document.doi,
            isbn=document.isbn,
            url=document.url,
            publisher=document.publisher,
            container=document.container,
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

    def _copy(self, copy: Copy, stored: StoredChunk) -> HitCopy:
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
            arm for arm, found in ((Arm.LEXICAL, lexical), (Arm.VECTOR, vector)) if found
        ),
        contributions=candidate.contributions,
    )
