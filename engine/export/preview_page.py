"""A document export as simple HTML, for the preview in the window and for the clipboard.

Qt displays only a part of HTML and CSS, and a Word file has no text form that looks like it.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from twofold.engine.export.contents import Export
from twofold.engine.export.formats.docx import footnote
from twofold.engine.export.passages import Passage
from twofold.engine.export.text import Run, as_html, one_line, printable
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.reference import Reference


def preview_page(export: Export, form: ExportFormat) -> str:
    """Return the page. Word exports have footnotes, the others a list of references."""
    return "\n".join(_parts(export, has_footnotes=form is ExportFormat.DOCX))


def _parts(export: Export, *, has_footnotes: bool) -> Iterator[str]:
    words = export.words
    yield f"<h1>{_text(export.heading)}</h1>"
    for passage in export.passages:
        note = "".join(
            f"<p>{_text(line)}</p>" for line in passage.note.splitlines() if line.strip()
        )
        quotation = _quotation(passage, has_footnote=has_footnotes)
        yield f"{note}{quotation}" if export.is_memo else f"{quotation}{note}"
    if export.passages and has_footnotes:
        yield "<hr>"
    elif export.passages:
        yield f"<h2>{_text(words.say('References'))}</h2>"
    references = {reference.id: reference for reference in export.references}
    for passage in export.passages:
        reference = references[passage.reference_id]
        yield _note(passage, export, reference) if has_footnotes else _reference(passage, export)
    if export.bibliography:
        yield f"<h2>{_text(words.say('Bibliography'))}</h2>"
        yield from (
            f"<p>{as_html(one_line(entry), html.escape)}</p>" for entry in export.bibliography
        )
    if export.has_method_note:
        yield f"<h2>{_text(words.say('How these passages were found'))}</h2>"
        yield from (f"<p>{line}</p>" for line in export.format_record(_text))


def _quotation(passage: Passage, *, has_footnote: bool) -> str:
    number = passage.number
    mark = f"<sup>{number}</sup>" if has_footnote else ""
    paragraphs = passage.paragraphs or ((passage.title,) if has_footnote else ())
    quoted = ""
    if passage.is_code:
        text = printable(passage.quotation).strip("\n")
        quoted = f"<pre>{html.escape(text)}{mark}</pre>"
    elif paragraphs:
        lines = ("<br>".join(map(html.escape, one.splitlines())) for one in paragraphs)
        quoted = f"<blockquote><p>{'</p><p>'.join(lines)}{mark}</p></blockquote>"
    return quoted if has_footnote else f"{quoted}<p>— {_text(passage.title)} [{number}]</p>"


def _note(passage: Passage, export: Export, reference: Reference) -> str:
    pieces = footnote(passage, export, reference)
    text = "".join(
        html.escape(piece.text)
        if isinstance(piece, Run)
        else f'<a href="{html.escape(piece.address)}">{html.escape(piece.text)}</a>'
        for piece in pieces
    )
    return f"<p><sup>{passage.number}</sup> {text}</p>"


def _reference(passage: Passage, export: Export) -> str:
    where = _text(passage.where)
    if passage.href:
        where = f'<a href="{html.escape(passage.href)}">{where}</a>'
    section = export.format_section(passage, _text)
    return (
        f"<p>{passage.number}. {_text(passage.title)}{section}, {_text(passage.place)}. "
        f"{where} ({_text(passage.indexed(export.words))})</p>"
    )


def _text(text: str) -> str:
    return html.escape(one_line(text))
