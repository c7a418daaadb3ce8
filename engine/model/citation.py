"""Citations: the position of a passage in its file, its URI form, and its current state.

Collected passages store their citation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote_to_bytes

from twofold.engine.model.document import LocatorKind
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.joined_lines import quotation_of
from twofold.engine.model.localized import Message, message
from twofold.engine.model.publication import Publication

SCHEMA_VERSION = "citation.v1"
# The label of a document that is found by its name only.
FOUND_BY_NAME = "found by name only"

# The longest path on Windows, percent-encoded.
_MAX_URI_LENGTH = 100_000
_MAX_SHOWN = 100
# Longer numbers exceed the catalog's integers and Python's limit for digits.
_NUMBER = r"(\d{1,12})"
_LINE_FRAGMENT = re.compile(rf"L{_NUMBER}(?:-L{_NUMBER})?\Z", re.ASCII)
_TIME = r"(\d{2,9}):([0-5]\d):([0-5]\d)\.(\d{3})"
_TIME_FRAGMENT = re.compile(rf"t={_TIME},{_TIME}\Z", re.ASCII)
_SIDE = r"(\d{1,9}(?:\.\d{1,6})?)"
_BOX = f"{_SIDE},{_SIDE},{_SIDE},{_SIDE}"
_REGION_FRAGMENT = re.compile(rf"xywh={_BOX}\Z", re.ASCII)
# RFC 8118 defines both parameters. Coordinates start at the top left corner.
_PAGE_FRAGMENT = re.compile(rf"page={_NUMBER}(?:&viewrect={_BOX})?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Locator:
    """A position in a file: 1-based lines or pages (both ends included), or milliseconds.

    A region has a `box` (x, y, width and height in pixels of the image), and its start and end are
    1. A page with recognised text also has a `box`, in points from its top left corner.
    """

    kind: LocatorKind
    start: int
    end: int
    box: tuple[float, float, float, float] | None = None

    @property
    def fragment(self) -> str:
        """The URI fragment, without '#'."""
        if self.kind.is_paged:
            box = self.box and f"&viewrect={','.join(map(_decimal, self.box))}"
            return f"page={self.start}{box or ''}"
        if self.kind is LocatorKind.TIME:
            return f"t={clock_time(self.start)},{clock_time(self.end)}"
        if self.kind is LocatorKind.REGION and self.box is not None:
            return f"xywh={','.join(map(_decimal, self.box))}"
        return f"L{self.start}" if self.start == self.end else f"L{self.start}-L{self.end}"


@dataclass(frozen=True, slots=True)
class Citation:
    """The position of a passage in a file. `path` is relative to its library folder.

    The columns (1-based, end exclusive) are set only when the passage is part of a line. `label`
    describes the position for users ('Budget, rows 12–30') where the number alone is not enough.
    `language` is set for source code only ('python'); `symbol` is then the innermost definition
    around the passage.
    """

    path: str
    place: Locator
    indexed_at: str
    stale: bool = False
    section: str = ""
    start_column: int | None = None
    end_column: int | None = None
    label: str = ""
    symbol: str = ""
    language: str = ""

    @property
    def kind(self) -> str:
        """The kind of citation: line, code, page, time or region."""
        if self.place.kind.is_paged:
            return "page"
        if self.place.kind is LocatorKind.TIME:
            return "time"
        if self.place.kind is LocatorKind.REGION:
            return "region"
        return "code" if self.language else "line"

    @property
    def uri(self) -> str:
        """The citation as a relative URI reference."""
        return format_uri(self.path, self.place)

    def as_json(self) -> dict[str, object]:
        """Return the `citation.v1` object."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.kind,
            "path": self.path,
            "uri": self.uri,
            "indexed_at": self.indexed_at,
            "stale": self.stale,
            self.kind: self._place_as_json(),
        }

    def _place_as_json(self) -> dict[str, object]:
        start, end = self.place.start, self.place.end
        box = self.place.box
        if self.place.kind is LocatorKind.REGION and box is not None:
            return dict(zip(("x", "y", "width", "height"), box, strict=True))
        place: dict[str, object] = {"start": start, "end": end}
        if self.place.kind.is_paged:
            place = {"page": start}
        elif self.place.kind is LocatorKind.TIME:
            place = {"start": clock_time(start), "end": clock_time(end)}
        place["section"] = self.section
        if self.label:
            place["label"] = self.label
        if self.start_column is not None or self.end_column is not None:
            place |= {"start_column": self.start_column, "end_column": self.end_column}
        if self.kind == "code":
            place |= {"symbol": self.symbol, "language": self.language}
        return place


