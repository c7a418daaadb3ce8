"""Plain text and source code: the text is the decoded file itself, its blocks the paragraphs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind
from engine.extract.encoding import decode
from engine.extract.lines import line_spans, line_starts


def extract(data: bytes, file_type: str = "txt", *, is_code: bool = False) -> ExtractedText:
    """Read a text file; raise DocumentError when it is not text."""
    decoded = decode(data)
    starts = line_starts(decoded.text)
    kind = BlockKind.CODE if is_code else BlockKind.PARAGRAPH
    return ExtractedText(
        text=decoded.text,
        place_kind=PlaceKind.LINE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(starts) + 1)),
        blocks=tuple(paragraphs(decoded.text, kind)),
        metadata=DocumentMetadata(),
        file_type=file_type,
        warnings=decoded.warnings,
        is_verbatim=True,
    )


def paragraphs(text: str, kind: BlockKind) -> Iterator[Block]:
    """Yield the stretches of lines between blank lines."""
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
