import pytest

from engine.extract import text_building as line_text
from engine.extract.text_building import LineText
from engine.model.document import BlockKind, DocumentMetadata, PlaceKind
from engine.model.errors import DocumentError


def test_a_place_begins_with_its_first_line_and_without_headings():
    text = LineText()
    for number, lines in ((1, ["a"]), (2, []), (3, ["b", "c"])):
        text.begin_place(number)
        for line in lines:
            text.add(line, BlockKind.HEADING, 1)
    text.begin_place(4)
    text.add("d")
    extracted = text.extracted(PlaceKind.SLIDE, DocumentMetadata(), "pptx")
    assert extracted.text == "a\n\nb\nc\n\nd"
    assert (extracted.place_starts, extracted.place_numbers) == ((0, 3, 8), (1, 3, 4))
    assert extracted.blocks[-1].heading_path == ()


def test_a_document_with_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(line_text, "_MOST_CHARACTERS", 10)
    text = LineText()
    text.add("12345")
    with pytest.raises(DocumentError) as failure:
        text.add("12345")
    assert failure.value.reason == "too-large"