def _decimal(number: float) -> str:
    """Format a number with at most 6 decimals and no exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def clock_time(milliseconds: int) -> str:
    """Format a time as hh:mm:ss.mmm."""
    seconds, thousandths = divmod(milliseconds, 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02}:{minute:02}:{second:02}.{thousandths:03}"


def format_uri(path: str, place: Locator) -> str:
    """Return `path#fragment`, with the bytes of the path percent-encoded as in file URIs."""
    return f"{quote(_path_bytes(path), safe='/')}#{place.fragment}"


def parse_uri(uri: str) -> tuple[str, Locator]:
    """Return the path and locator of a citation URI; the inverse of `format_uri`."""
    if len(uri) > _MAX_URI_LENGTH:
        raise _invalid_citation(uri)
    encoded_path, separator, fragment = uri.partition("#")
    if not separator:
        raise BadRequestError(
            message("'{uri}' does not name a position in a file.", uri=_beginning(uri)),
            message("Add #L12 or #page=3."),
        )
    return _path_of(unquote_to_bytes(_path_bytes(encoded_path))), _parse_fragment(fragment, uri)


def _path_bytes(path: str) -> bytes:
    """Return the bytes of a path. Lone surrogates stand for invalid UTF-8 (PEP 383)."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = b""
    # Other surrogates, which file names on Windows may contain, are encoded unchanged.
    return data if _path_of(data) == path else path.encode("utf-8", "surrogatepass")


