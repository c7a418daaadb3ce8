"""Passages: what is found, embedded and cited.

A chunk is an exact slice of its document's text. Chunks follow the document's structure: a
section makes one or more chunks of about TARGET characters, small neighbouring sections under
one parent share a chunk, a heading stays with what follows it, and no chunk crosses a page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from twofold.engine.extract.lines import LINE_BREAK
from twofold.engine.indexing.text_units import TextUnit, text_units, weight
from twofold.engine.model.citation import joined_label
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    BlockKind,
    Chunk,
    ExtractedText,
    PassageKind,
    PlaceKind,
    Region,
    column_heads_of,
    region_around,
    source_language,
)
from twofold.engine.model.document_limits import (
    MAX_LABEL_LENGTH,
    MAX_PASSAGE_LENGTH,
    with_short_details,
)

# In Latin characters (see text_units.weight). TARGET is about 250 tokens of prose and 400 of
# code, so that title, headings and passage together fit the 512 tokens of common models.
TARGET = 1000.0
LARGEST = 1200.0
SMALLEST = 350.0
# Text outside blocks (a comment) heavier than this is not drawn into a chunk to fill it.
_WIDEST_GAP = 80.0
# What a line break and a blank line between two units weigh.
_BREAK = 2.0
# Code, or rows of a table, so many times larger than its neighbour gives the path of both.
_MUCH_LARGER = 3
# The part of a passage that its definition holds at least.
_SHARE = 0.5

_Section = list[TextUnit]


class Span(NamedTuple):
    """The span [start, end) of a document's text.

    `size` is its weight (see text_units), comments between its units included, `code` the part
    of it that is code. `path` is that of the section it is about: the headings that all its text
    stands under, not that of headings inside it; source code that is mostly one definition has the
    path of that. `is_heading` is True when it holds nothing else.
    """

    start: int
    end: int
    size: float
    code: float
    path: tuple[str, ...]
    page: int
    is_heading: bool

    @classmethod
    def of(cls, unit: TextUnit) -> Span:
        """Return the span of a single unit."""
        size = unit.size + _BREAK
        code = size if unit.kind is BlockKind.CODE else 0.0
        is_heading = unit.kind is BlockKind.HEADING
        return cls(unit.start, unit.end, size, code, unit.heading_path, unit.page, is_heading)

    @property
    def is_all_code(self) -> bool:
        """True in source code and data, False in prose that holds some."""
        return self.code >= self.size

    def joined(self, after: Span, text: str) -> Span:
        """Return this span and the one after it as one."""
        return Span(
            self.start,
            after.end,
            self.size + after.size + _gap(text, self.end, after.start),
            self.code + after.code,
            self._joined_path(after),
            self.page,
            self.is_heading and after.is_heading,
        )

    def _joined_path(self, after: Span) -> tuple[str, ...]:
        if self.is_heading != after.is_heading:
            return after.path if self.is_heading else self.path
        common = _common(self.path, after.path)
        larger, smaller = (self, after) if self.size >= after.size else (after, self)
        is_code = self.is_all_code and after.is_all_code
        # The end of a class after its last method, a line between two functions or below a table.
        names_more = is_code or column_heads_of(larger.path)
        if names_more and smaller.path == common and larger.size >= _MUCH_LARGER * smaller.size:
            return larger.path
        return common


def is_outdated(version: str) -> bool:
    """Say whether a file with this chunker version in the catalog is to be read and cut anew.

    A file that failed has the version ''.
    """
    return version not in {"", CHUNKER_VERSION}


def chunk(extracted: ExtractedText) -> tuple[Chunk, ...]:
    """Return the chunks of a document, in order, without overlap."""
    properties = tuple(one for one in extracted.blocks if one.kind is BlockKind.PROPERTIES)
    if properties:
        others = tuple(one for one in extracted.blocks if one.kind is not BlockKind.PROPERTIES)
        merged = _spans(replace(extracted, blocks=others))
        declared = _properties(replace(extracted, blocks=properties))
    else:
        merged, declared = _spans(extracted), []
    spans = sorted([*merged, *declared]) if declared else merged
    starts = {span.start for span in declared}
    chunks = [
        _chunk(
            extracted,
            span,
            position,
            PassageKind.PROPERTIES if span.start in starts else PassageKind.TEXT,
        )
        for position, span in enumerate(spans)
    ]
    return with_short_details(chunks)


def _spans(extracted: ExtractedText) -> list[Span]:
    text = extracted.text
    spans: list[Span] = []
    for section in _sections(text_units(extracted, LARGEST), text):
        spans.extend(_packed(section, text))
    return _merged(_with_headings_joined(spans, text), text)


def _properties(extracted: ExtractedText) -> list[Span]:
    """Return the spans of what a document declares, which are joined with no other text."""
    packed: list[Span] = []
    for unit in text_units(extracted, LARGEST):
        span = Span.of(unit)
        is_next = packed and not extracted.text[packed[-1].end : span.start].strip()
        if is_next and _may_join(packed[-1], span, extracted.text, LARGEST):
            packed[-1] = packed[-1].joined(span, extracted.text)
        else:
            packed.append(span)
    return packed


# -- sections ------------------------------------------------------------------------------------


def _sections(units: Iterable[TextUnit], text: str) -> list[_Section]:
    """Group units between headings; headings directly above each other open one section."""
    sections: list[_Section] = []
    for unit in units:
        last = sections[-1][-1] if sections else None
        if last is None or last.page != unit.page or _begins_section(last, unit, text):
            sections.append([unit])
        else:
            sections[-1].append(unit)
    return sections


def _begins_section(previous: TextUnit, unit: TextUnit, text: str) -> bool:
    """Say whether `unit` opens a section of its own."""
    if previous.kind is BlockKind.HEADING:
        is_deeper = unit.heading_path[: len(previous.heading_path)] == previous.heading_path
        return unit.kind is BlockKind.HEADING and not is_deeper
    if unit.kind is BlockKind.HEADING or unit.heading_path != previous.heading_path:
        return True
    return _gap(text, previous.end, unit.start) > _WIDEST_GAP


# -- packing and merging -------------------------------------------------------------------------


def _packed(section: _Section, text: str) -> list[Span]:
    """Divide one section into spans of about equal size, none much larger than LARGEST."""
    pieces = [Span.of(unit) for unit in section]
    gaps = (_gap(text, a.end, b.start) for a, b in pairwise(section))
    total = sum(piece.size for piece in pieces) + sum(gaps)
    goal = total / max(1, -(-total // TARGET)) if total > LARGEST else LARGEST
    packed = [pieces[0]]
    for piece in pieces[1:]:
        joined = packed[-1].joined(piece, text)
        if _is_full(packed[-1], joined.size, goal, text) or _is_long(packed[-1], piece):
            packed.append(piece)
        else:
            packed[-1] = joined
    if len(packed) > 1 and _fits(packed[-2], packed[-1], text, LARGEST):
        packed[-2:] = [packed[-2].joined(packed[-1], text)]
    return packed


def _is_full(span: Span, with_next: float, goal: float, text: str) -> bool:
    if span.is_heading:
        return with_next > 2 * LARGEST
    # What ends with a colon introduces what follows; they are read together.
    if with_next > LARGEST or text[span.end - 1] in ":：":
        return with_next > LARGEST
    return with_next > goal and with_next - goal > goal - span.size


def _with_headings_joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Give headings that stand alone to what follows them, or, at the end, to what they end."""
    joined: list[Span] = []
    for span in spans:
        before = joined[-1] if joined else None
        if before and before.is_heading and _may_join(before, span, text, 2 * LARGEST):
            joined[-1] = before.joined(span, text)
        else:
            joined.append(span)
    whole: list[Span] = []
    for span in joined:
        if whole and span.is_heading and _may_join(whole[-1], span, text, LARGEST):
            whole[-1] = whole[-1].joined(span, text)
        else:
            whole.append(span)
    return whole


