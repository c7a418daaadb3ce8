"""PDF documents: the text of every page, the outline as headings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pypdfium2

from engine.extract.errors import document_error
from engine.extract.front_matter import tag_list
from engine.extract.pdf_document import clean_text, open_pdf, page_text
from engine.extract.pdf_notes import page_notes
from engine.extract.pdf_outline import PageOutline, read_outline
from engine.extract.pdf_xmp import PublicationData, read_xmp
from engine.extract.publication import doi_of, iso_day
from engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)

_NO_TITLES = ("microsoft word - ", "microsoft powerpoint - ", "untitled", "title", "document")
_FILE_ENDINGS = (".doc", ".docx", ".pdf", ".dvi", ".tex", ".indd", ".odt", ".ppt", ".pptx", ".qxd")


def extract(data: bytes) -> ExtractedText:
    """Read a PDF; raise DocumentError (password, damaged, no-text)."""
    with open_pdf(data) as document:
        document.init_forms()
        own, notes, unreadable = _page_texts(document)
        outline = read_outline(document)
        metadata = _metadata(document, read_xmp(data))
    pages = [_joined(page, added) for page, added in zip(own, notes, strict=True)]
    if len(unreadable) == len(pages):
        raise document_error(FailureReason.DAMAGED, "No page of the PDF can be read.")
    if not any(_has_text(page) for page in pages):
        raise document_error(
            FailureReason.NO_TEXT,
            "No page of the PDF holds text; it may be a scan.",
            "Run it through text recognition (OCR) and add the result.",
        )
    starts, blocks, text = _laid_out(pages, outline)
    return ExtractedText(
        text=text,
        place_kind=PlaceKind.PAGE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(pages) + 1)),
        blocks=blocks,
        metadata=metadata,
        file_type="pdf",
        warnings=_warnings(own, unreadable),
    )


def _page_texts(
    document: pypdfium2.PdfDocument,
) -> tuple[list[str], list[str], list[int]]:
    """Return of every page its text and its notes, and the numbers of those that are damaged."""
    texts: list[str] = []
    notes: list[str] = []
    unreadable: list[int] = []
    for index in range(len(document)):
        try:
            page = document[index]
            text_page = page.get_textpage()
            text = page_text(text_page)
            added = page_notes(document, page, text)
            text_page.close()
            page.close()
        except pypdfium2.PdfiumError:
            text = added = ""
            unreadable.append(index + 1)
        texts.append(text)
        notes.append(added)
    return texts, notes, unreadable


def _joined(page: str, notes: str) -> str:
    """Let what people added to a page follow its text."""
    return "\n".join(part for part in (page.rstrip("\n") if notes else page, notes) if part)


def _laid_out(
    pages: list[str], outline: PageOutline
) -> tuple[tuple[int, ...], tuple[Block, ...], str]:
    """Join the pages, each ended by a line break, and cut them at the outline's headings."""
    starts: list[int] = []
    blocks: list[Block] = []
    length = 0
    for index, page in enumerate(pages):
        starts.append(length)
        blocks.extend(_page_blocks(page, length, index, outline))
        length += len(page) + 1
    return tuple(starts), tuple(blocks), "".join(f"{page}\n" for page in pages)


def _page_blocks(page: str, offset: int, index: int, outline: PageOutline) -> Iterator[Block]:
    at = 0
    path = outline.path_before(index)
    for heading in outline.headings_on(index):
        found = heading.find(page, at)
        if found is None:
            # A heading drawn as a picture, or written otherwise: it holds from here on.
            path = heading.path
            continue
        start, end = found
        yield from _trimmed(page, offset, Block(at, start, BlockKind.PARAGRAPH, path))
        path = heading.path
        yield from _trimmed(page, offset, Block(start, end, BlockKind.HEADING, path))
        at = end
    yield from _trimmed(page, offset, Block(at, len(page), BlockKind.PARAGRAPH, path))


def _trimmed(page: str, offset: int, block: Block) -> Iterator[Block]:
    """Yield a block of a page, without blank ends, as one of the text the page begins in."""
    text = page[block.start : block.end]
    if text.strip():
        start = offset + block.start + len(text) - len(text.lstrip())
        end = offset + block.start + len(text.rstrip())
        yield Block(start, end, block.kind, block.heading_path)


def _has_text(page: str) -> bool:
    return any(letter.isalnum() for letter in page)


def _warnings(pages: list[str], unreadable: list[int]) -> tuple[str, ...]:
    said = []
    if unreadable:
        said.append(f"Damaged and left out: {len(unreadable)} of {len(pages)} pages.")
    empty = sum(not page.strip() for page in pages) - len(unreadable)
    if empty > 0:
        said.append(f"Without text: {empty} of {len(pages)} pages; they may be scanned pictures.")
    return tuple(said)


def _metadata(document: pypdfium2.PdfDocument, xmp: PublicationData) -> DocumentMetadata:
    try:
        values: Mapping[str, str] = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeError):
        values = {}
    clean = {key: " ".join(clean_text(value).split())[:500] for key, value in values.items()}
    return DocumentMetadata(
        # The packet goes first, as the other dictionary is deprecated (ISO 32000-2, 14.3.3).
        title=_real_title(clean_text(xmp.title)) or _real_title(clean.get("Title", "")),
        author=clean_text(xmp.author) or clean.get("Author", ""),
        tags=tag_list([clean.get("Keywords", "").replace(";", ",")]),
        created=iso_day(clean.get("CreationDate", "")),
        modified=iso_day(clean.get("ModDate", "")),
        doi=xmp.doi or doi_of(clean.get("Subject", "")),
        isbn=xmp.isbn,
        url=xmp.url,
        publisher=clean_text(xmp.publisher),
        container=clean_text(xmp.container),
        issued=xmp.date,
    )


def _real_title(title: str) -> str:
    """Leave out the titles that programs write when nobody gave one."""
    lowered = title.casefold()
    if (
        lowered in _NO_TITLES
        or lowered.endswith(_FILE_ENDINGS)
        or lowered.startswith(_NO_TITLES[:2])
    ):
        return ""
    return title
