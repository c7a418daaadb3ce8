"""The welcome page."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QStandardPaths, Qt
from PySide6.QtWidgets import QCheckBox, QLabel

from twofold.engine.api import ModelStatus
from twofold.ui.library.suggested_folders import SuggestedFolder
from twofold.ui.library.welcome_page import WelcomePage, usual_folders


@pytest.fixture
def show_page(qtbot, theme):
    def show_page(*folders, has_sample=True):
        page = WelcomePage(theme, [Path(folder) for folder in folders], has_sample=has_sample)
        qtbot.addWidget(page)
        page.show()
        page.activateWindow()
        return page

    return show_page


def test_it_returns_the_checked_folders(qtbot, show_page):
    page = show_page("/a/Documents", "/a/Notes")
    assert not page.start.isEnabled()
    page.offer_folder(Path("/b/More"), chosen=True)
    for chosen in (True, False):  # also an existing one, whatever its value
        page.offer_folder(Path("/a/Notes"), chosen=chosen)
    with qtbot.waitSignal(page.folders_chosen) as chosen:
        qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    assert set(chosen.args[0]) == {Path("/b/More"), Path("/a/Notes")}


def test_start_and_sample_come_first_in_the_tab_order(show_page):
    page = show_page("/a/Notes")
    page.offer_folder(Path("/b/More"), chosen=True)
    for stop in (page.start, page.sample):
        page.focusNextChild()
        assert page.focusWidget() is stop


def test_the_documents_folder_is_preselected(show_page):
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    page = show_page("/a/Notes", documents)
    assert page.chosen_folders() == [Path(documents)]
    assert page.start.isEnabled()


def test_a_long_name_is_elided_in_the_middle_with_a_full_tooltip(show_page):
    folder = Path("/home/ada") / ("very-long-name-" * 14 + "end")
    box = show_page(folder).findChild(QCheckBox)
    assert "…" in box.text()
    assert box.text().endswith("end")
    assert str(folder) in box.parentWidget().toolTip().replace("<wbr>", "")


def test_folders_of_programs_name_what_they_are(show_page):
    page = show_page()
    folders = (("Zotero", "/a/Zotero"), ("Obsidian", "/a/Notes"), ("Calendar", "/a/.local/x"))
    page.suggest(SuggestedFolder(program, Path(path)) for program, path in folders)
    names = [box.text() for box in page.findChildren(QCheckBox)]
    assert names == ["Zotero", "Notes · Obsidian", "x · Calendar"]
    assert page.chosen_folders() == []


def test_it_shows_the_state_of_the_model(show_page):
    page = show_page()
    page.show_model(ModelStatus("e5", "E5"))
    assert "Keyword search already works" in page.model_words
    page.show_model(ModelStatus("e5", "E5", problem="The model file is damaged."))
    assert page.model_words == "The model file is damaged."


def test_the_sample_library_is_offered_if_installed(show_page):
    page = show_page()
    assert page.sample.isEnabled()
    assert not [label for label in page.findChildren(QLabel) if "selected" in label.text()]
    assert show_page(has_sample=False).sample.isHidden()


def test_only_existing_folders_are_suggested(monkeypatch, tmp_path):
    (tmp_path / "Dokumente").mkdir()
    location = QStandardPaths.StandardLocation
    places = {
        location.DocumentsLocation: str(tmp_path / "Dokumente"),
        location.DownloadLocation: str(tmp_path / "never made"),
        location.DesktopLocation: "",
    }
    stand_in = SimpleNamespace(writableLocation=places.get)
    monkeypatch.setattr("twofold.ui.library.welcome_page.QStandardPaths", stand_in)
    assert usual_folders() == [tmp_path / "Dokumente"]


def test_the_heading_keeps_its_size_after_a_theme_change(qapp, show_page, theme):
    page = show_page()
    page.resize(1440, 900)
    size = page._heading.font().pixelSize()
    assert size > theme.font().pixelSize()
    theme.use("dark", qapp)
    assert page._heading.font().pixelSize() == size


@pytest.mark.parametrize("size", [(1280, 740), (560, 340)])
def test_the_buttons_are_visible_however_many_folders_there_are(qtbot, show_page, size):
    page = show_page(*(f"/a/Notes{number}" for number in range(12)))
    page.resize(*size)
    buttons = (page.start, page.sample, page.shared)
    qtbot.waitUntil(
        lambda: all(one.visibleRegion().boundingRect() == one.rect() for one in buttons)
    )


def test_the_buttons_follow_the_folders(qtbot, show_page):
    page = show_page("/a/Notes")
    page.resize(1280, 740)
    qtbot.waitUntil(lambda: 0 < page.start.mapTo(page, QPoint()).y() < 520)
