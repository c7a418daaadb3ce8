"""Finding a passage again."""

import pytest

from engine.model.document import Chunk, DocumentMetadata, ExtractedText, PlaceKind
from engine.model.hit import TextSpan
from engine.search.preview import find_passage, line_numbers, nearest


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


def test_an_unchanged_file_is_opened_at_the_stored_place():
    found = find_passage(text_file("a\nb\na\n"), passage("a", 4), changed=False)
    assert (found.span, found.notice) == (TextSpan(4, 5), "")


def test_a_moved_passage_is_found_and_that_is_said():
    found = find_passage(text_file("new\nnew\nold text\n"), passage("old text", 0), changed=True)
    assert found.span == TextSpan(8, 16)
    assert found.notice.endswith("The passage was found again on line 3.")


def test_a_passage_still_in_its_place_is_said_to_be():
    found = find_passage(text_file("old\nmore"), passage("old", 0), changed=True)
    assert found.span == TextSpan(0, 3)
    assert "still in its place" in found.notice


def test_a_passage_that_is_gone_is_said_to_be():
    found = find_passage(text_file("all new"), passage("old", 0), changed=True)
    assert found.span is None
    assert "no longer in it" in found.notice


@pytest.mark.parametrize(("start", "expected"), [(0, 0), (3, 4), (5, 4), (7, 8), (99, 8)])
def test_the_occurrence_nearest_to_the_old_place_is_taken(start, expected):
    assert nearest("ab--ab--ab", "ab", start) == expected
    assert nearest("ab--ab--ab", "", start) is None


def test_lines_are_numbered_as_in_the_file():
    assert line_numbers(text_file("a\r\nb\n\nc")) == (1, 2, 3, 4)
