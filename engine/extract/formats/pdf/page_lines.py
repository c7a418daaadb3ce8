"""The lines of PDF pages: running headers and footers, and headings detected by their font.

A PDF contains positions of letters, but not the roles of lines. A line that repeats at the edge of
neighbouring pages is a header or a footer. A line in a larger or bolder font than most of the text
is a heading. This is a guess, so it is only used if a document has no outline, and not if too many
lines would be headings.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.text_building import HeadingTrail

_LINE_END = re.compile(r"\r\n|\r|\n")
_MAX_LINES = 2_000  # of a page, whose font is examined
_BOLD = 600
_BLANK = re.compile(r"(?<=\S) (?=\S)")
_MAX_BLANKS = 12
_MAX_BOLD = 0.4  # share of the lines of a page; if more are bold, boldness is not significant
_NUMBERING = re.compile(r"[\w.]{0,9}[\d.)]")
_GAP_OF_COLUMNS = 1.2  # times the font size
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi|cmbx|sfbx", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LineType:
    """The font of a line: its size in points, rounded to halves, and whether it is bold."""

    size: float
    is_bold: bool


def line_types(text_page: pypdfium2.PdfTextPage, text: str) -> tuple[LineType | None, ...]:
    """Return the font of each line of a page; None if it changes inside or is unknown.

    `text` is PDFium's text of the page. The font of a bold line with wide gaps is None as well,
    because the line may be the head of a table.
    """
    spans = list(islice(_line_spans(text), _MAX_LINES))
    types = [_line_type(text_page, text, *span) for span in spans]
    bold = [(at, one.size) for at, one in enumerate(types) if one is not None and one.is_bold]
    if len(bold) <= _MAX_BOLD * len(types):
        for at, size in bold:
            if _widest_gap(text_page, text, spans[at]) > _GAP_OF_COLUMNS * size:
                types[at] = None
    return tuple(types)


def _line_spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _LINE_END.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _line_type(
    text_page: pypdfium2.PdfTextPage, text: str, start: int, end: int
) -> LineType | None:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    if start == end:
        return None
    first, last = _type_at(text_page, start), _type_at(text_page, end - 1)
    return first if first == last else None


def _type_at(text_page: pypdfium2.PdfTextPage, index: int) -> LineType | None:
    character = raw.FPDFText_GetCharIndexFromTextIndex(text_page, index)
    matrix = raw.FS_MATRIX()
    if character < 0 or not raw.FPDFText_GetMatrix(text_page, character, matrix):
        return None
    size = raw.FPDFText_GetFontSize(text_page, character) * math.hypot(matrix.c, matrix.d)
    if not 1.0 <= size <= 500.0:
        return None
    return LineType(round(2 * size) / 2, _is_bold(text_page, character))


def _widest_gap(text_page: pypdfium2.PdfTextPage, text: str, span: tuple[int, int]) -> float:
    """Return the widest gap between words of a line in points.

    The gap after a number at the beginning of the line is ignored.
    """
    blanks = [found.start() for found in _BLANK.finditer(text, *span)]
    first = 1 if blanks and _NUMBERING.fullmatch(text, span[0], blanks[0]) else 0
    return max(
        (
            _sides(text_page, blank + 1)[0] - _sides(text_page, blank - 1)[1]
            for blank in blanks[first:_MAX_BLANKS]
        ),
        default=0.0,
    )


def _sides(text_page: pypdfium2.PdfTextPage, index: int) -> tuple[float, float]:
    """Return the left and the right side of a character, in points."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    character = raw.FPDFText_GetCharIndexFromTextIndex(text_page, index)
    raw.FPDFText_GetCharBox(text_page, character, left, right, bottom, top)
    return left.value, right.value


def _is_bold(text_page: pypdfium2.PdfTextPage, character: int) -> bool:
    if raw.FPDFText_GetFontWeight(text_page, character) >= _BOLD:
        return True
    name = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    size = raw.FPDFText_GetFontInfo(text_page, character, name, len(name), flags)
    return 0 < size <= len(name) and _BOLD_NAME.search(name.value) is not None


