"""Files in a PDF: the files of a portfolio, and attachments of the document or its pages."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from functools import partial

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.file_format import Entry
from twofold.engine.extract.formats.pdf.document import open_pdf, read_text
from twofold.engine.extract.limits import MAX_EMBEDDED
from twofold.engine.extract.metadata import iso_day
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

# A portfolio writes the number of its folder before a name.
_FOLDER = re.compile(r"<\d+>")
AnnotationPlace = tuple[int, int]
"""The indexes of a page and of an annotation on it."""


def attachment_names(
    document: pypdfium2.PdfDocument, annotations: Sequence[AnnotationPlace]
) -> tuple[str, ...]:
    """Return the names of the files in a PDF."""
    return tuple(name for name, _ in _attachments(document, annotations))


def attachment_entries(data: bytes, annotations: Sequence[AnnotationPlace]) -> Iterator[Entry]:
    """Yield the files in a PDF; each can be read until the next one is requested."""
    with open_pdf(data) as document:
        for name, attachment in _attachments(document, annotations):
            day = iso_day(_string(attachment, b"ModDate") or _string(attachment, b"CreationDate"))
            yield Entry(name, partial(_content, attachment), day)


def _attachments(
    document: pypdfium2.PdfDocument, annotations: Sequence[AnnotationPlace]
) -> Iterator[tuple[str, raw.FPDF_ATTACHMENT]]:
    for index in range(min(max(raw.FPDFDoc_GetAttachmentCount(document), 0), MAX_EMBEDDED)):
        if attachment := raw.FPDFDoc_GetAttachment(document, index):
            yield _name(attachment, index), attachment
    for count, (page_index, index) in enumerate(annotations):
        page = document[page_index]
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if annotation:
            if attachment := raw.FPDFAnnot_GetFileAttachment(annotation):
                yield _name(attachment, count), attachment
            raw.FPDFPage_CloseAnnot(annotation)
        page.close()


def _name(attachment: raw.FPDF_ATTACHMENT, index: int) -> str:
    name = read_text(lambda buffer, size: raw.FPDFAttachment_GetName(attachment, buffer, size))
    return _FOLDER.sub("", name, count=1) or f"attachment {index + 1}"


def _string(attachment: raw.FPDF_ATTACHMENT, key: bytes) -> str:
    return read_text(
        lambda buffer, size: raw.FPDFAttachment_GetStringValue(attachment, key, buffer, size)
    )


def _content(attachment: raw.FPDF_ATTACHMENT, most: int) -> bytes:
    """Return the content of a file; PDFium unpacks it within the memory limit of the worker."""
    size = ctypes.c_ulong()
    if not raw.FPDFAttachment_GetFile(attachment, None, 0, size):
        raise DocumentError(
            FailureReason.DAMAGED, message("The attached file is damaged and cannot be read.")
        )
    if size.value > most:
        raise DocumentError(
            FailureReason.TOO_LARGE,
            message(
                "This is larger than the limit of {most} MB when uncompressed.",
                most=round(most / 1e6),
            ),
            message("Raise the setting indexing.max_file_mb."),
        )
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attachment, buffer, size.value, size)
    return buffer.raw[: size.value]
