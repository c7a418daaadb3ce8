r"""The definition of a line: text that ends with \n, \r\n or \r, as in text editors.

Form feeds, vertical tabs, NEL and the Unicode line and paragraph separators do not end a line
(unlike in `str.splitlines`), so line numbers agree with the user's editor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, count
from operator import add

from twofold.engine.extract.encoding import DecodedText
from twofold.engine.model.document import (
    LINE_BREAK,
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)
from twofold.engine.model.localized import Message


def line_starts(text: str) -> tuple[int, ...]:
    """Return the offset of the first character of every line, except for an empty last line."""
    if "\r" in text:
        starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    else:
        starts = list(_starts(text.split("\n")))
    if len(starts) > 1 and starts[-1] == len(text):
        starts.pop()
    return tuple(starts)


def line_spans(text: str, begin: int = 0) -> list[tuple[int, int]]:
    """Return (start, end) in characters of every line from `begin` on, without line breaks."""
    if "\r" not in text:
        lines = text[begin:].split("\n")
        starts = list(_starts(lines, begin))
        spans = list(zip(starts, map(add, starts, map(len, lines)), strict=True))
        return spans[:-1] if len(spans) > 1 and starts[-1] == len(text) else spans
    spans = []
    start = begin
    for found in LINE_BREAK.finditer(text, begin):
        spans.append((start, found.start()))
        start = found.end()
    if start < len(text) or not spans:
        spans.append((start, len(text)))
    return spans


def _starts(lines: list[str], begin: int = 0) -> Iterator[int]:
    """Yield the offset of the start of each line; the first line starts at `begin`.

    The lines must be separated by single characters.
    """
    return map(add, accumulate(map(len, lines[:-1]), initial=begin), count())


def verbatim_text(
    decoded: DecodedText,
    blocks: Iterable[Block],
    file_type: str,
    metadata: DocumentMetadata | None = None,
    warnings: tuple[Message, ...] = (),
) -> ExtractedText:
    """Return the document of a decoded file with its blocks.

    Every line has its own locator.
    """
    starts = line_starts(decoded.text)
    return ExtractedText(
        text=decoded.text,
        place_kind=LocatorKind.LINE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(starts) + 1)),
        blocks=tuple(blocks),
        metadata=metadata or DocumentMetadata(),
        file_type=file_type,
        warnings=decoded.warnings + warnings,
        is_verbatim=True,
    )


def plain_document(decoded: DecodedText, file_type: str, *, is_code: bool = False) -> ExtractedText:
    """Return a decoded file as a document of paragraphs."""
    kind = BlockKind.CODE if is_code else BlockKind.PARAGRAPH
    return verbatim_text(decoded, paragraphs(decoded.text, kind), file_type)


def paragraphs(text: str, kind: BlockKind) -> Iterator[Block]:
    """Yield blocks of the lines between blank lines."""
    start = end = -1
    for line_start, line_end in line_spans(text):
        if text[line_start:line_end].strip():
            start = line_start if start < 0 else start
            end = line_end
        elif start >= 0:
            yield Block(start, end, kind)
            start = -1
    if start >= 0:
        yield Block(start, end, kind)
