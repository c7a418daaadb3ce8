"""Source files: the text is the decoded file itself, its definitions are its headings."""

from __future__ import annotations

from engine.extract.encoding import decode
from engine.extract.formats.code.code_blocks import code_blocks
from engine.extract.formats.code.grammars import grammar_of
from engine.extract.lines import verbatim_text
from engine.model.document import ExtractedText


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a source file; raise DocumentError when it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, code_blocks(decoded.text, grammar_of(file_type)), file_type)
