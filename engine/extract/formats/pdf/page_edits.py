"""Corrections of the text of a PDF page that preserve the positions of its characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from operator import attrgetter

from twofold.engine.extract.formats.pdf.page_tables import PageText
from twofold.engine.model.document import BlockKind


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Text that replaces the span [start, end) of PDFium's text of a page."""

    start: int
    end: int
    text: str = ""


def without_overlaps(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in order; an edit that overlaps an earlier one is left out."""
    kept: list[Edit] = []
    for edit in sorted(set(edits)):
        if not kept or kept[-1].end <= edit.start:
            kept.append(edit)
    return kept


def apply_edits(page: PageText, text: str, edits: Sequence[Edit]) -> PageText:
    """Return the text of a page after these edits; `text` is PDFium's text of the page.

    `edits` are in order and do not overlap.
    """
    if not edits:
        return page
    pieces = tuple(_apply_to_pieces(page.pieces, edits))
    written = "".join(f"{before}{text[start:end]}" for before, start, end in pieces)
    if any("\n" in text[one.start : one.end] for one in edits):
        page = _lines_after(page, text, edits)
    return replace(page, text=written, pieces=pieces)


def _apply_to_pieces(
    pieces: Iterable[tuple[str, int, int]], edits: Sequence[Edit]
) -> Iterator[tuple[str, int, int]]:
    """Yield the pieces, cut at the edits.

    A replacement becomes a piece with an empty span at the position of its edit.
    """
    for before, start, end in pieces:
        lead, at = before, start
        for edit in _within(edits, start, end):
            yield lead, at, edit.start
            lead, at = "", edit.end
            if edit.text:
                yield edit.text, edit.start, edit.start
        yield lead, at, end


def _within(edits: Sequence[Edit], start: int, end: int) -> Iterator[Edit]:
    first = bisect_left(edits, start, key=attrgetter("start"))
    inside = takewhile(lambda edit: edit.start < end, islice(edits, first, None))
    return (edit for edit in inside if edit.end <= end)


def _lines_after(page: PageText, text: str, edits: Sequence[Edit]) -> PageText:
    """Return `page` with `kinds` and `lines` updated after edits that joined lines."""
    total = page.text.count("\n") + 1
    lines: Sequence[int] = page.lines or range(total)
    kinds = page.kinds or (BlockKind.PARAGRAPH,) * total
    joined: set[int] = set()
    line = 0
    for before, start, end in page.pieces:
        line += before.count("\n")
        at = start
        for edit in _within(edits, start, end):
            line += text.count("\n", at, edit.start)
            ends = text.count("\n", edit.start, edit.end)
            joined.update(range(line + 1, line + ends + 1))
            line += ends
            at = edit.end
        line += text.count("\n", at, end)
    kept = [at for at in range(total) if at not in joined]
    return replace(
        page,
        lines=tuple(lines[at] for at in kept),
        kinds=tuple(kinds[at] for at in kept),
    )
