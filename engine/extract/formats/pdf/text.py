"""PDF documents: the text of every page, and headings by the outline or by their type."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile
from operator import itemgetter
from types import MappingProxyType

import pypdfium2

from engine.extract.errors import document_error
from engine.extract.formats.pdf.document import (
    clean_page,
    is_picture,
    open_pdf,
    page_notes,
)
from engine.extract.formats.pdf.hyphens import Divisions, repeated
from engine.extract.formats.pdf.metadata import read_metadata, read_xmp
from engine.extract.formats.pdf.outline import PageOutline, outline_of, read_outline
from engine.extract.formats.pdf.page_lines import (
    LineType,
    line_types,
    typed_headings,
    without_running_lines,
)
from engine.extract.formats.pdf.page_repairs import read_page_text
from engine.extract.formats.pdf.page_tables import PageText
from engine.extract.recognised import (
    no_recognised_text,
    scan_error,
    shifted,
    text_of_lines,
    with_tag,
)
from engine.model.document import (
    Block,
    BlockKind,
    ExtractedText,
    FailureReason,
    PlaceKind,
    RecognisedPages,
    RegionSpan,
)
from engine.model.errors import DocumentError
from engine.model.message import Message, message


def extract(
    data: bytes, _file_type: str = "pdf", recognised: RecognisedPages = MappingProxyType({})
) -> ExtractedText:
    """Read a PDF; raise DocumentError (password, damaged, scan, no-text).

    `recognised` is the text of pages that are pictures.
    """
    with open_pdf(data) as document:
        document.init_forms()
        outline = read_outline(document)
        read = _read_pages(document, with_types=not outline.headings)
        metadata = read_metadata(document, read_xmp(data))
    kept, types, kinds = _whole_lines(read)
    if not outline.headings:
        outline = outline_of(typed_headings(kept, types))
    own, notes, unreadable, scanned = list(kept), read.notes, read.unreadable, read.scanned
    regions = _put_in(own, recognised)
    pages = [_joined(page, added) for page, added in zip(own, notes, strict=True)]
    if len(unreadable) == len(pages):
        raise document_error(FailureReason.DAMAGED, message("No page of the PDF can be read."))
    if not any(_has_text(page) for page in pages):
        raise _without_text(bool(scanned), is_recognised=bool(recognised))
    starts, blocks, text = _laid_out(pages, kinds, outline)
    return ExtractedText(
        text=text,
        place_kind=PlaceKind.PAGE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(pages) + 1)),
        blocks=blocks,
        metadata=with_tag(metadata) if regions else metadata,
        file_type="pdf",
        warnings=_warnings(own, unreadable),
        scanned_pages=len(set(scanned) - recognised.keys()),
        regions=tuple(
            span for index, spans in regions.items() for span in shifted(spans, starts[index])
        ),
    )


def _whole_lines(
    read: _PagesRead,
) -> tuple[list[str], list[tuple[LineType | None, ...]], list[tuple[BlockKind, ...]]]:
    """Return the pages without running lines and divisions, and the types and kinds of lines."""
    kept, lost = without_running_lines(read.texts)
    divisions = Divisions(kept)
    pages, types, kinds = [], [], []
    for text, of_types, of_kinds, first in zip(kept, read.types, read.kinds, lost, strict=True):
        page, counts = divisions.lines(text)
        pages.append(page)
        types.append(repeated(of_types[first:], counts))
        kinds.append(repeated(of_kinds[first:], counts))
    return pages, types, kinds


def _put_in(pages: list[str], recognised: RecognisedPages) -> dict[int, tuple[RegionSpan, ...]]:
    """Put what was recognised into pages without text; return where it stands, by index."""
    regions: dict[int, tuple[RegionSpan, ...]] = {}
    for number, lines in sorted(recognised.items()):
        if lines and number <= len(pages) and not _has_text(pages[number - 1]):
            pages[number - 1], regions[number - 1] = text_of_lines(lines)
    return regions


def _without_text(has_pictures: bool, *, is_recognised: bool) -> DocumentError:  # noqa: FBT001
    if is_recognised:
        return no_recognised_text()
    if has_pictures:
        return scan_error()
    return document_error(FailureReason.NO_TEXT, message("No page of the PDF holds text."))


@dataclass(slots=True)
class _PagesRead:
    """Of every page its text, its notes, and the types and kinds of its lines.

    `unreadable` and `scanned` are numbers of pages.
    """

    texts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    types: list[tuple[LineType | None, ...]] = field(default_factory=list)
    kinds: list[tuple[BlockKind, ...]] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)


def _read_pages(document: pypdfium2.PdfDocument, *, with_types: bool) -> _PagesRead:
    """Read every page; the types of lines only where they are wanted."""
    read = _PagesRead()
    for index in range(len(document)):
        types: tuple[LineType | None, ...] = ()
        kinds: tuple[BlockKind, ...] = ()
        try:
            page = document[index]
            text_page = page.get_textpage()
            written = text_page.get_text_range(errors="ignore")
            with_tables = read_page_text(text_page, written, is_first=index == 0)
            text, kinds = clean_page(with_tables.text), with_tables.kinds
            added = page_notes(document, page, text)
            if not _has_text(text) and is_picture(page):
                read.scanned.append(index + 1)
            if with_types:
                types = _types(with_tables, line_types(text_page, written))
            text_page.close()
            page.close()
        except pypdfium2.PdfiumError:
            text = added = ""
            read.unreadable.append(index + 1)
        read.texts.append(text)
        read.notes.append(added)
        read.types.append(types)
        read.kinds.append(kinds)
    return read


def _types(page: PageText, types: tuple[LineType | None, ...]) -> tuple[LineType | None, ...]:
    """Return the types of lines where the rows of tables have none: they are no headings."""
    if not page.kinds:
        return types
    lines = zip(page.kinds, page.lines, strict=True)
    return tuple(
        None if kind is BlockKind.TABLE or line >= len(types) else types[line]
        for kind, line in lines
    )


def _joined(page: str, notes: str) -> str:
    """Return the text of a page followed by its notes."""
    return "\n".join(part for part in (page.rstrip("\n") if notes else page, notes) if part)


def _laid_out(
    pages: list[str], kinds: Sequence[Sequence[BlockKind]], outline: PageOutline
) -> tuple[tuple[int, ...], tuple[Block, ...], str]:
    """Join the pages, each ended by a line break, and cut them at headings and tables."""
    starts: list[int] = []
    blocks: list[Block] = []
    length = 0
    for index, page in enumerate(pages):
        starts.append(length)
        changes = _changes(page, kinds[index])
        for block in _page_blocks(page, index, outline):
            for part in _at_changes(block, changes):
                blocks.extend(_trimmed(page, length, part))
        length += len(page) + 1
    return tuple(starts), tuple(blocks), "".join(f"{page}\n" for page in pages)


def _page_blocks(page: str, index: int, outline: PageOutline) -> Iterator[Block]:
    """Yield the headings of a page and what stands between them."""
    at = 0
    path = outline.path_before(index)
    for heading in outline.headings_on(index):
        found = heading.find(page, at)
        if found is None:
            # A heading drawn as a picture, or written otherwise: it holds from here on.
            path = heading.path
            continue
        start, end = found
        yield Block(at, start, BlockKind.PARAGRAPH, path)
        path = heading.path
        yield Block(start, end, BlockKind.HEADING, path)
        at = end
    yield Block(at, len(page), BlockKind.PARAGRAPH, path)


def _changes(page: str, kinds: Sequence[BlockKind]) -> list[tuple[int, BlockKind]]:
    """Return where the kind of lines changes, and to what, and where rows of tables begin.

    After the last kind they are prose.
    """
    changes = [(0, BlockKind.PARAGRAPH)]
    start = 0
    lines = page.split("\n") if kinds else ()
    for line, kind in zip(lines, (*kinds, BlockKind.PARAGRAPH), strict=False):
        if kind is not changes[-1][1] or kind is BlockKind.TABLE:
            changes.append((start, kind))
        start += len(line) + 1
    return changes


def _at_changes(block: Block, changes: Sequence[tuple[int, BlockKind]]) -> Iterator[Block]:
    """Cut what stands between headings where the kind of lines changes."""
    if block.kind is BlockKind.HEADING:
        yield block
        return
    first = bisect_right(changes, block.start, key=itemgetter(0)) - 1
    end = block.end
    within = takewhile(lambda change: change[0] < end, islice(changes, first, None))
    for (start, kind), (stop, _) in pairwise((*within, (end, block.kind))):
        yield replace(block, start=max(start, block.start), end=stop, kind=kind)


def _trimmed(page: str, offset: int, block: Block) -> Iterator[Block]:
    """Yield a block of a page, without blank ends, as one of the text the page begins in."""
    text = page[block.start : block.end]
    if text.strip():
        start = offset + block.start + len(text) - len(text.lstrip())
        end = offset + block.start + len(text.rstrip())
        yield Block(start, end, block.kind, block.heading_path)


def _has_text(page: str) -> bool:
    return any(letter.isalnum() for letter in page)


def _warnings(pages: list[str], unreadable: list[int]) -> tuple[Message, ...]:
    said = []
    if unreadable:
        said.append(
            message(
                "Damaged and left out: {unreadable} of {pages} pages.",
                unreadable=len(unreadable),
                pages=len(pages),
            )
        )
    empty = sum(not page.strip() for page in pages) - len(unreadable)
    if empty > 0:
        said.append(
            message(
                "Without text: {empty} of {pages} pages; they may be scanned pictures.",
                empty=empty,
                pages=len(pages),
            )
        )
    return tuple(said)
