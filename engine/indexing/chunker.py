"""Splitting a document into passages (chunks), the units that are found, embedded and cited.

A chunk is an exact slice of its document's text. Chunks follow the document's structure: a section
becomes one or more chunks of about TARGET_SIZE characters, small neighbouring sections under the
same parent share a chunk, a heading stays with the text below it, and no chunk crosses a page
boundary.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from twofold.engine.indexing.text_units import TextUnit, text_units, weight
from twofold.engine.model.citation import joined_label
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    LINE_BREAK,
    BlockKind,
    Chunk,
    CutText,
    ExtractedText,
    LocatorKind,
    PassageKind,
    Region,
    column_heads_of,
    region_around,
)
from twofold.engine.model.document_limits import (
    MAX_LABEL_LENGTH,
    MAX_PASSAGE_LENGTH,
    with_short_details,
)
from twofold.engine.model.source_languages import source_language
from twofold.engine.ranking.signatures import document_signature

# In Latin characters (see text_units.weight). TARGET_SIZE is about 250 tokens of prose and 400 of
# code, so title, headings and passage together fit into the 512 tokens of common models.
TARGET_SIZE = 1000.0
MAX_SIZE = 1200.0
MIN_SIZE = 350.0
# Text between blocks (such as a comment) that is heavier than this is never pulled into a chunk to
# fill it up.
_MAX_GAP = 80.0
# The weight of the line break and blank line between two units.
_BREAK = 2.0
# If code or table rows are this many times larger than their neighbour, the merged span gets their
# heading path.
_MUCH_LARGER = 3
# The minimum share of a passage that a definition covers for the passage to be named after it.
_MIN_SHARE = 0.5

_Section = list[TextUnit]


class Span(NamedTuple):
    """The span [start, end) of a document's text.

    `size` is its weight (see text_units), including comments between its units, and `code` is the
    part of that weight which is code. `path` is the heading path that all of its text is under,
    excluding headings inside the span. Source code that is mostly one definition has the path of
    that definition. `is_heading` is True if the span contains only headings.
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
    def is_code_only(self) -> bool:
        """True for source code and data, False for prose that contains some code."""
        return self.code >= self.size

    def joined(self, after: Span, text: str) -> Span:
        """Return this span merged with the one after it."""
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
        is_code = self.is_code_only and after.is_code_only
        # Such as the end of a class after its last method, a line between two functions or a line
        # below a table.
        names_more = is_code or column_heads_of(larger.path)
        if names_more and smaller.path == common and larger.size >= _MUCH_LARGER * smaller.size:
            return larger.path
        return common


def is_outdated(version: str) -> bool:
    """Return whether a file with this chunker version in the catalog must be read and split again.

    Files that failed have the version ''.
    """
    return version not in {"", CHUNKER_VERSION}


def chunk(extracted: ExtractedText) -> tuple[Chunk, ...]:
    """Return the chunks of a document, in order and without overlap."""
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


def cut(text: ExtractedText | CutText) -> CutText:
    """Return the passages and the signature of a document, unless another process made them."""
    if isinstance(text, CutText):
        return text
    chunks = chunk(text)
    signature = document_signature(chunks, text.file_type)
    return CutText(text.metadata, text.file_type, chunks, signature=signature)


def _spans(extracted: ExtractedText) -> list[Span]:
    text = extracted.text
    spans: list[Span] = []
    for section in _sections(text_units(extracted, MAX_SIZE), text):
        spans.extend(_packed(section, text))
    return _merged(_with_headings_joined(spans, text), text)


def _properties(extracted: ExtractedText) -> list[Span]:
    """Return the spans of the declared properties; they are never merged with other text."""
    packed: list[Span] = []
    for unit in text_units(extracted, MAX_SIZE):
        span = Span.of(unit)
        is_next = packed and not extracted.text[packed[-1].end : span.start].strip()
        if is_next and _may_join(packed[-1], span, extracted.text, MAX_SIZE):
            packed[-1] = packed[-1].joined(span, extracted.text)
        else:
            packed.append(span)
    return packed


# -- sections ------------------------------------------------------------------------------------


def _sections(units: Iterable[TextUnit], text: str) -> list[_Section]:
    """Group units by heading; consecutive headings open a single section."""
    sections: list[_Section] = []
    for unit in units:
        last = sections[-1][-1] if sections else None
        if last is None or last.page != unit.page or _begins_section(last, unit, text):
            sections.append([unit])
        else:
            sections[-1].append(unit)
    return sections


def _begins_section(previous: TextUnit, unit: TextUnit, text: str) -> bool:
    """Return whether `unit` starts a new section."""
    if previous.kind is BlockKind.HEADING:
        is_deeper = unit.heading_path[: len(previous.heading_path)] == previous.heading_path
        return unit.kind is BlockKind.HEADING and not is_deeper
    if unit.kind is BlockKind.HEADING or unit.heading_path != previous.heading_path:
        return True
    return _gap(text, previous.end, unit.start) > _MAX_GAP


# -- packing and merging -------------------------------------------------------------------------


