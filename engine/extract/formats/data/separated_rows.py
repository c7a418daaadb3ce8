"""CSV and TSV files: the text is the decoded file; the column names are the heading."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from twofold.engine.extract.column_heads import column_heads
from twofold.engine.extract.encoding import decode
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.model.document import Block, BlockKind, ExtractedText

_DELIMITERS = {"csv": ",;\t|", "tsv": "\t,;|", "tab": "\t,;|", "psv": "|,;\t"}
_SAMPLE = 65_536
_SAMPLE_ROWS = 50
_MAX_LABELS = 200_000
# Characters; rows are grouped so that a file of a million rows is not a million blocks.
_GROUP = 250
_MAX_CELL_LENGTH = 10_000


def extract(data: bytes, file_type: str = "csv") -> ExtractedText:
    """Read a file of rows; raise DocumentError if it is not text."""
    decoded = decode(data)
    text = decoded.text
    delimiter = sniffed_delimiter(text[:_SAMPLE], _DELIMITERS.get(file_type, ",;\t|"))
    rows = list(_row_spans(text, delimiter))
    names = column_heads(_cells(text[slice(*rows[0])], delimiter)) if rows else ""
    extracted = verbatim_text(decoded, _blocks(rows, names), file_type)
    if len(extracted.place_starts) > _MAX_LABELS:
        return extracted
    return replace(extracted, place_labels=_labels(rows, extracted.place_starts))


def sniffed_delimiter(sample: str, candidates: str) -> str:
    """Return the delimiter for which the most of the first rows have the same number of cells.

    If several delimiters are equal, return the one with the most cells.
    """
    return max(candidates, key=lambda delimiter: _usual_row_share(sample, delimiter))


def _usual_row_share(sample: str, delimiter: str) -> tuple[float, int]:
    """Return the share of rows with the most frequent number of cells, and that number."""
    spans = _sample_rows(sample, delimiter)
    counts = [len(_cells(sample[slice(*span)], delimiter)) for span in spans]
    usual = max(set(counts), key=lambda count: (counts.count(count), count), default=1)
    return (counts.count(usual) / len(counts), usual) if usual > 1 else (0.0, 1)


def _sample_rows(sample: str, delimiter: str) -> Iterator[tuple[int, int]]:
    for index, span in enumerate(_row_spans(sample, delimiter)):
        # The last row of a sample may be cut short.
        if index >= _SAMPLE_ROWS or (span[1] >= len(sample) == _SAMPLE):
            return
        yield span


def _row_spans(text: str, delimiter: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of every row that is not blank; a quoted cell may contain line breaks.

    A quote that is not closed within 10,000 characters is an ordinary character.
    """
    plain = rf"[^{re.escape(delimiter)}\r\n]*+"
    after = rf"(?=[{re.escape(delimiter)}\r\n]|\Z)"
    cell = rf'(?:"(?:[^"]|""){{0,{_MAX_CELL_LENGTH}}}+"{after}|{plain})'
    row = re.compile(rf"({cell}(?:{re.escape(delimiter)}{cell})*+)(?:\r\n|\r|\n|\Z)")
    at = 0
    while at < len(text) and (found := row.match(text, at)):
        if found[1].strip():
            yield found.span(1)
        at = found.end()


def _cells(row: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([row.replace("\r\n", "\n")], delimiter=delimiter), [])
    except csv.Error:
        return row.split(delimiter)


def _blocks(rows: list[tuple[int, int]], names: str) -> Iterator[Block]:
    path = (names,) if names else ()
    if names and rows:
        yield Block(*rows[0], BlockKind.HEADING, path)
    start = end = -1
    for row_start, row_end in rows[1:] if names else rows:
        if start >= 0 and row_end - start > _GROUP:
            yield Block(start, end, BlockKind.TABLE, path)
            start = -1
        start = row_start if start < 0 else start
        end = row_end
    if start >= 0:
        yield Block(start, end, BlockKind.TABLE, path)


def _labels(rows: list[tuple[int, int]], line_starts: tuple[int, ...]) -> tuple[str, ...]:
    """Return the label of the row of each line; rows are counted as in spreadsheet programs."""
    starts = [start for start, _ in rows]
    numbers: list[int] = []
    number = 0
    row_index = -1
    for line_start in line_starts:
        index = bisect_right(starts, line_start) - 1
        is_inside = (
            index >= 0
            and index == row_index
            and line_start <= rows[index][1]
            and starts[index] != line_start
        )
        number += not is_inside
        row_index = index
        numbers.append(number)
    return tuple(f"row {number}" for number in numbers)
