"""The files that are not indexed, on the library page."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from tests.fakes.library_samples import sample_failures, sample_status
from tests.ui.library.page_case import answer, click, words_in
from tests.ui.window_case import open_window
from twofold.engine.api import (
    EMPTY,
    DocumentFailure,
    FailureReason,
    RetryFailures,
)
from twofold.ui.library.failure_table import Column, FailureAction, LinesRole
from twofold.ui.library.failures import Section
from twofold.ui.settings.settings_dialog import SettingsDialog


def test_files_that_are_not_indexed_are_listed_with_reasons(qtbot, page):
    page.failures.show_failures(())
    assert not page.failures.table.isVisible()
    assert "All files were indexed." in words_in(page.failures)
    page.failures.show_failures(sample_failures())
    assert page.failures.table.isVisible()
    model = page.failures.model
    assert model.rowCount() == 4
    assert model.index(0, 0).data() == "budget.pdf  (Papers/finance)"
    assert model.index(0, 1).data(LinesRole)[0] == "Protected by a password"
    assert model.index(2, 1).data(LinesRole)[1] == "The file has 812 MB."
    click(qtbot, page.rail.findChildren(QPushButton)[2])
    assert page.failures.table.hasFocus()


def paths_in(failures):
    return [failures.model.row(number).path for number in range(failures.model.rowCount())]


def test_files_without_text_have_a_separate_list(qtbot, page):
    failures, since = page.failures, "2026-11-21T08:00:00Z"
    failures.show_failures([
        DocumentFailure("Notes/z.pdf", FailureReason.DAMAGED, EMPTY, since),
        DocumentFailure("Notes/b.pdf", FailureReason.PASSWORD, EMPTY, since),
        DocumentFailure("Notes/empty.txt", FailureReason.NO_TEXT, EMPTY, since),
        DocumentFailure("Notes/a.pdf", FailureReason.DAMAGED, EMPTY, since),
    ])  # fmt: skip
    both = failures.sections.segments
    assert [one.text() for one in both] == ["Not indexed: 3", "Without text: 1"]
    assert paths_in(failures) == ["Notes/b.pdf", "Notes/a.pdf", "Notes/z.pdf"]
    click(qtbot, both[Section.WITHOUT_TEXT])
    assert paths_in(failures) == ["Notes/empty.txt"]
    assert "These files contain no searchable text. This is not an error." in words_in(failures)
    assert not failures.retry.isVisible()
    failures.show_failures(sample_failures()[1:])
    assert not both[Section.WITHOUT_TEXT].isVisible()
    assert len(paths_in(failures)) == 4


@pytest.mark.parametrize(
    ("failed", "without_text", "section"),
    [(4, 1, Section.NOT_INDEXED), (0, 1, Section.WITHOUT_TEXT)],
)
def test_the_status_bar_opens_exactly_the_files_it_counts(
    qtbot, opened, failed, without_text, section
):
    page, bar = opened.window.library_page, opened.window.status_bar
    status = replace(sample_status(), documents_failed=failed, documents_without_text=without_text)
    opened.client.status_changed.emit(status)
    click(qtbot, bar.failures)
    qtbot.waitUntil(lambda: page.failures.model.rowCount() == (failed or without_text))
    assert page.failures.sections.group.checkedId() == section


def test_a_button_turns_on_ocr(qtbot, alone, page):
    scan = DocumentFailure("Notes/scan.pdf", FailureReason.SCAN, EMPTY, "2026-11-21T08:00:00Z")
    page.failures.show_failures((scan,))
    row, button = page.failures.model.row, page.failures.read_scans
    assert (row(0).action, button.isVisible()) == (FailureAction.SHOW, False)
    assert any("install text recognition" in words for words in words_in(page.failures))

    alone.client.status_changed.emit(replace(sample_status(), can_read_scans=True))
    assert row(0).action is FailureAction.READ_SCANS
    assert button.text().startswith("Read 1 scan")
    click(qtbot, button)
    assert page._live.settings.flag("ocr.enabled")
    assert (row(0).action, button.isVisible()) == (FailureAction.SHOW, False)


def test_the_reason_column_uses_the_width_left_by_short_names(page):
    since = "2026-11-21T08:00:00Z"
    table = page.failures.table
    widths = []
    for name in ("a.pdf", "a very long name of a file that needs much space " * 3):
        page.failures.show_failures(
            [DocumentFailure(f"Notes/{name}", FailureReason.DAMAGED, EMPTY, since)]
        )
        QApplication.processEvents()
        widths.append((table.columnWidth(Column.FILE), table.columnWidth(Column.REASON)))
    (short, wide_reason), (long, reason) = widths
    assert short < long <= reason + 1
    assert wide_reason > reason


def many_inside(file, count, reason=FailureReason.UNSUPPORTED):
    return [
        DocumentFailure(f"{file}/moby.{n}", reason, "Its packing is not known.", "", "", file)
        for n in range(count)
    ]


def test_failures_inside_an_archive_share_a_row_and_none_is_lost(qtbot, page):
    archive = "Papers/old/moby.zip"
    locked = many_inside(archive, 1, FailureReason.PASSWORD)
    alone = DocumentFailure("Papers/z.pdf", FailureReason.UNSUPPORTED, "", "")
    page.failures.show_failures([*many_inside(archive, 135), *locked, alone])
    model, table = page.failures.model, page.failures.table
    assert [model.index(row, 0).data(LinesRole)[0] for row in range(model.rowCount())] == [
        "moby.0", "moby.zip", "z.pdf",
    ]  # fmt: skip
    assert "135 files inside" in model.index(1, 1).data(LinesRole)[1]
    assert page.failures.sections.segments[0].text() == "Not indexed: 137"
    assert "and 123 files more" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(page.failures.file_requested) as shown:
        table.setCurrentIndex(model.index(1, 0))
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert shown.args == ["/home/ada/Documents/Research/Papers/old/moby.zip"]
    page.failures._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 137
    page.failures.show_failures(many_inside(archive, 3))
    assert model.rowCount() == 3, "a few keep their names"


def test_the_selected_failure_stays_selected_when_others_arrive(page):
    failures, table, model = sample_failures(), page.failures.table, page.failures.model
    page.failures.show_failures(failures)
    table.setCurrentIndex(model.index(2, Column.FILE))
    chosen = model.row(2).path
    page.failures.show_failures((replace(failures[1], path="Notes/a first one.pdf"), *failures))
    assert model.row(table.currentIndex().row()).path == chosen
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    page.failures.show_failures(tuple(one for one in failures if one.path != chosen))
    assert not table.currentIndex().isValid()


def test_every_failure_has_one_fitting_action(qtbot, opened):
    failures = opened.window.library_page.failures
    model, table = failures.model, failures.table
    assert [model.row(number).action for number in range(4)] == [
        FailureAction.SHOW, FailureAction.RETRY, FailureAction.LIMITS, FailureAction.LIMITS,
    ]  # fmt: skip
    retry = table.visualRect(model.index(1, Column.ACTION)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=retry)
    assert opened.engine.requests(RetryFailures) == [RetryFailures(("Mail/lease.pdf",))]
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert len(opened.engine.requests(RetryFailures)) == 2
    table.setCurrentIndex(model.index(2, Column.FILE))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    dialog = opened.window.findChild(SettingsDialog)
    assert dialog.groups.currentItem().text() == "Indexing"


def test_loading_failures_do_not_take_the_focus_after_leaving_the_page(qtbot, theme):
    opened = open_window(qtbot, theme, answer)
    window = opened.window
    window.show_failures()
    window.step_back()
    assert window.search.pane.field.hasFocus()
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 4)
    assert window.search.pane.field.hasFocus()
