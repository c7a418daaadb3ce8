"""Word documents of 1993 to 2003 ([MS-DOC]), one line for each paragraph or table row.

The styles of Word 6 and 95 are not read, so their text has no headings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from struct import unpack_from

from twofold.engine.extract.formats.legacy_office.compound_file import CompoundFile, read_summary
from twofold.engine.extract.formats.legacy_office.word_characters import (
    CELL_END,
    Story,
    Token,
    WordCharacters,
)
from twofold.engine.extract.formats.legacy_office.word_formatting import (
    ParagraphFormat,
    ParagraphFormats,
    Style,
    WordHeader,
    formatted_runs,
)
from twofold.engine.extract.formats.legacy_office.word_lists import WordLists
from twofold.engine.extract.formats.legacy_office.word_styles import read_styles
from twofold.engine.extract.formats.office.reading_order import (
    EndMarkedParagraphs,
    add_headers_and_footers,
)
from twofold.engine.extract.text_building import LineText
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_OWNERS = 36  # a part of the table stream, as in FibRgFcLcb97
_OWNER_OFFSET = 20  # in ATRDPre10
_MAX_OWNERS = 5000


@dataclass(frozen=True, slots=True)
class _NoteTables:
    """The parts with note references and their bounds, and the size of a reference in bytes."""

    references: int
    texts: int
    reference_bytes: int


FOOTNOTES, COMMENTS, ENDNOTES = _NoteTables(2, 3, 2), _NoteTables(4, 5, 30), _NoteTables(46, 47, 2)


@dataclass(frozen=True, slots=True)
class _Note:
    """A note with its reference at character `anchor`, and its range of characters."""

    anchor: int
    story: Story
    author: str = ""


def read_notes(header: WordHeader, tables: _NoteTables, story: Story) -> list[_Note]:
    """Return the notes in `story`, ascending and without overlap."""
    references, texts = header.part(tables.references), header.part(tables.texts)
    count = (len(references) - 4) // (4 + tables.reference_bytes)
    count = min(count, len(texts) // 4 - 1)
    if count < 1:
        return []
    owners = list(_owners(header.part(_OWNERS))) if tables is COMMENTS else []
    bounds = unpack_from(f"<{count + 1}i", texts)
    notes: list[_Note] = []
    end = 0
    for index in range(count):
        if not end <= bounds[index] < bounds[index + 1] <= len(story):
            continue
        end = bounds[index + 1]
        inside = Story(story.start + bounds[index], story.start + end)
        (anchor,) = unpack_from("<i", references, 4 * index)
        at = 4 * (count + 1) + tables.reference_bytes * index + _OWNER_OFFSET
        notes.append(_Note(anchor, inside, _owner(owners, references, at)))
    return notes


def _owner(owners: list[str], references: bytes, at: int) -> str:
    if not owners or at + 2 > len(references):
        return ""
    (index,) = unpack_from("<H", references, at)
    return owners[index] if index < len(owners) else ""


def _owners(data: bytes) -> Iterator[str]:
    """Yield the authors of comments (GrpXstAtnOwners)."""
    at = 0
    for _ in range(_MAX_OWNERS):
        if at + 2 > len(data):
            return
        (letters,) = unpack_from("<H", data, at)
        yield data[at + 2 : at + 2 + 2 * letters].decode("utf-16-le", "replace")
        at += 2 + 2 * letters


_LOCK = "\tdrmcontent"
_MAX_HEADING_LEVEL = 9


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document; raise DocumentError (damaged, password, too-large)."""
    file = CompoundFile(data)
    if any(name.lower() == _LOCK for name in file.names()):
        raise DocumentError(
            FailureReason.PASSWORD,
            message("The document is locked by digital rights management (DRM)."),
            message("Save a copy without DRM."),
        )
    text = LineText()
    _WordReader(WordHeader(file), text).read()
    return text.extracted(LocatorKind.PARAGRAPH, read_summary(file), file_type)


