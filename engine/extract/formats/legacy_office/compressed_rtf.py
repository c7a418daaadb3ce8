"""RTF as Outlook packs it ([MS-OXRTFCP])."""

from __future__ import annotations

from struct import unpack_from

_COMPRESSED, _PLAIN = 0x7546_5A4C, 0x414C_454D
_HEADER_BYTES = 16
_WINDOW = 4096
_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    b"\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    b"\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_MOST_BYTES = 50_000_000


def unpack_rtf(data: bytes) -> bytes:
    """Return the RTF, as much of it as is there; b'' when this is none."""
    if len(data) < _HEADER_BYTES:
        return b""
    _, length, kind = unpack_from("<III", data)
    if kind == _PLAIN:
        return data[_HEADER_BYTES : _HEADER_BYTES + length]
    if kind != _COMPRESSED:
        return b""
    return _unpacked(data[_HEADER_BYTES:], min(length, _MOST_BYTES))


def _unpacked(data: bytes, length: int) -> bytes:
    """Undo the packing: each flag bit tells a byte from a piece of the last 4,096 bytes."""
    written = bytearray(_DICTIONARY)
    most = length + len(_DICTIONARY)
    at = 0
    while at < len(data) and len(written) < most:
        flags, at = data[at], at + 1
        for bit in range(8):
            if not flags >> bit & 1:
                written += data[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(data[at : at + 2], "big")
            at += 2
            if at > len(data) or not _copy(written, reference >> 4, (reference & 0xF) + 2):
                return bytes(written[len(_DICTIONARY) : most])
    return bytes(written[len(_DICTIONARY) : most])


def _copy(written: bytearray, place: int, count: int) -> bool:
    """Repeat bytes of the window; False when the reference says that the text ends."""
    back = (len(written) - place) % _WINDOW
    if back == 0:
        return False
    for _ in range(count):
        written.append(written[-back] if back <= len(written) else 0x20)
    return True
