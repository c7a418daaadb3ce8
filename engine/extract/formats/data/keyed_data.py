"""Dividing JSON, YAML, TOML and INI files into blocks of the size of a passage.

The heading path of a block consists of the keys that lead to it. A small container stays whole; a
large one is divided into its members. The scanners only know strings, comments, brackets and
indentation. They also read variants with comments, trailing commas or one record per line, and they
construct no values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.lines import line_spans, paragraphs, verbatim_text
from twofold.engine.model.document import Block, BlockKind, ExtractedText

# Characters; about the size of a passage.
_SMALL = 800
_MAX_PATH_LENGTH = 8
_MAX_KEY_LENGTH = 200
_Path = tuple[str, ...]


@dataclass(slots=True)
class _Container:
    """An open container: its start, and the run of small members at its end."""

    start: int
    path: _Path
    mark: int
    run_start: int = -1
    run_end: int = -1


class KeyedBlocks:
    """Collects the blocks of one document; offsets must ascend."""

    def __init__(self) -> None:
        self._open = [_Container(0, (), 0)]
        self._blocks: list[Block] = []

    @property
    def depth(self) -> int:
        """The number of open containers."""
        return len(self._open) - 1

    def open(self, start: int, key: str) -> None:
        """Open a container that begins at `start` with its key or its opening bracket."""
        parent = self._open[-1]
        mark = len(self._blocks)
        self._add_run(parent)
        words = " ".join(key.split())[:_MAX_KEY_LENGTH]
        path = (
            (*parent.path, words) if words and len(parent.path) < _MAX_PATH_LENGTH else parent.path
        )
        self._open.append(_Container(start, path, mark))

    def close(self, end: int) -> None:
        """Close the innermost container, which ends at `end`."""
        if len(self._open) == 1:
            return
        closed = self._open.pop()
        parent = self._open[-1]
        if end - closed.start <= _SMALL:
            del self._blocks[closed.mark :]
            self._extend(parent, closed.start, end)
            return
        self._add_run(closed)
        parent.run_start = -1

    def leaf(self, start: int, end: int) -> None:
        """Add a member that is not a container."""
        if end > start:
            self._extend(self._open[-1], start, end)

    def finish(self, end: int) -> list[Block]:
        """Close everything at `end` and return the blocks in order."""
        while len(self._open) > 1:
            self.close(end)
        self._add_run(self._open[0])
        return self._blocks

    def _extend(self, container: _Container, start: int, end: int) -> None:
        if container.run_start >= 0 and end - container.run_start > _SMALL:
            self._add_run(container)
            container.run_start = -1
        if container.run_start < 0:
            container.run_start = start
        container.run_end = end

    def _add_run(self, container: _Container) -> None:
        if container.run_start >= 0:
            span = container.run_start, container.run_end
            self._blocks.append(Block(*span, BlockKind.CODE, container.path))


_TOKEN = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|[{}\[\],:]')
_INK = re.compile(r"\S")
# Larger files are read without their keys, which takes a tenth of the time.
_MAX_PARSED_LENGTH = 20_000_000


def extract_json(data: bytes, file_type: str = "json") -> ExtractedText:
    """Read a JSON file; raise DocumentError if it is not text."""
    decoded = decode(data)
    text = decoded.text
    blocks = (
        json_blocks(text)
        if len(text) <= _MAX_PARSED_LENGTH
        else list(paragraphs(text, BlockKind.CODE))
    )
    return verbatim_text(decoded, blocks, file_type)


def json_blocks(text: str) -> list[Block]:
    """Return the members of a JSON text as blocks, grouped and divided to fit a passage."""
    return _JsonScanner(text).blocks()


class _JsonScanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._found = KeyedBlocks()
        self._member = self._first_non_blank(0)
        self._key = ""
        self._string = ""

    def blocks(self) -> list[Block]:
        """Scan the tokens and return the blocks."""
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
        self._member = self._first_non_blank(offset)
        self._key = ""

    def _end_member(self, end: int) -> None:
        """End the member before a comma or a bracket, unless it was a container."""
        if self._member < end:
            source = self._text[self._member : end].rstrip()
            self._found.leaf(self._member, self._member + len(source))

    def _first_non_blank(self, offset: int) -> int:
        found = _INK.search(self._text, offset)
        return found.start() if found else len(self._text)


_DASHES = re.compile(r"[ \t]*((?:-[ \t]+)*)")
_KEY = re.compile(
    r"(?:\"((?:[^\"\\]|\\.){0,200})\"|'([^']{0,200})'|([^\s#'\"\[\]{},&*!|>%@`-][^#\r\n]{0,200}?|-[^\s#:]{1,200}))"
    r"[ \t]*:(?:[ \t]+(\S.*)?)?\Z"
)
_BLOCK_SCALAR = re.compile(r"(?:[&!]\S+[ \t]+)*[|>][-+\d]*(?:[ \t]+#.*)?\Z")
_MAX_MARKED = 1000


def extract_yaml(data: bytes, file_type: str = "yaml") -> ExtractedText:
    """Read a YAML file; raise DocumentError if it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, yaml_blocks(decoded.text), file_type)


def yaml_blocks(text: str) -> list[Block]:
    """Return the mappings of a YAML text as blocks, grouped and divided to fit a passage."""
    return _YamlScanner(text).blocks()


class _YamlScanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._found = KeyedBlocks()
        self._levels: list[int] = []
        self._last_end = 0
        self._scalar_level = -1

    def blocks(self) -> list[Block]:
        """Scan the lines and return the blocks."""
        for start, end in line_spans(self._text):
            line = self._text[start : min(end, start + _MAX_MARKED)].rstrip()
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
        """Close the containers that end at a line, and open the containers that begin there.

        Levels are columns times two. A dash counts half a column more, because `key:` may be at the
        same indentation as its list.
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


_SECTION = re.compile(r"[ \t]*\[{1,2}[ \t]*([^\[\]\r\n]{1,300}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\Z")
_LONG_STRING = re.compile(r'"""|\'\'\'')


def extract_sections(data: bytes, file_type: str = "toml") -> ExtractedText:
    """Read a file of sections; raise DocumentError if it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, section_blocks(decoded.text), file_type)


def section_blocks(text: str) -> list[Block]:
    """Return the sections of a text as blocks, grouped and divided to fit a passage."""
    found = KeyedBlocks()
    last_end = 0
    string = ""
    for start, end in line_spans(text):
        line = text[start : min(end, start + _MAX_MARKED)]
        if not line.strip():
            continue
        if not string and (section := _SECTION.match(line)):
            found.close(last_end)
            found.open(start, section[1].strip("\"' "))
        last_end = start + len(text[start:end].rstrip())
        found.leaf(start, last_end)
        string = _open_string(line, string)
    return found.finish(last_end)


def _open_string(line: str, string: str) -> str:
    """Return the quotes of the multi-line string that is open after a line, or ''."""
    for mark in _LONG_STRING.findall(line):
        string = "" if string == mark else string or mark
    return string
