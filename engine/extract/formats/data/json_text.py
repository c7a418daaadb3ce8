"""JSON, JSON Lines and their relatives with comments, as the text they are.

The scanner knows strings, comments and brackets and no more, so what is not quite JSON (comments,
trailing commas, a record a line) is read too, and nothing is built from what a file says.
"""

from __future__ import annotations

import re

from engine.extract.encoding import decode
from engine.extract.formats.data.keyed_blocks import KeyedBlocks
from engine.extract.lines import verbatim_text
from engine.extract.plain_text import paragraphs
from engine.model.document import Block, BlockKind, ExtractedText

_TOKEN = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|[{}\[\],:]')
_INK = re.compile(r"\S")
# Larger files are read without their keys, which takes a tenth of the time.
_LARGEST = 20_000_000


def extract(data: bytes, file_type: str = "json") -> ExtractedText:
    """Read a JSON file; raise DocumentError when it is not text."""
    decoded = decode(data)
    text = decoded.text
    blocks = json_blocks(text) if len(text) <= _LARGEST else list(paragraphs(text, BlockKind.CODE))
    return verbatim_text(decoded, blocks, file_type)


def json_blocks(text: str) -> list[Block]:
    """Return the members of a JSON text as blocks, grouped and divided to fit a passage."""
    return _Scanner(text).blocks()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._found = KeyedBlocks()
        self._member = self._ink(0)
        self._key = ""
        self._string = ""

    def blocks(self) -> list[Block]:
        """Go through the tokens; return the blocks."""
        for token in _TOKEN.finditer(self._text):
            mark = token[0][0]
            if mark == '"':
                self._string = token[0][1:-1] if len(token[0]) < 1000 else ""
            elif mark == ":":
                self._key = self._string
            elif mark in "{[":
                self._found.open(self._member, self._key)
                self._begin(token.end())
            elif mark in "}]":
                self._end_member(token.start())
                self._found.close(token.end())
                self._begin(token.end())
            elif mark == ",":
                self._end_member(token.start())
                self._begin(token.end())
        self._end_member(len(self._text))
        return self._found.finish(len(self._text.rstrip()))

    def _begin(self, offset: int) -> None:
        self._member = self._ink(offset)
        self._key = ""

    def _end_member(self, end: int) -> None:
        """Take what stands before a comma or a bracket, unless it was a container."""
        if self._member < end:
            source = self._text[self._member : end].rstrip()
            self._found.leaf(self._member, self._member + len(source))

    def _ink(self, offset: int) -> int:
        found = _INK.search(self._text, offset)
        return found.start() if found else len(self._text)
