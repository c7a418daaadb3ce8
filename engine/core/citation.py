"""Citations: where a passage stands, as a value, a JSON object and a URI.

Line fragments are written as code hosts write them (`#L12-L34`), page fragments as PDF viewers
read them (`#page=3`, RFC 8118). Paths are percent-encoded (RFC 3986), so a path may hold `#`, `%`,
spaces and any script.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

from engine.core.document import PlaceKind
from engine.core.errors import BadRequestError

SCHEMA_VERSION = "citation.v1"

_LINE_FRAGMENT = re.compile(r"L(\d+)(?:-L(\d+))?\Z", re.ASCII)
_PAGE_FRAGMENT = re.compile(r"page=(\d+)\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: 1-based lines or pages, both ends included."""

    kind: PlaceKind
    start: int
    end: int

    @property
    def fragment(self) -> str:
        """The URI fragment, without '#'."""
        if self.kind is PlaceKind.PAGE:
            return f"page={self.start}"
        return f"L{self.start}" if self.start == self.end else f"L{self.start}-L{self.end}"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a passage stands. `path` is relative to its library folder.

    The columns (1-based, end exclusive) are set only when the passage is part of a line.
    """

    path: str
    place: Place
    indexed_at: str
    stale: bool = False
    section: str = ""
    start_column: int | None = None
    end_column: int | None = None

    @property
    def uri(self) -> str:
        """The citation as a relative URI reference."""
        return format_uri(self.path, self.place)

    def as_json(self) -> dict[str, object]:
        """Return the `citation.v1` object."""
        place: dict[str, object]
        if self.place.kind is PlaceKind.PAGE:
            place = {"page": self.place.start, "section": self.section}
        else:
            place = {"start": self.place.start, "end": self.place.end, "section": self.section}
        if self.start_column is not None or self.end_column is not None:
            place |= {"start_column": self.start_column, "end_column": self.end_column}
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.place.kind.value,
            "path": self.path,
            "uri": self.uri,
            "indexed_at": self.indexed_at,
            "stale": self.stale,
            self.place.kind.value: place,
        }


def format_uri(path: str, place: Place) -> str:
    """Return `path#fragment` with the path percent-encoded: its bytes on disk, as in file URIs."""
    return f"{quote(_path_bytes(path), safe='/')}#{place.fragment}"


def parse_uri(uri: str) -> tuple[str, Place]:
    """Return the path and place of a citation URI; the inverse of `format_uri`."""
    encoded_path, separator, fragment = uri.partition("#")
    if not separator:
        raise BadRequestError(f"'{uri}' names no place in a file.", "Add #L12 or #page=3.")
    return _path_of(unquote_to_bytes(encoded_path)), _parse_fragment(fragment, uri)


def _path_bytes(path: str) -> bytes:
    """Return the bytes of a path; those that are no UTF-8 are lone surrogates in it (PEP 383)."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = b""
    # Other surrogates, which names on Windows may hold, stand for themselves.
    return data if _path_of(data) == path else path.encode("utf-8", "surrogatepass")


def _path_of(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def _parse_fragment(fragment: str, uri: str) -> Place:
    if line := _LINE_FRAGMENT.match(fragment):
        start = int(line[1])
        end = int(line[2] or line[1])
        if 1 <= start <= end:
            return Place(PlaceKind.LINE, start, end)
    if page := _PAGE_FRAGMENT.match(fragment):
        number = int(page[1])
        if number >= 1:
            return Place(PlaceKind.PAGE, number, number)
    raise BadRequestError(
        f"'{uri}' is not a citation.", "A place is written #L12, #L12-L34 or #page=3."
    )
