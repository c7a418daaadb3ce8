from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton

from engine.api import (
    DocumentFailure,
    FailureReason,
    FolderRules,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelListing,
    ModelStatus,
    UpcomingModel,
)
from tests.fakes.library_samples import sample_failures, sample_status
from ui.i18n.library_words import folder_state, keywords_in_words, pace, percent, time_left
from ui.library.failure_list import broken
from ui.library.failures import LinesRole, reason_in_words
from ui.library.folder_table import Column, FolderModel, FolderRole
from ui.library.library_page import LibraryPage
from ui.library.welcome_page import WelcomePage, usual_folders
from ui.window.status_bar import LibraryStatusBar


@pytest.fixture
def page(qtbot, theme):
    page = LibraryPage(theme)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show_status(sample_status())
    page.show()
    return page


def folders_of(page):
    return [page.model.index(row, 0).data(FolderRole) for row in range(page.model.rowCount())]


def test_each_folder_is_a_row_with_counts_and_state(page):
    words = [page.model.index(0, column).data() for column in Column]
    assert words == [
        "Papers, /home/ada/Documents/Research/Papers",
        "402",
        "100 %",
        "41 %",
        "reading by meaning",
    ]
    assert "not connected" in page.model.index(3, Column.STATE).data()


def test_what_may_be_cut_is_told_in_full_under_the_pointer(page):
    tip = Qt.ItemDataRole.ToolTipRole
    assert page.model.index(0, Column.STATE).data(tip) == "reading by meaning"
    assert page.model.index(0, Column.NAME).data(tip) == "/home/ada/Documents/Research/Papers"


def test_the_first_folder_is_chosen_so_that_its_rules_are_seen(page):
    assert page.table.chosen_folder().name == "Papers"
    assert page.rules.kind.isEnabled()


def test_a_removed_folder_takes_neither_the_focus_nor_the_buttons_along(qtbot, page):
    page.activateWindow()
    page.table.selectRow(1)
    page.remove.setFocus()
    page.remove.clicked.connect(
        lambda: page.hide_folder(page.table.chosen_folder().name, hidden=True)
    )
    first, second = (folder.name for folder in folders_of(page)[:2])
    qtbot.keyClick(page.remove, Qt.Key.Key_Space)
    assert page.table.chosen_folder().name == first
    assert second not in [folder.name for folder in folders_of(page)]
    assert page.remove.hasFocus()
    QApplication.sendPostedEvents()
    assert page.tags.y() == page.remove.y() > page.table.geometry().bottom()
    page.hide_folder(second, hidden=False)
    assert page.remove.hasFocus()


def test_the_last_folder_that_is_removed_hands_the_focus_on(qtbot, page):
    page.activateWindow()
    page.remove.setFocus()
    page.show_status(replace(sample_status(), folders=()))
    assert page.add.hasFocus()


def test_rules_are_removed_one_after_the_other_by_one_key(qtbot, page):
    page.activateWindow()
    folder = replace(sample_status().folders[0], rules=FolderRules((), ("*.a", "*.b")))
    page.rules.rules_changed.connect(
        lambda _, rules: page.rules.show_folder(replace(folder, rules=rules))
    )
    page.rules.show_folder(folder)
    page.rules.list.setCurrentRow(0)
    page.rules.remove.setFocus()
    qtbot.keyClick(page.rules.remove, Qt.Key.Key_Space)
    assert page.rules.list.count() == 1
    assert page.rules.remove.hasFocus()
    qtbot.keyClick(page.rules.remove, Qt.Key.Key_Space)
    assert page.rules.list.count() == 0
    assert not page.rules.remove.isEnabled()


def test_a_row_at_the_left_leads_to_its_part(qtbot, page):
    page.activateWindow()
    page.failures.show_failures(sample_failures())
    qtbot.mouseClick(page.rail.findChildren(QPushButton)[2], Qt.MouseButton.LeftButton)
    assert page.failures.table.hasFocus()


