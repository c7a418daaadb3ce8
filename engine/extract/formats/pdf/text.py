"""PDF documents: the text of every page, and headings by the outline or by their font."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import pypdfium2

from twofold.engine.extract.file_format import Container
from twofold.engine.extract.formats.pdf.attachments import (
    AnnotationPlace,
    attachment_entries,
    attachment_names,
)
from twofold.engine.extract.formats.pdf.document import (
    clean_page,
    is_picture,
    open_pdf,
    written_text,
)
from twofold.engine.extract.formats.pdf.hyphens import Divisions, repeated
from twofold.engine.extract.formats.pdf.layout import lay_out_pages
from twofold.engine.extract.formats.pdf.metadata import read_metadata, read_xmp
from twofold.engine.extract.formats.pdf.notes import Note, drawn_notes, page_notes
from twofold.engine.extract.formats.pdf.outline import outline_of, read_outline
from twofold.engine.extract.formats.pdf.page_lines import (
    LineType,
    line_types,
    typed_headings,
    without_running_lines,
)
from twofold.engine.extract.formats.pdf.page_repairs import read_page_text
from twofold.engine.extract.formats.pdf.page_tables import PageText
from twofold.engine.extract.ocr_text import (
    no_recognised_text,
    scan_error,
    shifted,
    text_of_lines,
    with_tag,
)
from twofold.engine.model.document import (
    BlockKind,
    ExtractedText,
    LocatorKind,
    OcrPages,
    RegionSpan,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message, message


def extract(
    data: bytes, _file_type: str = "pdf", recognised: OcrPages = MappingProxyType({})
) -> ExtractedText:
    """Read a PDF; raise DocumentError (password, damaged, scan, no-text).

    `recognised` is the OCR text of pages.
    """
    return _read(data, recognised)[0]


def open_with_files(data: bytes, _name: str) -> Container:
    """Open a PDF with its text, and its files as entries.

    Raise the same errors as `extract`.
    """
    text, has_files, annotations = _read(data)
    return Container(text, attachment_entries(data, annotations) if has_files else ())


def _read(
    data: bytes, recognised: OcrPages = MappingProxyType({})
) -> tuple[ExtractedText, bool, Sequence[AnnotationPlace]]:
    """Return the text of a PDF, whether it contains files, and the annotations with files."""
    with open_pdf(data) as document:
        document.init_forms()
        outline = read_outline(document)
        read = _read_pages(document, with_types=not outline.headings)
        metadata = read_metadata(document, read_xmp(data), data)
        names = attachment_names(document, read.files)
    kept, types, kinds = _whole_lines(read)
    if not outline.headings:
        outline = outline_of(typed_headings(kept, types))
    pages, notes, unreadable, scanned = list(kept), read.notes, read.unreadable, read.scanned
    regions = _insert_ocr_text(pages, recognised)
    if len(unreadable) == len(pages):
        raise DocumentError(
            FailureReason.DAMAGED, message("None of the pages of the PDF can be read.")
        )
    if not any(map(_has_text, pages)) and not any(notes):
        if not names:
            raise _without_text(bool(scanned), is_recognised=bool(recognised))
        notes[0] = tuple(map(Note, names))
    starts, blocks, text = lay_out_pages(pages, notes, kinds, outline)
    extracted = ExtractedText(
        text=text,
        place_kind=LocatorKind.PAGE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(pages) + 1)),
        blocks=blocks,
        metadata=with_tag(metadata) if regions else metadata,
        file_type="pdf",
        warnings=_warnings(pages, unreadable),
        scanned_pages=len(set(scanned) - recognised.keys()),
        regions=tuple(
            span for index, spans in regions.items() for span in shifted(spans, starts[index])
        ),
    )
    return extracted, bool(names), tuple(read.files)


def _whole_lines(
    read: _PagesRead,
) -> tuple[list[str], list[tuple[LineType | None, ...]], list[tuple[BlockKind, ...]]]:
    """Return the pages without running lines and with divided words joined.

    Also return the fonts and kinds of their lines.
    """
    kept, lost = without_running_lines(read.texts)
    divisions = Divisions(kept)
    pages, types, kinds = [], [], []
    for text, of_types, of_kinds, first in zip(kept, read.types, read.kinds, lost, strict=True):
        page, counts = divisions.lines(text)
        pages.append(page)
        types.append(repeated(of_types[first:], counts))
        kinds.append(repeated(of_kinds[first:], counts))
    return pages, types, kinds


def _insert_ocr_text(pages: list[str], recognised: OcrPages) -> dict[int, tuple[RegionSpan, ...]]:
    """Insert OCR text into pages without text; return its regions by page index."""
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
    return DocumentError(FailureReason.NO_TEXT, message("The PDF contains no text."))


@dataclass(slots=True)
class _PagesRead:
    """The text and the notes of every page, and the fonts and kinds of its lines.

    `unreadable` and `scanned` are numbers of pages, `files` the annotations that contain a file.
    """

    texts: list[str] = field(default_factory=list)
    notes: list[tuple[Note, ...]] = field(default_factory=list)
    files: list[AnnotationPlace] = field(default_factory=list)
    types: list[tuple[LineType | None, ...]] = field(default_factory=list)
    kinds: list[tuple[BlockKind, ...]] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)


def _read_pages(document: pypdfium2.PdfDocument, *, with_types: bool) -> _PagesRead:
    """Read every page; determine the fonts of lines only if needed."""
    read = _PagesRead()
    for index in range(len(document)):
        types: tuple[LineType | None, ...] = ()
        kinds: tuple[BlockKind, ...] = ()
        notes: tuple[Note, ...] = ()
        try:
            page = document[index]
            text_page = page.get_textpage()
            written = written_text(text_page)
            with_tables = read_page_text(text_page, written, is_first=index == 0)
            text, kinds = clean_page(with_tables.text), with_tables.kinds
            found = page_notes(document, page, text)
            notes = found.notes
            read.files += ((index, annotation) for annotation in found.files)
            if not _has_text(text) and is_picture(page):
                read.scanned.append(index + 1)
            if with_types:
                types = _types(with_tables, line_types(text_page, written))
            text_page.close()
            page.close()
            if found.are_drawn:
                notes += drawn_notes(document, index, text, notes)
        except pypdfium2.PdfiumError:
            text, notes = "", ()
            read.unreadable.append(index + 1)
        read.texts.append(text)
        read.notes.append(notes)
        read.types.append(types)
        read.kinds.append(kinds)
    return read


def _types(page: PageText, types: tuple[LineType | None, ...]) -> tuple[LineType | None, ...]:
    """Return the fonts of lines; None for table rows, because these are not headings."""
    if not page.kinds:
        return types
    lines = zip(page.kinds, page.lines, strict=True)
    return tuple(
        None if kind is BlockKind.TABLE or line >= len(types) else types[line]
        for kind, line in lines
    )


def _has_text(page: str) -> bool:
    return any(letter.isalnum() for letter in page)


def _warnings(pages: list[str], unreadable: list[int]) -> tuple[Message, ...]:
    warnings = []
    if unreadable:
        warnings.append(
            message(
                "{unreadable} of {pages} pages are damaged and were left out.",
                unreadable=len(unreadable),
                pages=len(pages),
            )
        )
    empty = sum(not page.strip() for page in pages) - len(unreadable)
    if empty > 0:
        warnings.append(
            message(
                "{empty} of {pages} pages contain no text. They may be scanned pictures.",
                empty=empty,
                pages=len(pages),
            )
        )
    return tuple(warnings)
