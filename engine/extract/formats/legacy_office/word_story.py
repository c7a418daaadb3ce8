"""The spans of characters a Word document is made of, and what in them is seen."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from engine.extract.formats.legacy_office.summary import decode_in_page
from engine.extract.formats.legacy_office.word_formatting import Run, unseen_runs
from engine.extract.formats.legacy_office.word_header import StoryLengths, WordHeader
from engine.extract.formats.legacy_office.word_pieces import Piece, read_characters

PARAGRAPH_ENDS = frozenset("\r\f")
CELL_END = "\x07"
_FIELD_BEGIN, _FIELD_MIDDLE, _FIELD_END = _FIELD_MARKS = "\x13\x14\x15"
_TOKEN = re.compile("[\x13-\x15\r\f\x07]|[^\x13-\x15\r\f\x07]+")
# Marks of pictures, notes and drawings are no text; a line may be broken without a new paragraph.
# Characters of fonts that hold symbols stand in the private area.
_CLEANED: dict[int, str | None] = {
    **dict.fromkeys(range(0x20)),
    **dict.fromkeys(range(0xF000, 0xF100)),
    ord("\t"): "\t", 0x0B: "\n", 0x0E: " ", 0x1E: "-",
}  # fmt: skip
_MOST_FIELDS = 100
# Characters with their reading above them, which stand where other fields say what makes them.
_WITH_READING = re.compile(
    r"\s*EQ\s[^()]{0,200}\\o\s?\\a[a-z]\s?\(\\s\\up\s?\d{1,3}\([^()]{0,200}\)[,;]([^()]{0,200})\)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Story:
    """Characters [start, end) of the document."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Token:
    """Text that is seen, or the mark of an end of a paragraph or cell, and where it stands."""

    place: int
    text: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Stories:
    """The parts of a document's text."""

    main: Story
    footnotes: Story
    margins: Story
    comments: Story
    endnotes: Story
    text_boxes: Story
    margin_boxes: Story


class WordCharacters:
    """All characters of a document."""

    def __init__(self, header: WordHeader) -> None:
        text = read_characters(header)
        self._code_page = 0 if header.is_word_97 else header.code_page
        self._text = text.characters
        self._pieces = text.pieces
        self._piece_starts = [piece.start for piece in text.pieces]
        self._unseen = _unseen(unseen_runs(header), text.pieces, len(text.characters))

    def stories(self, lengths: StoryLengths) -> Stories:
        """Return the parts; lengths that cannot be right are put right."""
        total, at = len(self._text), 0
        found: list[Story] = []
        for length in (
            lengths.main, lengths.footnotes, lengths.margins, lengths.macros, lengths.comments,
            lengths.endnotes, lengths.text_boxes, lengths.margin_boxes,
        ):  # fmt: skip
            end = min(total, at + max(0, length))
            found.append(Story(at, end))
            at = end
        main, footnotes, margins, _macros, *others = found
        if not main.end:
            main = Story(0, total)
        return Stories(main, footnotes, margins, *others)

    def tokens(self, story: Story) -> Iterator[Token]:
        """Yield what is seen of a story: of fields only what they show, not what makes it."""
        fields: list[int] = []  # Where each open field began, -1 once what it shows has begun.
        inside = self._text[story.start : story.end]
        is_sound = inside.count(_FIELD_BEGIN) == inside.count(_FIELD_END)
        for found in _TOKEN.finditer(inside):
            text, place = found[0], story.start + found.start()
            if text in PARAGRAPH_ENDS or text == CELL_END:
                if not is_sound:
                    fields.clear()
                if max(fields, default=-1) < 0:
                    yield Token(place, mark=text)
            elif text not in _FIELD_MARKS:
                if max(fields, default=-1) < 0:
                    yield Token(place, self._seen(place, text))
            elif shown := _follow(fields, text, inside, found.start()):
                yield Token(place, shown.translate(_CLEANED))

    def plain(self, story: Story) -> str:
        """Return a story in one line."""
        return " ".join(token.text for token in self.tokens(story))

    def offset(self, place: int) -> int:
        """Return the byte of the main stream where a character lies."""
        piece = self._pieces[max(0, bisect_right(self._piece_starts, place) - 1)]
        return piece.offset + (place - piece.start) * piece.width

    def _seen(self, place: int, text: str) -> str:
        if self._unseen.find(1, place, place + len(text)) >= 0:
            text = "".join(
                character for at, character in enumerate(text, start=place) if not self._unseen[at]
            )
        if self._code_page:
            text = decode_in_page(text.encode("latin-1", "replace"), self._code_page)
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.translate(_CLEANED)


def _follow(fields: list[int], mark: str, inside: str, at: int) -> str:
    """Take the mark of a field; return what is shown of one that shows nothing else."""
    if mark == _FIELD_BEGIN and len(fields) < _MOST_FIELDS:
        fields.append(at)
    elif mark == _FIELD_MIDDLE and fields:
        fields[-1] = -1
    elif mark == _FIELD_END and fields:
        start = fields.pop()
        shown = _WITH_READING.match(inside, start + 1, at) if start >= 0 else None
        return shown[1] if shown and max(fields, default=-1) < 0 else ""
    return ""


def _unseen(runs: list[Run], pieces: tuple[Piece, ...], total: int) -> bytearray:
    """Mark the characters that lie in these runs."""
    marks = bytearray(total)
    ends = [run.end for run in _apart(runs)]
    starts = [run.start for run in _apart(runs)]
    for piece in pieces if starts else ():
        stop = piece.offset + (piece.end - piece.start) * piece.width
        for index in range(bisect_right(ends, piece.offset), bisect_left(starts, stop)):
            first = max(0, starts[index] - piece.offset) // piece.width
            last = (min(stop, ends[index]) - piece.offset) // piece.width
            marks[piece.start + first : piece.start + last] = b"\1" * max(0, last - first)
    return marks


def _apart(runs: list[Run]) -> Iterator[Run]:
    """Yield ascending runs without those that overlap one before."""
    end = 0
    for run in runs:
        if run.start >= end:
            end = run.end
            yield run
