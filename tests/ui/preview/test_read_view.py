"""Formatted documents in the real panel."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.fakes.library_samples import text_preview
from tests.ui.preview.conftest import marked
from twofold.engine.api import Block, BlockKind, LocatorKind, Preview, TextSpan
from twofold.ui.preview.reading import MAX_MARKDOWN_LENGTH

MARKDOWN = """# Cleaning up

A *finalizer* 🧹 is a **key**. See [the docs](https://example.org/docs),
![a picture](http://tracker.example/p.png) and <img src="http://tracker.example/q.png">.

- one `finalizer`
- another
"""


def preview_of(text, passage, file_type="md", **more):
    start = text.index(passage)
    return Preview(
        "00",
        "Cleaning up",
        f"/notes/file.{file_type}",
        file_type,
        LocatorKind.LINE,
        text,
        TextSpan(start, start + len(passage)),
        line_numbers=tuple(range(1, text.count("\n") + 2)),
        **more,
    )


def spans_of(text, word):
    starts = [n for n in range(len(text)) if text.startswith(word, n)]
    return tuple(TextSpan(start, start + len(word)) for start in starts)


def shown_lines(view):
    """Return the paragraphs and cells that are not empty."""
    return [line for line in view.toPlainText().split("\n") if line]


def dark_pixels(picture):
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return sum(picture.pixelColor(x, y).lightness() < 100 for x, y in places)


def show(panel, text, passage, word, **more):
    panel.show_preview(preview_of(text, passage, matches=spans_of(text, word), **more))
    return panel.read_view


def test_markdown_is_formatted_with_exact_highlights(panel):
    view = show(panel, MARKDOWN, "- one `finalizer`", "finalizer")
    assert view.isVisible()
    assert "A finalizer 🧹 is a key. See the docs, a picture and" in view.toPlainText()
    assert marked(view) == [("finalizer", False), ("finalizer", True)]
    assert panel.head.matches.words == "Match <b>2</b> of 2"


def test_the_passage_and_the_current_match_are_visible(panel):
    text = "\n\n".join(f"Paragraph {number} about little." for number in range(80))
    view = show(panel, text, "Paragraph 60 about little.", "little")
    cursor = view.textCursor()
    assert cursor.block().text() == "Paragraph 60 about little."
    area = view.passage_area()
    assert area is not None
    assert 0 <= area.top() < area.bottom() <= view.viewport().height()
    panel.step_match(1)
    assert view.textCursor().block().text() == "Paragraph 61 about little."
    assert view.viewport().rect().contains(view.cursorRect())
    assert marked(view)[61][1]


@pytest.mark.parametrize("file_type", ["md", "txt"])
def test_a_sentence_found_later_is_highlighted_without_scrolling_the_user(panel, file_type):
    text = "First little.\n\n" + "Long. " * 300 + "The end of it matters."
    first = preview_of(text, text[15:], file_type, matches=spans_of(text, "little"))
    nearest = replace(first, nearest=TextSpan(text.index("The end"), len(text)))
    panel.show_preview(first)
    view = panel.read_view if file_type == "md" else panel.text_view
    top = view.verticalScrollBar().value()
    panel.show_preview(nearest)
    assert ("The end of it matters.", True) in marked(view)
    assert view.verticalScrollBar().value() > top
    panel.show_preview(first)
    view.verticalScrollBar().setValue(1)
    panel.show_preview(nearest)
    assert view.verticalScrollBar().value() == 1


def test_the_plain_text_has_line_numbers_and_shows_the_nearest_sentence(panel):
    view = show(panel, MARKDOWN, "- one `finalizer`", "finalizer", nearest=TextSpan(0, 13))
    panel.head.plain.click()
    assert panel.text_view.isVisible()
    assert panel.text_view.numbers.numbers[:3] == (1, 2, 3)
    assert marked(panel.text_view)[0] == (MARKDOWN[:13], True)
    panel.head.plain.click()
    assert view.isVisible()


def test_resources_of_a_document_are_not_loaded(panel):
    view = show(panel, MARKDOWN, "- one `finalizer`", "finalizer")
    assert '<img src="http://tracker.example/q.png">' in view.toPlainText()
    assert "\ufffc" not in view.toPlainText()
    image = QTextDocument.ResourceType.ImageResource.value
    assert view.loadResource(image, QUrl("http://tracker.example/p.png")) is None
    assert view.loadResource(image, QUrl.fromLocalFile("/etc/passwd")) is None


def test_a_link_is_opened_only_after_confirmation(panel, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    view = show(panel, MARKDOWN, "- one `finalizer`", "finalizer")
    for answer in ("Cancel", "Open"):
        view.anchorClicked.emit(QUrl("https://example.org/docs"))
        box = view.findChild(QMessageBox)
        assert box.informativeText() == "https://example.org/docs"
        assert opened == []
        next(b for b in box.buttons() if b.text() == answer).click()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert opened == [QUrl("https://example.org/docs")]


def test_other_links_are_neither_shown_nor_followed(panel):
    for address in ("file:///etc/passwd", "javascript:alert(1)", "smb://a/b", "x"):
        view = show(panel, f"A [link]({address}) and a word.", "word", "word")
        view.anchorClicked.emit(QUrl(address))
        assert view.findChild(QMessageBox) is None
        assert "anchor" not in view.toHtml()
        assert "href" not in view.toHtml()


def test_a_web_page_is_formatted_from_the_engine_blocks(panel):
    text = "Frost\n\nCover <b>the</b> plants.\n\nFleece\n\nNight\tDegrees\nMonday\t-3\nx = 1"
    pieces = [
        ("Frost", BlockKind.HEADING),
        ("Cover <b>the</b> plants.", BlockKind.PARAGRAPH),
        ("Fleece", BlockKind.LIST),
        ("Night\tDegrees", BlockKind.TABLE),
        ("Monday\t-3", BlockKind.TABLE),
        ("x = 1", BlockKind.CODE),
    ]
    blocks = tuple(
        Block(text.index(part), text.index(part) + len(part), kind, ("Frost",))
        for part, kind in pieces
    )
    view = show(panel, text, "Monday\t-3", "Monday", file_type="html", blocks=blocks)
    assert shown_lines(view) == [
        "Frost", "Cover <b>the</b> plants.", "•\u2002Fleece", "Night", "Degrees", "Monday", "-3",
        "x = 1",
    ]  # fmt: skip
    assert marked(view) == [("Monday", True)]


def test_separated_values_are_a_table_with_column_names(panel):
    rows = "".join(f'Vendor {n};"paper; sort {n}";{n}\n' for n in range(2_000))
    text = f"vendor;remark;price\n{rows}"
    view = show(panel, text, "Vendor 1500;", "Vendor 1500", file_type="csv")
    cells = shown_lines(view)
    assert cells[:3] == ["vendor", "remark", "price"]
    assert "paper; sort 1500" in cells
    assert "Vendor 3" not in cells
    assert panel._notice.text() == "Only the text around the passage is shown."


def test_the_column_names_stay_visible(panel):
    rows = "".join(f"{n},kittiwake,Olsen\n" for n in range(40))
    text = f"day,species,seen by\n{rows}"
    view = show(panel, text, text[text.index("20,kitt") :], "20", file_type="csv")
    row = view.head_row_above()
    assert 20 < row.height() < 40
    size = round(row.height()) - 2
    over = view.viewport().grab().toImage().copy(0, 2, 200, size - 2)
    view.verticalScrollBar().setValue(int(row.top()))
    assert view.head_row_above() is None
    itself = view.viewport().grab().toImage().copy(0, 2, 200, size - 2)
    assert abs(dark_pixels(over) - dark_pixels(itself)) < 0.2 * dark_pixels(itself), (
        dark_pixels(over),
        dark_pixels(itself),
    )
    assert dark_pixels(itself) > 50


def test_a_long_passage_opens_at_the_row_that_was_found(panel):
    rows = "".join(f"{n},kittiwake,Olsen\n" for n in range(30))
    text = f"day,species,seen by\n{rows}31,albatross,Olsen\n32,kittiwake,Olsen\n"
    view = show(panel, text, text[text.index("0,kitt") :], "albatross", file_type="csv")
    place = view.cursorRect(view.textCursor())
    assert view.textCursor().block().text() == "albatross"
    assert 0 <= place.top() <= place.bottom() <= view.viewport().height()


def test_the_header_of_a_mail_is_a_separate_table(panel):
    text = "From: Ada\nTo: Ben\n\nThe lamp burns."
    blocks = (Block(0, 17, BlockKind.PARAGRAPH), Block(19, len(text), BlockKind.PARAGRAPH))
    view = show(panel, text, "The lamp", "lamp", file_type="eml", blocks=blocks)
    assert shown_lines(view) == ["From", "Ada", "To", "Ben", "The lamp burns."]


def test_unmappable_and_long_documents_are_shown_as_plain_text(panel):
    long = "word " * MAX_MARKDOWN_LENGTH  # one block
    for text, passage in (("Words.\n\n[a]: http://b.org\n", "[a]: http://b.org"), (long, "word")):
        show(panel, text, passage, "none")
        assert panel.text_view.isVisible()
        assert not panel.head.plain.isVisible()


def test_matches_are_visible_in_high_contrast(panel, theme, qapp):
    """Highlights have the page color there, so matches in the passage were invisible."""
    theme.use("contrast_dark", qapp)
    text = "The finalizer.\n\nA finalizer, another finalizer.\n"
    view = show(panel, text, "A finalizer, another finalizer.", "finalizer")
    forms = [QTextCharFormat(mark.format) for mark in view.extraSelections()]
    assert {form.underlineColor().name() for form in forms} == {theme.color("kw_fill").name()}
    panel.step_match(1)
    _, first, second = (QTextCharFormat(mark.format) for mark in view.extraSelections())
    assert first.background().style() == Qt.BrushStyle.NoBrush
    assert second.background().color() == theme.color("kw")
    assert second.foreground().color() == theme.color("surface")


def test_highlights_are_right_after_a_byte_order_mark(panel):
    """Web pages and concatenated texts contain them at the start of paragraphs."""
    for first in ("\ufeff", "\ufffe"):
        text = f"{first}A finalizer is a key."
        block = Block(0, len(text), BlockKind.PARAGRAPH)
        view = show(panel, text, text, "finalizer", file_type="html", blocks=(block,))
        assert marked(view) == [("finalizer", True)]


def test_a_theme_change_keeps_the_scroll_position(panel, theme, qapp):
    text = "\n\n".join(f"Paragraph {number} of the finalizer." for number in range(60))
    view = show(panel, text, "Paragraph 3 of", "finalizer")
    panel.step_match(1)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before, words = bar.value(), panel.head.matches.words
    looks = [mark.format.underlineStyle() for mark in view.extraSelections()]
    theme.use("dark", qapp)
    assert view.textCursor().charFormat().foreground().color() == theme.color("text")
    assert bar.value() == before
    assert [mark.format.underlineStyle() for mark in view.extraSelections()] == looks
    panel.step_match(1)
    assert panel.head.matches.words != words


def test_slides_are_text_below_their_numbers(panel):
    text = "Rocks\nNothing here\n\nLight\nThe lamp burns."
    spans = [(0, 5), (6, 18), (20, 25), (26, 41)]
    blocks = tuple(Block(start, end, BlockKind.PARAGRAPH) for start, end in spans)
    slides = {"blocks": blocks, "slides": ((0, 1), (20, 2)), "file_type": "pptx"}
    view = show(panel, text, "The lamp", "lamp", **slides)
    expected = ["Slide 1", "Rocks", "Nothing here", "Slide 2", "Light", "The lamp burns."]
    assert shown_lines(view) == expected
    assert marked(view) == [("lamp", True)]


def test_a_long_note_shows_the_blocks_around_the_passage(panel):
    paragraphs = [f"## Part {number}\n\n*Paragraph* {number}" for number in range(2_000)]
    text = "\n\n".join(paragraphs)
    starts = [text.index(part + "\n") for part in paragraphs[:-1]]
    blocks = tuple(
        Block(start, start + len(part), BlockKind.PARAGRAPH)
        for start, part in zip(starts, paragraphs, strict=False)
    )
    view = show(panel, text, "*Paragraph* 1500", "Paragraph", blocks=blocks)
    lines = shown_lines(view)
    assert lines[lines.index("Part 1500") + 1] == "Paragraph 1500"
    assert "Part 3" not in lines
    assert ("Paragraph", True) in marked(view)
    cursor = view.textCursor()
    assert cursor.block().text() == "Paragraph 1500"
    assert panel._notice.text() == "Only the text around the passage is shown."


@pytest.mark.parametrize("plain", [False, True])
def test_the_passage_stays_visible_when_the_preview_is_resized(panel, qtbot, plain):
    """In a narrow window, the preview is laid out before it is shown and is much too narrow."""
    words = "Each of these words takes some room in a line that is broken at its end. " * 4
    text = "\n\n".join([words] * 12 + ["Here the passage stands, which is short."] + [words] * 12)
    panel.resize(140, 300)
    panel.show_preview(preview_of(text, "Here the passage stands, which is short."))
    if plain:
        panel.head.plain.click()
    view = panel.text_view if plain else panel.read_view
    assert not view.isHidden()
    for width in (1_000, 300, 700):
        panel.resize(width, 500)
        qtbot.waitUntil(lambda least=width - 40: view.width() > least)
        area = view.passage_area()
        assert area is not None
        assert 0 <= area.top() < view.viewport().height() / 2
    view.verticalScrollBar().setValue(0)
    panel.resize(1_000, 500)
    assert view.verticalScrollBar().value() == 0


def workbook_preview(*rows, passage):
    """Return a preview of a sheet with column names in its first row, as from the engine."""
    lines = ["\t".join(row).lstrip("\t") for row in rows]
    text = "\n".join(lines) + "\n"
    path, blocks, start = ("Stock", ", ".join(filter(None, rows[0]))), [], 0
    for number, line in enumerate(lines):
        kind = BlockKind.TABLE if number else BlockKind.HEADING
        empty = next(place for place, cell in enumerate(rows[number]) if cell)
        blocks.append(Block(start, start + len(line), kind, path, empty))
        start += len(line) + 1
    return replace(preview_of(text, passage, "xlsx"), blocks=tuple(blocks))


def test_workbook_rows_are_shown_below_their_column_names(panel):
    rows = [(f"Valve {number}", str(number), "Quokka Ltd") for number in range(400)]
    preview = workbook_preview(("Article", "Pieces", "Supplier"), *rows, passage="Valve 300")
    panel.show_preview(preview)
    view = panel.read_view
    lines = shown_lines(view)
    assert lines[:4] == ["Stock", "Article", "Pieces", "Supplier"]
    assert "Valve 300" in lines
    assert "Valve 100" not in lines
    assert view.toPlainText()[view.passage.start : view.passage.end] == "Valve 300"


def test_rows_with_leading_empty_cells_keep_their_columns(panel):
    """For such a row, the engine returns only the other cells and the number of empty ones."""
    rows = [("", "", f"Valve {number}") if number % 2 else (str(number),) for number in range(40)]
    preview = workbook_preview(("", "Pieces", "Article"), *rows, passage="Valve 39")
    panel.show_preview(preview)
    view = panel.read_view
    assert view.head_row_above() is not None
    table = next(frame for frame in view.document().rootFrame().childFrames())
    named = [table.cellAt(0, column).firstCursorPosition().block().text() for column in range(3)]
    assert named == ["", "Pieces", "Article"]
    last = [table.cellAt(40, column).firstCursorPosition().block().text() for column in range(3)]
    assert last == ["", "", "Valve 39"]
    assert view.toPlainText()[view.passage.start : view.passage.end] == "Valve 39"


def test_a_right_to_left_list_has_its_bullets_inside_the_page(panel):
    text = "# عقد\n\n* يتحمل المالك\n* يتحمل المستأجر\n"
    view = show(panel, text, "يتحمل المستأجر", "المستأجر")
    last = view.document().lastBlock().layout()
    right = last.position().x() + last.lineAt(0).naturalTextRect().right()
    assert right <= view.document().textWidth() - view.document().documentMargin()


def test_letters_are_enlarged_and_passage_and_selection_stay(panel):
    panel.resize(540, 400)
    panel.show_preview(text_preview())
    view = panel.read_view
    assert view.find("finalizer")
    size = view.currentCharFormat().font().pixelSize()
    panel.zoom_by(2)
    assert view.currentCharFormat().font().pixelSize() == round(1.44 * size)
    assert view.textCursor().selectedText() == "finalizer"
    area = view.area_of(view.passage)
    assert area.bottom() > 0
    assert area.top() < view.viewport().height()
    panel.head.plain.click()
    assert panel.text_view.font().pixelSize() == round(1.44 * 13)  # the same size for all texts
