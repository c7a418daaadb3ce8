"""Checking the quotations of a draft: search for each one in the library.

The keyword index returns the passages that share the rarest runs of words with a quotation. Their
texts, with the passages before and after them, are compared with the quotation word by word. No
file of the library is read, and no model is used.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePosixPath

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.citations.draft_quotations import (
    DraftQuotation,
    line_of,
    line_starts,
    quotations_in,
)
from twofold.engine.citations.quotation_alignment import (
    Alignment,
    DraftWords,
    align,
    draft_words,
    source_words,
)
from twofold.engine.citations.similar_passage import Words
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import (
    LINE_BREAK,
    Block,
    PassageKind,
    StoredChunk,
    as_id,
    chunk_number,
)
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import message
from twofold.engine.model.quotation import (
    CheckedQuotation,
    QuotationCheck,
    QuotationMark,
    QuotationSource,
    QuotationState,
    WordDifference,
)
from twofold.engine.model.requests import CheckQuotations
from twofold.engine.model.source_languages import source_language
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.ports import LexicalCounter

_MAX_DRAFT_LENGTH = 2_000_000
_MAX_QUOTATIONS = 20_000
_MAX_CANDIDATES = 12
_MAX_COMPARED = 3
_MAX_CACHED = 4_000
# Passages before and after a candidate; more for a quotation longer than a passage.
_NEIGHBOURS = 1
_PASSAGE_LENGTH = 1_000
_MAX_NEIGHBOURS = 8
_MAX_BETWEEN_PAGES = 200  # characters of headers and footers
# A quotation with fewer words in common with a passage is missing.
_MIN_SIMILARITY, _MIN_RUN = 0.6, 2
# A sentence without quotation marks must have more in common.
_MIN_PART = 10  # words of a part of a sentence
_MIN_SENTENCE_SIMILARITY, _MIN_SENTENCE_RUN, _MIN_SENTENCE_WORDS = 0.65, 3, 7

Step = Callable[[int], None]
"""Called before each quotation with the number of all. May raise to cancel the check."""


class QuotationChecker:
    """Checks drafts. Usable from any thread."""

    def __init__(self, catalog: Catalog, lexical: LexicalCounter, reader: DocumentReader) -> None:
        self._catalog = catalog
        self._lexical = lexical
        self._reader = reader

    def check(self, request: CheckQuotations, step: Step) -> QuotationCheck:
        """Return the state of every quotation of a draft.

        Raise BadRequestError if the draft is empty or too long, and DocumentError if its file
        cannot be read.
        """
        text, name = request.text, ""
        blocks: tuple[Block, ...] = ()
        if request.path is not None:
            extracted = self._reader.read(request.path)
            text, name = extracted.text, request.path.name
            blocks = extracted.blocks
        if not text.strip():
            raise BadRequestError(
                message("The draft contains no text."), message("Open or paste a text first.")
            )
        checked = _CheckedDraft(text[:_MAX_DRAFT_LENGTH], _Passages(self._catalog), self._lexical)
        found = quotations_in(checked.text, blocks)
        quotations: list[CheckedQuotation] = []
        for quotation in found[:_MAX_QUOTATIONS]:
            step(len(found))
            if (one := checked.check(quotation)) is not None:
                quotations.append(one)
        is_cut = len(text) > _MAX_DRAFT_LENGTH or len(found) > _MAX_QUOTATIONS
        return QuotationCheck(name, checked.text, tuple(quotations), is_cut)


@dataclass(frozen=True)  # without slots, which cached_property cannot use
class _SourceText:
    """Passages of a document that follow one another, joined to one text."""

    passages: tuple[StoredChunk, ...]
    starts: tuple[int, ...]
    text: str

    @classmethod
    def of(cls, passages: Sequence[StoredChunk]) -> _SourceText:
        parts, starts, length = [], [], 0
        for stored in passages:
            starts.append(length)
            parts.append(f"{stored.chunk.text}\n")
            length += len(parts[-1])
        return cls(tuple(passages), tuple(starts), "".join(parts))

    @cached_property
    def words(self) -> Words:
        """The words of the text."""
        return source_words(self.text)

    def without_page_breaks(self, difference: WordDifference) -> WordDifference:
        """Permit words of the source that are missing in a quotation if a page ends among them."""
        there = difference.source
        is_missing = difference.draft.start == difference.draft.end and difference.mark is None
        if not is_missing or there.end - there.start > _MAX_BETWEEN_PAGES:
            return difference
        first = bisect_right(self.starts, there.start) - 1
        last = bisect_right(self.starts, there.end) - 1
        one, other = self.passages[first].chunk, self.passages[last].chunk
        # The words may also be the last or first ones of a page.
        if first == last and self.starts[first] + len(one.text.rstrip()) <= there.end:
            other = self.passages[min(last + 1, len(self.passages) - 1)].chunk
        elif first == last and there.start == self.starts[first]:
            one = self.passages[max(first - 1, 0)].chunk
        if one.place_kind.is_paged and one.place_end != other.place_start:
            return replace(difference, mark=QuotationMark.PAGE_BREAK)
        return difference

    def citation(self, span: TextSpan) -> tuple[StoredChunk, Citation]:
        """Return the passage in which a span starts, and the citation of the span."""
        first, last = (
            bisect_right(self.starts, offset) - 1 for offset in (span.start, span.end - 1)
        )
        stored, end = self.passages[first], self.passages[last]
        start_of, end_of = (
            _place(stored, span.start - self.starts[first]),
            _place(end, span.end - 1 - self.starts[last]),
        )
        chunk, document = stored.chunk, stored.document
        is_one = chunk.place_kind.is_paged or end_of < start_of
        place = Locator(chunk.place_kind, start_of, start_of if is_one else end_of, chunk.region)
        citation = Citation(
            document.path,
            place,
            document.indexed_at,
            section=chunk.section,
            label=chunk.place_label,
            symbol=chunk.symbol,
            language=source_language(document.file_type) if chunk.place_kind.is_line else "",
        )
        return stored, citation


def _place(stored: StoredChunk, offset: int) -> int:
    """Return the line of an offset if it is known, else the first place of the passage."""
    chunk = stored.chunk
    lines = chunk.place_end - chunk.place_start
    breaks = [found.end() for found in LINE_BREAK.finditer(chunk.text)]
    if not chunk.place_kind.is_line or len(breaks) != lines:
        return chunk.place_start
    return chunk.place_start + bisect_right(breaks, offset)


class _Passages:
    """Reads passages and their neighbours. Those of one draft are often the same."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._chunks: BoundedCache[int, StoredChunk] = BoundedCache(_MAX_CACHED)
        self._texts: BoundedCache[tuple[int, ...], _SourceText] = BoundedCache(_MAX_CACHED // 8)

    def around(self, numbers: Sequence[int], neighbours: int) -> list[_SourceText]:
        """Return the passages with their neighbours, in the order of the first of each text."""
        known = self.read(numbers)
        order: list[int] = []
        positions: dict[int, set[int]] = defaultdict(set)
        for stored in known:
            if stored.chunk.kind is PassageKind.NAME:
                continue
            document, position = stored.document, stored.chunk.position
            if document.number not in positions:
                order.append(document.number)
            around = range(max(0, position - neighbours), position + neighbours + 1)
            positions[document.number].update(around)
        versions = {one.document.number: one.document.chunker_version for one in known}
        wanted = {
            document: [chunk_number(document, versions[document], at) for at in sorted(found)]
            for document, found in positions.items()
        }
        self.read([number for found in wanted.values() for number in found])
        return [self._text(wanted[document]) for document in order]

    def read(self, numbers: Sequence[int]) -> list[StoredChunk]:
        """Return the existing passages, in this order."""
        found = {number: self._chunks.get(number) for number in numbers}
        unknown = [number for number, stored in found.items() if stored is None]
        for number, stored in (self._catalog.chunks(unknown) if unknown else {}).items():
            found[number] = stored
            self._chunks.put(number, stored)
        return [stored for stored in found.values() if stored is not None]

    def _text(self, numbers: Sequence[int]) -> _SourceText:
        passages = self.read(numbers)
        key = tuple(one.number for one in passages)
        return self._texts.get_or_make(key, lambda: _SourceText.of(passages))


@dataclass(frozen=True, slots=True)
class _Found:
    """The alignment of a quotation with a source text."""

    source: _SourceText
    alignment: Alignment
    is_exact: bool

    @property
    def quality(self) -> tuple[bool, float]:
        """A sort key: exact quotations are better than similar ones."""
        return self.is_exact, self.alignment.similarity


class _CheckedDraft:
    """The text of a draft, and where to look for its quotations."""

    def __init__(self, text: str, passages: _Passages, lexical: LexicalCounter) -> None:
        self.text = text
        self._lines = line_starts(text)
        self._passages = passages
        self._lexical = lexical

    def check(self, quotation: DraftQuotation) -> CheckedQuotation | None:
        """Return the state of a quotation; None for a sentence that repeats no passage.

        If only a part of a sentence repeats a passage, this part is the quotation.
        """
        span, is_marked = quotation.span, quotation.is_marked
        text = self.text[span.start : span.end]
        numbers = self._lexical.passages_with_runs(text, _MAX_CANDIDATES, single_words=is_marked)
        quoted = draft_words(self.text, span)
        neighbours = min(_MAX_NEIGHBOURS, _NEIGHBOURS + len(text) // _PASSAGE_LENGTH)
        sources = self._passages.around(self._promising(quoted, numbers), neighbours)
        found, run = self._compared(quoted, sources, is_marked=is_marked)
        if not found and len(run) >= _MIN_PART and not is_marked:
            part = TextSpan(quoted.starts[run.start], quoted.ends[run.stop - 1])
            return self.check(DraftQuotation(part, is_marked=False))
        if not found:
            missing = CheckedQuotation(
                span, line_of(self._lines, span.start), text, QuotationState.MISSING
            )
            return missing if is_marked else None
        best = max(found, key=lambda one: one.quality)
        others = sum(one.quality == best.quality for one in found) - 1
        return self._result(quotation, best, others)

    def _promising(self, quoted: DraftWords, numbers: Sequence[int]) -> list[int]:
        """Return the passages that contain the most words: a few, and all that contain as many."""
        words = [word for word in frozenset(quoted.words) if len(word) > 1 or not word.isascii()]
        shares: dict[int, int] = {}
        for stored in self._passages.read(numbers):
            text = stored.chunk.text.casefold()
            shares[stored.number] = sum(word in text for word in words)
        best = sorted(shares, key=lambda number: -shares[number])
        return [
            number
            for at, number in enumerate(best)
            if at < _MAX_COMPARED or shares[number] == shares[best[0]]
        ]

    def _compared(
        self, quoted: DraftWords, sources: Sequence[_SourceText], *, is_marked: bool
    ) -> tuple[list[_Found], range]:
        """Compare with the first sources, and after an exact one exactly with all others.

        Also return the longest run of words in common with any of them.
        """
        found: list[_Found] = []
        run = range(0)
        for compared, source in enumerate(sources):
            has_exact = any(one.is_exact for one in found)
            if compared >= _MAX_COMPARED and not has_exact:
                break
            alignment = align(self.text, quoted, source.text, source.words)
            if alignment is None:
                continue
            run = max(run, alignment.run, key=len)
            differences = map(source.without_page_breaks, alignment.differences)
            alignment = replace(alignment, differences=tuple(differences))
            is_exact = all(one.mark for one in alignment.differences)
            if is_exact or (not has_exact and _is_similar(alignment, is_marked=is_marked)):
                found.append(_Found(source, alignment, is_exact))
        return found, run

    def _result(self, quotation: DraftQuotation, best: _Found, others: int) -> CheckedQuotation:
        span, alignment, source = quotation.span, best.alignment, best.source
        words = source.words
        there = TextSpan(words.starts[alignment.first], words.ends[alignment.last])
        stored, citation = source.citation(there)
        document = stored.document
        return CheckedQuotation(
            span=span,
            line=line_of(self._lines, span.start),
            text=self.text[span.start : span.end],
            state=QuotationState.EXACT if best.is_exact else QuotationState.CHANGED,
            is_marked=quotation.is_marked,
            source=QuotationSource(
                chunk_id=as_id(stored.number),
                folder=document.folder,
                absolute_path=document.absolute_path,
                title=document.title or PurePosixPath(document.path).stem,
                author=document.author,
                date=document.issued,
                file_type=document.file_type,
                citation=citation,
            ),
            source_text=source.text[there.start : there.end],
            differences=tuple(_relative(one, there.start) for one in alignment.differences),
            similarity=alignment.similarity,
            others=others,
        )


def _is_similar(alignment: Alignment, *, is_marked: bool) -> bool:
    """Return whether a quotation has enough words in common with a text to be a changed one."""
    if is_marked:
        return alignment.similarity >= _MIN_SIMILARITY and len(alignment.run) >= _MIN_RUN
    return (
        alignment.similarity >= _MIN_SENTENCE_SIMILARITY
        and len(alignment.run) >= _MIN_SENTENCE_RUN
        and alignment.matched >= _MIN_SENTENCE_WORDS
    )


def _relative(difference: WordDifference, start: int) -> WordDifference:
    """Return a difference whose source span is relative to `start`."""
    there = difference.source
    return replace(difference, source=TextSpan(there.start - start, there.end - start))
