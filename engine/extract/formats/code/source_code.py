"""Source files: the text is the decoded file, and its definitions are the headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.code.definitions import (
    BraceScanner,
    Definition,
    IndentGrammar,
    indented_definitions,
    masked,
)
from twofold.engine.extract.formats.code.languages import CodeGrammar, grammar_of
from twofold.engine.extract.lines import line_spans, verbatim_text
from twofold.engine.model.document import Block, BlockKind, ExtractedText

_ATTRIBUTE = re.compile(r"[ \t]*(?:@[\w.]|#!?\[|\[\w|template\b)")
_DIRECTIVE = re.compile(
    r"[ \t]*#(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|import)\b"
)
_CLOSING = re.compile(r"(?:[})\];,]+|end[;,]?)[ \t]*(?:(?://|#|--|/\*)[^{(]*)?\Z")
# Larger files are read as code without definitions, which takes a tenth of the time.
_MAX_PARSED_LENGTH = 20_000_000
_Path = tuple[str, ...]


def code_blocks(text: str, grammar: CodeGrammar | None) -> Iterator[Block]:
    """Yield blocks between blank lines, split at the start and end of definitions.

    The heading path of a block lists the definitions around it, outermost first. Comments and
    attributes directly above a definition belong to it.
    """
    spans = line_spans(text)
    definitions = _definitions(text, spans, grammar)
    return _cut(text, spans, _paths(len(spans), definitions))


def _definitions(
    text: str, spans: list[tuple[int, int]], grammar: CodeGrammar | None
) -> list[Definition]:
    if grammar is None or len(text) > _MAX_PARSED_LENGTH:
        return []
    mask = masked(text, grammar.literals)
    if isinstance(grammar.definitions, IndentGrammar):
        lines = [mask[start:end] for start, end in spans]
        found = indented_definitions(lines, grammar.definitions)
    else:
        starts = tuple(start for start, _ in spans)
        found = BraceScanner(text, mask, starts).definitions(grammar.definitions)
    return [
        Definition(_line_of_lead(text, mask, spans, one.first), one.end, one.names) for one in found
    ]


def _line_of_lead(text: str, mask: str, spans: list[tuple[int, int]], first: int) -> int:
    """Return the line at which the comments and attributes above a definition begin."""
    while first > 0:
        start, end = spans[first - 1]
        line = text[start:end]
        is_comment = bool(line.strip()) and not mask[start:end].strip()
        if _DIRECTIVE.match(line):
            break
        if not is_comment and not _ATTRIBUTE.match(line):
            break
        first -= 1
    return first


def _paths(count: int, definitions: Sequence[Definition]) -> list[_Path]:
    """Return the names of the definitions that enclose each line, outermost first."""
    paths: list[_Path] = [()] * count
    taken: set[tuple[int, int]] = set()
    # Definitions are sorted by their end: of two on the same lines, the last encloses the other.
    ordered = list(reversed(definitions))
    ordered.sort(key=lambda one: (one.first, -one.end))
    for one in ordered:
        if (one.first, one.end) in taken:
            continue
        taken.add((one.first, one.end))
        path = _inside(paths[one.first], one.names)
        for line in range(one.first, min(one.end, count)):
            paths[line] = path
    return paths


def _inside(outer: _Path, names: _Path) -> _Path:
    """Join names; the owner of a method is dropped if the method is inside that type."""
    is_repeated = len(names) > 1 and outer[-1:] == names[:1]
    return (*outer, *(names[1:] if is_repeated else names))


def _cut(text: str, spans: list[tuple[int, int]], paths: list[_Path]) -> Iterator[Block]:
    """Yield blocks, split at blank lines and where the path changes.

    A line that only closes a definition belongs to the block above it.
    """
    first = -1
    path: _Path = ()
    for index, (start, end) in enumerate(spans):
        line = text[start : min(end, start + 100)].strip()
        is_closing = line != "" and _CLOSING.match(line) is not None
        if first >= 0 and (not line or (paths[index] is not path and not is_closing)):
            yield _block(spans, path, first, index)
            first = -1
        if first < 0 and line:
            first = index
            path = path if is_closing else paths[index]
    if first >= 0:
        yield _block(spans, path, first, len(spans))


def _block(spans: list[tuple[int, int]], path: _Path, first: int, end: int) -> Block:
    return Block(spans[first][0], spans[end - 1][1], BlockKind.CODE, path)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a source file; raise DocumentError if it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, code_blocks(decoded.text, grammar_of(file_type)), file_type)