# --- Headers and footers ---

_EDGE = 2  # lines at the top and at the bottom of a page
_NEAR = 2  # pages: headers of left and right pages differ
_MIN_PAGES = 3
_DIGITS = re.compile(r"[0-9]+")
_MAX_NUMBER_LENGTH = 6  # digits of a page number


def without_running_lines(pages: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return pages without headers and footers, and the number of lines removed from each top.

    A line is removed if it is repeated (apart from its page number) at the same edge of a nearby
    page and of at least three pages. If numbers other than the page number differ, the line is
    kept, because it may be a row of figures. The first occurrence is kept, so that its words can be
    found.
    """
    lines = [page.split("\n") for page in pages]
    heads = _running([_edge(one, page) for page, one in enumerate(lines)])
    feet = _running([_edge(one[::-1], page) for page, one in enumerate(lines)])
    kept, lost = [], []
    for one, head, foot in zip(lines, heads, feet, strict=True):
        is_all = head + foot >= len(one)  # keep a page that contains nothing else
        lost.append(0 if is_all else head)
        kept.append("\n".join(one if is_all else one[head : len(one) - foot]))
    return tuple(kept), tuple(lost)


def _edge(lines: Sequence[str], page: int) -> list[tuple[int, frozenset[str]]]:
    """Return the lines with text at the top of a page.

    Each is given as the number of lines up to and including it, and its forms (see `_forms`).
    """
    found = ((at, line) for at, line in enumerate(lines, start=1) if line.strip())
    return [(at, _forms(line, page)) for at, line in islice(found, _EDGE)]


def _forms(line: str, page: int) -> frozenset[str]:
    """Return a line unchanged, and with its first or last number relative to its page number.

    Headers with page numbers are equal in these forms.
    """
    plain = " ".join(line.casefold().split())
    numbers = list(_DIGITS.finditer(plain))
    from_page = (
        f"{plain[: found.start()]}#{int(found[0]) - page}#{plain[found.end() :]}"
        for found in (*numbers[:1], *numbers[-1:])
        if len(found[0]) <= _MAX_NUMBER_LENGTH
    )
    return frozenset((plain, *from_page))


def _running(edges: Sequence[Sequence[tuple[int, frozenset[str]]]]) -> list[int]:
    """Return the number of running lines at each page's edge, from the outermost inwards."""
    forms = [frozenset(form for _, some in edge for form in some) for edge in edges]
    total = Counter(form for one in forms for form in one)
    seen: set[str] = set()
    counts = []
    for index, edge in enumerate(edges):
        near = [*forms[max(0, index - _NEAR) : index], *forms[index + 1 : index + 1 + _NEAR]]
        count = 0
        for lines, some in edge:
            if not any(
                form in seen and total[form] >= _MIN_PAGES and any(form in one for one in near)
                for form in some
            ):
                break
            count = lines
        seen |= forms[index]
        counts.append(count)
    return counts


# --- Headings ---

_LARGER = 1.1
_MAX_HEADING_LENGTH = 120  # characters
_MAX_LEVEL = 6
_MAX_SHARE = 0.2  # of all lines; if more look like headings, there are none
_NO_ENDS = (".", ",", ";", ":", "-", "…")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_NUMBER = re.compile(r"((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,5})\.? ")
_ROMAN = re.compile(r"[ivxlc]+", re.IGNORECASE)
# In a table of contents: leader dots, or several lines that end with a page number.
_LEADER = re.compile(r"(?:\. ?){4}|…")
_PAGE_AT_END = re.compile(r"\D (?:\d+|[ivxlc]+)\Z")
_MIN_ENTRIES = 3


@dataclass(frozen=True, slots=True)
class TypedHeading:
    """A heading detected by its font: its page (0-based), its path, and its lines on the page."""

    page: int
    path: tuple[str, ...]
    start: int
    end: int

    def find(self, _page_text: str, at: int) -> tuple[int, int] | None:
        """Return the lines [start, end) of the heading on its page, from offset `at`."""
        return (self.start, self.end) if self.start >= at else None


@dataclass(frozen=True, slots=True)
class _Line:
    page: int
    start: int
    end: int
    text: str
    type: LineType


def typed_headings(
    pages: Sequence[str], types: Sequence[Sequence[LineType | None]]
) -> tuple[TypedHeading, ...]:
    """Return the headings of pages, given the fonts of all lines."""
    lines = [line for page in range(len(pages)) for line in _lines(page, pages[page], types[page])]
    body = _body(lines)
    if body is None:
        return ()
    headings = _joined(_drop_contents_entries([line for line in lines if _is_heading(line, body)]))
    repeated = Counter(heading.text.casefold() for heading in headings)
    headings = [
        heading
        for heading in headings
        if repeated[heading.text.casefold()] < _MIN_PAGES and not heading.text[0].islower()
    ]
    if len(headings) > _MAX_SHARE * len(lines):
        return ()
    return tuple(_with_paths(headings))


def _lines(page: int, text: str, types: Sequence[LineType | None]) -> Iterator[_Line]:
    start = 0
    for line, of_line in zip(text.split("\n"), types, strict=False):
        if of_line is not None and line.strip():
            yield _Line(page, start, start + len(line), " ".join(line.split()), of_line)
        start += len(line) + 1


def _body(lines: Sequence[_Line]) -> LineType | None:
    """Return the font of most letters."""
    letters: Counter[LineType] = Counter()
    for line in lines:
        letters[line.type] += len(line.text)
    return max(letters, key=lambda one: (letters[one], one.size), default=None)


def _is_heading(line: _Line, body: LineType) -> bool:
    is_larger = line.type.size >= _LARGER * body.size
    is_bolder = line.type.is_bold and not body.is_bold and line.type.size >= body.size
    return (
        (is_larger or is_bolder)
        and len(line.text) <= _MAX_HEADING_LENGTH
        and not line.text.endswith(_NO_ENDS)
        and _LETTERS.search(line.text) is not None
        and not (_ROMAN.fullmatch(line.text) or _LEADER.search(line.text))
    )


def _drop_contents_entries(lines: Sequence[_Line]) -> list[_Line]:
    """Leave out entries of tables of contents, which end with a page number; keep 'Article 12'."""
    forms = Counter(_DIGITS.sub("#", line.text) for line in lines)
    entries = [
        line
        for line in lines
        if _PAGE_AT_END.search(line.text) and forms[_DIGITS.sub("#", line.text)] == 1
    ]
    on_page = Counter(line.page for line in entries)
    of_contents = {
        line
        for line in entries
        if sum(on_page[line.page + near] for near in (-1, 0, 1)) >= _MIN_ENTRIES
    }
    return [line for line in lines if line not in of_contents]


def _joined(lines: Sequence[_Line]) -> list[_Line]:
    """Join consecutive lines in one font to one heading, unless a line begins with a number."""
    joined: list[_Line] = []
    for line in lines:
        last = joined[-1] if joined else None
        if (
            last is not None
            and (last.page, last.end + 1, last.type) == (line.page, line.start, line.type)
            and len(last.text) + len(line.text) < _MAX_HEADING_LENGTH
            and _NUMBER.match(line.text) is None
        ):
            text = f"{last.text} {line.text}"
            joined[-1] = _Line(line.page, last.start, line.end, text, line.type)
        else:
            joined.append(line)
    return joined


def _with_paths(headings: Sequence[_Line]) -> Iterator[TypedHeading]:
    """Yield the headings with their paths.

    A heading is below the last one that is larger, bolder, or has fewer numbers.
    """
    kinds = sorted({_kind(heading) for heading in headings})
    levels = {kind: min(level, _MAX_LEVEL) for level, kind in enumerate(kinds, start=1)}
    trail = HeadingTrail()
    for heading in headings:
        trail.enter(levels[_kind(heading)], heading.text)
        yield TypedHeading(heading.page, trail.path, heading.start, heading.end)


def _kind(heading: _Line) -> tuple[float, bool, int]:
    number = _NUMBER.match(heading.text)
    depth = number[1].count(".") if number else 0
    return -heading.type.size, not heading.type.is_bold, depth
