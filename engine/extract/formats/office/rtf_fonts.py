"""Which characters the bytes of an RTF file mean: the font decides."""

from __future__ import annotations

import codecs

from striprtf.striprtf import charset_map

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
