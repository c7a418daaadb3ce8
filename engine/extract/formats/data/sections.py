"""TOML, INI and their relatives: `[section]` lines and what stands below them."""

from __future__ import annotations

import re

from engine.extract.encoding import decode
from engine.extract.formats.data.keyed_blocks import KeyedBlocks
from engine.extract.lines import line_spans, verbatim_text
from engine.model.document import Block, ExtractedText

_SECTION = re.compile(r"[ \t]*\[{1,2}[ \t]*([^\[\]\r\n]{1,300}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\Z")
_LONG_STRING = re.compile(r'"""|\'\'\'')
_LONGEST_MARKED = 1000


def extract(data: bytes, file_type: str = "toml") -> ExtractedText:
    """Read a file of sections; raise DocumentError when it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, section_blocks(decoded.text), file_type)


def section_blocks(text: str) -> list[Block]:
    """Return the sections of a text as blocks, grouped and divided to fit a passage."""
    found = KeyedBlocks()
    last_end = 0
    string = ""
    for start, end in line_spans(text):
        line = text[start : min(end, start + _LONGEST_MARKED)]
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
    """Return the quotes of the string of many lines that is open after a line, or ''."""
    for mark in _LONG_STRING.findall(line):
        string = "" if string == mark else string or mark
    return string
