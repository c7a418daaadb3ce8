"""RTF documents (Rich Text Format Specification 1.9.1), one line for each paragraph or table row.

striprtf returns only text, so this module reads headings, tables, notes, comments, metadata,
positions and fonts with other code pages itself. It uses the tables of destinations and character
sets of striprtf.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from striprtf.striprtf import charset_map, destinations

from twofold.engine.extract.alternative_text import alternative_text
from twofold.engine.extract.formats.office.properties import document_properties
from twofold.engine.extract.formats.office.reading_order import (
    EndMarkedParagraphs,
    Lines,
    add_headers_and_footers,
)
from twofold.engine.extract.numbering import list_label
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.text_building import LineText
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind

_TOKEN = re.compile(
    r"\\([A-Za-z]{1,32})(-?\d{1,19})? ?"  # a control word
    r"|\\'([0-9A-Fa-f]{2})"  # a byte
    r"|\\([^A-Za-z])"  # a control symbol
    r"|([{}])"
    r"|([^\\{}\r\n\0]+)"  # text
    r"|[\r\n\0]+|\\\Z",
    re.DOTALL,
)
_DEFAULT_CODEC = "cp1252"
_CODECS = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850", "ansi": _DEFAULT_CODEC}
_DEFAULT_CHARSET = 1  # the code page of the document
_CHARACTERS = {
    "line": "\n", "lbr": "\n", "tab": "\t", "emdash": "\u2014", "endash": "\u2013",
    "emspace": " ", "enspace": " ", "qmspace": " ", "bullet": "\u2022", "lquote": "\u2018",
    "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "page": "\n",
    "nestcell": " ", "nestrow": " ", "softline": "\n",
}  # fmt: skip
_SYMBOLS = {"~": " ", "_": "-", "{": "{", "}": "}", "\\": "\\"}
# Destinations with separate text, which follows the paragraph that contains them.
_ASIDES = frozenset({"footnote", "annotation", "shptxt", "dptxbxtext"})
_ENDS = frozenset({"par", "sect", "cell", "row"})
_CONTAINERS_OF_ASIDES = frozenset({"shp", "shpinst", "shpgrp", "do"})
# The values of a document by the names of their destinations.
_PROPERTIES = {
    "subject": "subject", "doccomm": "comments", "comment": "comments", "category": "category",
    "manager": "manager", "company": "company", "operator": "last modified by",
}  # fmt: skip
_INFO = frozenset({"title", "author", "keywords", *_PROPERTIES})
_DATES = frozenset({"creatim", "revtim"})
_MARGINS = frozenset(
    {f"{place}{pages}" for place in ("header", "footer") for pages in ("", "l", "r", "f")}
)
_LABELS = frozenset({"listtext", "pntext"})
# The names and values of custom properties and of shapes.
_NAMED = {"propname": "staticval", "sn": "sv"}
_DESCRIPTION = "wzDescription"
_MORE = frozenset(
    {"fonttbl", "colortbl", "stylesheet", "atnauthor", "fldinst", *_LABELS, *_MARGINS, *_NAMED,
     *_NAMED.values()}
)  # fmt: skip
_DESTINATIONS = destinations | _MORE | _ASIDES | _INFO
_SYMBOLS_CHARSET = 2
_MAX_VALUES = 1000
_SCRIPT_WORDS = {
    "super": Script.RAISED, "sub": Script.LOWERED, "nosupersub": Script.NORMAL,
    "up": Script.RAISED, "dn": Script.LOWERED,
}  # fmt: skip
_HEADING = re.compile(r"heading (\d)\Z")
_MAX_OUTLINE_LEVEL = 8
_MAX_STYLE_LENGTH = 200  # of a style's name; those of headings are short


@dataclass(frozen=True, slots=True)
class _Group:
    """The formatting state of an RTF group. It is restored when the group closes."""

    destination: str = ""  # '' is the document itself
    is_text: bool = True
    is_aside: bool = False
    is_ignored: bool = False  # destinations inside are not text either
    is_hidden: bool = False
    is_deleted: bool = False
    is_margin: bool = False  # a header or footer
    script: Script = Script.NORMAL
    font: int | None = None
    skip: int = 1  # characters after a \u, for programs without Unicode


class _Reader:
    """Writes the lines of a document; `dates` and `info` are its properties.

    Texts are collected in lists, because a hostile text may have millions of pieces.
    """

    def __init__(self, lines: Lines) -> None:
        self._info: dict[str, list[str]] = {}
        self.dates: dict[str, dict[str, int]] = {}
        self._paragraphs = EndMarkedParagraphs(lines)
        self._group = _Group()
        self._outer: list[_Group] = []
        self._is_starred = False
        self._bytes = bytearray()
        self._to_skip = 0
        self._codec = _DEFAULT_CODEC
        self._has_code_page = False
        self._symbol_fonts: set[int] = set()
        self._label: list[str] = []
        self._margins: list[str] = []
        self._name: list[str] = []
        self._value: list[str] = []
        self._custom: list[tuple[str, str]] = []
        self._font_codecs: dict[int, str] = {}
        self._default_font: int | None = None
        self._defined_font: int | None = None
        self._styles: dict[int, str] = {}
        self._author: list[str] = []
        self._defined_style: int | None = None

    def info(self, name: str) -> str:
        """Return the metadata value in the destination `name`, such as the title."""
        return _join_surrogates("".join(self._info.get(name, ())))

    def properties(self) -> list[tuple[str, str]]:
        """Return the names and values of the other metadata."""
        return [*((name, self.info(key)) for key, name in _PROPERTIES.items()), *self._custom]

    def margins(self) -> list[str]:
        """Return the lines of headers and footers."""
        return [
            " ".join(line.split()) for line in _join_surrogates("".join(self._margins)).split("\n")
        ]

    def read(self, source: str) -> None:
        r"""Read a file decoded as Latin-1, up to the end of its outermost group.

        The bytes that \bin announces are skipped; a truncated file is read up to its end.
        """
        at = 0
        is_opened = False
        while found := _TOKEN.match(source, at):
            at = found.end()
            word, number, byte, symbol, brace, text = found.groups()
            was_opened, is_opened = is_opened, brace == "{"
            if text or byte:
                self._add_bytes(text.encode("latin-1") if text else bytes.fromhex(byte))
                continue
            if word == "bin":
                at += max(int(number or 0), 0)
            if word == "bin" or not (word or symbol or brace):
                is_opened = was_opened
                continue
            self._flush()
            self._to_skip = 0
            if word:
                self._take_word(word, int(number) if number else None)
            elif symbol:
                self._take_symbol(symbol, is_destination=was_opened)
            elif brace == "{":
                self._outer.append(self._group)
                self._is_starred = False
            else:
                self._end_group()
                if not self._outer:
                    break
        self._flush()
        self._paragraphs.finish()

    def _take_symbol(self, symbol: str, *, is_destination: bool) -> None:
        if symbol == "*":
            self._is_starred = is_destination
        elif symbol not in "\r\n":
            self._add(_SYMBOLS.get(symbol, ""))
        elif self._group.is_text:
            self._paragraphs.end_paragraph()

    def _add_bytes(self, data: bytes) -> None:
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        """Decode the bytes of text before a control word; invalid bytes become U+FFFD."""
        if self._bytes:
            font = self._group.font if self._group.font is not None else self._default_font
            if self._has_code_page and self._group.destination in _INFO:
                font = None
            codec = self._codec if font is None else self._font_codecs.get(font, self._codec)
            text = self._bytes.decode("ascii" if self._bytes.isascii() else codec, "replace")
            self._bytes.clear()
            self._add(text)

    def _add(self, text: str) -> None:
        group = self._group
        if group.destination == "stylesheet" and self._defined_style is not None:
            name = self._styles.get(self._defined_style, "") + text.rstrip(";")
            self._styles[self._defined_style] = name[:_MAX_STYLE_LENGTH]
        elif group.destination in _INFO:
            self._info.setdefault(group.destination, []).append(text)
        elif group.destination == "atnauthor":
            self._author.append(text)
        elif group.destination in _NAMED:
            self._name.append(text)
        elif group.destination in _NAMED.values():
            self._value.append(text)
        elif not group.is_hidden and not group.is_deleted:
            self._add_shown(text)

    def _add_shown(self, text: str) -> None:
        group = self._group
        if group.is_text:
            self._paragraphs.add(text, group.script)
        elif group.is_margin:
            self._margins.append(text)
        elif group.destination in _LABELS and group.font not in self._symbol_fonts:
            self._label.append(text)

    def _end_group(self) -> None:
        ended = self._group
        if not self._outer:
            return
        self._group = self._outer.pop()
        if ended.is_aside and not self._group.is_aside:
            self._paragraphs.end_aside()
        if ended.destination == "stylesheet":
            self._defined_style = None
        if ended.destination != self._group.destination:
            self._end_destination(ended)

    def _end_destination(self, ended: _Group) -> None:
        destination = ended.destination
        if ended.is_margin:
            self._margins.append("\n")
        elif destination in _LABELS:
            self._paragraphs.label = list_label(_join_surrogates("".join(self._label)))
        elif destination in _NAMED.values():
            name, value = "".join(self._name), _join_surrogates("".join(self._value))
            if destination == "staticval" and len(self._custom) < _MAX_VALUES:
                self._custom.append((name, value))
            elif name == _DESCRIPTION and (text := alternative_text(value)):
                self._paragraphs.add_after(text)
            self._name.clear()

    def _take_word(self, word: str, number: int | None) -> None:
        is_starred, self._is_starred = self._is_starred, False
        if word in _DESTINATIONS or is_starred:
            self._begin_destination(word)
        elif word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = self._group.skip
        elif word in _CHARACTERS:
            self._add(_CHARACTERS[word])
        elif self._group.destination in _DATES and number is not None:
            self.dates.setdefault(self._group.destination, {})[word] = number
        elif not self._take_group_word(word, number):
            self._take_table_word(word, number)
            if self._group.is_margin and word in _ENDS:
                self._margins.append("\n")
            # The paragraph format inside a note does not apply to the paragraph that contains the
            # note.
            if self._group.is_text and (not self._group.is_aside or word in _ENDS):
                self._take_paragraph_word(word, number)

    def _begin_destination(self, word: str) -> None:
        group = self._group
        is_text = word in _ASIDES and not group.is_ignored
        if is_text and not group.is_aside:
            is_comment = word == "annotation"
            self._paragraphs.author = "".join(self._author)
            self._paragraphs.begin_aside(is_comment=is_comment)
            if is_comment:
                self._author.clear()
        elif word in _LABELS and group.is_text:
            self._paragraphs.kind = BlockKind.LIST
            self._label.clear()
        elif word in _INFO:
            self._info[word] = []  # written again in Unicode
        elif word in _NAMED:
            self._name.clear()
        elif word in _NAMED.values():
            self._value.clear()
        self._group = replace(
            group,
            destination=word,
            is_text=is_text,
            is_aside=group.is_aside or is_text,
            is_margin=word in _MARGINS,
            is_ignored=group.is_ignored or not (is_text or word in _CONTAINERS_OF_ASIDES),
        )

    def _take_group_word(self, word: str, number: int | None) -> bool:
        """Change the state of the group; return False for a word with another meaning."""
        changes: dict[str, object] = {}
        if word == "f" and self._group.destination != "fonttbl":
            changes = {"font": number}
        elif word == "uc":
            changes = {"skip": min(max(number or 0, 0), 10)}
        elif word == "v":
            changes = {"is_hidden": number != 0}
        elif word == "deleted":
            changes = {"is_deleted": number != 0}
        elif word in _SCRIPT_WORDS:
            changes = {"script": Script.NORMAL if number == 0 else _SCRIPT_WORDS[word]}
        elif word == "plain":
            changes = {
                "is_hidden": False,
                "is_deleted": False,
                "font": None,
                "script": Script.NORMAL,
            }
        if changes:
            self._group = replace(self._group, **changes)  # type: ignore[arg-type]
        return bool(changes)

    def _take_table_word(self, word: str, number: int | None) -> None:
        """Process a word of the header or of the tables of fonts and styles."""
        destination = self._group.destination
        if word in _CODECS:
            self._codec = _CODECS[word]
        elif word == "ansicpg" and number:
            self._has_code_page = True
            self._codec = _known_codec(f"cp{number}", self._codec)
        elif word == "deff":
            self._default_font = number
        elif destination == "fonttbl" and word == "f":
            self._defined_font = number
        elif destination == "fonttbl" and word == "fcharset" and self._defined_font is not None:
            if number == _SYMBOLS_CHARSET:
                self._symbol_fonts.add(self._defined_font)
            if number is not None and number != _DEFAULT_CHARSET:
                name = str(charset_map.get(number, self._codec))
                self._font_codecs[self._defined_font] = _known_codec(name, self._codec)
        elif destination == "stylesheet" and word in {"s", "cs", "ds", "ts"}:
            self._defined_style = number if word == "s" else None

    def _take_paragraph_word(self, word: str, number: int | None) -> None:
        paragraphs = self._paragraphs
        if word in {"par", "sect"}:
            paragraphs.end_paragraph()
        elif word == "pard":
            paragraphs.reset()
        elif word == "intbl":
            paragraphs.is_in_table = True
        elif word == "cell":
            paragraphs.end_cell()
        elif word == "row":
            paragraphs.end_row()
        elif word == "ls" and paragraphs.kind is BlockKind.PARAGRAPH:
            paragraphs.kind = BlockKind.LIST
        elif word == "s" and (level := self._heading_level(number)):
            paragraphs.kind, paragraphs.level = BlockKind.HEADING, level
        elif word == "outlinelevel" and number is not None and 0 <= number <= _MAX_OUTLINE_LEVEL:
            paragraphs.kind, paragraphs.level = BlockKind.HEADING, number + 1

    def _heading_level(self, style: int | None) -> int:
        """Return the heading level of a style, 0 for none."""
        name = self._styles.get(style or 0, "").strip().lower()
        found = _HEADING.match(name)
        return int(found[1]) if found else int(name == "title")


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read an RTF document; damaged parts are skipped."""
    text = LineText()
    reader = _Reader(text)
    reader.read(data.decode("latin-1"))
    metadata = document_properties(
        title=reader.info("title"),
        authors=reader.info("author"),
        keywords=reader.info("keywords"),
        created=_day(reader.dates.get("creatim", {})),
        modified=_day(reader.dates.get("revtim", {})),
        more=reader.properties(),
    )
    add_headers_and_footers(text, reader.margins())
    return text.extracted(LocatorKind.PARAGRAPH, metadata, file_type)


def _join_surrogates(text: str) -> str:
    """Return text in which surrogate pairs are joined."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _day(parts: Mapping[str, int]) -> str:
    try:
        return date(parts.get("yr", 0), parts.get("mo", 0), parts.get("dy", 0)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _known_codec(name: str, otherwise: str) -> str:
    try:
        codecs.lookup(name)
    except LookupError:
        return otherwise
    return "utf-8" if name == "cp65001" else name
