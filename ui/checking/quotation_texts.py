"""Checked quotations as text: labels, differences as HTML, and lists for export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape

from twofold.engine.api import (
    CheckedQuotation,
    QuotationCheck,
    QuotationMark,
    QuotationSource,
    QuotationState,
    TextSpan,
)
from twofold.ui.i18n.citation_text import format_location
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.i18n.value_names import title_of_file
from twofold.ui.theme import Theme

ICONS = {
    QuotationState.EXACT: ("circle-check", "ok"),
    QuotationState.CHANGED: ("triangle-alert", "warn"),
    QuotationState.MISSING: ("x", "danger"),
}
_MAX_ROW_LENGTH = 200
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def state_name(state: QuotationState) -> str:
    """Return the label of a state."""
    return {
        QuotationState.EXACT: tr("Exact"),
        QuotationState.CHANGED: tr("Changed"),
        QuotationState.MISSING: tr("Not found"),
    }[state]


def mark_name(mark: QuotationMark) -> str:
    """Return the label of a permitted difference."""
    return {
        QuotationMark.ELLIPSIS: tr("marked omission"),
        QuotationMark.BRACKETS: tr("words in brackets"),
        QuotationMark.CAPITAL: tr("capital letter at the start"),
        QuotationMark.HYPHENATION: tr("hyphens"),
        QuotationMark.PUNCTUATION: tr("punctuation"),
        QuotationMark.PAGE_BREAK: tr("page header or number"),
    }[mark]


def format_source(source: QuotationSource) -> str:
    """Return the file and the position of a source: 'Notes/house.md, line 5'."""
    path = f"{source.folder}/{source.citation.path}"
    return f"{isolated(path)}, {format_location(source.citation)}"


def suggested_citation(source: QuotationSource) -> str:
    """Return a citation to insert after a quotation: '(Smith, Harbour rules, 2024, p. 3)'."""
    title = one_line(title_of_file(source.title, source.citation.path, source.file_type))
    parts = (source.author, title, source.date[:4], format_location(source.citation))
    return f"({', '.join(filter(None, parts))})"


def row_text(quotation: CheckedQuotation) -> str:
    """Return the two lines of a quotation in the list."""
    text = isolated(one_line(quotation.text)[:_MAX_ROW_LENGTH])
    first = f"“{text}”" if quotation.is_marked else text
    return f"{first}\n{state_line(quotation)}"


def state_line(quotation: CheckedQuotation) -> str:
    """Return the state of a quotation, and where its source is."""
    words = state_name(quotation.state)
    if quotation.source is None:
        line = tr("line {number}").format(number=quotation.line)
        return f"{words} · {line}"
    return f"{words} · {format_source(quotation.source)}"


def notes_line(quotation: CheckedQuotation) -> str:
    """Return what else is worth knowing about a quotation."""
    notes = []
    if not quotation.is_marked:
        notes.append(tr("The sentence has no quotation marks."))
    if quotation.marks:
        names = ", ".join(map(mark_name, quotation.marks))
        notes.append(tr("Permitted differences: {differences}.").format(differences=names))
    if quotation.others:
        notes.append(tr("%Ln other documents contain it too.", "", quotation.others))
    return " ".join(notes)


def with_citations(check: QuotationCheck) -> str:
    """Return the draft with a citation after each quotation that was found."""
    text = check.text
    for quotation in reversed(check.quotations):
        if quotation.source is not None and quotation.is_marked:
            end = _after_marks(text, quotation.span.end)
            text = f"{text[:end]} {suggested_citation(quotation.source)}{text[end:]}"
    return text


def _after_marks(text: str, end: int) -> int:
    """Return the offset after the closing quotation mark."""
    while end < len(text) and text[end] in '"”“’‘»«›‹」』\u00a0\u202f':
        end += 1
    return end


def draft_html(check: QuotationCheck, quotation: CheckedQuotation, theme: Theme) -> str:
    """Return the quotation as in the draft, with words that are not in the source struck out."""
    spans = [(one.draft.start, one.draft.end) for one in quotation.changes]
    span = quotation.span
    return _marked(check.text, span, spans, ("s", _style(theme, "danger")))


def source_html(quotation: CheckedQuotation, theme: Theme) -> str:
    """Return the text of the source; words that the draft does not contain are underlined."""
    spans = [(one.source.start, one.source.end) for one in quotation.changes]
    text = quotation.source_text
    return _marked(text, TextSpan(0, len(text)), spans, ("u", _style(theme, "ok")))


def _style(theme: Theme, token: str) -> str:
    back = theme.color(f"{token}_soft").name()
    return f"color: {theme.color(token).name()}; background-color: {back};"


def _marked(
    text: str, part: TextSpan, spans: Iterable[tuple[int, int]], tag_and_style: tuple[str, str]
) -> str:
    """Return a part of a text as HTML with some spans inside an element of this tag and style."""
    tag, style = tag_and_style
    parts, at = [], part.start
    for first, last in spans:
        parts.append(escape(text[at:first]))
        if last > first:
            parts.append(f'<{tag} style="{style}">{escape(text[first:last])}</{tag}>')
        at = max(at, last)
    parts.append(escape(text[at : part.end]))
    return "".join(parts)


def as_csv(check: QuotationCheck, quotations: Sequence[CheckedQuotation]) -> str:
    """Return a table of quotations (RFC 4180) without cells that spreadsheets would run."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    head = ("state", "line", "quotation", "source_text", "folder", "path", "citation", "changes")
    writer.writerow(head)
    for one in quotations:
        source = one.source
        row = (
            one.state.value,
            str(one.line),
            one.text,
            one.source_text,
            source.folder if source else "",
            source.citation.path if source else "",
            source.citation.uri if source else "",
            "; ".join(_change_texts(check, one)),
        )
        writer.writerow(map(_cell, row))
    return target.getvalue()


def as_markdown(check: QuotationCheck, quotations: Sequence[CheckedQuotation]) -> str:
    """Return a list of quotations with their states and sources."""
    heading = check.name or tr("Quotations")
    lines = [f"# {heading}", ""]
    for one in quotations:
        lines.append(f"- **{state_line(one)}**: “{one_line(one.text)}”")
        lines += [f"  - {change}" for change in _change_texts(check, one)]
    return "\n".join(lines) + "\n"


def _change_texts(check: QuotationCheck, quotation: CheckedQuotation) -> list[str]:
    """Return each change as 'old → new'."""
    return [
        f"{one_line(quotation.source_text[one.source.start : one.source.end]) or '–'} → "
        f"{one_line(check.text[one.draft.start : one.draft.end]) or '–'}"
        for one in quotation.changes
    ]


def _cell(text: str) -> str:
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) else text
