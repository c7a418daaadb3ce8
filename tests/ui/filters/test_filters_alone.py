"""Filters without words in the whole window, with a real engine: newest documents first."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.support.real_window import index_files, real_window
from tests.support.visible_texts import visible_texts
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import FoundBy, SearchFilters
from twofold.ui.filters.model import CountRole, ValueRole
from twofold.ui.filters.selection import ChoiceState, FilterAction, Section
from twofold.ui.i18n.value_names import language_name
from twofold.ui.results.presented import HitOrder
from twofold.ui.results.result_model import HitRole
from twofold.ui.search.saved_searches import SearchHistory


def note(title, day, tag, lang="en"):
    head = f"---\ntitle: {title}\ntags: [{tag}]\nlang: {lang}\ndate: {day}\n---\n"
    return f"{head}\n# {title}\n\nOf {title} is told here.\n\n## More\n\nAnd more.\n"


NOTES = {
    "lease.md": note("Lease", "2026-02-01", "contracts"),
    "loan.md": note("Loan", "2026-03-01", "contracts"),
    "miete.md": note("Miete", "2024-01-01", "contracts", "de"),
    "letter.md": note("Letter", "2025-01-01", "mail"),
}


class Case:
    def __init__(self, opened):
        self.opened = opened
        self.window = opened.window
        self.window.resize(1440, 900)  # with the filters in view
        self.search = opened.window.search
        self.pane = self.search.pane
        self.rows_are_there()

    def rows_are_there(self):
        panel = self.search.filters.panel
        self.opened.wait_until(lambda: panel.model(Section.TAGS).rowCount())

    def click(self, section, value, gesture=FilterAction.ONLY):
        self.search.filters.panel.action_requested.emit(section, value, gesture)
        self.opened.wait_until(lambda: self.search.session.is_answered)

    def titles(self):
        return [hit.title for hit in self.pane.results.hit_model.hits]

    def counts(self, section):
        model = self.search.filters.panel.model(section)
        rows = (model.index(row, 0) for row in range(model.rowCount()))
        return {row.data(ValueRole): row.data(CountRole) for row in rows if not model.is_stale}

    @property
    def counted(self):
        return self.pane.count_line.plain_text

    @property
    def sentence(self):
        return self.search.details.explain.sentence


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("filters")
    index_files(home, {home / "notes": NOTES})
    return home


@pytest.fixture
def case(qtbot, theme, home):
    with real_window(qtbot, theme, home, {"indexing.watch": False}) as opened:
        yield Case(opened)


def test_a_click_with_an_empty_field_lists_the_counted_documents(case):
    assert not case.pane.shows_hits
    counted = case.counts(Section.TAGS)
    assert counted == {"contracts": 3, "mail": 1}
    assert case.counts(Section.LANGUAGES) == {"en": 3, "de": 1}
    row = case.search.filters.panel.model(Section.TAGS).index(0, 0)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "contracts, 3 documents"

    case.click(Section.TAGS, "contracts")

    assert case.pane.shows_hits
    assert case.titles() == ["Loan", "Lease", "Miete"]
    assert case.counted == "3 documents"
    case.opened.wait_until(lambda: case.counts(Section.LANGUAGES) == {"en": 2, "de": 1})
    case.opened.wait_until(lambda: case.counts(Section.TAGS) == counted)

    case.search.clear_filters()
    case.opened.wait_until(lambda: not case.pane.shows_hits)
    assert case.pane.count_line.plain_text == ""
    case.opened.wait_until(lambda: case.counts(Section.LANGUAGES) == {"en": 3, "de": 1})


def test_a_document_listed_by_filters_is_explained(case):
    case.click(Section.TAGS, "contracts")
    case.opened.wait_until(lambda: "No search words" in case.sentence)
    assert case.sentence.endswith("the newest documents are listed first: 1st of 3.")
    explain = case.search.details.explain
    assert not explain.controls.isVisible()
    assert explain.table_button.isHidden()
    results = case.pane.results
    index = results.hit_model.index(0)
    assert index.data(HitRole.HIT).found_by is FoundBy.FILTERS
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "By date, 1st of 3" in spoken
    area = results.visualRect(index)
    at = QPoint(area.right() - 30, area.top() + 20)
    tip = QHelpEvent(QEvent.Type.ToolTip, at, results.viewport().mapToGlobal(at))
    QApplication.sendEvent(results.viewport(), tip)
    assert QToolTip.text() == "No search words: newest documents first."
    QToolTip.hideText()
    assert case.counts(Section.FOUND_BY) == {"both": 0, "keywords": 0, "meaning": 0}
    assert not case.pane.weak_line.isVisible()


def test_typed_filters_behave_like_clicked_ones(case):
    case.pane.field.set_query("tag:contracts -miete")
    case.opened.wait_until(lambda: case.titles() == ["Loan", "Lease"])
    assert case.counted == "2 documents"
    case.opened.wait_until(lambda: case.counts(Section.LANGUAGES).get("en") == 2)
    case.pane.field.set_query("tag:contracts loan")
    case.opened.wait_until(lambda: "passage" in case.counted)
    assert case.pane.results.hit_model.hits[0].found_by is not FoundBy.FILTERS


def test_a_typed_filter_becomes_a_chip_and_a_checked_row(case, qtbot):
    field = case.pane.field
    field.setFocus()
    qtbot.keyClicks(field, "loan tag:contracts")
    assert field.text() == "loan tag:contracts"
    qtbot.keyClick(field, Qt.Key.Key_Space)
    assert field.text() == "loan "
    assert [chip.text() for chip in case.pane.chips.chips] == ["#contracts"]
    tags = case.search.filters.panel.model(Section.TAGS)
    assert tags.state("contracts") is ChoiceState.IN
    qtbot.keyClicks(field, "-lang:de")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "loan "
    assert case.search.session.request.filters == SearchFilters(("contracts",), langs_none=("de",))
    case.search.clear_filters()
    assert case.pane.chips.chips == ()


def test_a_typed_filter_is_named_and_can_be_cleared_if_nothing_is_found(case):
    case.pane.field.set_query("lang:zh path:nowhere ")
    case.opened.wait_until(lambda: case.pane.empty_state.title == "No documents")
    page = case.pane.empty_state
    texts = " ".join(visible_texts(page))
    assert f"Filters: {language_name('zh')}; path **/nowhere{{,/**}}." in texts
    next(button for button in page.buttons() if button.text() == "Clear filters").click()
    assert case.pane.field.text() == ""
    assert case.search.session.request.filters.is_empty
    case.window.undo_bar.undo()
    assert case.pane.field.text() == "path:nowhere "
    assert case.search.session.request.filters.langs == ("zh",)


def test_the_order_is_labelled_newest_first(case):
    tools = case.pane.tools
    assert tools.sort.text() == "Best match"
    case.click(Section.TAGS, "contracts")
    assert tools.sort.text() == "Newest first"
    shown = [action.text() for action in tools.sort.menu().actions() if action.isVisible()]
    assert shown == ["Newest first", "By name"]
    tools.choose_order(HitOrder.NAME)
    assert case.titles() == ["Lease", "Loan", "Miete"]
    tools.choose_order(HitOrder.BEST)
    case.search.clear_filters()
    case.opened.wait_until(lambda: tools.sort.text() == "Best match")


def test_filters_without_matches_offer_to_be_cleared(case):
    case.click(Section.TAGS, "mail")
    case.click(Section.LANGUAGES, "de")
    case.opened.wait_until(lambda: not case.pane.shows_hits)
    page = case.pane.empty_state
    assert page.title == "No documents"
    assert any("No documents match the filters." in text for text in visible_texts(page))
    assert case.counted == "0 documents"
    case.search.clear_filters()
    case.click(Section.TAGS, "mail")
    case.opened.wait_until(lambda: case.titles() == ["Letter"])
    case.click(Section.FOUND_BY, FoundBy.MEANING.value)
    assert any("filter needs search words" in text for text in visible_texts(page))


def test_a_search_with_filters_only_can_be_saved_and_reports_new_documents(
    qtbot, theme, home, tmp_path
):
    file = SearchHistoryFile(tmp_path / "searches.json")
    with real_window(qtbot, theme, home, {"indexing.watch": False}, search_history=file) as opened:
        case = Case(opened)
        case.search.searches.toggle_saved()  # nothing has been requested yet
        case.click(Section.TAGS, "contracts")
        case.opened.wait_until(lambda: case.pane.shows_hits)
        qtbot.keyClick(case.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        (saved,) = SearchHistory.read(file.read())[0].saved
        assert (saved.query, len(saved.seen)) == ("", 3)
        assert case.search.searches.is_saved
        case.search.shown.search_like(case.pane.current_hit())
        case.opened.wait_until(lambda: case.search.session.is_answered)
        assert not case.search.searches.is_saved
    before = replace(saved, seen=frozenset(list(saved.seen)[1:]), last_opened="2026-10-14")
    file.write(SearchHistory().with_saved(before).as_text())
    with real_window(qtbot, theme, home, {"indexing.watch": False}, search_history=file) as opened:
        case = Case(opened)
        (offer,) = [one for one in case.pane.empty_state.buttons() if one.text() == "Open"]
        assert offer.accessibleDescription() == "#contracts: Last opened on 14 Oct 2026"
        offer.click()
        case.opened.wait_until(lambda: case.pane.shows_hits)
        assert case.pane.messages.text == "1 document new since 14 Oct 2026."
        assert case.pane.field.text() == ""
