"""BibTeX databases: each entry is a block, under its title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.latex_text import braced, tex_words
from twofold.engine.extract.lines import paragraphs, verbatim_text
from twofold.engine.model.document import Block, BlockKind, ExtractedText

_ENTRY = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(][ \t]*([^\s,{}]*)", re.MULTILINE)
_TITLE = re.compile(r"(?:^|[,{\s])title[ \t]*=[ \t]*(?=([{\"]))", re.IGNORECASE)
# Abbreviations, comments and preambles; free text between entries is a comment, too.
_NO_ENTRIES = frozenset({"string", "comment", "preamble"})
_MAX_ENTRY_LENGTH = 20_000
_MAX_TITLE_LENGTH = 300


def extract(data: bytes, file_type: str = "bib") -> ExtractedText:
    """Read a BibTeX file; raise DocumentError if it is not text."""
    decoded = decode(data)
    return verbatim_text(decoded, _entries(decoded.text), file_type)


def _entries(text: str) -> Iterator[Block]:
    """Yield the entries; each extends to the next one."""
    found = list(_ENTRY.finditer(text))
    if not found:
        yield from paragraphs(text, BlockKind.PARAGRAPH)
    ends = [entry.start() for entry in found[1:]] + [len(text)]
    for entry, end in zip(found, ends, strict=False):
        if entry[1].casefold() in _NO_ENTRIES:
            continue
        source = text[entry.start() : end].rstrip()
        name = _title(source[:_MAX_ENTRY_LENGTH]) or entry[2]
        path = (name,) if name else ()
        yield Block(entry.start(), entry.start() + len(source), BlockKind.LIST, path)


def _title(source: str) -> str:
    found = _TITLE.search(source)
    if found is None:
        return ""
    if found[1] == "{":
        return tex_words(braced(source, found.end())[0])[:_MAX_TITLE_LENGTH]
    quoted = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL).match(source, found.end())
    return tex_words(quoted[1])[:_MAX_TITLE_LENGTH] if quoted else ""