def test_without_failures_there_is_a_sentence_and_no_table(page):
    page.failures.show_failures(())
    assert not page.failures.table.isVisible()
    words = [label.text() for label in page.failures.findChildren(QLabel) if label.isVisible()]
    assert "Every file that is searched could be read." in words
    page.failures.show_failures(sample_failures())
    assert page.failures.table.isVisible()


def test_the_chosen_row_stays_while_counts_change(page):
    page.table.selectRow(1)
    folders = sample_status().folders
    more = replace(
        sample_status(), folders=(*folders[:1], replace(folders[1], documents=700), *folders[2:])
    )
    page.show_status(more)
    assert page.table.chosen_folder().name == "Notes"
    assert page.model.index(1, Column.FILES).data() == "700"


def test_reading_by_keywords_can_be_paused_too_and_says_so(page):
    reading = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.READING)
    page.show_status(replace(reading, documents_pending=5))
    assert page.pause.isVisible()
    folder = replace(reading.folders[0], pending=5)
    paused = replace(reading, phase=IndexingPhase.PAUSED, folders=(folder,))
    page.show_status(paused)
    assert page.pause.isVisible(), "a pause must be ended even where nothing waits"
    assert page.pause.text() == "Resume"
    assert page.model.index(0, Column.STATE).data() == "paused"
    page.show_status(replace(reading, phase=IndexingPhase.IDLE))
    assert not page.pause.isVisible()


def test_every_reason_has_its_words():
    words = {reason_in_words(reason) for reason in FailureReason}
    assert len(words) == len(FailureReason)


