"""The header of a Word document's main stream ([MS-DOC] 2.5, File Information Block)."""

from __future__ import annotations

from dataclasses import dataclass
from struct import unpack_from

from engine.extract.errors import damaged_error, password_error
from engine.extract.formats.legacy_office.compound_file import CompoundFile

MAIN_STREAM = "WordDocument"
_IDENTITIES = frozenset({0xA5EC, 0xA5DC})
_FIRST_OF_WORD_97 = 0xC1  # nFib: smaller in Word 6 and 95, whose header is laid out otherwise.
_ENCRYPTED, _SECOND_TABLE = 0x0100, 0x0200
_LENGTHS_97, _LENGTHS_6 = 0x4C, 0x34
_PLACES_97, _PIECES_6 = 0x9A, 0x160
_SMALLEST = 0x200
# The code page of text in Word 6 and 95, by the primary language of the program that wrote it.
_PAGES = {
    0x01: 1256, 0x02: 1251, 0x04: 936, 0x05: 1250, 0x08: 1253, 0x0D: 1255, 0x0E: 1250, 0x11: 932,
    0x12: 949, 0x15: 1250, 0x18: 1250, 0x19: 1251, 0x1A: 1250, 0x1B: 1250, 0x1E: 874, 0x1F: 1254,
    0x22: 1251, 0x23: 1251, 0x24: 1250, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x29: 1256, 0x2F: 1251,
}  # fmt: skip
_TRADITIONAL_CHINESE = frozenset({0x0404, 0x0C04, 0x1404})


@dataclass(frozen=True, slots=True)
class StoryLengths:
    """How many characters each part of the text has; the parts follow one another in this order."""

    main: int
    footnotes: int
    margins: int
    macros: int
    comments: int
    endnotes: int
    text_boxes: int
    margin_boxes: int


class WordHeader:
    """Where things lie in a Word document; raise DocumentError (damaged, password)."""

    def __init__(self, file: CompoundFile) -> None:
        self.main = file.stream(MAIN_STREAM)
        if len(self.main) < _SMALLEST or self._at(0) not in _IDENTITIES:
            raise damaged_error()
        flags = self._at(0x0A)
        if flags & _ENCRYPTED:
            raise password_error()
        self.is_word_97 = self._at(2) >= _FIRST_OF_WORD_97
        self.table = self.main
        if self.is_word_97:
            name, other = ("1Table", "0Table") if flags & _SECOND_TABLE else ("0Table", "1Table")
            self.table = file.stream(name) or file.stream(other)
        self.text_start, self.text_end = unpack_from("<II", self.main, 0x18)
        self.lengths = StoryLengths(
            *unpack_from("<8i", self.main, _LENGTHS_97 if self.is_word_97 else _LENGTHS_6)
        )

    @property
    def code_page(self) -> int:
        """The Windows code page of text that is not Unicode."""
        language = self._at(6)
        if self.is_word_97:
            return 1252
        if language in _TRADITIONAL_CHINESE:
            return 950
        return _PAGES.get(language & 0x3FF, 1252)

    @property
    def pieces(self) -> bytes:
        """What says which characters lie where (Clx)."""
        return self.part(33) if self.is_word_97 else self._slice(self.main, _PIECES_6)

    def part(self, index: int) -> bytes:
        """Return a part of the table stream by its index in FibRgFcLcb97; b'' when it has none."""
        return self._slice(self.table, _PLACES_97 + 8 * index) if self.is_word_97 else b""

    def _slice(self, stream: bytes, at: int) -> bytes:
        if at + 8 > len(self.main):
            return b""
        start, length = unpack_from("<II", self.main, at)
        return stream[start : start + length]

    def _at(self, offset: int) -> int:
        return int(unpack_from("<H", self.main, offset)[0])
