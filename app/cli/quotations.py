"""The checked quotations of a draft on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from twofold.app.cli.output import (
    count,
    dim,
    green,
    has_colors,
    red,
    say,
    yellow,
)
from twofold.engine.api import (
    CheckedQuotation,
    QuotationCheck,
    QuotationState,
    WordDifference,
    format_locator,
)

_BEGINNING = 60
# Words shown before and after each change.
_CONTEXT = 24
_COLORS = {
    QuotationState.EXACT: green,
    QuotationState.CHANGED: yellow,
    QuotationState.MISSING: red,
}


def say_check(check: QuotationCheck, listed: Sequence[CheckedQuotation]) -> None:
    """Print one line for each listed quotation, and the numbers of all."""
    has_color = has_colors(sys.stdout)
    for one in listed:
        state = _COLORS[one.state](f"{one.state.value:8}")
        text = " ".join(with_changes(check.text, one, has_color=has_color).split())
        say(f"{state} line {one.line}: {text}{_source(one)}")
    counts = ", ".join(f"{number} {state.value}" for state, number in check.counts.items())
    say(f"{count(len(check.quotations), 'quotation')}: {counts}")
    if check.is_cut:
        say(dim("The draft is too long. Only its beginning was checked."))


def _source(quotation: CheckedQuotation) -> str:
    """Return the citation of a quotation, with its permitted differences."""
    source = quotation.source
    if source is None:
        return ""
    where = f"{source.folder}/{source.citation.path}, "
    where += format_locator(source.citation.place, source.citation.label)
    notes = [f"marked: {mark.value}" for mark in quotation.marks]
    if quotation.others:
        notes.append(f"also in {count(quotation.others, 'other document')}")
    if not quotation.is_marked:
        notes.append("no quotation marks")
    about = f" ({'; '.join(notes)})" if notes else ""
    return f"  {dim(f'{where} <{source.citation.uri}>{about}')}"


def with_changes(draft: str, quotation: CheckedQuotation, *, has_color: bool) -> str:
    """Return the beginning of a quotation, or the words around its changes.

    Words of the source that are missing are written [-old-], words that it does not contain {+new+}
    or, with colours, in red and green.
    """
    span = quotation.span
    if not quotation.changes:
        beginning = draft[span.start : span.end]
        is_long = len(beginning) > _BEGINNING
        return f"“{beginning[:_BEGINNING].rstrip()}{'…' if is_long else ''}”"
    parts = list(_around_changes(draft, quotation, has_color=has_color))
    return f"“{''.join(parts)}”"


def _around_changes(draft: str, quotation: CheckedQuotation, *, has_color: bool) -> Iterator[str]:
    at = quotation.span.start
    for change in quotation.changes:
        yield _shortened(draft[at : change.draft.start], is_first=at == quotation.span.start)
        yield _change(draft, quotation.source_text, change, has_color=has_color)
        at = change.draft.end
    rest = draft[at : quotation.span.end]
    yield rest if len(rest) <= _CONTEXT else f"{rest[:_CONTEXT].rsplit(' ', 1)[0]}…"


def _shortened(text: str, *, is_first: bool) -> str:
    """Return the text before a change, without its middle if it is long."""
    if len(text) <= 2 * _CONTEXT:
        return text
    before = text[:_CONTEXT].rsplit(" ", 1)[0] if is_first or " " in text[:_CONTEXT] else ""
    return f"{before} … {text[-_CONTEXT:].split(' ', 1)[-1]}"


def _change(draft: str, source: str, change: WordDifference, *, has_color: bool) -> str:
    old = source[change.source.start : change.source.end]
    new = draft[change.draft.start : change.draft.end]
    if has_color:
        parts = (red(old) if old else "", green(new) if new else "")
    else:
        parts = (f"[-{old}-]" if old else "", f"{{+{new}+}}" if new else "")
    text = " ".join(filter(None, parts)) if has_color else "".join(parts)
    return text if new else f"{text} "