def test_files_that_are_not_indexed_are_listed_with_reasons(qtbot, page):
    page.failures.show_failures(sample_failures())
    model = page.failures.model
    assert model.rowCount() == 5
    assert model.index(1, 0).data() == "budget.pdf  (Papers/finance)"
    assert model.index(1, 1).data(LinesRole)[0] == "Protected by a password"
    with qtbot.waitSignal(page.failures.retry.clicked):
        qtbot.mouseClick(page.failures.retry, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("width", [1280, 900])
def test_no_reason_of_a_file_that_is_not_indexed_is_cut(qtbot, theme, page, width):
    page.resize(width, 800)
    page.failures.show_failures(sample_failures())
    table = page.failures.table
    qtbot.waitUntil(lambda: table.columnWidth(1) > 150)
    room = table.columnWidth(1) - 16
    font = theme.font(13)
    for reason in FailureReason:
        _, rest = broken(reason_in_words(reason), font, room)
        assert QFontMetricsF(font).horizontalAdvance(rest) <= room


def test_a_reason_has_its_detail_below_it_and_all_of_it_under_the_pointer(page):
    failure = DocumentFailure("a/b.pdf", FailureReason.DAMAGED, "The archive ends early.", "")
    page.failures.show_failures([failure])
    reason = page.failures.model.index(0, 1)
    assert reason.data(LinesRole) == ("Damaged", "The archive ends early.")
    assert reason.data(Qt.ItemDataRole.ToolTipRole) == "Damaged\nThe archive ends early."
    assert page.failures.model.index(0, 0).data(LinesRole) == ("b.pdf", "a")


@pytest.mark.parametrize("width", [1280, 900])
def test_the_title_of_a_model_is_not_cut(qtbot, page, width):
    page.resize(width, 800)
    models = (
        ModelListing("e5", "Multilingual E5 small", "100 languages", is_ready=True),
        ModelListing("other", "A model of a rather long title", "English", is_ready=True),
    )
    page.models.fill(lambda: models)
    choice = page.models.choice
    qtbot.waitUntil(lambda: choice.width() >= choice.sizeHint().width())
    words = page.models.findChildren(QLabel)[1]
    qtbot.waitUntil(lambda: words.width() >= 200)
    qtbot.waitUntil(lambda: words.height() >= words.heightForWidth(words.width()))


def test_the_welcome_page_gives_the_folders_with_a_check(qtbot, theme):
    page = WelcomePage(theme, [Path("/a/Documents"), Path("/a/Notes")], has_sample=True)
    qtbot.addWidget(page)
    assert not page.start.isEnabled()
    page.offer_folder(Path("/b/More"), chosen=True)
    assert page.start.isEnabled()
    with qtbot.waitSignal(page.folders_chosen) as chosen:
        qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert chosen.args == [[Path("/b/More")]]


def test_a_folder_chosen_by_the_dialog_has_a_check_though_it_stood_there(qtbot, theme):
    page = WelcomePage(theme, [Path("/a/Notes")], has_sample=True)
    qtbot.addWidget(page)
    for chosen in (True, False):
        page.offer_folder(Path("/a/Notes"), chosen=chosen)
        assert page.chosen_folders() == [Path("/a/Notes")]
    assert page.start.isEnabled()


def test_start_is_the_first_stop_of_the_welcome_page(qtbot, theme):
    page = WelcomePage(theme, [Path("/a/Notes")], has_sample=True)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    page.offer_folder(Path("/b/More"), chosen=True)
    reached = []
    for _ in range(3):
        page.focusNextChild()
        reached.append(page.focusWidget())
    assert reached[0] is page.start
    assert reached[1] is page.sample


def test_the_folder_of_documents_is_chosen_before_anything_is_clicked(qtbot, theme):
    documents = Path(
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    )
    page = WelcomePage(theme, [Path("/a/Notes"), documents], has_sample=True)
    qtbot.addWidget(page)
    assert page.chosen_folders() == [documents]
    assert page.start.isEnabled()


def test_a_long_name_on_the_first_page_is_cut_in_its_middle_and_told_whole(qtbot, theme):
    folder = Path("/home/ada") / ("very-long-name-" * 14 + "end")
    page = WelcomePage(theme, [folder], has_sample=True)
    qtbot.addWidget(page)
    box = page.findChild(QCheckBox)
    assert "…" in box.text()
    assert box.text().endswith("end")
    assert box.sizeHint().width() < 560
    assert str(folder) in box.parentWidget().toolTip().replace("<wbr>", "")


def test_keywords_work_while_the_model_is_made_and_the_page_says_so(qtbot, theme):
    page = WelcomePage(theme, [], has_sample=True)
    qtbot.addWidget(page)
    page.show_model(ModelStatus("e5", "E5"))
    assert "keywords work meanwhile" in page.model_words


def test_a_first_folder_is_not_another_one(qtbot, theme):
    page = WelcomePage(theme, [], has_sample=True)
    qtbot.addWidget(page)
    words = [button.text() for button in page.findChildren(QPushButton)]
    assert "Add a folder…" in words
    page.offer_folder(Path("/a/Notes"), chosen=True)
    words = [button.text() for button in page.findChildren(QPushButton)]
    assert "Add another folder…" in words


def test_without_a_sample_library_none_is_offered(qtbot, theme):
    page = WelcomePage(theme, [], has_sample=False)
    qtbot.addWidget(page)
    assert page.sample.isHidden()


def test_a_model_that_cannot_be_used_says_so_at_once(qtbot, theme):
    page = WelcomePage(theme, [], has_sample=True)
    qtbot.addWidget(page)
    page.show_model(ModelStatus("e5", "E5", problem="The model file is damaged."))
    assert page.model_words == "The model file is damaged."


def test_the_status_bar_shows_both_coverages_and_the_failures(qtbot, theme):
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.resize(1280, 28)
    bar.show()
    bar.show_status(sample_status())
    assert bar.words == [
        "Keywords 100 %",
        "Meaning 62 %, 12 min left",
        "Pause",
        "7 files not indexed",
        "Everything stays on this computer",
        "48,210 passages in 1,284 files",
    ]
    bar.show_status(replace(sample_status(), documents_failed=0))
    assert "7 files not indexed" not in bar.words


@pytest.mark.parametrize("width", [1280, 900, 720])
def test_the_status_bar_shows_whole_words_or_none(qtbot, theme, width):
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.setFixedWidth(width)
    bar.show()
    bar.show_status(sample_status())
    shown = [label for label in bar.findChildren(QLabel) if label.isVisible()]
    edges = [label.mapTo(bar, label.rect().bottomRight()).x() for label in shown]
    assert max(edges) < width
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in shown))
    assert ("48,210 passages in 1,284 files" in bar.words) is (width > 720)
    assert ("Everything stays on this computer" in bar.words) is (width == 1280)
    bar.setFixedWidth(1400)
    assert "48,210 passages in 1,284 files" in bar.words
    assert "Everything stays on this computer" in bar.words