class _WordReader:
    """Writes the stories of a document."""

    def __init__(self, header: WordHeader, text: LineText) -> None:
        self._header = header
        self._text = text
        self._styles = read_styles(header)
        self._formats = ParagraphFormats(header)
        self._lists = WordLists(header)
        runs = formatted_runs(header, self._styles, self._formats)
        self._characters = WordCharacters(header, runs)

    def read(self) -> None:
        """Write the main text with its notes, then text boxes, then headers and footers."""
        stories = self._characters.stories(self._header.story_lengths)
        notes: list[_Note] = []
        rest: list[Story] = []
        for tables, story in (
            (FOOTNOTES, stories.footnotes),
            (ENDNOTES, stories.endnotes),
            (COMMENTS, stories.comments),
        ):
            found = read_notes(self._header, tables, story)
            notes += found
            rest += [] if found else [story]
        self._write(stories.main, sorted(notes, key=lambda note: note.anchor))
        self._text.end_sections()
        for story in (*rest, stories.text_boxes):
            self._write(story, [])
        margins = (stories.margins, stories.margin_boxes)
        add_headers_and_footers(
            self._text, chain.from_iterable(self._lines(story) for story in margins)
        )

    def _write(self, story: Story, notes: list[_Note]) -> None:
        paragraphs = _Paragraphs(self._text, self._styles, self._lists)
        waiting = iter([*notes, None])
        note = next(waiting)
        for token in self._characters.tokens(story):
            while token.mark and note is not None and note.anchor <= token.place:
                paragraphs.add_after(note.author, self._characters.plain(note.story))
                note = next(waiting)
            paragraphs.take(token, self._format(token))
        while note is not None:
            paragraphs.add_after(note.author, self._characters.plain(note.story))
            note = next(waiting)
        paragraphs.finish()

    def _format(self, token: Token) -> ParagraphFormat | None:
        return self._formats.at(self._characters.offset(token.place)) if token.mark else None

    def _lines(self, story: Story) -> list[str]:
        tokens = self._characters.tokens(story)
        lines = "".join("\r" if token.mark else token.text for token in tokens).split("\r")
        return [" ".join(line.split()) for line in lines]


class _Paragraphs:
    """Assembles paragraphs, cells and rows from tokens."""

    def __init__(self, text: LineText, styles: Mapping[int, Style], lists: WordLists) -> None:
        self._paragraphs = EndMarkedParagraphs(text)
        self._styles = styles
        self._lists = lists
        self._parts: list[str] = []
        self._is_after_cell = False

    def take(self, token: Token, format_: ParagraphFormat | None) -> None:
        """Add the next token.

        For a mark, `format_` is the format of the paragraph that it ends, or None if unknown.
        """
        if not token.mark:
            self._parts.append(token.text)
            return
        format_ = format_ or ParagraphFormat(
            is_in_table=token.mark == CELL_END,
            # A guess: a mark after an empty cell ends the row, which may be too early.
            ends_row=self._is_after_cell and not self._parts,
        )
        self._end(token.mark, format_)
        self._is_after_cell = token.mark == CELL_END and not format_.ends_row
        self._parts.clear()

    def add_after(self, author: str, text: str) -> None:
        """Write a note after the current paragraph."""
        self._paragraphs.author = author
        self._paragraphs.begin_aside(is_comment=bool(author))
        self._paragraphs.add(text)
        self._paragraphs.end_aside()

    def finish(self) -> None:
        """Write the unfinished paragraph of a truncated file."""
        self._paragraphs.add("".join(self._parts))
        self._paragraphs.finish()

    def _end(self, mark: str, format_: ParagraphFormat) -> None:
        paragraphs = self._paragraphs
        style = self._styles.get(format_.style, Style())
        paragraphs.reset()
        paragraphs.is_in_table = format_.is_in_table
        level = style.level if format_.level is None else format_.level
        number = style.list_number if format_.list_number is None else format_.list_number
        if 0 < level <= _MAX_HEADING_LEVEL:
            paragraphs.kind, paragraphs.level = BlockKind.HEADING, level
        elif number:
            paragraphs.kind = BlockKind.LIST
        if number and not format_.ends_row:
            place = style.list_level if format_.list_level is None else format_.list_level
            paragraphs.label = self._lists.label(number, place)
        paragraphs.add("".join(self._parts))
        if mark != CELL_END:
            paragraphs.end_paragraph()
        elif format_.ends_row:
            paragraphs.end_row()
        else:
            paragraphs.end_cell()