def _merged(spans: Sequence[Span], text: str) -> list[Span]:
    """Join small neighbours: parts of one section, a section and its children, or siblings."""
    merged: list[Span] = []
    for span in spans:
        if merged and _belong_together(merged[-1], span, text):
            merged[-1] = merged[-1].joined(span, text)
        else:
            merged.append(span)
    return merged


def _belong_together(before: Span, after: Span, text: str) -> bool:
    if not _fits(before, after, text, TARGET):
        return False
    ours, theirs = before.path, after.path
    is_related = theirs[: len(ours)] == ours or theirs[:-1] == ours[:-1]
    # Code and data go on after a part of them ends; prose under a heading never does.
    # So does a line below a table, but the notes of a sheet are no part of its rows.
    is_below = before.size >= _MUCH_LARGER * after.size and column_heads_of(ours) != ""
    goes_on = after.code > 0 or (before.page == 0 and is_below)
    is_related = is_related or (goes_on and ours[: len(theirs)] == theirs)
    return is_related and _gap(text, before.end, after.start) <= _WIDEST_GAP


def _fits(before: Span, after: Span, text: str, most: float) -> bool:
    """Say whether one of two spans is too small for itself and both not too large."""
    return min(before.size, after.size) < SMALLEST and _may_join(before, after, text, most)