@pytest.mark.parametrize("phase", [IndexingPhase.EMBEDDING, IndexingPhase.PAUSED])
def test_a_model_that_comes_is_told_of_until_it_answers(qtbot, theme, monkeypatch, phase):
    monkeypatch.setattr("ui.window.status_bar.QUIET_MS", 10)
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    folder = FolderStatus("Notes", "/n", 3, 0, 0, 100, 100)
    done = LibraryStatus((folder,), documents_indexed=3, chunks=100, vectors_ready=100)
    bar.show_status(done)
    qtbot.waitUntil(lambda: bar.words[0] == "Up to date")
    coming = UpcomingModel("new", "New", vectors_ready=12, vectors_pending=88)
    bar.show_status(replace(done, upcoming=coming, phase=phase, seconds_left=180.0))
    is_paused = phase is IndexingPhase.PAUSED
    left = "" if is_paused else ", 3 min left"
    assert bar.words[1:3] == [
        f"Meaning 100 %, new model 12 %{left}",
        "Resume" if is_paused else "Pause",
    ]


def test_what_is_done_and_quiet_becomes_up_to_date(qtbot, theme, monkeypatch):
    monkeypatch.setattr("ui.window.status_bar.QUIET_MS", 10)
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    folder = FolderStatus("Notes", "/n", 3, 0, 0, 9, 9)
    done = LibraryStatus((folder,), documents_indexed=3, chunks=9, vectors_ready=9)
    bar.show_status(sample_status())
    bar.show_status(done)
    qtbot.waitUntil(lambda: bar.words[0] == "Up to date")
    bar.show_status(replace(done, read_only=True))
    assert bar.words[0] == "Open for searching only", "nothing follows what changes on the disk"


def test_percentages_are_never_rounded_up_to_a_hundred():
    assert percent(0.9999) == "99 %"
    assert percent(1.0) == "100 %"


def test_time_left_is_in_whole_minutes():
    status = sample_status()
    assert time_left(status) == "12 min left"
    assert time_left(replace(status, seconds_left=3.0)) == "1 min left"
    assert time_left(replace(status, vectors_pending=0)) == ""
    assert time_left(replace(status, phase=IndexingPhase.PAUSED)) == ""


def test_while_files_are_read_their_pace_is_told_and_the_file_at_hand():
    folder = FolderStatus("Notes", "/n", 30, 0, 90, 10, 0)
    status = LibraryStatus(
        (folder,),
        documents_indexed=30,
        documents_pending=90,
        phase=IndexingPhase.READING,
        current_file="letters/to_anna.md",
        reading_rate=0.5,
        vectors_pending=10,
        embedding_rate=25.0,
    )
    assert pace(status) == "3 min left\n0.5 files a second"
    assert keywords_in_words(status) == "Keywords 25 %, 3 min left"
    assert folder_state(folder, status)[2] == "reading to_anna.md"
    unknown = replace(status, reading_rate=0.0)
    assert pace(unknown) == "25 passages a second"
    assert pace(replace(unknown, phase=IndexingPhase.PAUSED)) == ""


def test_a_model_problem_is_the_state_of_a_folder_without_vectors():
    status = replace(sample_status(), model=ModelStatus("e5", "E5", problem="Damaged."))
    assert "only keywords" in folder_state(status.folders[0], status)[2]


def test_only_folders_that_are_there_are_suggested(monkeypatch, tmp_path):
    (tmp_path / "Dokumente").mkdir()
    location = QStandardPaths.StandardLocation
    places = {
        location.DocumentsLocation: str(tmp_path / "Dokumente"),
        location.DownloadLocation: str(tmp_path / "never made"),
        location.DesktopLocation: "",
    }
    stand_in = SimpleNamespace(writableLocation=places.get)
    monkeypatch.setattr("ui.library.welcome_page.QStandardPaths", stand_in)
    assert usual_folders() == [tmp_path / "Dokumente"]