def _packed(section: _Section, text: str) -> list[Span]:
    """Divide a section into spans of about equal size, none much larger than MAX_SIZE."""
    pieces = [Span.of(unit) for unit in section]
    gaps = (_gap(text, a.end, b.start) for a, b in pairwise(section))
    total = sum(piece.size for piece in pieces) + sum(gaps)
    goal = total / max(1, -(-total // TARGET_SIZE)) if total > MAX_SIZE else MAX_SIZE
    packed = [pieces[0]]
    for piece in pieces[1:]:
        joined = packed[-1].joined(piece, text)
        if _is_full(packed[-1], joined.size, goal, text) or _is_long(packed[-1], piece):
            packed.append(piece)
        else:
            packed[-1] = joined
    if len(packed) > 1 and _fits(packed[-2], packed[-1], text, MAX_SIZE):
        packed[-2:] = [packed[-2].joined(packed[-1], text)]
    return packed


def _is_full(span: Span, with_next: float, goal: float, text: str) -> bool:
    if span.is_heading:
        return with_next > 2 * MAX_SIZE
    # Text that ends with a colon introduces the text after it, so they stay together.
    if with_next > MAX_SIZE or text[span.end - 1] in ":：":
        return with_next > MAX_SIZE
    return with_next > goal and with_next - goal > goal - span.size


def _with_headings_joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Merge standalone headings with the text after them.

    A heading at the end is merged with the text before it.
    """
    joined: list[Span] = []
    for span in spans:
        before = joined[-1] if joined else None
        if before and before.is_heading and _may_join(before, span, text, 2 * MAX_SIZE):
            joined[-1] = before.joined(span, text)
        else:
            joined.append(span)
    whole: list[Span] = []
    for span in joined:
        if whole and span.is_heading and _may_join(whole[-1], span, text, MAX_SIZE):
            whole[-1] = whole[-1].joined(span, text)
        else:
            whole.append(span)
    return whole


def _merged(spans: Sequence[Span], text: str) -> list[Span]:
    """Merge small neighbours: parts of one section, a section and its children, or siblings."""
    merged: list[Span] = []
    for span in spans:
        if merged and _belong_together(merged[-1], span, text):
            merged[-1] = merged[-1].joined(span, text)
        else:
            merged.append(span)
    return merged


def _belong_together(before: Span, after: Span, text: str) -> bool:
    if not _fits(before, after, text, TARGET_SIZE):
        return False
    ours, theirs = before.path, after.path
    is_related = theirs[: len(ours)] == ours or theirs[:-1] == ours[:-1]
    # Code and data continue after a nested part ends; prose does not continue after a subsection. A
    # line below a table continues the section too, but the notes of a sheet are not part of its
    # rows.
    is_below = before.size >= _MUCH_LARGER * after.size and column_heads_of(ours) != ""
    continues = after.code > 0 or (before.page == 0 and is_below)
    is_related = is_related or (continues and ours[: len(theirs)] == theirs)
    return is_related and _gap(text, before.end, after.start) <= _MAX_GAP


def _fits(before: Span, after: Span, text: str, limit: float) -> bool:
    """Return whether one of two spans is too small to stay alone and both fit together."""
    return min(before.size, after.size) < MIN_SIZE and _may_join(before, after, text, limit)


def _may_join(before: Span, after: Span, text: str, limit: float) -> bool:
    if before.page != after.page or before.size + after.size > limit or _is_long(before, after):
        return False
    return before.size + after.size + _gap(text, before.end, after.start) <= limit


def _is_long(before: Span, after: Span) -> bool:
    """Return whether two spans are too long together; blank lines between them have no weight."""
    return after.end - before.start > MAX_PASSAGE_LENGTH


def _gap(text: str, end: int, start: int) -> float:
    """Return the weight of the text between two blocks, such as comments and rules."""
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
    """Return the area of the page that a passage covers if its text comes from OCR."""
    spans = extracted.regions
    if not spans:
        return None
    first = bisect_right(spans, start, key=lambda span: span.end)
    last = bisect_left(spans, end, key=lambda span: span.start)
    return region_around(span.region for span in spans[first:last])


def _symbol(extracted: ExtractedText, span: Span) -> str:
    """Return the name of the definition a passage is about (in source code, a heading)."""
    if not source_language(extracted.file_type):
        return ""
    path = main_definition(extracted, span.start, span.end)
    return path[-1] if path else ""


def _columns(
    extracted: ExtractedText, start: int, end: int, places: tuple[int, int]
) -> tuple[int | None, int | None]:
    """Return the start and end columns of a passage that begins or ends inside a line."""
    kind = extracted.place_kind
    if not kind.is_line or (kind is LocatorKind.LINE and not extracted.is_verbatim):
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
    """Return the path of the innermost definition that covers more than half of [start, end).

    A passage inside one definition is named after it. A passage of several small neighbours is
    named after the definition that covers most of it, or else the one that encloses them all. The
    result is () if there is no such definition.
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
    covering = [path for path, length in held.items() if length > total * _MIN_SHARE]
    return max(covering, key=len, default=())
