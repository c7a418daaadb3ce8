"""What a compound file says of itself: the property set SummaryInformation ([MS-OLEPS])."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from struct import unpack_from

from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.front_matter import tag_list
from engine.model.document import DocumentMetadata

_STREAM = "\x05SummaryInformation"
_CODE_PAGE, _TITLE, _AUTHOR, _KEYWORDS, _CREATED, _SAVED = 1, 2, 4, 5, 12, 13
_INT16, _BYTES, _UNICODE, _FILE_TIME = 2, 30, 31, 64
_MOST_PROPERTIES = 200
_LONGEST = 10_000
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_FIRST_YEAR = 1980  # Before it programs write intervals, or nothing.
_UTF16, _UTF8 = 1200, 65001
# What programs write when nobody has given a title.
_NO_TITLES = frozenset(
    {"powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "slide 1",
     "word document", "untitled", "title", "document", "no slide title"}
)  # fmt: skip
_Value = str | int


def read_summary(file: CompoundFile) -> DocumentMetadata:
    """Return title, author, keywords and days; what is damaged in them is left out."""
    found = _properties(file.stream(_STREAM))
    title = _text(found, _TITLE)
    authors = (" ".join(name.split()) for name in _text(found, _AUTHOR).split(";"))
    return DocumentMetadata(
        title="" if title.casefold() in _NO_TITLES else title[:500],
        author="; ".join(name for name in authors if name),
        tags=tag_list([_text(found, _KEYWORDS).replace(";", ",")]),
        created=_day(found, _CREATED),
        modified=_day(found, _SAVED),
    )


def day_of_file_time(ticks: int) -> str:
    """Return the day of a FILETIME (100 ns since 1601) as ISO 8601, '' when it is none."""
    time = time_of_file_time(ticks)
    return time.date().isoformat() if time else ""


def time_of_file_time(ticks: int) -> datetime | None:
    """Return a FILETIME (100 ns since 1601) as a time in UTC, None when it is none."""
    try:
        time = _EPOCH + timedelta(microseconds=ticks // 10)
    except OverflowError:
        return None
    return time if time.year >= _FIRST_YEAR else None


def decode_in_page(data: bytes, page: int) -> str:
    """Decode text in a Windows code page; what is none of it becomes U+FFFD."""
    name = {_UTF16: "utf-16-le", _UTF8: "utf-8", 10000: "mac-roman", 0: "cp1252"}.get(
        page, f"cp{page}"
    )
    try:
        return data.decode(name, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")


def _text(found: dict[int, _Value], number: int) -> str:
    value = found.get(number, "")
    return " ".join(value.split("\0")[0].split()) if isinstance(value, str) else ""


def _day(found: dict[int, _Value], number: int) -> str:
    value = found.get(number, 0)
    return day_of_file_time(value) if isinstance(value, int) else ""


def _properties(data: bytes) -> dict[int, _Value]:
    """Return the values of the first property set by number, of the types that are wanted."""
    if len(data) < 48:
        return {}
    (start,) = unpack_from("<I", data, 44)
    part = data[start:]
    if len(part) < 8:
        return {}
    (count,) = unpack_from("<I", part, 4)
    most = min(count, _MOST_PROPERTIES, (len(part) - 8) // 8)
    places = dict(unpack_from("<II", part, 8 + 8 * index) for index in range(most))
    page = _value(part, places.get(_CODE_PAGE, len(part)), 0)
    page = page & 0xFFFF if isinstance(page, int) else 0
    return {number: _value(part, place, page) for number, place in places.items()}


def _value(part: bytes, place: int, page: int) -> _Value:
    if place + 8 > len(part):
        return 0
    kind, length = unpack_from("<II", part, place)
    content = part[place + 8 : place + 8 + min(length, _LONGEST)]
    if kind & 0xFFFF == _INT16:
        return int(length) & 0xFFFF
    if kind & 0xFFFF == _BYTES:
        return decode_in_page(content, page)
    if kind & 0xFFFF == _UNICODE:
        wide = part[place + 8 : place + 8 + 2 * min(length, _LONGEST)]
        return wide.decode("utf-16-le", "replace")
    if kind & 0xFFFF == _FILE_TIME and place + 12 <= len(part):
        return int.from_bytes(part[place + 4 : place + 12], "little")
    return 0
