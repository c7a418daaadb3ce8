"""The headings of a PDF: its bookmarks, and the position of each on its page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2

from twofold.engine.extract.formats.pdf.document import clean_text
from twofold.engine.extract.formats.pdf.page_lines import TypedHeading
from twofold.engine.extract.text_building import HeadingTrail

_MAX_BOOKMARKS = 10_000
_MAX_DEPTH = 10
_NUMBER_BEFORE = re.compile(r"[ \t]*(?:[\dIVXLC.]+[ \t]+)?")
_NUMBER_ALONE = re.compile(r"[ \t]*[\dIVXLC.]+\s+")
_NUMBERING = re.compile(r"[\dIVXLC]+(?:\.\d+)*\.?\s+")


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A bookmark: its page (0-based) and its path, whose last part is its title."""

    page: int
    path: tuple[str, ...]

    def find(self, page_text: str, at: int) -> tuple[int, int] | None:
        """Return the lines [start, end) of the heading on its page, from offset `at`."""
        words = self.path[-1].split()
        if whole := _line_of(" ".join(words), page_text, at):
            return whole
        without_number = _NUMBERING.sub("", self.path[-1], count=1).split()
        for candidate in (words, without_number):
            if candidate:
                gap = r"\s+"
                pattern = gap.join(map(re.escape, candidate))
                lead = r"(?m)^[ \t]*(?:[\dIVXLC.]+\s+)?"
                found = re.compile(rf"{lead}{pattern}[ \t]*$").search(page_text, at)
                if found:
                    return found.span()
        return None


def _line_of(title: str, page_text: str, at: int) -> tuple[int, int] | None:
    """Return the line that consists of a title with at most a number before it, if there is one.

    Most headings are such lines. Finding them here saves a tenth of the reading time, because a
    pattern for each heading is slow.
    """
    found = page_text.find(title, at) if title else -1
    start = page_text.rfind("\n", 0, max(found, 0)) + 1
    end = page_text.find("\n", max(found, 0))
    end = len(page_text) if end < 0 else end
    if found < 0 or start < at or page_text[found + len(title) : end].strip(" \t"):
        return None
    above = page_text[page_text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    is_numbered = _NUMBER_BEFORE.fullmatch(page_text, start, found) is not None
    return (start, end) if is_numbered and not _NUMBER_ALONE.fullmatch(above) else None


@dataclass(frozen=True, slots=True)
class PageOutline:
    """The headings of a document in the order of their pages."""

    headings: tuple[OutlineHeading | TypedHeading, ...]
    pages: tuple[int, ...]

    def path_before(self, page: int) -> tuple[str, ...]:
        """Return the path of the last heading before `page` (0-based)."""
        index = bisect_left(self.pages, page)
        return self.headings[index - 1].path if index else ()

    def headings_on(self, page: int) -> tuple[OutlineHeading | TypedHeading, ...]:
        """Return the headings on `page` (0-based)."""
        return self.headings[bisect_left(self.pages, page) : bisect_right(self.pages, page)]


def read_outline(document: pypdfium2.PdfDocument) -> PageOutline:
    """Return the outline, without bookmarks that have no title or no page in this document."""
    trail = HeadingTrail()
    headings: list[OutlineHeading] = []
    for index, bookmark in enumerate(document.get_toc(max_depth=_MAX_DEPTH)):
        if index >= _MAX_BOOKMARKS:
            break
        title = " ".join(clean_text(bookmark.get_title()).split())[:200]
        trail.enter(bookmark.level, title)
        page = _page_of(bookmark)
        if title and page is not None and 0 <= page < len(document):
            headings.append(OutlineHeading(page, trail.path))
    headings.sort(key=lambda heading: heading.page)
    return outline_of(headings)


def outline_of(headings: Sequence[OutlineHeading | TypedHeading]) -> PageOutline:
    """Return an outline of headings that are already in order."""
    return PageOutline(tuple(headings), tuple(heading.page for heading in headings))


def _page_of(bookmark: pypdfium2.PdfBookmark) -> int | None:
    destination = bookmark.get_dest()
    if destination is None:
        return None
    index = destination.get_index()
    return index if isinstance(index, int) else None
