"""The page that awaits a question: what it offers, and that it holds still."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from engine.api import FolderStatus, IndexingPhase, LibraryStatus, SearchMode
from ui.search.empty_state import EmptyState
from ui.search.saved_searches import SavedSearch, SearchMemory
from ui.search.states import SearchStates, search_offers


@pytest.fixture
def page(qtbot, theme):
    page = EmptyState(theme)
    qtbot.addWidget(page)
    page.resize(700, 600)
    page.show()
    return page


def offered(memory, asked, *, has_sample):
    return search_offers(memory, lambda saved: asked.append(saved.query), asked.append, has_sample)


def test_the_sample_library_comes_with_questions_that_a_click_asks(qtbot, page):
    asked = []
    offers = offered(SearchMemory(), asked, has_sample=True)
    page.show_state("Search your documents", "", offers)
    qtbot.mouseClick(page.buttons()[1], Qt.MouseButton.LeftButton)
    assert len(offers) == 3
    assert asked == [offers[1].title]


def test_a_long_query_takes_no_more_room_and_one_like_markup_is_shown_as_it_is(page):
    short = offered(SearchMemory(recent=("lease",)), [], has_sample=False)
    page.show_state("Search your documents", "", short)
    narrow = page.minimumSizeHint().width()
    long = offered(SearchMemory(recent=("<b>lease</b> " * 500,)), [], has_sample=False)
    page.show_state("Search your documents", "", long)
    assert page.minimumSizeHint().width() == narrow
    (title,) = (label for label in page.findChildren(QLabel) if label.text().startswith("<b>l"))
    assert title.textFormat() is Qt.TextFormat.PlainText


@pytest.mark.parametrize("width", [440, 900])
def test_a_query_that_does_not_fit_ends_with_an_ellipsis(qtbot, page, width):
    page.resize(width, 600)
    queries = ("Donaudampfschifffahrt" * 20, "lease")
    page.show_state(
        "Search your documents", "", offered(SearchMemory(queries), [], has_sample=False)
    )
    qtbot.waitUntil(lambda: any(label.text().endswith("…") for label in page.findChildren(QLabel)))
    (long,) = (label for label in page.findChildren(QLabel) if label.text().startswith("Donau"))
    assert QFontMetrics(long.font()).horizontalAdvance(long.text()) <= long.width()
    assert queries[0] in long.toolTip()
    (short,) = (label for label in page.findChildren(QLabel) if label.text() == "lease")
    assert not short.toolTip()


def test_what_was_searched_is_removed_one_after_the_other_by_one_key(qtbot, found):
    search = found.window.search
    search.searches.memory = SearchMemory(("alpha", "beta", "gamma"))
    search.pane.field.clear_query()
    qtbot.waitUntil(lambda: not search.response.request.query)
    search.starts.show()
    page = search.pane.empty_state
    removals = [one for one in page.findChildren(QToolButton) if "'beta'" in one.accessibleName()]
    removals[0].setFocus()
    for left in (("alpha", "gamma"), ("alpha",), ()):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        assert search.searches.memory.recent == left


def test_an_offer_keeps_the_keys_in_another_theme(qtbot, page, theme):
    page.activateWindow()
    queries = SearchMemory(("alpha", "beta"))
    page.show_state("Search your documents", "", offered(queries, [], has_sample=False))
    page.buttons()[1].setFocus()
    theme.changed.emit()
    assert page.buttons()[1].hasFocus()


def test_many_offers_are_scrolled_where_the_window_is_low(qtbot, page):
    page.resize(700, 320)
    queries = SearchMemory(tuple(f"query {number}" for number in range(6)))
    page.show_state("Search your documents", "", offered(queries, [], has_sample=False))
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


def test_own_documents_come_without_questions():
    assert offered(SearchMemory(), [], has_sample=False) == ()


def test_whoever_has_asked_something_is_offered_that_instead():
    memory = SearchMemory(recent=("lease",), saved=(SavedSearch("rent", SearchMode.HYBRID),))
    offers = offered(memory, [], has_sample=True)
    assert [offer.title for offer in offers] == ["rent", "lease"]


def test_a_button_stays_while_the_same_is_shown_again(page):
    show = partial(page.show_state, "Search your documents", "37 passages")
    offers = offered(SearchMemory(), [], has_sample=True)
    show(offers)
    before = page.buttons()
    show(offers)
    assert page.buttons() == before
    show(offers[:1])
    assert page.buttons() != before


def test_words_that_count_are_as_strong_as_a_shipped_face_can_be(page, theme):
    page.show_state("Nothing relevant", "No passage holds <b>lease</b>.")
    (label,) = (one for one in page.findChildren(type(page._title)) if "lease" in one.text())
    assert "font-weight: 600" in label.text()
    assert theme.color("text").name() in label.text()


def test_while_nothing_is_known_of_the_library_nothing_is_said_to_be_read(page):
    SearchStates(page).show_start(page, LibraryStatus())
    said = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "being read" not in said
    assert "Type words or a whole question" in said


@pytest.mark.parametrize(
    ("phase", "pending", "sentence"),
    [
        (IndexingPhase.IDLE, 0, "No file in your folders can be searched."),
        (IndexingPhase.READING, 3, "The files are being read. Keywords work after the first file."),
        (IndexingPhase.PAUSED, 0, "The files are being read. Keywords work after the first file."),
    ],
)
def test_folders_without_a_file_are_not_said_to_be_read_for_ever(page, phase, pending, sentence):
    folder = FolderStatus("Documents", "/home/ada/Documents", 0, 0, 0, 0, 0)
    status = LibraryStatus((folder,), documents_pending=pending, phase=phase)
    SearchStates(page).show_start(page, status)
    assert sentence in " ".join(label.text() for label in page.findChildren(QLabel))
    offers = [button.text() for button in page.buttons()]
    assert offers == (["Library"] if phase is IndexingPhase.IDLE else [])


def test_while_meaning_is_read_no_search_is_said_to_repeat_where_none_was_made(page):
    folder = FolderStatus("Documents", "/home/ada/Documents", 4, 4, 0, 40, 10)
    status = LibraryStatus((folder,), chunks=40, vectors_pending=30)
    SearchStates(page).show_start(page, status)
    words = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "of your passages so far." in words
    assert "repeats" not in words