def test_without_any_folder_nothing_is_counted_and_the_sample_library_is_left(qtbot, theme):
    welcome = WelcomePage(theme, [], has_sample=True)
    qtbot.addWidget(welcome)
    words = [label.text() for label in welcome.findChildren(QLabel)]
    assert not [text for text in words if "chosen" in text]
    assert not welcome.start.isEnabled()
    assert welcome.sample.isEnabled()
    welcome.offer_folder(Path("/home/ada/Notes"), chosen=True)
    assert "1 of 1 chosen" in [label.text() for label in welcome.findChildren(QLabel)]


def many_inside(file, count, reason=FailureReason.UNSUPPORTED):
    return [
        DocumentFailure(f"{file}/moby.{n}", reason, "Its packing is not known.", "", "", file)
        for n in range(count)
    ]


def test_what_one_archive_holds_stands_in_one_row_and_every_file_is_accounted_for(qtbot, page):
    archive = "Papers/old/moby.zip"
    locked = many_inside(archive, 1, FailureReason.PASSWORD)
    alone = DocumentFailure("Papers/z.pdf", FailureReason.UNSUPPORTED, "", "")
    page.failures.show_failures([*many_inside(archive, 135), *locked, alone])
    model, table = page.failures.model, page.failures.table
    assert [model.index(row, 0).data(LinesRole)[0] for row in range(model.rowCount())] == [
        "moby.zip", "moby.0", "z.pdf",
    ]  # fmt: skip
    assert model.index(0, 1).data(LinesRole) == (
        "No reader for this format",
        "135 files in it. Its packing is not known.",
    )
    assert "137 files" in [label.text() for label in page.failures.findChildren(QLabel)]
    tip = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "moby.0" in tip
    assert "and 123 files more" in tip
    with qtbot.waitSignal(table.action_requested) as wanted:
        table.setCurrentIndex(model.index(0, 0))
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert wanted.args[1] == archive
    page.failures._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 137


def test_a_few_files_of_an_archive_keep_their_names(page):
    page.failures.show_failures(many_inside("Papers/a.zip", 3))
    assert page.failures.model.rowCount() == 3


def test_the_hint_says_what_rules_do(page):
    words = [label.text() for label in page.rules.findChildren(QLabel)]
    assert "A file is searched unless a rule leaves it out." in words
    only = replace(sample_status().folders[0], rules=FolderRules(("*.md",), ()))
    page.rules.show_folder(only)
    words = [label.text() for label in page.rules.findChildren(QLabel)]
    assert "A file is searched unless a rule leaves it out." not in words
    assert any(text.startswith("Only files that fit an ‘Only these’ rule") for text in words)
    page.rules.kind.setCurrentIndex(1)
    assert page.rules.pattern.placeholderText() == "*.pdf or papers/"


def test_a_tested_file_is_asked_about_again_once_the_folder_was_read(qtbot, page):
    page.rules.test.setText("a.pdf")
    more = replace(sample_status().folders[0], documents=403)
    with qtbot.waitSignal(page.rules.test_requested):
        page.rules.show_folder(more)


def test_a_folder_that_is_being_looked_at_is_not_called_up_to_date():
    status = replace(sample_status(), phase=IndexingPhase.SCANNING)
    assert folder_state(status.folders[1], status)[2] == "looking for changes"
    read_elsewhere = replace(status, read_only=True)
    assert folder_state(status.folders[1], read_elsewhere)[2] == "up to date"


def test_a_folder_in_which_nothing_could_be_read_is_not_called_up_to_date():
    closed = replace(sample_status().folders[1], documents=0, failed=1, chunks=0, vectors=0)
    status = replace(sample_status(), folders=(closed,))
    assert folder_state(closed, status)[2] == "nothing in it could be read"
    model = FolderModel()
    model.set_status(status)
    shares = [model.index(0, column).data() for column in (Column.KEYWORDS, Column.MEANING)]
    assert shares == ["0 %", "0 %"]
