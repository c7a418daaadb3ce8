"""Read a part of a document with line numbers: from a line, a page, or around a passage.

Documents with pages are read page by page, and lines are counted on each page. Other documents have
the line numbers that citations use; where those are times or chapters, the lines of the extracted
text are counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from twofold.app.blocking_client import Asker
from twofold.app.cli.assistant.found_passages import shortened
from twofold.app.cli.output import as_line, count
from twofold.app.document_finder import find_document, name_of
from twofold.engine.api import (
    BadRequestError,
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Message,
    Preview,
    PreviewReady,
    PreviewRequest,
    find_text,
)
from twofold.engine.model.document import LINE_BREAK

# A preview always contains an image of the page; only its text is used here.
_MIN_WIDTH = 16
_ID_DIGITS = 16
# A longer line is cut, around the passage if it contains it.
_MAX_LINE = 2_000
_MAX_TITLE = 200
# Pages that one call reads; a document may have any number of pages without text.
_MAX_PAGES = 50


class _Line(NamedTuple):
    page: int
    number: int
    text: str
    is_passage: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part of a document: the passage of `citation` or `chunk_id`, or from a line or page."""

    chunk_id: str
    name: str = ""
    page: int | None = None
    line: int | None = None
    citation: CheckedCitation | None = None


def wanted_part(source: str, page: int | None, line: int | None, client: Asker) -> Wanted:
    """Return what `source` names: the id of a passage, a citation, or the path of a document.

    Raise BadRequestError if there is no such document or passage.
    """
    if len(source) == _ID_DIGITS and all(one in "0123456789abcdef" for one in source):
        return Wanted(source, page=page, line=line)
    if "#" in source:
        try:
            return _cited_part(source, page, line, client)
        except BadRequestError as error:
            with suppress(BadRequestError):  # a file name may contain '#'
                return _from(source, page, line, client)
            raise error from None
    return _from(source, page, line, client)


def _from(path: str, page: int | None, line: int | None, client: Asker) -> Wanted:
    hit = find_document(path, client)
    return Wanted(hit.chunk_id, name_of(hit), page, line or 1)


def _cited_part(uri: str, page: int | None, line: int | None, client: Asker) -> Wanted:
    citation = client.ask(CheckCitation(uri), CitationChecked).citation
    if citation.state is CitationState.GONE or not citation.path:
        similar = "" if citation.folder else "Search again."
        raise BadRequestError(citation.sentence, Message(similar))
    hit = find_document(f"{citation.folder}/{citation.path}".removeprefix("/"), client)
    place = citation.place or citation.cited
    shown = place.start if place.kind.is_paged else None
    return Wanted(hit.chunk_id, name_of(hit), page or shown, line, citation)


def read_text(wanted: Wanted, context: int, max_chars: int, client: Asker) -> str:
    """Return numbered lines, after a line that describes them and before one that continues.

    Around a passage, `context` lines before and after it are returned. At most `max_chars`
    characters are returned, except for one long line.
    """
    document = _Document(wanted, client)
    first = document.first
    if wanted.page is not None and wanted.page > max(first.pages, 1) and not wanted.citation:
        pages = f"It has {first.pages:,} pages." if first.pages else "It has no pages."
        raise BadRequestError(Message(f"There is no page {wanted.page:,}."), Message(pages))
    lines = document.lines_from(wanted.line) if wanted.line else document.around(context)
    shown, following = _cut(lines, max_chars)
    following = following or document.next_page
    if not shown and wanted.line and wanted.line > 1:
        raise BadRequestError(Message(f"The document has no line {wanted.line:,}."))
    return "\n".join(_written(document, wanted, shown, following))


def _written(
    document: _Document, wanted: Wanted, shown: Sequence[_Line], following: _Line | None
) -> Iterator[str]:
    first = document.first
    yield as_line(f"{document.name} - {shortened(str(first.title), _MAX_TITLE)}{document.extent}")
    if wanted.citation and wanted.citation.state is not CitationState.EXACT:
        yield f"note: {as_line(wanted.citation.sentence)}"
    elif first.notice:
        yield f"note: {as_line(str(first.notice))}"
    page = 0
    for line in shown:
        if line.page != page:
            page = line.page
            yield f"page {page}:"
        mark = ">" if line.is_passage else " "
        yield f"{mark}{line.number}| {line.text}"
    if not shown:
        yield "It contains no text here."
    if following is not None:
        at = f"page {following.page}, line {following.number}"
        yield f"More: {at if following.page else f'line {following.number}'}"


def _cut(lines: Iterator[_Line], max_chars: int) -> tuple[list[_Line], _Line | None]:
    """Return the first lines with at most `max_chars` characters, and the line that follows."""
    shown: list[_Line] = []
    for line in lines:
        max_chars -= len(line.text) + len(str(line.number)) + 3
        if shown and max_chars < 0:
            return shown, line
        shown.append(line)
    return shown, None


