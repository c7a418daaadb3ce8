"""Plain text and source code: the text is the decoded file itself, its blocks the paragraphs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.extract.encoding import DecodedText, decode
from engine.extract.lines import line_spans, verbatim_text
from engine.model.document import Block, BlockKind, ExtractedText


def extract(data: bytes, file_type: str = "txt", *, is_code: bool = False) -> ExtractedText:
    """Read a text file; raise DocumentError when it is not text."""
    return plain_document(decode(data), file_type, is_code=is_code)


def plain_document(decoded: DecodedText, file_type: str, *, is_code: bool = False) -> ExtractedText:
    """Return a decoded file as a document of paragraphs."""
    kind = BlockKind.CODE if is_code else BlockKind.PARAGRAPH
    return verbatim_text(decoded, paragraphs(decoded.text, kind), file_type)


def paragraphs(text: str, kind: BlockKind) -> Iterator[Block]:
    """Yield the spans of lines between blank lines."""
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
