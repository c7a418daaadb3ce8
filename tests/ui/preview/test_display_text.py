from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from engine.api import PlaceKind, Preview, TextSpan
from ui.preview.display_text import LONGEST_LINE, LONGEST_TEXT, display_text


def preview_of(text, passage=None, matches=(), numbers=()):
    return Preview(
        "0", "", "/a.md", "markdown", PlaceKind.LINE, text, passage, matches, tuple(numbers)
    )


def shown_in_qt(shown, span):
    document = QTextDocument()
    document.setPlainText(shown.text)
    cursor = QTextCursor(document)
    cursor.setPosition(span.start)
    cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n")


@pytest.mark.parametrize("before", ["", "plain ", "🧹🧹 ", "two\r\nlines\r\n", "\r", "a\u2029b "])
def test_a_span_marks_the_same_words_in_qt(qapp, before):
    text = f"{before}the finalizer stays"
    start = text.index("finalizer")
    shown = display_text(preview_of(text, TextSpan(start, start + len("finalizer"))))
    assert shown_in_qt(shown, shown.passage) == "finalizer"


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=60), st.data())
def test_every_text_keeps_its_spans(qapp, text, data):
    start = data.draw(st.integers(0, len(text)))
    marked = text[:start] + "<mark>" + text[start:]
    shown = display_text(preview_of(marked, TextSpan(start, start + len("<mark>"))))
    assert shown_in_qt(shown, shown.passage) == "<mark>"


def test_every_line_is_one_block_with_its_number(qapp):
    shown = display_text(preview_of("a\r\nb\nc\rd", numbers=(10, 11, 12, 13)))
    document = QTextDocument()
    document.setPlainText(shown.text)
    assert document.blockCount() == 4
    assert shown.line_numbers == (10, 11, 12, 13)


def test_a_huge_document_is_cut_around_its_passage():
    lines = [f"line {number} of many\n" for number in range(60_000)]
    text = "".join(lines)
    start = text.index("line 30000 ")
    preview = preview_of(text, TextSpan(start, start + 10), numbers=range(1, 60_001))

    shown = display_text(preview)

    assert shown.is_cut
    assert len(shown.text) <= LONGEST_TEXT + 20
    assert shown.text[shown.passage.start : shown.passage.end] == "line 30000"
    block = shown.text.count("\n", 0, shown.passage.start)
    assert shown.line_numbers[block] == 30_001


def test_one_endless_line_is_cut_too():
    text = "x" * 100_000 + " needle " + "y" * 100_000
    start = text.index("needle")
    shown = display_text(preview_of(text, TextSpan(start, start + 6)))
    assert shown.is_cut
    assert len(shown.text) < 70_000 + LONGEST_LINE
    assert shown.text[shown.passage.start : shown.passage.end] == "needle"


def test_matches_outside_the_part_shown_are_left_out():
    text = "needle " + "word\n" * 200_000 + "needle"
    end = len(text)
    preview = preview_of(text, TextSpan(end - 6, end), (TextSpan(0, 6), TextSpan(end - 6, end)))
    assert len(display_text(preview).matches) == 1
    assert len(display_text(replace(preview, text="needle", passage=None)).matches) == 1