@dataclass(slots=True)
class _Document:
    """The lines of a document; pages are read when they are needed.

    `next_page` is the place at which `lines_from` stopped before the end of the document.
    """

    wanted: Wanted
    client: Asker
    first: Preview = field(init=False)
    next_page: _Line | None = field(init=False, default=None)
    _pages: dict[int, list[_Line]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        page = self.wanted.page
        if page is None and self.wanted.line:
            page = 1
        self.first = self._preview(page)

    @property
    def name(self) -> str:
        """The path of the document in the library, with its folder."""
        if self.wanted.name:
            return self.wanted.name
        path = self.first.absolute_path
        for folder in self.client.present_status().folders:
            if path and Path(path).is_relative_to(folder.root):
                inside = Path(path).relative_to(folder.root).as_posix()
                return "/".join(filter(None, (folder.name, inside, self.first.member)))
        return self.first.title

    @property
    def extent(self) -> str:
        """The number of pages or lines, as a part of a sentence."""
        if self.first.pages:
            return f", page {self.first.page} of {self.first.pages:,}"
        return f", {count(len(self._lines(0)), 'line')}"

    def lines_from(self, number: int) -> Iterator[_Line]:
        """Yield the lines from a line of the first page shown, of at most _MAX_PAGES pages."""
        first = self.first.page
        end = min(first + _MAX_PAGES, self.first.pages + 1)
        for page in range(first, max(end, first + 1)):
            yield from (one for one in self._lines(page) if page != first or one.number >= number)
        if end <= self.first.pages:
            self.next_page = _Line(end, 1, "", is_passage=False)

    def around(self, context: int) -> Iterator[_Line]:
        """Yield the passage with `context` lines before and after it."""
        page = self.first.page
        lines = list(self._lines(page))
        passage = [at for at, line in enumerate(lines) if line.is_passage]
        start, end = (passage[0], passage[-1] + 1) if passage else (0, min(len(lines), 1))
        if page > 1 and start < context:
            before = self._lines(page - 1)
            lines, start, end = [*before, *lines], start + len(before), end + len(before)
        if page < self.first.pages and len(lines) - end < context:
            lines += self._lines(page + 1)
        yield from lines[max(0, start - context) : end + context]

    def _preview(self, page: int | None) -> Preview:
        request = PreviewRequest(self.wanted.chunk_id, page=page, width=_MIN_WIDTH)
        return self.client.ask(request, PreviewReady).preview

    def _lines(self, page: int) -> list[_Line]:
        if page not in self._pages:
            preview = self.first if page == self.first.page else self._preview(page)
            self._pages[page] = list(_lines_of(preview, page, self._passage(preview)))
        return self._pages[page]

    def _passage(self, preview: Preview) -> tuple[int, int] | None:
        """Return the span of the passage in the text of a preview."""
        citation = self.wanted.citation
        if citation is None:
            if self.wanted.line and not preview.pages:
                return None
            span = preview.passage
            return (span.start, span.end) if span and not self.wanted.line else None
        place = citation.place or citation.cited
        if preview.pages and preview.page != place.start:
            return None
        if place.kind.is_line and preview.line_numbers:
            starts = _starts(preview.text)
            inside = [
                at for at, n in enumerate(preview.line_numbers) if place.start <= n <= place.end
            ]
            if inside:
                return starts[inside[0]], [*starts, len(preview.text)][inside[-1] + 1]
        found = find_text(preview.text, citation.text)
        return (found[0].start, found[0].end) if found else None


def _starts(text: str) -> list[int]:
    return [0, *(found.end() for found in LINE_BREAK.finditer(text))]


def _lines_of(preview: Preview, page: int, passage: tuple[int, int] | None) -> Iterator[_Line]:
    text, starts = preview.text, _starts(preview.text)
    numbers = preview.line_numbers or tuple(range(1, len(starts) + 1))
    begin, end = passage or (-1, -1)
    if passage:  # the line break at its end is not a line of the passage
        end = max(begin + 1, len(text[:end].rstrip()))
    first = bisect_right(starts, begin) - 1
    for at, (start, number) in enumerate(zip(starts, numbers, strict=False)):
        stop = starts[at + 1] if at + 1 < len(starts) else len(text)
        is_passage = at >= first and start < end and passage is not None
        line = text[start:stop].rstrip("\r\n")
        if len(line) > _MAX_LINE:
            line = _part_of(line, begin - start if is_passage else 0)
        if line or at + 1 < len(starts):
            shown = "\t".join(as_line(part) for part in line.split("\t"))
            yield _Line(page, number, shown, is_passage)


def _part_of(line: str, at: int) -> str:
    """Return a part of a long line that contains the character `at`."""
    start = max(0, min(at - _MAX_LINE // 4, len(line) - _MAX_LINE))
    cut = line[start : start + _MAX_LINE]
    return f"{'…' if start else ''}{cut}{'…' if start + _MAX_LINE < len(line) else ''}"
