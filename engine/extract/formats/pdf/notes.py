"""Annotations on a page of a PDF: comments, form values, stamps and signatures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.formats.pdf.document import clean_text, read_text

_MAX_NOTES = 2_000  # of a page
_MAX_CHOICES = 300
FORM = "Form"
# Links and pop-ups contain no text; form fields are read as fields.
_NO_COMMENTS = frozenset({raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_WIDGET})
_DRAWN = frozenset({raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_STAMP, raw.FPDF_ANNOT_FREETEXT})
_CHOICES = frozenset({raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX})
_WITH_VALUE = _CHOICES | {raw.FPDF_FORMFIELD_TEXTFIELD}
_CHECKED = frozenset({raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON})
_PASSWORD_FIELD = 1 << 13
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Note:
    """One line that was added to a page, and its heading ('' for none)."""

    text: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class PageNotes:
    """The notes of a page, and the indexes of the annotations that contain a file.

    `are_drawn` is True if annotations draw additional text, as signatures and stamps do.
    """

    notes: tuple[Note, ...] = ()
    files: tuple[int, ...] = ()
    are_drawn: bool = False


def page_notes(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text: str) -> PageNotes:
    """Return the comments and field values of a page.

    Notes that repeat the page's `text` are left out, because some programs copy the marked text
    into a comment. `document.init_forms` must be called before the page is loaded.
    """
    notes: dict[Note, str] = {}
    files: list[int] = []
    are_drawn = False
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MAX_NOTES)):
        note = raw.FPDFPage_GetAnnot(page, index)
        if not note:
            continue
        try:
            kind = raw.FPDFAnnot_GetSubtype(note)
            is_hidden = raw.FPDFAnnot_GetFlags(note) & raw.FPDF_ANNOT_FLAG_HIDDEN
            if kind == raw.FPDF_ANNOT_FILEATTACHMENT:
                files.append(index)
            are_drawn |= kind in _DRAWN and not is_hidden
            if not is_hidden and (read := _read_note(document, note, kind)):
                notes[read[0]] = _folded(read[1])
        finally:
            raw.FPDFPage_CloseAnnot(note)
    on_page = _folded(text) if notes else ""
    kept = tuple(note for note, content in notes.items() if content not in on_page)
    return PageNotes(kept, tuple(files), are_drawn)


def drawn_notes(
    document: pypdfium2.PdfDocument, index: int, text: str, notes: tuple[Note, ...]
) -> tuple[Note, ...]:
    """Return the lines that annotations of a page draw and that are not in its text or notes.

    This changes the page with this index: the drawings of its annotations become a part of it.
    """
    page = document[index]
    is_flat = raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS
    page.close()
    if not is_flat:
        return ()
    page = document[index]
    text_page = page.get_textpage()
    drawn = clean_text(text_page.get_text_range(errors="ignore"))
    text_page.close()
    page.close()
    known = _folded("\n".join((text, *(note.text for note in notes))))
    lines: dict[str, str] = {}
    for line in drawn.split("\n"):
        folded = _folded(line)
        if folded and folded not in known:
            lines.setdefault(folded, " ".join(line.split()))
    return tuple(Note(line, FORM) for line in lines.values())


def _read_note(
    document: pypdfium2.PdfDocument, note: raw.FPDF_ANNOTATION, kind: int
) -> tuple[Note, str] | None:
    """Return a note, and its text in the form that is compared with the text of the page."""
    if kind == raw.FPDF_ANNOT_WIDGET:
        return _read_field(document.formenv, note)
    if kind in _NO_COMMENTS:
        return None
    author = _value(note, b"T")
    content = _value(note, b"Contents") or " ".join(_TAG.sub(" ", _value(note, b"RC")).split())
    if not content:
        return None
    if kind == raw.FPDF_ANNOT_FREETEXT and not author:
        return Note(content), content
    if not author:
        return Note(content, "Comment"), content
    return Note(f"{author}: {content}", f"Comment by {author}"[:200]), content


def _read_field(
    form: pypdfium2.PdfFormEnv | None, note: raw.FPDF_ANNOTATION
) -> tuple[Note, str] | None:
    if form is None or raw.FPDFAnnot_GetFormFieldFlags(form, note) & _PASSWORD_FIELD:
        return None
    kind = raw.FPDFAnnot_GetFormFieldType(form, note)

    def of_field(function: raw.CFUNCTYPE) -> str:
        return read_text(partial(function, form, note))

    if kind in _WITH_VALUE:
        value = of_field(raw.FPDFAnnot_GetFormFieldValue)
    elif kind in _CHECKED and raw.FPDFAnnot_IsChecked(form, note):
        value = of_field(raw.FPDFAnnot_GetFormFieldExportValue)
    else:
        return None
    name = of_field(raw.FPDFAnnot_GetFormFieldAlternateName)
    choices = ", ".join(_choices(form, note)) if kind in _CHOICES else ""
    parts = [part for part in (value, choices and f"({choices})") if part]
    if not parts:
        return None
    line = " ".join(parts)
    return Note(f"{name}: {line}" if name else line, FORM), line


def _choices(form: pypdfium2.PdfFormEnv, note: raw.FPDF_ANNOTATION) -> Iterator[str]:
    for index in range(min(raw.FPDFAnnot_GetOptionCount(form, note), _MAX_CHOICES)):
        yield read_text(partial(raw.FPDFAnnot_GetOptionLabel, form, note, index))


def _value(note: raw.FPDF_ANNOTATION, key: bytes) -> str:
    return read_text(partial(raw.FPDFAnnot_GetStringValue, note, key))


def _folded(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
