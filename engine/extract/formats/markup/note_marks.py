"""Identifiers and page properties in Markdown of note programs (Obsidian, Logseq)."""

from __future__ import annotations

import re

from twofold.engine.extract.lines import line_spans
from twofold.engine.extract.metadata import FrontMatter

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# Logseq's identifiers of blocks, references to them, and folded blocks; Obsidian's identifiers.
_MARKS = re.compile(
    rf"^[ \t]*(?:id:: {_UUID}|collapsed:: (?:true|false))[ \t]*$|\(\({_UUID}\)\)"
    r"|(?<=[ \t])\^[0-9a-f]{6}(?=[ \t]*$)",
    re.MULTILINE,
)
_PROPERTY = re.compile(r"(?:- )?([A-Za-z][\w-]{0,40}):: (.*)")
_PAGE_LINK = re.compile(r"#?\[\[([^\[\]]{1,200})\]\]")
_MAX_PROPERTIES = 100
_MAX_VALUE_LENGTH = 2_000
_LISTS = frozenset({"tags", "alias", "aliases"})


def without_marks(text: str) -> str:
    """Return a text of the same length, with spaces instead of identifiers of blocks."""
    if ":: " not in text and "((" not in text and "^" not in text:
        return text
    return _MARKS.sub(lambda found: " " * len(found[0]), text)


def page_properties(text: str) -> FrontMatter:
    """Return the properties of a Logseq page (`title:: Lamps`), which are its first lines."""
    values: dict[str, tuple[str, ...]] = {}
    end = 0
    if ":: " not in text[:_MAX_VALUE_LENGTH]:
        return FrontMatter()
    for start, stop in line_spans(text[: _MAX_PROPERTIES * _MAX_VALUE_LENGTH])[:_MAX_PROPERTIES]:
        found = _PROPERTY.fullmatch(text[start : min(stop, start + _MAX_VALUE_LENGTH)])
        if found is None:
            break
        key = found[1].casefold()
        value = _PAGE_LINK.sub(r"\1", found[2]).strip()
        parts = value.split(",") if key in _LISTS else [value]
        values[key] = tuple(part.strip() for part in parts if part.strip())
        end = stop
    return FrontMatter(end, 0, end, values) if values else FrontMatter()
