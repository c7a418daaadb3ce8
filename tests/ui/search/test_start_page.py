"""The start page: its suggestions, and stable focus and buttons."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from twofold.engine.api import (
    FolderStatus,
    Home,
    HomeDocument,
    IndexingPhase,
    LibraryStatus,
)
from twofold.ui.filters.selection import FilterChoice, Section
from twofold.ui.search.empty_state import EmptyState
from twofold.ui.search.saved_searches import SavedSearch, SearchHistory
from twofold.ui.search.states import SearchStates, StateActions

SAMPLE = "/sample"


class Start:
    """The page, and the actions requested by its buttons."""

    def __init__(self, theme):
        self.page, self.asked = EmptyState(theme), []
        ignore = [lambda *_: None] * 6
        self.renamed, self.removed = [], []
        actions = StateActions(
            self.asked.append,
            lambda saved: self.asked.append(saved.query),
            *ignore,
            self.renamed.append,
            self.removed.append,
        )
        self.states = SearchStates(self.page, actions, SAMPLE)

    def show(self, status, *recent, saved=()):
        self.states.show_start(status, SearchHistory(recent, saved))

    def words(self):
        return " ".join(label.text() for label in self.page.findChildren(QLabel))

    def label(self, begins):
        (found,) = (
            label for label in self.page.findChildren(QLabel) if label.text().startswith(begins)
        )
        return found


@pytest.fixture
def start(qtbot, theme):
    start = Start(theme)
    qtbot.addWidget(start.page)
    start.page.resize(700, 600)
    start.page.show()
    return start


def library(root="/home/ada/Documents", **values):
    folder = FolderStatus("Documents", root, 4, 4, 0, 40, 10)
    return LibraryStatus((folder,), **{"chunks": 40, **values})


def offers(start):
    return [button.accessibleDescription().split(": ")[0] for button in start.page.buttons()]


def test_the_sample_library_offers_examples_until_the_first_search(qtbot, start):
    start.show(library())
    assert offers(start) == []
    start.show(library(SAMPLE))
    question = offers(start)[1]
    qtbot.mouseClick(start.page.buttons()[1], Qt.MouseButton.LeftButton)
    assert (len(offers(start)), start.asked) == (3, [question])

    start.show(library(SAMPLE), "lease", saved=(SavedSearch("rent"),))
    assert offers(start) == ["rent", "lease"]
    start.page.buttons()[0].click()
    assert start.asked[-1] == "rent"


def test_a_click_anywhere_on_a_row_opens_it(qtbot, start):
    start.show(library(), "lease", saved=(SavedSearch("rent"),))
    for words in ("lease", "rent"):
        row = start.label(words).parentWidget()
        qtbot.mouseClick(
            row, Qt.MouseButton.LeftButton, pos=row.rect().bottomLeft() + QPoint(3, -3)
        )
        assert start.asked[-1] == words


def test_saved_searches_show_filters_and_names_and_can_be_renamed_and_removed(start):
    tags = (FilterChoice(Section.TAGS, "tax"), FilterChoice(Section.TAGS, "draft", excluded=True))
    plain, filtered = SavedSearch("rent"), SavedSearch("rent", choices=tags)
    named = SavedSearch("rent", choices=tags[:1], name="Rents of 2026")
    start.show(library(), "lease", "rental", saved=(plain, filtered, named))
    assert offers(start) == ["Rents of 2026", "rent", "rent", "lease", "rental"]
    details = [button.accessibleDescription().partition(": ")[2] for button in start.page.buttons()]
    assert details == ["rent · #tax", "#tax · Without #draft", "", "", ""]
    assert start.words().count("Saved searches") == start.words().count("Recent searches") == 1
    links = start.page.findChildren(QToolButton)
    next(link for link in links if link.text() == "Rename…").click()
    assert start.renamed == [named]
    next(link for link in links if link.accessibleName().startswith("Remove the saved")).click()
    assert start.removed == [named]


def test_long_queries_and_markup_are_shown_safely(start):
    start.show(library(), "lease")
    narrow = start.page.minimumSizeHint().width()
    start.show(library(), "<b>lease</b> " * 500)
    assert start.page.minimumSizeHint().width() == narrow
    assert start.label("<b>l").textFormat() is Qt.TextFormat.PlainText


def test_a_query_that_does_not_fit_ends_with_an_ellipsis(qtbot, start):
    start.page.resize(440, 600)
    query = "Donaudampfschifffahrt" * 20
    start.show(library(), query, "lease")
    qtbot.waitUntil(lambda: start.label("Donau").text().endswith("…"))
    long = start.label("Donau")
    assert QFontMetrics(long.font()).horizontalAdvance(long.text()) <= long.width()
    assert query in long.toolTip()
    assert not start.label("lease").toolTip()


def test_one_key_removes_recent_searches_one_after_the_other(qtbot, found):
    search = found.window.search
    search.pane.field.clear_query()
    qtbot.waitUntil(lambda: not search.response.request.query)
    search.searches.history = SearchHistory(("alpha", "beta", "gamma"))
    search.searches.changed.emit()
    page = search.pane.empty_state
    removals = [one for one in page.findChildren(QToolButton) if "'beta'" in one.accessibleName()]
    removals[0].setFocus()
    for left in (("alpha", "gamma"), ("alpha",), ()):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        assert search.searches.history.recent == left


def test_buttons_and_focus_survive_a_refresh_and_a_theme_change(start, theme):
    start.page.activateWindow()
    start.show(library(), "alpha", "beta")
    before = start.page.buttons()
    start.show(library(chunks=41), "alpha", "beta")
    assert start.page.buttons() == before
    before[1].setFocus()
    theme.changed.emit()
    assert start.page.buttons()[1].hasFocus()


def test_row_being_clicked_stays_when_other_documents_arrive(qtbot, start):
    start.show(library(), "alpha")
    (row,) = start.page.buttons()
    qtbot.mousePress(row, Qt.MouseButton.LeftButton)
    changed = HomeDocument("1", "Memo", "md", "Documents", "memo.md", "2026-11-21")
    start.states.show_start(library(), SearchHistory(("alpha",)), Home(changed=(changed,)))
    qtbot.mouseRelease(row, Qt.MouseButton.LeftButton)
    assert start.asked == ["alpha"]
    assert offers(start) == ["alpha", "Memo"]


def test_many_offers_scroll_in_a_low_window(qtbot, start):
    page = start.page
    page.resize(700, 320)
    start.show(library(), *(f"query {number}" for number in range(6)))
    bar = page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for label in page.findChildren(QLabel):
        if label.text().startswith(("query", "searched")):
            assert label.height() >= label.fontMetrics().height()
    page.buttons()[0].setFocus()
    while QApplication.focusWidget() is not page.buttons()[-1]:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not page.buttons()[-1].visibleRegion().isEmpty())
    assert bar.value() > 0


NOTHING_READ = replace(library(), chunks=0)
BEING_READ = "Your files are being indexed. You can search as soon as the first file is ready."


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (LibraryStatus(), "Type keywords or a question. Results appear as you type."),
        (NOTHING_READ, "No file in your folders can be searched."),
        (replace(NOTHING_READ, documents_pending=3, phase=IndexingPhase.READING), BEING_READ),
        (replace(NOTHING_READ, phase=IndexingPhase.PAUSED), BEING_READ),
        (library(vectors_pending=30), "of your passages can be searched by meaning so far."),
    ],
)
def test_the_start_page_describes_the_library(start, status, sentence):
    start.show(status)
    assert sentence in start.words()
    assert "repeats" not in start.words()  # no search was made
    nothing = sentence.startswith("No file")
    assert [button.text() for button in start.page.buttons()] == ["Library"] * nothing
