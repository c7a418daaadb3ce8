"""The preview of the selected passage, and the order in which it loads.

Long documents are loaded in steps, so that keys are handled and text is painted in between.
"""

import re
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QTimer

from tests.fakes.library_samples import page_preview, text_preview
from twofold.engine.api import LocatorKind, Preview, TextSpan
from twofold.ui.preview.incremental_task import IncrementalTask


def preview_of(text, **more):
    about = {"file_type": "md", "line_numbers": (1,), "passage": TextSpan(0, len(text))} | more
    return Preview(text, text, f"/notes/{text}.md", place_kind=LocatorKind.LINE, text=text, **about)


def test_a_document_is_opened_in_steps_and_shown_complete(panel, qtbot):
    seen = []
    panel.open_preview(preview_of("A note"))
    QTimer.singleShot(0, lambda: seen.append(panel.preview))
    assert panel.preview is None
    qtbot.waitUntil(panel.read_view.isVisible)
    assert seen == [None]
    assert panel.read_view.toPlainText() == "A note"


def test_of_two_documents_opened_at_once_only_the_newer_is_shown(panel, qtbot):
    shown = []
    panel.read_view.textChanged.connect(lambda: shown.append(panel.read_view.toPlainText()))
    panel.open_preview(preview_of("An older note"))
    panel.open_preview(preview_of("A newer note"))
    qtbot.waitUntil(panel.read_view.isVisible)
    assert panel.read_view.toPlainText() == "A newer note"
    panel.open_preview(preview_of("The newest note"))
    page = page_preview(width=panel.page_width())
    panel.open_preview(page)
    qtbot.waitUntil(panel.page_view.isVisible)
    assert panel.preview == page
    assert set(shown).isdisjoint({"An older note", "The newest note"})


def test_a_sentence_found_before_the_document_opens_is_highlighted(panel, qtbot):
    note = preview_of("A note of two. Sentences are these.")
    panel.open_preview(note)
    panel.open_preview(replace(note, nearest=TextSpan(15, 35)))
    qtbot.waitUntil(panel.read_view.isVisible)
    marked = [mark.cursor.selectedText() for mark in panel.read_view.extraSelections()]
    assert marked == ["Sentences are these."]


@pytest.mark.parametrize("turn_away", ["show_nothing", "show_failure"])
def test_a_document_no_longer_wanted_is_not_shown(panel, qtbot, turn_away):
    panel.open_preview(preview_of("A note"))
    panel.show_nothing() if turn_away == "show_nothing" else panel.show_failure("It is gone.", "")
    later = []
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: later.append(True)))
    qtbot.waitUntil(lambda: bool(later))
    assert panel.preview is None
    assert not panel.read_view.isVisible()


def test_plain_text_requested_while_loading_applies_to_the_new_document(panel, qtbot):
    panel.show_preview(preview_of("An older note"))
    panel.open_preview(preview_of("A newer note"))
    panel.head.plain.click()
    qtbot.waitUntil(panel.text_view.isVisible)
    assert panel.text_view.toPlainText() == "A newer note"


def test_a_theme_changed_while_loading_applies_to_the_new_document(
    panel, qtbot, qapp, theme, monkeypatch
):
    write = panel.read_view.written

    def written(reading):
        QTimer.singleShot(0, theme, lambda: theme.name == "dark" or theme.use("dark", qapp))
        return write(reading)

    monkeypatch.setattr(panel.read_view, "written", written)
    panel.open_preview(preview_of("A note"))
    qtbot.waitUntil(lambda: theme.name == "dark" and panel.read_view.isVisible())
    letters = panel.read_view.document().firstBlock().begin().fragment().charFormat()
    assert letters.foreground().color() == theme.color("text")


