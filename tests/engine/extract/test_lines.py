import pytest

from engine.extract import text_building
from engine.extract.formats.text import extract
from engine.extract.lines import line_spans, line_starts
from engine.model.errors import DocumentError


def test_lines_end_at_lf_crlf_and_cr():
    assert line_starts("a\nb\r\nc\rd") == (0, 2, 5, 7)
    assert line_spans("ab\r\n\ncd\n") == [(0, 2), (4, 4), (5, 7)]
    assert (line_starts("a\n\n"), line_starts("")) == ((0, 2), (0,))


def test_exotic_separators_end_no_line():
    text = "form\x0cfeed vt\x0b nel\x85 ls\u2028 ps\u2029 fs\x1c end\nsecond"
    assert len(text.splitlines()) == 8
    assert line_starts(text) == (0, text.index("second"))


def test_paragraphs_stand_between_blank_lines():
    found = extract(b"one\ntwo\n \t\n\n  three\r\n")
    assert [found.text[b.start : b.end] for b in found.blocks] == ["one\ntwo", "  three"]
    assert found.place_starts == (0, 4, 8, 11, 12)


def test_a_document_with_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(text_building, "_MOST_CHARACTERS", 10)
    text = text_building.LineText()
    text.add("12345")
    with pytest.raises(DocumentError) as failure:
        text.add("12345")
    assert failure.value.reason == "too-large"
