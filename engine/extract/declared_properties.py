"""Adding the properties that a document declares to its text, so that they are found and cited.

In text files, front matter and headers are already part of the text. Other formats store such
values elsewhere, so the values are added to the text, one on each line ('Author: Ida Holm').
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from twofold.engine.extract.lines import line_spans
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)

_LABEL = "Properties"
_NUMBERED = {LocatorKind.PARAGRAPH, LocatorKind.ROW}
# Headers are at the start of a file.
_MAX_HEADER_LENGTH = 20_000
_MAX_VALUES = 100


def declared_values(metadata: DocumentMetadata) -> Iterator[tuple[str, str]]:
    """Yield the names and values that a document declares, except for its title and dates."""
    named = (
        ("author", metadata.author),
        ("publisher", metadata.publisher),
        ("editor", metadata.editor),
        ("published in", metadata.container),
        ("DOI", metadata.doi),
        ("ISBN", metadata.isbn),
        ("citation key", metadata.citation_key),
        *metadata.properties,
    )
    for name, value in named:
        line = " ".join(value.split())
        if line:
            yield " ".join(name.split()), line


def with_properties(extracted: ExtractedText) -> ExtractedText:
    """Return the document with a block of the declared values that its text does not contain."""
    if any(block.kind is BlockKind.PROPERTIES for block in extracted.blocks):
        return extracted
    if extracted.metadata.entry_url and not extracted.metadata.properties:
        return extracted  # annotations, whose item has these values
    values = list(declared_values(extracted.metadata))[:_MAX_VALUES]
    if not values:
        return extracted
    if extracted.is_verbatim:
        return _with_header_lines(extracted, [value for _, value in values])
    missing = [(name, value) for name, value in values if value not in extracted.text]
    if not missing or extracted.place_kind is LocatorKind.TIME:
        return extracted
    lines = [f"{name[:1].upper()}{name[1:]}: {value}" for name, value in dict(missing).items()]
    return _with_lines(extracted, "\n".join(lines))


def _with_header_lines(extracted: ExtractedText, values: list[str]) -> ExtractedText:
    """Return the document with a block for each header line that contains one of `values`."""
    first = extracted.blocks[0].start if extracted.blocks else len(extracted.text)
    header = extracted.text[: min(first, _MAX_HEADER_LENGTH)]
    lines = [
        Block(start, end, BlockKind.PROPERTIES)
        for start, end in line_spans(header)
        if end > start and any(value in header[start:end] for value in values)
    ]
    return replace(extracted, blocks=(*lines, *extracted.blocks))


def _with_lines(extracted: ExtractedText, lines: str) -> ExtractedText:
    """Insert lines as a block: after the first page if there are pages, else at the end."""
    starts, numbers = extracted.place_starts, extracted.place_numbers
    is_paged = extracted.place_kind.is_paged
    # A page may have several places (rows of a sheet) with the same number.
    on_first_page = bisect_right(numbers, numbers[0]) if is_paged else len(starts)
    at = starts[on_first_page] if on_first_page < len(starts) else len(extracted.text)
    before, after = extracted.text[:at], extracted.text[at:]
    opening = "\n" if before and not before.endswith("\n") else ""
    closing = "\n" if after else ""
    first = at + len(opening)
    declared = [
        Block(first + start, first + end, BlockKind.PROPERTIES, (_LABEL,))
        for start, end in line_spans(lines)
    ]
    length = len(opening) + len(lines) + len(closing)
    moved = replace(
        extracted,
        text=f"{before}{opening}{lines}{closing}{after}",
        blocks=(
            *(one for one in extracted.blocks if one.start < at),
            *declared,
            *(
                replace(one, start=one.start + length, end=one.end + length)
                for one in extracted.blocks
                if one.start >= at
            ),
        ),
        regions=tuple(
            one if one.start < at else replace(one, start=one.start + length, end=one.end + length)
            for one in extracted.regions
        ),
    )
    if is_paged:
        later = (start + length for start in starts[on_first_page:])
        return replace(moved, place_starts=(*starts[:on_first_page], *later))
    if extracted.place_kind not in _NUMBERED:
        return moved
    # In these kinds of documents, each line is a place.
    new = [block.start for block in declared]
    last = numbers[-1]
    labels = extracted.place_labels and (*extracted.place_labels, *(_LABEL for _ in new))
    known = [start for start in starts if start < first]
    return replace(
        moved,
        place_starts=(*known, *new),
        place_numbers=(*numbers[: len(known)], *range(last + 1, last + 1 + len(new))),
        place_labels=labels,
    )
