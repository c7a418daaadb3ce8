"""The plain text view: line numbers, passage, matches, and UTF-16 offsets."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from tests.fakes.library_samples import text_preview as markdown_preview
from tests.ui.preview.conftest import marked
from twofold.engine.api import LocatorKind, Preview, TextSpan
from twofold.ui.preview.text_view import MAX_TEXT_LENGTH, SHORTENED_TEXT, TextView, excerpt_of


def preview_of(text, passage=None, matches=(), numbers=()):
    return Preview(
        "0", "", "/a.txt", "txt", LocatorKind.LINE, text, passage, matches, tuple(numbers)
    )


def text_preview(chunk_id=f"{1:016x}"):
    """The sample as plain text."""
    return replace(markdown_preview(chunk_id), file_type="txt")


def shown_in_qt(shown, span):
    document = QTextDocument()
    document.setPlainText(shown.text)
    cursor = QTextCursor(document)
    cursor.setPosition(span.start)
    cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n")


@pytest.mark.parametrize(
    "before", ["", "🧹🧹 ", "two\r\nlines\r\n🧹", "\r", "a\u2029b ", "\ufeff", "\ufffe"]
)
def test_a_span_marks_the_same_words_in_qt(qapp, before):
    text = f"{before}the finalizer stays"
    start = text.index("finalizer")
    shown = excerpt_of(preview_of(text, TextSpan(start, start + len("finalizer"))))
    assert shown_in_qt(shown, shown.passage) == "finalizer"


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=60), st.data())
def test_every_text_keeps_its_spans(qapp, text, data):
    start = data.draw(st.integers(0, len(text)))
    with_mark = text[:start] + "<mark>" + text[start:]
    shown = excerpt_of(preview_of(with_mark, TextSpan(start, start + len("<mark>"))))
    assert shown_in_qt(shown, shown.passage) == "<mark>"


def test_every_line_is_one_block_with_its_number(qapp):
    shown = excerpt_of(preview_of("a\r\nb\nc\rd", numbers=(10, 11, 12, 13)))
    document = QTextDocument()
    document.setPlainText(shown.text)
    assert document.blockCount() == 4
    assert shown.line_numbers == (10, 11, 12, 13)


def test_huge_documents_and_lines_are_cut_around_the_passage():
    text = "".join(f"line {number} of many\n" for number in range(60_000))
    start = text.index("line 30000 ")
    passage = TextSpan(start, start + 10)
    matches = (TextSpan(0, 4), TextSpan(start, start + 4))
    shown = excerpt_of(preview_of(text, passage, matches, range(1, 60_001)))
    assert shown.is_cut
    assert len(shown.text) <= MAX_TEXT_LENGTH + 20
    assert shown.text[shown.passage.start : shown.passage.end] == "line 30000"
    assert shown.matches == (TextSpan(shown.passage.start, shown.passage.start + 4),)
    assert shown.line_numbers[shown.text.count("\n", 0, shown.passage.start)] == 30_001

    shown = excerpt_of(preview_of(f"{'x' * 100_000} needle", TextSpan(100_001, 100_007)))
    assert shown.is_cut
    assert len(shown.text) < 2 * SHORTENED_TEXT
    assert shown.text[shown.passage.start : shown.passage.end] == "needle"


def test_a_text_opens_at_its_passage_with_the_numbers_of_the_file(panel):
    panel.show_preview(text_preview())
    view = panel.text_view
    assert view.passage_blocks() == range(29, 33)
    area = view.passage_area()
    assert -4 <= area.top() <= area.bottom() <= view.viewport().height() + 4
    assert view.numbers.numbers[29:33] == (30, 31, 32, 33)


def test_slides_are_shown_as_text_without_numbers_or_page_buttons(panel):
    slides = {"place_kind": LocatorKind.SLIDE, "line_numbers": (), "file_type": "pptx"}
    panel.show_preview(replace(text_preview(), **slides))
    assert panel.text_view.isVisible()
    assert set(panel.text_view.numbers.numbers) == {0}
    assert not panel.head.pages.isVisible()


def test_prose_and_code_have_different_fonts(panel):
    families = []
    for file_type in ("txt", "py"):
        panel.show_preview(replace(text_preview(), file_type=file_type))
        families.append(panel.text_view.document().defaultFont().family())
    assert families[0] != families[1]


def test_a_line_of_the_source_is_numbered_once(qtbot, theme):
    view = TextView(theme)
    qtbot.addWidget(view)
    text = "The night\n\nOn the 22nd\n\nWhat helped"
    view.show_text(preview_of(text, numbers=(12, 12, 13, 14, 14)))
    numbers = [view.numbers.number_shown(block) for block in range(5)]
    assert numbers == [12, 0, 13, 14, 0]


def test_matches_are_visited_from_the_passage_on_and_wrap_around(panel):
    preview = text_preview()
    panel.show_preview(preview)
    view, count, looks = panel.text_view, len(preview.matches), marked(panel.text_view)
    first = next(n for n, m in enumerate(preview.matches) if m.start >= preview.passage.start)
    assert panel.head.matches.words == f"Match <b>{first + 1}</b> of {count}"
    for step in range(count):
        panel.step_match(-1)
        at = (first - 1 - step) % count
        assert panel.head.matches.words == f"Match <b>{at + 1}</b> of {count}"
        changed = [n for n, look in enumerate(marked(view)) if look != looks[n]]
        assert changed in ([at], [])  # one in the passage is already filled
        assert view.viewport().rect().intersects(view.area_of(view.matches[at]).toRect())
    panel.show_preview(text_preview(f"{2:016x}"))
    assert marked(view) == looks


def test_a_match_right_after_the_passage_looks_like_others_outside(panel):
    text = "pod pod pod"
    matches = (TextSpan(0, 3), TextSpan(4, 7), TextSpan(8, 11))
    panel.show_preview(preview_of(text, TextSpan(0, 4), matches))
    first, second, third = marked(panel.text_view)
    assert first != second == third


def test_a_long_passage_opens_where_most_words_are_close_together(panel):
    """The passage is higher than the view, with a frequent word everywhere and two rare ones."""
    code = [f"tide_{number}(day)" for number in range(200)]
    code[150] = "# spring tide floods the quay"
    text = "\n".join(code)
    matches = tuple(TextSpan(*found.span()) for found in re.finditer("tide|spring|floods", text))
    preview = preview_of(text, TextSpan(0, len(text)), matches, range(1, 201))
    panel.show_preview(replace(preview, file_type="py"))
    assert 150 in [number for number, _ in panel.text_view.visible_lines()]
    first = next(n for n, match in enumerate(matches) if text.startswith("spring", match.start))
    assert panel.head.matches.words == f"Match <b>{first + 1}</b> of {len(matches)}"


@pytest.mark.parametrize("file_type", ["txt", "md"])
def test_a_shorter_document_does_not_keep_old_highlights(panel, file_type):
    """Qt warns of a cursor behind the end, because a scroll bar resizes the view in between."""
    for number in (300, 3):
        text = "one word\n\n" * number
        words = tuple(TextSpan(start, start + 3) for start in range(0, len(text), 10))
        preview = preview_of(
            text, TextSpan(len(text) - 10, len(text) - 2), words, range(2 * number)
        )
        panel.show_preview(replace(preview, file_type=file_type))
        view = panel.read_view if file_type == "md" else panel.text_view
        assert view.isVisible()
        assert len(view.matches) == number
