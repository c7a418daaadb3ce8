"""RTF documents (Rich Text Format Specification 1.9.1), a paragraph or table row a line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from striprtf.striprtf import charset_map, destinations

from engine.extract.formats.office.properties import document_properties
from engine.extract.formats.office.reading_order import Lines, RtfParagraphs
from engine.extract.text_building import LineText
from engine.model.document import BlockKind, DocumentMetadata, ExtractedText, PlaceKind

_DEFAULT = "cp1252"
_NAMED = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850", "ansi": _DEFAULT}
_LIKE_THE_DOCUMENT = 1


class RtfFonts:
    """Learns the code page of the document and of each font."""

    def __init__(self) -> None:
        self._document = _DEFAULT
        self._fonts: dict[int, str] = {}
        self._defined: int | None = None

    def take(self, word: str, number: int | None, *, in_table: bool) -> None:
        """Take a control word; inside the font table, fonts are defined."""
        if word in _NAMED:
            self._document = _NAMED[word]
        elif word == "ansicpg" and number:
            self._document = _codec(f"cp{number}", self._document)
        elif in_table and word == "f":
            self._defined = number
        elif in_table and word == "fcharset" and self._defined is not None:
            self._define(self._defined, number)

    def _define(self, font: int, charset: int | None) -> None:
        if charset is not None and charset != _LIKE_THE_DOCUMENT:
            name = str(charset_map.get(charset, self._document))
            self._fonts[font] = _codec(name, self._document)

    def decode(self, data: bytes, font: int | None) -> str:
        """Return text in a font; bytes that mean nothing become U+FFFD."""
        if data.isascii():
            return data.decode("ascii")
        codec = self._document if font is None else self._fonts.get(font, self._document)
        return data.decode(codec, "replace")


def _codec(name: str, otherwise: str) -> str:
    try:
        codecs.lookup(name)
    except LookupError:
        return otherwise
    return "utf-8" if name == "cp65001" else name


_TOKEN = re.compile(
    r"\\([A-Za-z]{1,32})(-?\d{1,19})? ?"  # a control word
    r"|\\'([0-9A-Fa-f]{2})"  # a byte
    r"|\\([^A-Za-z])"  # a control sign
    r"|([{}])"
    r"|([^\\{}\r\n\0]+)"  # text
    r"|[\r\n\0]+|\\\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A control word with its number, a sign, a brace, or bytes of text; the others are empty."""

    word: str = ""
    number: int | None = None
    sign: str = ""
    text: bytes = b""


def tokens_of(source: str) -> Iterator[Token]:
    r"""Yield the pieces of a file read as Latin-1; what \bin announces is passed over."""
    at = 0
    while found := _TOKEN.match(source, at):
        at = found.end()
        word, number, byte, sign, brace, text = found.groups()
        if word == "bin":
            at += max(int(number or 0), 0)
        elif word:
            yield Token(word=word, number=int(number) if number else None)
        elif text or byte:
            yield Token(text=text.encode("latin-1") if text else bytes.fromhex(byte))
        elif brace:
            yield Token(sign=brace)
        elif sign:
            yield Token(sign=f"\\{sign}" if sign in "{}" else sign)


