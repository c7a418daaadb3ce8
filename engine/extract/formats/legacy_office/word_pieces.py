"""The characters of a Word document, put together from where they lie ([MS-DOC] 2.8.35, 2.9.38)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from

from engine.extract.errors import damaged_error
from engine.extract.formats.legacy_office.word_header import WordHeader

_PROPERTIES, _PIECE_TABLE = 1, 2
_COMPRESSED = 0x4000_0000
_DESCRIPTOR_BYTES = 8
# Bytes above 0x7F of compressed text are those of Windows-1252.
_WINDOWS_1252 = {
    byte: bytes([byte]).decode("cp1252", "replace").replace("\ufffd", chr(byte))
    for byte in range(0x80, 0xA0)
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters [start, end) of the document, from byte `offset` of the stream, `width` each."""

    start: int
    end: int
    offset: int
    width: int


@dataclass(frozen=True, slots=True)
class PiecedText:
    """All characters of a document, one a 16-bit unit, and the pieces they come from, ascending."""

    characters: str
    pieces: tuple[Piece, ...]


def read_characters(header: WordHeader) -> PiecedText:
    """Return the characters; raise DocumentError (damaged) when there is no way to find them."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length, most = 0, 2 * len(header.main)  # Pieces that overlap could hold a thousand times more.
    for piece in _pieces(header):
        text = _decoded(header, piece)
        parts.append(text)
        pieces.append(Piece(length, length + len(text), piece.offset, piece.width))
        length += len(text)
        if length > most:
            raise damaged_error()
    return PiecedText("".join(parts), tuple(pieces))


def _pieces(header: WordHeader) -> Iterator[Piece]:
    table = _piece_table(header.pieces)
    count = (len(table) - 4) // (4 + _DESCRIPTOR_BYTES)
    if count < 1:
        yield from _without_table(header)
        return
    starts = unpack_from(f"<{count + 1}i", table)
    for index in range(count):
        at = 4 * (count + 1) + _DESCRIPTOR_BYTES * index
        (place,) = unpack_from("<I", table, at + 2)
        start, end = starts[index], starts[index + 1]
        if not 0 <= start < end:
            continue
        if not header.is_word_97:
            yield Piece(start, end, place, 1)
        elif place & _COMPRESSED:
            yield Piece(start, end, (place & ~_COMPRESSED & 0xFFFF_FFFF) // 2, 1)
        else:
            yield Piece(start, end, place, 2)


def _without_table(header: WordHeader) -> Iterator[Piece]:
    """Take the text as it lies: so it does in Word 6 and 95 unless it was saved quickly."""
    start, end = header.text_start, min(header.text_end, len(header.main))
    if start >= end:
        raise damaged_error()
    yield Piece(0, end - start, start, 1)


def _piece_table(pieces: bytes) -> bytes:
    """Return the table inside, after any number of lists of properties."""
    at = 0
    while at + 5 <= len(pieces):
        if pieces[at] == _PIECE_TABLE:
            (length,) = unpack_from("<I", pieces, at + 1)
            return pieces[at + 5 : at + 5 + length]
        if pieces[at] != _PROPERTIES:
            break
        at += 3 + int(unpack_from("<H", pieces, at + 1)[0])
    return b""


def _decoded(header: WordHeader, piece: Piece) -> str:
    """Return a character for each byte or 16-bit unit of a piece; what is missing is left out.

    Text of Word 6 and 95 stays bytes, as its characters may be more than one.
    """
    data = header.main[piece.offset : piece.offset + (piece.end - piece.start) * piece.width]
    if piece.width == 1:
        text = data.decode("latin-1")
        return text.translate(_WINDOWS_1252) if header.is_word_97 else text
    units = array("H", data[: len(data) // 2 * 2])
    if array("H", b"\1\0")[0] != 1:
        units.byteswap()
    return "".join(map(chr, units))