def test_a_failed_preview_shows_the_reason_and_no_other_document(panel):
    panel.show_preview(text_preview("a"))
    panel.show_failure("The page cannot be shown.", "", "a")
    assert panel.preview.chunk_id == "a"
    panel.show_failure("The file has gone.", "Check for changes.", "b")
    assert panel.failure_text == "The file has gone. Check for changes."
    assert panel.preview is None
    assert panel.head._name.text() == "Preview"


def test_an_entry_of_zotero_is_named_by_its_title_and_not_by_its_key(panel):
    panel.resize(900, 500)
    preview = replace(
        text_preview(), title="On lanterns", file_type="zotero", member="annotations/EF56GH78",
        absolute_path="/Zotero/zotero.sqlite",
    )  # fmt: skip
    panel.show_preview(preview)
    name = panel.head._name.text()
    assert "On lanterns" in name
    assert "EF56GH78" not in name
    assert panel.head._name.toolTip() == "/Zotero/zotero.sqlite/annotations/EF56GH78"


def test_the_file_name_keeps_space_beside_pages_and_matches(panel):
    panel.resize(400, 500)
    preview = replace(page_preview(), absolute_path="/Papers/agreement-2026.pdf")
    panel.show_preview(preview)
    head = panel.head
    head.pages.show()
    head.show_match(4, 18)
    assert re.sub("<[^>]+>", "", head.matches.words) == "5 / 18"
    assert head.matches.toolTip() == "Match <b>5</b> of 18"
    panel.resize(760, 500)
    assert head.matches.words == "Match <b>5</b> of 18"


@pytest.fixture
def turns(qapp):
    owner = QObject()
    yield IncrementalTask(owner)
    owner.deleteLater()


def steps(log, name, count=3):
    for number in range(count):
        log.append((name, number))
        yield


def test_the_first_step_runs_immediately_and_events_between_the_others(turns, qtbot):
    log = []
    turns.start(steps(log, "work"))
    assert log == [("work", 0)]
    QTimer.singleShot(0, lambda: log.append("a key"))
    qtbot.waitUntil(lambda: ("work", 2) in log)
    assert log.index("a key") < log.index(("work", 2))


def test_newer_work_replaces_the_rest_of_older_work(turns, qtbot):
    log = []

    def beginning():
        log.append("begun")
        turns.start(steps(log, "other"))
        yield
        log.append("gone on")

    turns.start(beginning())
    qtbot.waitUntil(lambda: ("other", 2) in log)
    assert "gone on" not in log


def test_dropped_work_does_not_continue(turns, qtbot):
    log = []
    turns.start(steps(log, "dropped"))
    turns.drop()
    later = []
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: later.append(True)))
    qtbot.waitUntil(lambda: bool(later))
    assert log == [("dropped", 0)]


@pytest.mark.parametrize("before", ["txt", "md"])
@pytest.mark.parametrize("after", ["txt", "md"])
def test_no_highlight_of_a_longer_document_is_used_in_a_shorter_one(panel, before, after):
    long, short = "".join(f"word {number}\n\n" for number in range(500)), "word"
    for file_type, text in ((before, long), (after, short)) * 2:
        matches = tuple(TextSpan(at.start(), at.end()) for at in re.finditer("word", text))
        about = {"file_type": file_type, "passage": matches[-1], "matches": matches}
        panel.show_preview(preview_of(text, **about))
    assert panel.preview.text == short  # and Qt has not warned, which fails a test


def test_a_document_is_released_when_another_view_shows_the_next(panel):
    page = page_preview()
    text = replace(text_preview(), file_type="txt")
    note = preview_of("# Note")
    for preview in (page, text, note, page):
        panel.show_preview(preview)
    assert panel.read_view.document().isEmpty()
    assert panel.text_view.document().isEmpty()
    pixels = page.image.pixels
    held = sys.getrefcount(pixels)
    panel.show_preview(note)
    assert sys.getrefcount(pixels) < held  # the image referenced them without a copy
    panel.show_nothing()
    assert panel.read_view.document().isEmpty()
