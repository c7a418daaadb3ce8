"""What people add to the pages of a PDF: comments, and what they fill into its forms.

PDFium's text of a page has neither, as both lie above the page (ISO 32000-2, 12.5 and 12.7).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator

import pypdfium2
from pypdfium2 import raw

from engine.extract.pdf_document import clean_text

_MOST_NOTES = 2_000
_MOST_BYTES = 40_000
# Links and their pop-ups say nothing themselves; form fields are read as such.
_NO_COMMENTS = frozenset({raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_WIDGET})
_FILLED_IN = frozenset(
    {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
)
_PASSWORD_FIELD = 1 << 13

_Read = Callable[[object, int], int]


def page_notes(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text: str) -> str:
    """Return the comments and field values of a page, one a line; '' when there are none.

    What the page's `text` says already is left out: some programs copy into a comment what it
    marks. `document.init_forms` was called before the page was loaded.
    """
    said = _folded(text)
    lines: list[str] = []
    for line, what in _notes(document, page):
        if what not in said and line not in lines:
            lines.append(line)
    return "\n".join(lines)


def _notes(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[tuple[str, str]]:
    """Yield each note as it is written, and what of it may stand on the page too."""
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_NOTES)):
        note = raw.FPDFPage_GetAnnot(page, index)
        if not note:
            continue
        try:
            who, what = _read_note(document, note)
        finally:
            raw.FPDFPage_CloseAnnot(note)
        if what:
            yield f"{who}: {what}" if who else what, _folded(what)


def _read_note(document: pypdfium2.PdfDocument, note: raw.FPDF_ANNOTATION) -> tuple[str, str]:
    """Return who says it (or what the field is called) and what it says, '' if nothing."""
    kind = raw.FPDFAnnot_GetSubtype(note)
    if raw.FPDFAnnot_GetFlags(note) & raw.FPDF_ANNOT_FLAG_HIDDEN:
        return "", ""
    if kind == raw.FPDF_ANNOT_WIDGET:
        return _read_field(document.formenv, note)
    if kind in _NO_COMMENTS:
        return "", ""
    return _value(note, b"T"), _value(note, b"Contents")


def _read_field(form: pypdfium2.PdfFormEnv | None, note: raw.FPDF_ANNOTATION) -> tuple[str, str]:
    if form is None or raw.FPDFAnnot_GetFormFieldType(form, note) not in _FILLED_IN:
        return "", ""
    if raw.FPDFAnnot_GetFormFieldFlags(form, note) & _PASSWORD_FIELD:
        return "", ""
    name = _text_of(
        lambda buffer, size: raw.FPDFAnnot_GetFormFieldAlternateName(form, note, buffer, size)
    )
    value = _text_of(lambda buffer, size: raw.FPDFAnnot_GetFormFieldValue(form, note, buffer, size))
    return name, value


def _value(note: raw.FPDF_ANNOTATION, key: bytes) -> str:
    return _text_of(lambda buffer, size: raw.FPDFAnnot_GetStringValue(note, key, buffer, size))


def _text_of(read: _Read) -> str:
    """Return a text of PDFium on one line; it is asked for its bytes (UTF-16) first."""
    size = min(read(None, 0), _MOST_BYTES)
    if size <= 2:  # the end mark alone
        return ""
    buffer = ctypes.create_string_buffer(size)
    # What does not fit is not given at all.
    if read(ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size) > size:
        return ""
    written = buffer.raw[: size - 2].decode("utf-16-le", errors="ignore")
    return " ".join(clean_text(written).split())


def _folded(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