def _may_join(before: Span, after: Span, text: str, most: float) -> bool:
    if before.page != after.page or before.size + after.size > most or _is_long(before, after):
        return False
    return before.size + after.size + _gap(text, before.end, after.start) <= most


def _is_long(before: Span, after: Span) -> bool:
    """Return whether two spans are too long together; blank lines between them have no weight."""
    return after.end - before.start > MAX_PASSAGE_LENGTH


def _gap(text: str, end: int, start: int) -> float:
    """Weigh what stands between two blocks and is in neither: comments, rules."""
    return weight(between) if (between := text[end:start].strip()) else 0.0


def _common(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    if ours == theirs:
        return ours
    length = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        length += 1
    return ours[:length]


# -- chunks --------------------------------------------------------------------------------------


def _chunk(extracted: ExtractedText, span: Span, position: int, kind: PassageKind) -> Chunk:
    start, end = span.start, span.end
    first = bisect_right(extracted.place_starts, start) - 1
    last = bisect_right(extracted.place_starts, end - 1) - 1
    columns = _columns(extracted, start, end, (first, last))
    ends = extracted.place_ends or extracted.place_numbers
    labels = extracted.place_labels
    return Chunk(
        position=position,
        text=extracted.text[start:end],
        start=start,
        end=end,
        place_kind=extracted.place_kind,
        place_start=extracted.place_numbers[first],
        place_end=max(ends[first : last + 1]),
        start_column=columns[0],
        end_column=columns[1],
        heading_path=span.path,
        lang=extracted.metadata.lang,
        is_code=span.code * 2 > span.size,
        place_label=_label(labels[first], labels[last]) if labels else "",
        symbol=_symbol(extracted, span),
        region=_region(extracted, start, end),
        kind=kind,
    )


def _label(first: str, last: str) -> str:
    return joined_label(first[:MAX_LABEL_LENGTH], last[:MAX_LABEL_LENGTH])


def _region(extracted: ExtractedText, start: int, end: int) -> Region | None:
    """Return where a passage stands on its page, if its text was recognised there."""
    spans = extracted.regions
    if not spans:
        return None
    first = bisect_right(spans, start, key=lambda span: span.end)
    last = bisect_left(spans, end, key=lambda span: span.start)
    return region_around(span.region for span in spans[first:last])


def _symbol(extracted: ExtractedText, span: Span) -> str:
    """Name the definition a passage is about: in source code, definitions are headings."""
    if not source_language(extracted.file_type):
        return ""
    path = main_definition(extracted, span.start, span.end)
    return path[-1] if path else ""


def _columns(
    extracted: ExtractedText, start: int, end: int, places: tuple[int, int]
) -> tuple[int | None, int | None]:
    """Return the columns where the passage begins and ends inside a line."""
    kind = extracted.place_kind
    if not kind.is_line or (kind is PlaceKind.LINE and not extracted.is_verbatim):
        return None, None
    line_start = extracted.place_starts[places[0]]
    last_line_start = extracted.place_starts[places[1]]
    begins_inside = start > line_start
    ends_inside = end < len(extracted.text) and not LINE_BREAK.match(extracted.text, end)
    return (
        start - line_start + 1 if begins_inside else None,
        end - last_line_start + 1 if ends_inside else None,
    )


def main_definition(extracted: ExtractedText, start: int, end: int) -> tuple[str, ...]:
    """Return the path of the innermost definition that holds more than half of [start, end).

    A passage that lies in one definition names it. One that joins small neighbours names the one
    it mostly is, else what encloses them all; () when nothing does.
    """
    blocks = extracted.blocks
    first = max(0, bisect_right(blocks, start, key=lambda block: block.start) - 1)
    last = bisect_left(blocks, end, key=lambda block: block.start)
    held: Counter[tuple[str, ...]] = Counter()
    total = 0
    for block in blocks[first:last]:
        length = min(block.end, end) - max(block.start, start)
        if length > 0:
            total += length
            path = block.heading_path
            held.update({path[:depth]: length for depth in range(1, len(path) + 1)})
    most = [path for path, length in held.items() if length > total * _SHARE]
    return max(most, key=len, default=())
