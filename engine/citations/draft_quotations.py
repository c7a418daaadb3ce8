"""Finding the quotations of a draft: text in quotation marks, block quotations, and sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from twofold.engine.citations.similar_passage import UNSPACED, words_of
from twofold.engine.model.document import Block, BlockKind
from twofold.engine.model.hit import TextSpan

# Shorter quotations are titles, terms and scare quotes.
MIN_WORDS, MIN_UNSPACED = 5, 12
# A sentence without quotation marks must be longer to be no coincidence.
MIN_SENTENCE_WORDS, MIN_SENTENCE_UNSPACED = 8, 16
_MAX_LENGTH = 8_000

# The closing marks of each opening mark. German and English differ in the direction of “ and «.
_CLOSING = {
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201d": "\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u201a": "\u2018\u2019",
    "\u2018": "\u2019",
    "\u2039": "\u203a",
    "\u203a": "\u2039",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    '"': '"',
}
# These marks open and close quotations. The characters beside them decide which.
_AMBIGUOUS = frozenset('"\u201c\u201d\u2018\u00bb\u00ab\u203a\u2039')
_MARK = re.compile(f"[{re.escape(''.join(_CLOSING))}]")
_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*(?:>[ \t]*)?\n")
_BLOCK_LINE = re.compile(r"^[ \t]{0,3}>.*(?:\n[ \t]{0,3}>.*)*", re.MULTILINE)
_BLOCK_TAG = re.compile(
    r"<blockquote\b[^>]{0,200}>(.{1,8000}?)</blockquote>", re.DOTALL | re.IGNORECASE
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'\u2019\u201d)\]]*\s+|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class DraftQuotation:
    """A span of a draft to look for in the library; `is_marked` as in CheckedQuotation."""

    span: TextSpan
    is_marked: bool


def quotations_in(text: str, known: Iterable[Block] = ()) -> list[DraftQuotation]:
    """Return all quotations of a draft and its other sentences, in order, without overlaps.

    `known` are its blocks, if it is a file. Paragraphs also end at blank lines.
    """
    blocks = [one for one in known if one.end <= len(text)]
    quoted_blocks = [TextSpan(b.start, b.end) for b in blocks if b.kind is BlockKind.QUOTATION]
    breaks = sorted(
        {
            *(block.start for block in blocks),
            *(found.end() for found in _PARAGRAPH_BREAK.finditer(text)),
        }
    )
    marked: list[TextSpan] = []
    for span in sorted(
        [*quoted_blocks, *_blocks(text), *_in_marks(text, breaks)], key=_outermost_first
    ):
        if not marked or span.start >= marked[-1].end:
            marked.append(span)
    quoted = [DraftQuotation(one, True) for one in marked if _is_long(text, one, MIN_WORDS)]
    sentences = (
        DraftQuotation(one, False)
        for one in _sentences(text, marked, breaks)
        if _is_long(text, one, MIN_SENTENCE_WORDS, MIN_SENTENCE_UNSPACED)
    )
    return sorted([*quoted, *sentences], key=lambda one: one.span.start)


def line_starts(text: str) -> list[int]:
    """Return the offsets at which the lines of a text start."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def line_of(starts: list[int], offset: int) -> int:
    """Return the number of the line at an offset, from 1."""
    return bisect_right(starts, offset)


def _outermost_first(span: TextSpan) -> tuple[int, int]:
    return span.start, -span.end


def _is_long(text: str, span: TextSpan, words: int, unspaced: int = MIN_UNSPACED) -> bool:
    found = words_of(text[span.start : span.end]).words
    in_runs = sum(UNSPACED.match(word) is not None for word in found)
    return len(found) - in_runs >= words or in_runs >= unspaced


def _blocks(text: str) -> Iterator[TextSpan]:
    for found in _BLOCK_LINE.finditer(text):
        yield _stripped(text, found.start(), found.end())
    for found in _BLOCK_TAG.finditer(text):
        yield _stripped(text, *found.span(1))


def _in_marks(text: str, breaks: Sequence[int]) -> Iterator[TextSpan]:
    """Yield the text between quotation marks. Nested quotations are part of the outer one."""
    for start, end in pairwise([0, *breaks, len(text)]):
        yield from _in_marks_of(text, start, end)


def _in_marks_of(text: str, start: int, end: int) -> Iterator[TextSpan]:
    """Yield the quotations of a paragraph."""
    at = start
    while (opening := _MARK.search(text, at, end)) is not None:
        at = opening.end()
        if not _opens(text, opening.start()):
            continue
        closing = _closing(text, opening[0], at, min(end, at + _MAX_LENGTH))
        if closing is not None:
            yield _stripped(text, at, closing)
            at = closing + 1


def _closing(text: str, opening: str, start: int, end: int) -> int | None:
    """Return the offset of the mark that closes a quotation.

    Quotations of the same marks may be nested, except with straight marks.
    """
    depth = 1
    for found in re.compile(f"[{re.escape(opening + _CLOSING[opening])}]").finditer(
        text, start, end
    ):
        if found[0] in _CLOSING[opening] and _closes(text, found.start()):
            depth -= 1
            if not depth:
                return found.start()
        elif found[0] == opening and opening != '"' and _opens(text, found.start()):
            depth += 1
    return None


def _opens(text: str, at: int) -> bool:
    """Return whether a mark stands before a word, and not after one."""
    after = text[at + 1 : at + 2]
    if text[at] not in _AMBIGUOUS:
        return True
    before = text[at - 1 : at] if at else ""
    return (
        not before.isalnum() and bool(after) and (text[at] in "\u00ab\u00bb" or not after.isspace())
    )


def _closes(text: str, at: int) -> bool:
    """Return whether a mark ends a quotation, unlike the apostrophe in 'don’t'."""
    if text[at] in "\u300d\u300f":
        return True
    after = text[at + 1 : at + 2]
    if text[at] in "\u2019\u2018" and after.isalnum():
        return False
    return text[at] in "\u00ab\u00bb" or not text[at - 1 : at].isspace()


def _stripped(text: str, start: int, end: int) -> TextSpan:
    while start < end and (text[start].isspace() or text[start] == ">"):
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return TextSpan(start, end)


def _sentences(text: str, quoted: Iterable[TextSpan], breaks: Sequence[int]) -> Iterator[TextSpan]:
    """Yield the sentences between quotations."""
    borders = [0, *(side for span in quoted for side in (span.start, span.end)), len(text)]
    for start, end in zip(borders[::2], borders[1::2], strict=True):
        ends = set(breaks[bisect_left(breaks, start) : bisect_right(breaks, end)])
        ends |= {found.end() for found in _SENTENCE_END.finditer(text, start, end)}
        for first, last in pairwise([start, *sorted(ends), end]):
            if first < last <= first + _MAX_LENGTH:
                yield _stripped(text, first, last)