def _path_of(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def _parse_fragment(fragment: str, uri: str) -> Locator:
    if line := _LINE_FRAGMENT.match(fragment):
        start = int(line[1])
        end = int(line[2] or line[1])
        if 1 <= start <= end:
            return Locator(LocatorKind.LINE, start, end)
    if page := _PAGE_FRAGMENT.match(fragment):
        number = int(page[1])
        box = [float(side) for side in page.groups()[1:] if side is not None]
        if number >= 1:
            return Locator(LocatorKind.PAGE, number, number, _as_box(box))
    if time := _TIME_FRAGMENT.match(fragment):
        begin, finish = _milliseconds(*time.groups()[:4]), _milliseconds(*time.groups()[4:])
        if begin <= finish:
            return Locator(LocatorKind.TIME, begin, finish)
    if region := _REGION_FRAGMENT.match(fragment):
        return Locator(LocatorKind.REGION, 1, 1, _as_box([float(side) for side in region.groups()]))
    raise _invalid_citation(uri)


def _as_box(sides: Sequence[float]) -> tuple[float, float, float, float] | None:
    return (sides[0], sides[1], sides[2], sides[3]) if sides else None


def _invalid_citation(uri: str) -> BadRequestError:
    return BadRequestError(
        message("'{uri}' is not a citation.", uri=_beginning(uri)),
        message("A position is written as #L12, #L12-L34 or #page=3."),
    )


def _beginning(uri: str) -> str:
    return uri if len(uri) <= _MAX_SHOWN else f"{uri[:_MAX_SHOWN]}..."


def _milliseconds(hours: str, minutes: str, seconds: str, thousandths: str) -> int:
    return (int(hours) * 3600 + int(minutes) * 60 + int(seconds)) * 1000 + int(thousandths)


_NUMBERED = re.compile(r"(.*?)([^\W\d]+) (\d+)\Z", re.DOTALL)


def joined_label(first: str, last: str) -> str:
    r"""Return the label of a range of positions: 'Budget, rows 12\u201330'."""
    if not last or first == last:
        return first
    begin, end = _NUMBERED.match(first), _NUMBERED.match(last)
    if begin and end and begin.group(1, 2) == end.group(1, 2):
        return f"{begin[1]}{begin[2]}s {begin[3]}\u2013{end[3]}"
    return f"{first} \u2013 {last}"


class CitationState(StrEnum):
    """Whether a cited passage is still in its file, or where it was found instead.

    UNCHECKED: the file cannot be read here, for example because it is on another computer.
    """

    EXACT = "exact"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"
    UNCHECKED = "unchecked"

    @property
    def holds(self) -> bool:
        """Whether the cited text is still in a file, word for word."""
        return self in {CitationState.EXACT, CitationState.MOVED}


@dataclass(frozen=True, slots=True)
class CollectedPassage(Publication):
    """A passage as it was when it was added to a collection. `note` is the user's note.

    `collection` is the name of the collection, '' for the default one. `added_at` and `indexed_at`
    are RFC 3339 date-times, `trust` is the name of a TrustLevel.
    """

    id: str
    folder: str
    root: str
    path: str
    place: Locator
    text: str
    title: str
    section: str = ""
    label: str = ""
    note: str = ""
    lang: str = ""
    file_type: str = ""
    is_code: bool = False
    trust: str = ""
    date: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()
    indexed_at: str = ""
    added_at: str = ""
    collection: str = ""

    @property
    def quotation(self) -> str:
        """The text to quote, without the line breaks of a page or of an editor."""
        on_page = self.place.kind in {LocatorKind.PAGE, LocatorKind.REGION}
        return quotation_of(self.text, self.file_type, is_page=on_page, is_code=self.is_code)

    @property
    def citation(self) -> Citation:
        """The position of the passage when it was collected."""
        return Citation(
            self.path, self.place, self.indexed_at, section=self.section, label=self.label
        )


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """A collection: its name ('' for the default one), and how many passages and notes it has."""

    name: str
    passages: int = 0
    notes: int = 0


# Singular and plural.
_PLACE_FORMATS = {
    LocatorKind.LINE: (message("line {first}"), message("lines {first}\u2013{last}")),
    LocatorKind.PAGE: (message("page {first}"), message("pages {first}\u2013{last}")),
    LocatorKind.SLIDE: (message("slide {first}"), message("slides {first}\u2013{last}")),
    LocatorKind.SHEET: (message("sheet {first}"), message("sheets {first}\u2013{last}")),
    LocatorKind.CHAPTER: (message("chapter {first}"), message("chapters {first}\u2013{last}")),
    LocatorKind.MESSAGE: (message("message {first}"), message("messages {first}\u2013{last}")),
    LocatorKind.PARAGRAPH: (
        message("paragraph {first}"),
        message("paragraphs {first}\u2013{last}"),
    ),
    LocatorKind.ROW: (message("row {first}"), message("rows {first}\u2013{last}")),
    LocatorKind.REGION: (message("region {first}"), message("regions {first}\u2013{last}")),
}


def format_locator(place: Locator, label: str = "") -> Message:
    r"""Return 'page 3', 'lines 12\u201334', '00:01:02\u201300:01:09', or the given label."""
    if label:
        return Message(label)
    if place.kind is LocatorKind.REGION and place.box is not None:
        one, _ = _PLACE_FORMATS[LocatorKind.REGION]
        return message(one, first=place.fragment.partition("=")[2])
    first, last = str(place.start), str(place.end)
    if place.kind is LocatorKind.TIME:
        first, last = clock_time(place.start)[:8], clock_time(place.end)[:8]
        return Message(first if first == last else f"{first}\u2013{last}")
    one, several = _PLACE_FORMATS[place.kind]
    return message(one if first == last else several, first=first, last=last)


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """The current state of a cited passage.

    `place` is its current position (None if it is gone) and `text` the text there. `quotation` is
    the text that was searched for, '' if unknown. `path` differs from the cited path if the file
    was renamed. `similarity` is the share of common words, 1.0 if the text is unchanged. `label` is
    as in Citation. `sentence` describes the result for the user.
    """

    uri: str
    state: CitationState
    sentence: Message
    folder: str
    path: str
    absolute_path: str
    title: str
    cited: Locator
    place: Locator | None
    text: str
    quotation: str
    similarity: float
    indexed_at: str
    label: str = ""
