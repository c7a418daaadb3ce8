"""PDF documents: the text of every page, and headings by the outline or by their type."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile
from operator import itemgetter
from types import MappingProxyType

import pypdfium2
from lxml import etree

from engine.extract.errors import document_error
from engine.extract.formats.pdf.document import (
    clean_text,
    is_picture,
    open_pdf,
    page_notes,
)
from engine.extract.formats.pdf.page_lines import (
    LineType,
    TypedHeading,
    line_types,
    typed_headings,
    without_running_lines,
)
from engine.extract.formats.pdf.page_tables import PageText, text_with_tables
from engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    name_in_one_line,
    tag_list,
    url_of,
)
from engine.extract.recognised import (
    no_recognised_text,
    scan_error,
    shifted,
    text_of_lines,
    with_tag,
)
from engine.extract.text_building import HeadingTrail
from engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
    RecognisedPages,
    RegionSpan,
)
from engine.model.errors import DocumentError
from engine.model.message import Message, message
from engine.model.title import declared_title

_MOST_BOOKMARKS = 10_000
_DEEPEST = 10
_NUMBER_BEFORE = re.compile(r"[ \t]*(?:[\dIVXLC.]+[ \t]+)?")
_NUMBER_ALONE = re.compile(r"[ \t]*[\dIVXLC.]+\s+")
_NUMBERING = re.compile(r"[\dIVXLC]+(?:\.\d+)*\.?\s+")


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A bookmark: its page (0-based) and its path, itself last."""

    page: int
    path: tuple[str, ...]

    def find(self, page_text: str, at: int) -> tuple[int, int] | None:
        """Return the lines [start, end) that hold the heading on its page, from offset `at`."""
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
    """Return the line that holds a title and no more than a number before it, where one does.

    Most headings are such, and a pattern for each of them takes a tenth of the time of reading.
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
    return _outline(headings)


def _outline(headings: Sequence[OutlineHeading | TypedHeading]) -> PageOutline:
    return PageOutline(tuple(headings), tuple(heading.page for heading in headings))


def _page_of(bookmark: pypdfium2.PdfBookmark) -> int | None:
    destination = bookmark.get_dest()
    if destination is None:
        return None
    index = destination.get_index()
    return index if isinstance(index, int) else None


_BEGIN, _END = b"<?xpacket begin", b"<?xpacket end"
_LARGEST = 1_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PRISM = "http://prismstandard.org/namespaces/"


def read_xmp(data: bytes) -> DocumentMetadata:
    """Return the metadata of the last XMP packet of a PDF."""
    start = data.rfind(_BEGIN)
    end = data.find(_END, start) if start >= 0 else -1
    # XMP has no document type (ISO 16684-1, 7.3); one with entities is a trap.
    if end < 0 or end - start > _LARGEST or b"<!DOCTYPE" in data[start:end]:
        return DocumentMetadata()
    at = data.find(b"?>", start, end) + 2
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(data[at:end].strip(), parser)
        is_damaged = any(entry.level_name == "FATAL" for entry in parser.error_log)
    except (etree.XMLSyntaxError, ValueError):
        return DocumentMetadata()
    found = DocumentMetadata() if root is None else _publication(_values(root))
    # Half a title is none.
    return replace(found, title="") if is_damaged else found


def _values(root: etree._Element) -> dict[str, list[str]]:
    """Return the texts of each property, written as an element, a list or an attribute."""
    values: dict[str, list[str]] = {}
    for description in root.iter(f"{_RDF}Description"):
        for name, text in description.attrib.items():
            values.setdefault(str(name), []).append(str(text))
        for element in description:
            if not isinstance(element.tag, str):
                continue
            items = [item.text or "" for item in element.iter(f"{_RDF}li")]
            texts = items or [element.text or ""]
            values.setdefault(element.tag, []).extend(text for text in texts if text.strip())
    return values


def _publication(values: dict[str, list[str]]) -> DocumentMetadata:
    def prism(*names: str) -> str:
        return next(
            (
                texts[0]
                for name in names
                for tag, texts in values.items()
                if tag.startswith("{" + _PRISM) and tag.rpartition("}")[2] == name and texts
            ),
            "",
        )

    def dublin(name: str) -> list[str]:
        return values.get(f"{_DC}{name}", [])

    identifiers = " ".join(dublin("identifier"))
    return DocumentMetadata(
        title=" ".join(next(iter(dublin("title")), "").split())[:500],
        author=authors_of(dublin("creator")),
        doi=doi_of(prism("doi")) or doi_of(identifiers),
        isbn=isbn_of(prism("isbn")) or isbn_of(identifiers),
        url=url_of(prism("url")),
        publisher=name_in_one_line(next(iter(dublin("publisher")), "")),
        container=name_in_one_line(prism("publicationName")),
        issued=issue_date(prism("coverDate", "publicationDate", "onlineDate"))
        or next((day for day in map(issue_date, dublin("date")) if day), ""),
    )


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
        metadata = _metadata(document, read_xmp(data))
    kept, lost = without_running_lines(read.texts)
    kinds = [one[first:] for one, first in zip(read.kinds, lost, strict=True)]
    if not outline.headings:
        types = [one[first:] for one, first in zip(read.types, lost, strict=True)]
        outline = _outline(typed_headings(kept, types))
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
            with_tables = text_with_tables(text_page, written)
            text, kinds = clean_text(with_tables.text), with_tables.kinds
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


def _metadata(document: pypdfium2.PdfDocument, xmp: DocumentMetadata) -> DocumentMetadata:
    try:
        values: Mapping[str, str] = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeError):
        values = {}
    clean = {key: " ".join(clean_text(value).split())[:500] for key, value in values.items()}
    return DocumentMetadata(
        # The packet goes first, as the other dictionary is deprecated (ISO 32000-2, 14.3.3).
        title=declared_title(clean_text(xmp.title)) or declared_title(clean.get("Title", "")),
        author=clean_text(xmp.author) or clean.get("Author", ""),
        tags=tag_list([clean.get("Keywords", "").replace(";", ",")]),
        created=iso_day(clean.get("CreationDate", "")),
        modified=iso_day(clean.get("ModDate", "")),
        doi=xmp.doi or doi_of(clean.get("Subject", "")),
        isbn=xmp.isbn,
        url=xmp.url,
        publisher=clean_text(xmp.publisher),
        container=clean_text(xmp.container),
        issued=xmp.issued,
    )