_CHARACTERS = {
    "line": "\n", "lbr": "\n", "tab": "\t", "emdash": "\u2014", "endash": "\u2013",
    "emspace": " ", "enspace": " ", "qmspace": " ", "bullet": "\u2022", "lquote": "\u2018",
    "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "page": "\n",
    "nestcell": " ", "nestrow": " ", "softline": "\n",
}  # fmt: skip
_SIGNS = {"~": " ", "_": "-", "\\{": "{", "\\}": "}", "\\": "\\", "\n": "\n", "\r": "\n"}
# Text of its own that follows the paragraph it stands in.
_ASIDES = frozenset({"footnote", "annotation", "shptxt", "dptxbxtext"})
_HOLD_ASIDES = frozenset({"shp", "shpinst", "shpgrp", "do"})
_INFO = frozenset({"title", "author", "keywords"})
_DATES = frozenset({"creatim", "revtim"})
_MORE = frozenset({"fonttbl", "colortbl", "stylesheet", "listtext", "atnauthor", "fldinst"})
_IGNORED = destinations | _MORE
_HEADING = re.compile(r"heading (\d)\Z")
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds inside a group and is forgotten at its end."""

    destination: str = ""  # '' is the document itself
    is_text: bool = True
    is_aside: bool = False
    is_dead: bool = False  # Nothing in it is text, whatever it says.
    is_hidden: bool = False
    is_deleted: bool = False
    font: int | None = None
    skip: int = 1  # How many characters follow a \u for programs that do not know it.


@dataclass(slots=True)
class _Styles:
    names: dict[int, str] = field(default_factory=dict)
    number: int | None = None

    def level(self, number: int | None) -> int:
        """Return the level of a style as a heading, 0 when it is none."""
        name = self.names.get(number or 0, "").strip().lower()
        found = _HEADING.match(name)
        return int(found[1]) if found else int(name == "title")


class RtfReader:
    """Takes tokens; writes lines. `info` and `dates` are what the document says of itself."""

    def __init__(self, lines: Lines) -> None:
        self.info: dict[str, str] = {}
        self.dates: dict[str, dict[str, int]] = {}
        self.is_done = False
        self._paragraphs = RtfParagraphs(lines)
        self._fonts = RtfFonts()
        self._styles = _Styles()
        self._group = _Group()
        self._outer: list[_Group] = []
        self._is_opened = False  # By the token before this one.
        self._is_starred = False
        self._bytes = b""
        self._to_skip = 0
        self._default_font: int | None = None

    def take(self, token: Token) -> None:
        """Take the next token."""
        is_opened, self._is_opened = self._is_opened, token.sign == "{"
        if token.text:
            self._take_bytes(token.text)
            return
        self._flush()
        self._to_skip = 0
        if token.word:
            self._take_word(token.word, token.number)
        elif token.sign == "{":
            self._outer.append(self._group)
            self._is_starred = False
        elif token.sign == "}":
            self._end_group()
        elif token.sign == "*":
            self._is_starred = is_opened
        elif token.sign in {"\n", "\r"}:
            self._end_paragraph()
        else:
            self._add(_SIGNS.get(token.sign, ""))

    def finish(self) -> None:
        """Write what is still under way; files are cut off."""
        self._flush()
        self._paragraphs.finish()

    def _take_bytes(self, data: bytes) -> None:
        if self._to_skip:
            skipped = min(self._to_skip, len(data))
            self._to_skip -= skipped
            data = data[skipped:]
        self._bytes += data

    def _flush(self) -> None:
        if self._bytes:
            data, self._bytes = self._bytes, b""
            font = self._group.font if self._group.font is not None else self._default_font
            self._add(self._fonts.decode(data, font))

    def _add(self, text: str) -> None:
        group = self._group
        if group.destination == "stylesheet" and self._styles.number is not None:
            names = self._styles.names
            names[self._styles.number] = names.get(self._styles.number, "") + text.rstrip(";")
        elif group.destination in _INFO:
            self.info[group.destination] = self.info.get(group.destination, "") + text
        elif group.destination == "atnauthor":
            self._paragraphs.commenter += text
        elif group.is_text and not group.is_hidden and not group.is_deleted:
            self._paragraphs.add(text)

    def _end_group(self) -> None:
        before = self._group
        if not self._outer:
            self.is_done = True
            return
        self._group = self._outer.pop()
        if before.is_aside and not self._group.is_aside:
            self._paragraphs.end_aside()
        self.is_done = not self._outer
        if before.destination == "stylesheet":
            self._styles.number = None

    def _end_paragraph(self) -> None:
        if self._group.is_text:
            self._paragraphs.end_paragraph()

    def _take_word(self, word: str, number: int | None) -> None:
        starred, self._is_starred = self._is_starred, False
        if word in _ASIDES or word in _INFO or word in _IGNORED or starred:
            self._begin_destination(word)
        elif word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = self._group.skip
        elif word in _CHARACTERS:
            self._add(_CHARACTERS[word])
        elif not self._take_property(word, number) and self._group.is_text:
            self._take_paragraph_word(word, number)

    def _begin_destination(self, word: str) -> None:
        group = self._group
        is_text = word in _ASIDES and not group.is_dead
        if is_text and not group.is_aside:
            self._paragraphs.begin_aside(is_comment=word == "annotation")
        elif word in {"pntext", "listtext"} and group.is_text:
            self._paragraphs.kind = BlockKind.LIST
        elif word in _INFO:
            self.info[word] = ""  # It comes again in Unicode.
        is_dead = group.is_dead or not (is_text or word in _HOLD_ASIDES)
        self._group = replace(
            group,
            destination=word,
            is_text=is_text,
            is_aside=group.is_aside or is_text,
            is_dead=is_dead,
        )

    def _take_property(self, word: str, number: int | None) -> bool:
        """Take what changes how text is read; say whether the word was such a one."""
        group = self._group
        if word == "f":
            self._group = replace(group, font=number)
        elif word == "uc":
            self._group = replace(group, skip=min(max(number or 0, 0), 10))
        elif word == "v":
            self._group = replace(group, is_hidden=number != 0)
        elif word == "deleted":
            self._group = replace(group, is_deleted=number != 0)
        elif word == "plain":
            self._group = replace(group, is_hidden=False, is_deleted=False, font=None)
        elif word == "deff":
            self._default_font = number
        elif group.destination in _DATES and number is not None:
            self.dates.setdefault(group.destination, {})[word] = number
            return True
        self._fonts.take(word, number, in_table=group.destination == "fonttbl")
        if group.destination == "stylesheet" and word in {"s", "cs", "ds", "ts"}:
            self._styles.number = number if word == "s" else None
        return False

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
        elif word == "s" and (level := self._styles.level(number)):
            paragraphs.kind, paragraphs.level = BlockKind.HEADING, level
        elif word == "outlinelevel" and number is not None and 0 <= number <= _DEEPEST:
            paragraphs.kind, paragraphs.level = BlockKind.HEADING, number + 1


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read an RTF document; what is damaged in it is passed over."""
    text = LineText()
    reader = RtfReader(text)
    for token in tokens_of(data.decode("latin-1")):
        reader.take(token)
        if reader.is_done:
            break
    reader.finish()
    return text.extracted(PlaceKind.PARAGRAPH, _metadata(reader), file_type)


def _metadata(reader: RtfReader) -> DocumentMetadata:
    return document_properties(
        title=reader.info.get("title", ""),
        authors=reader.info.get("author", ""),
        keywords=reader.info.get("keywords", ""),
        created=_day(reader.dates.get("creatim", {})),
        modified=_day(reader.dates.get("revtim", {})),
    )


def _day(parts: Mapping[str, int]) -> str:
    try:
        return date(parts.get("yr", 0), parts.get("mo", 0), parts.get("dy", 0)).isoformat()
    except (ValueError, OverflowError):
        return ""
