"""Finding a passage again."""

import pytest

from engine.model.document import Chunk, DocumentMetadata, ExtractedText, PlaceKind
from engine.search.preview import line_numbers, nearest


def text_file(text: str) -> ExtractedText:
    starts, offset = [], 0
    for line in text.splitlines(keepends=True):
        starts.append(offset)
        offset += len(line)
    return ExtractedText(
        text, PlaceKind.LINE, tuple(starts), tuple(range(1, len(starts) + 1)), (),
        DocumentMetadata(), "txt",
    )  # fmt: skip


def passage(text: str, start: int) -> Chunk:
    return Chunk(0, text, start, start + len(text), PlaceKind.LINE, 1, 1)


@pytest.mark.parametrize(("start", "expected"), [(0, 0), (3, 4), (5, 4), (7, 8), (99, 8)])
def test_the_occurrence_nearest_to_the_old_place_is_taken(start, expected):
    assert nearest("ab--ab--ab", "ab", start) == expected
    assert nearest("ab--ab--ab", "", start) is None


def test_lines_are_numbered_as_in_the_file():
    assert line_numbers(text_file("a\r\nb\n\nc")) == (1, 2, 3, 4)
