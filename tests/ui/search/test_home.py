"""The start page as a home: recent documents, changed folders, and saved searches that watch."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from tests.ui.samples import sample_hits
from tests.ui.search.test_saved_searches import growing
from tests.ui.window_case import open_window, search_for
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import (
    DescribeHome,
    FolderNews,
    HitDuplicate,
    Home,
    HomeDescribed,
    HomeDocument,
    LibraryStatus,
)
from twofold.ui.filters.selection import DateSpan, Section
from twofold.ui.search.empty_state import EmptyState
from twofold.ui.search.saved_searches import SavedSearch, SearchHistory
from twofold.ui.search.states import SearchStates, StateActions

LEASE = HomeDocument("1" * 16, "Lease", "docx", "Work", "rooms/Lease v2.docx", "2026-11-20")
NOTES = HomeDocument("2" * 16, "Notes", "md", "Work", "notes.md", "2026-11-21")
HOME = Home((LEASE,), (NOTES, LEASE), (FolderNews("Work", 3, 1, 0),))


class Asked:
    """A start page, and what was asked for on it."""

    def __init__(self, theme, home=HOME, history=None):
        self.asked = []
        self.page = EmptyState(theme)
        actions = StateActions(
            *[lambda *_: None] * 10,
            open_place=self.asked.append,
            open_changes=lambda folder: self.asked.append(f"changes of {folder}"),
        )
        states = SearchStates(self.page, actions)
        states.show_start(LibraryStatus(), history or SearchHistory(("lease",)), home)

    def rows(self):
        return [row.accessibleDescription().replace("\u2068", "") for row in self.page.buttons()]


@pytest.fixture
def start(theme, qtbot):
    made = Asked(theme)
    qtbot.addWidget(made.page)
    made.page.resize(700, 800)
    made.page.show()
    return made


def test_documents_and_changes_are_listed_once_and_open_with_a_key(start, qtbot):
    titles = [row.partition(":")[0] for row in start.rows()]
    assert titles == ["lease", "Work", "Lease", "Notes"]
    assert start.rows()[1] == "Work: 3 added, 1 changed"
    for row in start.page.buttons()[1:3]:
        row.setFocus()
        qtbot.keyClick(row, Qt.Key.Key_Return)
    assert start.asked == ["changes of Work", "Work/rooms/Lease v2.docx"]


def test_sections_are_side_by_side_only_on_a_wide_page(start, qtbot):
    searched, changed = start.page.buttons()[:2]

    def is_beside():
        ours = searched.mapTo(start.page, searched.rect().topLeft())
        theirs = changed.mapTo(start.page, changed.rect().topLeft())
        return theirs.x() > ours.x()

    assert not is_beside()
    start.page.resize(1200, 800)
    qtbot.waitUntil(is_beside)


def test_empty_sections_are_hidden(theme, qtbot):
    empty = Asked(theme, Home())
    qtbot.addWidget(empty.page)
    assert empty.rows() == ["lease"]


def test_saved_search_shows_how_many_passages_are_new(theme, qtbot):
    watched = SavedSearch("rent", news=frozenset({"1", "2"}))
    page = Asked(theme, Home(), SearchHistory(saved=(watched,)))
    qtbot.addWidget(page.page)
    assert page.rows() == ["rent: 2 new"]


def test_changes_are_listed_from_the_day_of_the_last_visit(qtbot, theme):
    case = open_window(qtbot, theme)
    home = case.window.search.answers.home
    home.use_last_visit("2026-11-20T09:00:00+00:00")
    asked = [one for _, one in case.engine.submitted if isinstance(one, DescribeHome)]
    assert asked[-1].since == "2026-11-20T09:00:00+00:00"
    home._take(HomeDescribed(1, HOME))
    rows = case.window.search.pane.empty_state.buttons()
    next(row for row in rows if "added" in row.accessibleDescription()).click()
    selection = case.window.search.selection
    assert selection.values(Section.FOLDERS) == ("Work",)
    assert selection.days == DateSpan.parse("2026-11-20/9999-12-31")


def test_new_matches_of_a_saved_search_are_announced_once(qtbot, theme, tmp_path):
    file = SearchHistoryFile(tmp_path / "searches.json")
    case = open_window(qtbot, theme, growing("new 1", "new 2", weak=("far",)), search_history=file)
    search, announced = case.window.search, []
    search.watched.found.connect(lambda _, new: announced.append(new))
    search_for(qtbot, case, "finalizer")
    search.searches.toggle_saved()
    search_for(qtbot, case, "namespace")
    search.watched.begin()
    qtbot.waitUntil(lambda: announced == [2])
    (saved,) = search.searches.history.saved
    assert saved.news == {"new 1", "new 2"}
    search.watched.begin()
    qtbot.waitUntil(lambda: not search.watched._waiting)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: not search.searches.history.saved[0].news)
    assert announced == [2]


def test_news_survive_a_restart_and_old_files_without_them_are_read():
    watched = SavedSearch("rent", news=frozenset({"1"}), last_opened="2026-11-20")
    text = SearchHistory(saved=(watched,)).as_text()
    assert SearchHistory.read(text)[0].saved == (watched,)
    older = text.replace('"news"', '"other"')
    assert SearchHistory.read(older)[0].saved == (replace(watched, news=frozenset()),)


def test_another_copy_of_a_known_passage_is_not_new():
    hit, other = sample_hits()[:2]
    copy = HitDuplicate(
        other.chunk_id, other.doc_id, other.doc_path, "", "", other.citation, is_exact=True
    )
    search = SavedSearch("rent", seen=frozenset({other.chunk_id}))
    assert search.new_among([replace(hit, duplicates=(copy,))]) == frozenset()
    edited = replace(hit, duplicates=(replace(copy, is_exact=False),))
    assert search.new_among([edited, replace(other, weak=True)]) == {hit.chunk_id}
