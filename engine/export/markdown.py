"""Hits as quotations with numbered references, in CommonMark.

Documents are not trusted: their text is escaped so that it shows as it is and cannot become a link,
an image or HTML in the exported document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.hit import Hit, SearchResponse
from engine.core.place_words import place_in_words
from engine.export.safe_text import one_line, printable

_INLINE = re.compile(r"([\\`*_\[\]<>|~&$])")
_BLOCK_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[#+=-]))")
_BACKTICKS = re.compile(r"`+")
_LANGUAGES = {"py": "python", "rs": "rust", "js": "javascript", "ts": "typescript", "sh": "bash"}


def render(response: SearchResponse, hits: Sequence[Hit]) -> str:
    """Return a document that quotes every hit and lists where each stands."""
    parts = [f"# Passages found for “{_escaped(one_line(response.request.query))}”"]
    parts += [_quotation(number, hit) for number, hit in enumerate(hits, start=1)]
    if hits:
        parts.append("## References")
        parts.append("\n".join(_reference(number, hit) for number, hit in enumerate(hits, start=1)))
    return "\n\n".join(parts) + "\n"


def _quotation(number: int, hit: Hit) -> str:
    text = printable(hit.text or hit.snippet.text).strip("\n")
    lines = _fenced(text, hit) if hit.snippet.is_code else _prose(text)
    quoted = "\n".join(f"> {line}".rstrip() for line in lines)
    return f"{quoted}\n>\n> — {_escaped(one_line(hit.title))} [{number}]({hit.citation.uri})"


def _prose(text: str) -> list[str]:
    return [_escaped_line(line) for line in text.splitlines()]


def _escaped_line(line: str) -> str:
    """Escape a line so that it is neither a heading, a list, a rule nor indented code."""
    return _BLOCK_START.sub(r"\1\\", _escaped(line.strip()))


def _escaped(text: str) -> str:
    return _INLINE.sub(r"\\\1", text)


def _fenced(text: str, hit: Hit) -> list[str]:
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    kind = re.sub(r"[^a-z0-9+#-]", "", hit.file_type.lower())
    return [f"{fence}{_LANGUAGES.get(kind, kind)}", *text.splitlines(), fence]


def _reference(number: int, hit: Hit) -> str:
    section = f", “{_escaped(one_line(hit.section_label))}”" if hit.section_label else ""
    where = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
    changed = "; the file has changed since" if hit.stale else ""
    return (
        f"{number}. {_escaped(one_line(hit.title))}{section}, {_place(hit)}. "
        f"[{_escaped(one_line(where))}]({hit.citation.uri}) "
        f"(indexed {hit.indexed_at[:10]}{changed})"
    )


def _place(hit: Hit) -> str:
    citation = hit.citation
    return _escaped(one_line(place_in_words(citation.place, citation.label)))
