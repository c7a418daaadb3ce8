"""YAML as the text it is, its keys read from the indentation of its lines.

Nothing is built from what a file says: aliases and tags are text like any other.
"""

from __future__ import annotations

import re

from engine.extract.encoding import decode
from engine.extract.formats.data.keyed_blocks import KeyedBlocks
from engine.extract.lines import line_spans, verbatim_text
from engine.model.document import Block, ExtractedText

_DASHES = re.compile(r"[ \t]*((?:-[ \t]+)*)")
_KEY = re.compile(
    r"(?:\"((?:[^\"\\]|\\.){0,200})\"|'([^']{0,200})'|([^\s#'\"\[\]{},&*!|>%@`-][^#\r\n]{0,200}?|-[^\s#:]{1,200}))"
    r"[ \t]*:(?:[ \t]+(\S.*)?)?\Z"
)
_BLOCK_SCALAR = re.compile(r"(?:[&!]\S+[ \t]+)*[|>][-+\d]*(?:[ \t]+#.*)?\Z")
_LONGEST_MARKED = 1000


def extract(data: bytes, file_type: str = "yaml") -> ExtractedText:
    """Read a YAML file; raise DocumentError when it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, yaml_blocks(decoded.text), file_type)


def yaml_blocks(text: str) -> list[Block]:
    """Return the mappings of a YAML text as blocks, grouped and divided to fit a passage."""
    return _Scanner(text).blocks()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._found = KeyedBlocks()
        self._levels: list[int] = []
        self._last_end = 0
        self._scalar_level = -1

    def blocks(self) -> list[Block]:
        """Go through the lines; return the blocks."""
        for start, end in line_spans(self._text):
            line = self._text[start : min(end, start + _LONGEST_MARKED)].rstrip()
            if line:
                self._take(line, start, start + len(self._text[start:end].rstrip()))
        return self._found.finish(self._last_end)

    def _take(self, line: str, start: int, end: int) -> None:
        indent = len(line) - len(line.lstrip(" \t"))
        if self._scalar_level >= 0:
            if 2 * indent > self._scalar_level:
                self._add(start, end)
                return
            self._scalar_level = -1
        if line.startswith(("---", "...")):
            self._close_to(-1)
        elif line[indent] != "#":
            self._structure(line, indent, start)
        self._add(start, end)

    def _structure(self, line: str, indent: int, start: int) -> None:
        """Close what a line ends and open what it begins.

        Levels are columns doubled; a dash is half a column deeper, as `key:` may stand above its
        list at the same indentation.
        """
        found = _DASHES.match(line)
        dashes = found[1] if found else ""
        column = indent + len(dashes)
        self._close_to(2 * indent + bool(dashes))
        if dashes:
            self._open(2 * indent + 1, start, "")
        key = _KEY.match(line, column)
        if key is None:
            if _BLOCK_SCALAR.search(line[column:]):
                self._scalar_level = 2 * indent
            return
        if key[4] is None or key[4].startswith("#"):
            self._open(2 * column, start, key[1] or key[2] or key[3] or "")
        elif _BLOCK_SCALAR.match(key[4]):
            self._scalar_level = 2 * column
            self._open(2 * column, start, key[1] or key[2] or key[3] or "")

    def _open(self, level: int, start: int, key: str) -> None:
        if len(self._levels) < 100:
            self._levels.append(level)
            self._found.open(start, key)

    def _close_to(self, level: int) -> None:
        while self._levels and self._levels[-1] >= level:
            self._levels.pop()
            self._found.close(self._last_end)

    def _add(self, start: int, end: int) -> None:
        self._found.leaf(start, end)
        self._last_end = end
