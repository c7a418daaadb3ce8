import pytest

from engine.extract import text_building as line_text
from engine.extract.text_building import LineText
from engine.model.errors import DocumentError


def test_a_document_with_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(line_text, "_MOST_CHARACTERS", 10)
    text = LineText()
    text.add("12345")
    with pytest.raises(DocumentError) as failure:
        text.add("12345")
    assert failure.value.reason == "too-large"
