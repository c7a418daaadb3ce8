"""The properties of an Outlook message, a recipient or an attachment ([MS-OXMSG])."""

from __future__ import annotations

import codecs
from datetime import datetime
from struct import unpack_from

from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.formats.legacy_office.summary import decode_in_page, time_of_file_time
from engine.extract.mail_headers import text_of

_PROPERTIES, _STREAM = "__properties_version1.0", "__substg1.0_"
_NAMES = "__nameid_version1.0"
_ENTRY_BYTES = 16
_MOST_ENTRIES, _MOST_VALUES = 5000, 200
_INTEGER, _TIME, _UNICODE, _BYTES, _BINARY = 0x0003, 0x0040, 0x001F, 0x001E, 0x0102
_SEVERAL = 0x1000
_CODE_PAGES = (0x3FFD, 0x3FDE)  # Of the message, then of its HTML.
# Code pages that are called otherwise elsewhere. Latin 1 is what programs say of Windows-1252.
_CHARSETS = {
    65001: "utf-8", 1200: "utf-16-le", 20127: "ascii", 28591: "cp1252", 28592: "iso-8859-2",
    28595: "iso-8859-5", 28597: "iso-8859-7", 28599: "iso-8859-9", 28605: "iso-8859-15",
    20866: "koi8-r", 21866: "koi8-u", 51932: "euc-jp", 51949: "euc-kr", 50220: "cp932",
    50221: "cp932", 50222: "cp932", 50225: "cp949", 52936: "gb18030", 54936: "gb18030",
}  # fmt: skip
_IS_STRING, _FIRST_NAMED = 1, 0x8000


class OutlookProperties:
    """The properties in one storage; what is missing or damaged is empty."""

    def __init__(
        self, file: CompoundFile, path: tuple[str, ...], header_bytes: int, charset: str = ""
    ) -> None:
        self._outer_charset = charset
        self._file = file
        self._path = path
        self._fixed: dict[tuple[int, int], int] = {}
        entries = file.stream(*path, _PROPERTIES)[header_bytes:]
        for index in range(min(len(entries) // _ENTRY_BYTES, _MOST_ENTRIES)):
            kind, number, _, value = unpack_from("<HHIQ", entries, _ENTRY_BYTES * index)
            self._fixed.setdefault((number, kind), value)

    def text(self, *numbers: int) -> str:
        """Return the first of these properties that has a text."""
        for number in numbers:
            wide = self._stream(number, _UNICODE).decode("utf-16-le", "replace")
            if found := (wide or self._decoded(self._stream(number, _BYTES))).replace("\0", ""):
                return found
        return ""

    def line(self, *numbers: int) -> str:
        """Return the first of these properties that has a text, in one line."""
        lines = (" ".join(self.text(number).split()) for number in numbers)
        return next((line for line in lines if line), "")

    def texts(self, number: int) -> list[str]:
        """Return the values of a property that may have several."""
        found: list[str] = []
        for kind in (_UNICODE, _BYTES):
            count = len(self._stream(number, kind | _SEVERAL)) // 4
            for index in range(min(count, _MOST_VALUES)):
                name = f"{_STREAM}{number:04X}{kind | _SEVERAL:04X}-{index:08X}"
                value = self._file.stream(*self._path, name)
                wide = value.decode("utf-16-le", "replace") if kind == _UNICODE else ""
                found.append((wide or self._decoded(value)).replace("\0", ""))
        return [value for value in found if value]

    def binary(self, number: int) -> bytes:
        """Return a property of bytes, or of text as it is written."""
        return self._stream(number, _BINARY) or self._stream(number, _BYTES)

    def number(self, number: int, otherwise: int = 0) -> int:
        """Return a property that is a number."""
        return self._fixed.get((number, _INTEGER), otherwise) & 0xFFFF_FFFF

    def time(self, *numbers: int) -> datetime | None:
        """Return the first of these properties that is a time, in UTC."""
        times = (time_of_file_time(self._fixed.get((number, _TIME), 0)) for number in numbers)
        return next((time for time in times if time), None)

    def charset(self) -> str:
        """Return what is said of the encoding of bytes, here or outside; '' for nothing known."""
        for number in _CODE_PAGES:
            page = self.number(number)
            try:
                return codecs.lookup(_CHARSETS.get(page, f"cp{page}")).name
            except LookupError:
                continue
        return self._outer_charset

    def html_charset(self) -> str:
        """Return the encoding of the HTML, which may have one of its own."""
        page = self.number(_CODE_PAGES[1])
        return _CHARSETS.get(page, f"cp{page}") if page else self.charset()

    def storage(self, number: int) -> tuple[str, ...]:
        """Return where an embedded message lies."""
        return (*self._path, f"{_STREAM}{number:04X}000D")

    def _stream(self, number: int, kind: int) -> bytes:
        return self._file.stream(*self._path, f"{_STREAM}{number:04X}{kind:04X}")

    def _decoded(self, data: bytes) -> str:
        charset = self.charset()
        data = data.rstrip(b"\0")
        if charset and charset != "ascii":
            return data.decode(charset, "replace")
        return text_of(data, "") if data else ""


class OutlookNames:
    """The numbers that a message gives to properties known by name ([MS-OXPROPS])."""

    def __init__(self, file: CompoundFile) -> None:
        strings = file.stream(_NAMES, f"{_STREAM}00040102")
        entries = file.stream(_NAMES, f"{_STREAM}00030102")
        self._numbers: dict[str | int, int] = {}
        for index in range(min(len(entries) // 8, _MOST_ENTRIES)):
            name, kind, place = unpack_from("<IHH", entries, 8 * index)
            key = _string(strings, name) if kind & _IS_STRING else name
            self._numbers.setdefault(key, _FIRST_NAMED + place)

    def number(self, name: str | int) -> int:
        """Return the number of a property; 0, which no property has, when it is not there."""
        return self._numbers.get(name, 0)


def _string(strings: bytes, at: int) -> str:
    length = int.from_bytes(strings[at : at + 4], "little")
    return decode_in_page(strings[at + 4 : at + 4 + min(length, 500)], 1200).casefold()
