"""The outline (bookmarks) of a PDF as headings on pages."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import pypdfium2

from engine.extract.pdf_document import clean_text
from engine.extract.text_building import HeadingTrail

_MOST_BOOKMARKS = 10_000
_DEEPEST = 10
_NUMBERING = re.compile(r"[\dIVXLC]+(?:\.\d+)*\.?\s+")


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A bookmark: its page (0-based) and its path, itself last."""

    page: int
    path: tuple[str, ...]

    def find(self, page_text: str, at: int) -> tuple[int, int] | None:
        """Return the lines [start, end) that hold the heading on its page, from offset `at`."""
        words = self.path[-1].split()
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


@dataclass(frozen=True, slots=True)
class PageOutline:
    """The headings of a document in the order of their pages."""

    headings: tuple[OutlineHeading, ...]
    pages: tuple[int, ...]

    def path_before(self, page: int) -> tuple[str, ...]:
        """Return the path of the last heading before `page` (0-based)."""
        index = bisect_left(self.pages, page)
        return self.headings[index - 1].path if index else ()

    def headings_on(self, page: int) -> tuple[OutlineHeading, ...]:
        """Return the headings whose bookmarks lead to `page` (0-based)."""
        return self.headings[bisect_left(self.pages, page) : bisect_right(self.pages, page)]


def read_outline(document: pypdfium2.PdfDocument) -> PageOutline:
    """Return the outline; bookmarks without a title or a page of this document are left out."""
    trail = HeadingTrail()
    headings: list[OutlineHeading] = []
    for index, bookmark in enumerate(document.get_toc(max_depth=_DEEPEST)):
        if index >= _MOST_BOOKMARKS:
            break
        title = " ".join(clean_text(bookmark.get_title()).split())[:200]
        trail.enter(bookmark.level, title)
        page = _page_of(bookmark)
        if title and page is not None and 0 <= page < len(document):
            headings.append(OutlineHeading(page, trail.path))
    headings.sort(key=lambda heading: heading.page)
    return PageOutline(tuple(headings), tuple(heading.page for heading in headings))


def _page_of(bookmark: pypdfium2.PdfBookmark) -> int | None:
    destination = bookmark.get_dest()
    if destination is None:
        return None
    index = destination.get_index()
    return index if isinstance(index, int) else None
