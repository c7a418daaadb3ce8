"""An item of a Zotero library, or the annotations of one of its files, as a document.

The library is a container. It passes each entry to this module as JSON, because a container passes
bytes for each embedded document.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.markup.html import extract as extract_html
from twofold.engine.extract.formats.zotero import ENTRY_START, FILE_TYPE
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.codec import Decoder, encoded
from twofold.engine.model.document import DocumentMetadata, ExtractedText, LocatorKind


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an entry below its headings; `page` counts from 1, and is 0 outside of pages.

    `label` describes the page ('page xii'). A note is HTML.
    """

    headings: tuple[str, ...]
    text: str
    is_html: bool = False
    page: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class ZoteroEntry:
    """A document: its metadata, and its parts in reading order."""

    metadata: DocumentMetadata
    parts: tuple[Part, ...]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MAX_PAGE:
        raise ValueError("not the number of a page")
    return value


_MAX_PAGE = 1_000_000
_DECODER = Decoder({str: _text, int: _number, bool: bool}, ignores_unknown=True)


def pack_entry(entry: ZoteroEntry) -> bytes:
    """Return an entry as the bytes that `extract` reads."""
    packed = json.dumps(encoded(entry), ensure_ascii=True)
    return ENTRY_START + packed.encode("ascii") + b"}"


def extract(data: bytes, _file_type: str = FILE_TYPE) -> ExtractedText:
    """Read an entry that `pack_entry` returned; raise DocumentError for other bytes."""
    try:
        entry = _DECODER.read(ZoteroEntry, json.loads(data)["zotero"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise damaged_error() from error
    text = Composition()
    for part in entry.parts:
        if part.page:
            text.begin_place(part.page, part.label)
        if part.is_html:
            text.add_text(extract_html(part.text.encode("utf-8", "replace")), part.headings)
        else:
            text.add_paragraphs(part.text, part.headings)
    if any(part.page for part in entry.parts):
        # A PAGE would be drawn, which only the annotated file itself can be.
        return text.by_place(LocatorKind.MESSAGE, entry.metadata, FILE_TYPE)
    return text.by_line(entry.metadata, FILE_TYPE)
