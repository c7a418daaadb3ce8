"""Recent and saved searches: storage, new matches, and separate histories per library."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from tests.fakes.library_samples import answering
from tests.ui.window_case import open_window, search_for
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import RankedChunk, SearchFinished, SearchMode
from twofold.ui.filters.selection import FilterAction, FilterChoice, Section
from twofold.ui.results.result_model import HitRole
from twofold.ui.search.saved_searches import MAX_RECENT, SavedSearch, SearchHistory

SAVED = SavedSearch(
    "finalizer",
    SearchMode.LEXICAL,
    (FilterChoice(Section.TAGS, "runbook"), FilterChoice(Section.LANGUAGES, "de", excluded=True)),
    frozenset({"a", "b"}),
    "2026-10-14",
)


@pytest.fixture
def file(tmp_path):
    return SearchHistoryFile(tmp_path / "library" / "searches.json")


def read(text):
    return SearchHistory.read(text)[0]


def growing(*more, weak=()):
    """An engine that adds `more` and `weak` passages from the second search for a query on."""
    asked = []

    def answer(request_id, request):
        event = answering()(request_id, request)
        if not isinstance(event, SearchFinished) or not event.response.hits:
            return event
        asked.append(request.query)
        if asked.count("finalizer ") + asked.count("finalizer") < 2:
            return event
        names = (*more, *weak)
        added = tuple(RankedChunk(name, 43 + n, None, None) for n, name in enumerate(names))
        first = event.response.hits[0]
        hits = tuple(replace(first, chunk_id=name, weak=name in weak) for name in names)
        response = replace(
            event.response,
            ranking=event.response.ranking + added,
            hits=event.response.hits + hits,
        )
        return SearchFinished(request_id, response)

    return answer


def test_a_stored_history_is_read_back(file):
    memory = SearchHistory().with_saved(SAVED).with_recent("namespace").with_recent("half \ud83d")
    file.write(memory.as_text())
    assert read(file.read()) == memory


@pytest.mark.parametrize(
    "text",
    ["no JSON", "[1, 2]", '{"saved": [{"query": "x"}]}', '{"recent": 3}', "[" * 5000,
     '{"recent": "pod", "saved": {"a": 1}}',
     '{"saved": [{"query": "x", "mode": "magic", "filters": [], "seen": [], "last_opened": ""}]}'],
)  # fmt: skip
def test_an_unreadable_history_is_treated_as_empty(text):
    assert SearchHistory.read(text) == (SearchHistory(), False)
    assert SearchHistory.read("") == (SearchHistory(), True)


def test_the_history_stores_neither_prefixes_nor_pasted_pages():
    memory = SearchHistory()
    for query in ("con", "contract", "contract termination", "lease"):
        memory = memory.with_recent(query)
    assert memory.recent == ("lease", "contract termination")
    (pasted,) = SearchHistory().with_recent("some words " * 200).recent
    assert 190 <= len(pasted) <= 200
    assert pasted.endswith(("some", "words"))


def test_undo_restores_a_saved_search_with_its_name(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    searches = case.window.search.searches
    search_for(qtbot, case, "finalizer")
    searches.toggle_saved()
    searches.rename_saved(searches.history.saved[0], "  Cleaning up ")
    (named,) = read(file.read()).saved
    assert (named.name, named.query) == ("Cleaning up", "finalizer")
    searches.remove_saved(named)
    assert read(file.read()).saved == ()
    case.window.undo_bar.undo()
    assert read(file.read()).saved == (named,)


def test_an_entry_of_a_later_version_does_not_lose_the_others():
    kept = SearchHistory().with_recent("finalizer").with_saved(SAVED)
    text = kept.as_text().replace('"saved": [', '"saved": [{"query": "x", "mode": "magic"}, 5,', 1)
    assert read(text) == kept


def test_a_query_moves_to_the_top_and_the_oldest_are_dropped():
    memory = SearchHistory()
    for number in range(MAX_RECENT + 5):
        memory = memory.with_recent(f"query {number}")
    memory = memory.with_recent("query 20").with_recent("  ")
    assert memory.recent[0] == "query 20"
    assert len(memory.recent) == len(set(memory.recent)) == MAX_RECENT


@pytest.mark.parametrize(
    ("query", "is_one"),
    [("k", False), ("é ", False), ('"k"', False), ("~", False), ("水", True), ("C#", True)],
)
def test_a_single_letter_is_not_stored(query, is_one):
    assert SearchHistory().with_recent(query).recent == (query,) * is_one
    kept = read(SearchHistory(recent=(query, "pod")).as_text())
    assert kept.recent == ((query,) * is_one + ("pod",))


def test_a_search_is_the_same_whatever_the_order_of_its_filters():
    turned = replace(SAVED, choices=SAVED.choices[::-1], seen=frozenset())
    memory = SearchHistory().with_saved(SAVED)
    assert memory.find(turned) == SAVED
    assert memory.with_saved(turned).saved == (turned,)
    assert memory.without(turned).saved == ()


def test_ctrl_d_saves_and_removes_a_search_with_its_filters(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    searches = case.window.search.searches
    search_for(qtbot, case, "finalizer")
    qtbot.keyClick(case.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    saved = read(file.read()).saved
    assert [(search.query, len(search.seen)) for search in saved] == [("finalizer", 42)]
    assert searches.is_saved
    case.window.search.filters.panel.action_requested.emit(
        Section.TAGS, "runbook", FilterAction.ADD
    )
    qtbot.waitUntil(lambda: not searches.is_saved)
    case.window.search.clear_filters()
    qtbot.waitUntil(lambda: searches.is_saved)
    qtbot.keyClick(case.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert read(file.read()).saved == ()


def test_a_saved_search_is_offered_at_the_start_and_opens_with_its_filters(qtbot, theme, file):
    file.write(SearchHistory().with_saved(SAVED).as_text())
    case = open_window(qtbot, theme, search_history=file)
    page = case.window.search.pane.empty_state
    opens = [button for button in page.buttons() if button.text() == "Open"]
    assert opens[0].accessibleDescription() == (
        "finalizer: #runbook · Without Deutsch · Last opened on 14 Oct 2026"
    )
    opens[0].click()
    qtbot.waitUntil(lambda: case.window.search.pane.shows_hits)
    request = case.window.search.session.request
    assert (request.query, request.mode) == ("finalizer", SearchMode.LEXICAL)
    assert request.filters.tags_any == ("runbook",)
    assert request.filters.langs_none == ("de",)


def marked(case):
    """Return the ids of hits marked as new, as painted and as announced."""
    model = case.window.search.pane.results.hit_model
    rows = [model.index(row) for row in range(model.rowCount())]
    painted = [row.data(HitRole.HIT).chunk_id for row in rows if row.data(HitRole.NEW)]
    spoken = [
        row.data(HitRole.HIT).chunk_id
        for row in rows
        if "new since you last opened this search" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    ]
    assert painted == spoken
    return painted


def test_new_matches_are_reported_and_marked_until_another_search(qtbot, theme, file):
    """Weak matches of the vector retriever are not reported as new."""
    case = open_window(qtbot, theme, growing("new 1", "new 2", weak=("far",)), search_history=file)
    messages = case.window.search.pane.messages
    search_for(qtbot, case, "finalizer")
    case.window.search.searches.toggle_saved()
    assert marked(case) == []
    search_for(qtbot, case, "namespace")
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: messages.text.startswith("2 passages new since"))
    assert marked(case) == ["new 1", "new 2"]
    with qtbot.waitSignal(case.window.search.session.answered):
        case.window.search.session.repeat()
    assert marked(case) == ["new 1", "new 2"]
    search_for(qtbot, case, "namespace")
    messages.withdraw()
    search_for(qtbot, case, "finalizer")
    assert marked(case) == []
    assert "new since" not in messages.text


def test_one_query_can_be_removed_from_the_history_and_restored(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=remembering(file, "one", "two", "three"))
    page = case.window.search.pane.empty_state
    names = [button.accessibleName() for button in page.findChildren(QToolButton)]
    assert "Remove 'two' from the history" in names
    page.findChildren(QToolButton)[names.index("Remove 'two' from the history")].click()
    assert read(file.read()).recent == ("one", "three")
    offered = [button.accessibleDescription() for button in page.buttons()]
    assert offered == ["one", "three"]
    assert case.window.undo_bar.text == "The search was removed from the history."
    case.window.undo_bar.undo()
    assert read(file.read()).recent == ("one", "two", "three")
    assert len(page.buttons()) == 3


def test_clearing_the_history_keeps_saved_searches(qtbot, theme, file):
    memory = read(remembering(file, "one", "two").read()).with_saved(SAVED)
    file.write(memory.as_text())
    case = open_window(qtbot, theme, search_history=file)
    page = case.window.search.pane.empty_state
    clears = [one for one in page.findChildren(QToolButton) if one.text() == "Clear history"]
    clears[0].click()
    assert read(file.read()) == SearchHistory(saved=(SAVED,))
    assert [button.text() for button in page.buttons()] == ["Open"]
    search_for(qtbot, case, "finalizer")
    case.window.search.searches.remember()
    case.window.undo_bar.undo()
    assert read(file.read()).recent == ("finalizer", "one", "two")


def test_delete_removes_a_suggested_recent_query(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=remembering(file, "one", "two"))
    field = case.window.search.pane.field
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Delete):
        qtbot.keyClick(field, key)
    assert read(file.read()).recent == ("one",)


def remembering(file, *queries):
    """Return the history file with these recent queries, the first at the top."""
    file.write(SearchHistory(recent=queries).as_text())
    return file


def test_opening_a_hit_stores_its_query(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    search_for(qtbot, case, "finalizer")
    assert read(file.read()).recent == ()
    case.window.search.searches.remember()
    case.window.search.pane.field.clear_query()
    qtbot.waitUntil(lambda: not case.window.search.pane.shows_hits)
    page = case.window.search.pane.empty_state
    again = [button for button in page.buttons() if button.text() == "Search"]
    again[0].click()
    qtbot.waitUntil(lambda: case.window.search.pane.shows_hits)
    assert case.window.search.pane.field.text() == "finalizer"


def test_undo_restores_a_removed_saved_search(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    for query in ("finalizer", "namespace"):
        search_for(qtbot, case, query)
        case.window.search.searches.toggle_saved()
    before = case.window.search.searches.history.saved
    search_for(qtbot, case, "finalizer")
    case.window.search.searches.toggle_saved()
    assert [search.query for search in read(file.read()).saved] == ["namespace"]
    assert case.window.undo_bar.text == "This search is no longer saved."
    assert not case.window.search.pane.messages.text  # the button showed that it was saved
    case.window.undo_bar.undo()
    assert read(file.read()).saved == before
    assert case.window.search.searches.is_saved


def test_saving_again_withdraws_the_removal_message(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    search_for(qtbot, case, "finalizer")
    searches, bar = case.window.search.searches, case.window.undo_bar
    for _ in range(2):
        searches.toggle_saved()
    search_for(qtbot, case, "namespace")
    searches.toggle_saved()
    assert bar.text == "This search is no longer saved."  # which is a different search

    search_for(qtbot, case, "finalizer")
    searches.toggle_saved()
    assert bar.text == ""
    assert case.window.search.pane.messages.text.startswith("Saved.")
    saved = searches.history.saved
    bar.undo()
    assert searches.history.saved == saved
    assert len(saved) == 2


def test_an_old_single_letter_query_is_dropped(qtbot, theme, file):
    case = open_window(qtbot, theme, search_history=file)
    for query in ("p", "pod"):
        search_for(qtbot, case, query)
        case.window.search.searches._remember_soon.timeout.emit()
    assert read(file.read()).recent == ("pod",)


DAMAGED = {
    "not UTF-8": b"\xff\xfe" + b'{"recent": ["pod"]}',
    "too large": b'{"recent": ["' + b"x" * (1 << 22) + b'"]}',
    "a part": b'{"recent": ["pod", 5], "saved": [{"query": "x", "mode": "magic"}]}',
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_an_unreadable_file_is_moved_away_and_never_overwritten(qtbot, theme, file, content):
    path = file._path
    path.parent.mkdir()
    path.write_bytes(content)
    earlier = path.with_name("searches.json.unreadable-1")
    earlier.write_text("the last time")

    case = open_window(qtbot, theme, search_history=file)
    kept = path.with_name("searches.json.unreadable-2")
    qtbot.waitUntil(lambda: str(kept) in case.window.search.pane.messages.text)
    search_for(qtbot, case, "finalizer")
    case.window.search.searches.remember()

    assert kept.read_bytes() == content
    assert earlier.read_text() == "the last time"
    recent = ("finalizer", "pod") if content is DAMAGED["a part"] else ("finalizer",)
    assert SearchHistory.read(file.read()) == (SearchHistory(recent), True)


def test_a_file_that_cannot_be_read_or_moved_is_not_touched(qtbot, theme, file, monkeypatch):
    path = file._path
    path.parent.mkdir()
    path.write_bytes(b"no JSON")

    def refuse(_path, _target):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.rename", refuse)
    case = open_window(qtbot, theme, search_history=file)
    qtbot.waitUntil(lambda: "are not saved" in case.window.search.pane.messages.text)
    search_for(qtbot, case, "finalizer")
    case.window.search.searches.remember()

    assert path.read_bytes() == b"no JSON"
    assert case.window.search.searches.history.recent == ("finalizer",)
