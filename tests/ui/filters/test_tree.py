import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from twofold.engine.api import FacetCount
from twofold.ui.filters.model import (
    ROWS_AT_FIRST,
    ROWS_AT_ONCE,
    CountRole,
    FilterModel,
    StateRole,
    ValueRole,
)
from twofold.ui.filters.selection import ChoiceState, FilterAction, FilterSelection, Section
from twofold.ui.filters.tree import CHEVRON, ICON, PADDING, FilterTree

TAGS = (FacetCount("kubernetes", 16), FacetCount("runbook", 9), FacetCount("draft", 5))
FOLDERS = (FacetCount("Notes", 8), FacetCount("Notes/2026", 5), FacetCount("Notes/2025", 3))


@pytest.fixture
def made():
    """The actions requested by clicks and keys."""
    return []


@pytest.fixture
def make_tree(qtbot, theme, made):
    kept = []  # until the test ends, as in the window

    def make(section, facets, in_theme=theme):
        model = FilterModel(section)
        model.set_counts(facets, reorder=True)
        tree = FilterTree(model, in_theme, lambda *gesture: made.append(gesture))
        kept.append((tree, model))
        qtbot.addWidget(tree)
        tree.resize(240, 200)
        tree.show()
        return tree, model

    yield make
    kept.clear()


@pytest.fixture
def tags(make_tree):
    return make_tree(Section.TAGS, TAGS)


def values(model):
    return [model.index(row, 0).data(ValueRole) for row in range(model.rowCount())]


def test_clicks_become_filter_actions(qtbot, tags, made):
    tree, model = tags
    left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
    keys = Qt.KeyboardModifier
    for button, modifier, gesture in (
        (left, keys.NoModifier, FilterAction.ONLY),
        (left, keys.ControlModifier, FilterAction.ADD),
        (left, keys.AltModifier, FilterAction.EXCLUDE),
        (right, keys.NoModifier, FilterAction.EXCLUDE),
    ):
        centre = tree.visualRect(model.index(1, 0)).center()
        qtbot.mouseClick(tree.viewport(), button, modifier, centre)
        assert made[-1] == (Section.TAGS, "runbook", gesture)
    assert len(made) == 4


def test_keys_become_filter_actions(qtbot, tags, made):
    tree, model = tags
    tree.setCurrentIndex(model.index(2, 0))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Plus, Qt.Key.Key_Delete):
        qtbot.keyClick(tree, key)
    gestures = (FilterAction.ONLY, FilterAction.ADD, FilterAction.EXCLUDE)
    assert made == [(Section.TAGS, "draft", gesture) for gesture in gestures]


def offered_by_key(tree, row):
    tree.setCurrentIndex(tree.model().index(row, 0))
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        assert tree.findChild(QMenu) is None  # a right click excludes immediately
        QApplication.sendEvent(tree, QContextMenuEvent(reason, QPoint(5, 5), QPoint(5, 5)))
    return tree.findChild(QMenu)


def test_the_menu_key_offers_the_keyboard_actions(tags, made):
    menu = offered_by_key(tags[0], 2)
    offered = [one.text() for one in menu.actions()]
    assert offered == ["Only this\tSpace", "Also this\t+", "Exclude this\tDel"]
    menu.actions()[2].trigger()
    assert made == [(Section.TAGS, "draft", FilterAction.EXCLUDE)]
    menu.close()


def test_the_menu_key_offers_only_selection_for_trust(make_tree):
    tree, _ = make_tree(Section.TRUST, (FacetCount("primary", 3),))
    menu = offered_by_key(tree, 0)
    assert [one.text() for one in menu.actions()] == ["Only this\tSpace"]
    menu.close()


def test_a_value_ruled_out_keeps_its_row_and_counts_zero(tags):
    _, model = tags
    model.set_counts((FacetCount("runbook", 2),), reorder=False)
    assert values(model) == ["kubernetes", "runbook", "draft"]
    assert [model.index(row, 0).data(CountRole) for row in range(3)] == [0, 2, 0]


def test_values_in_no_document_lose_their_rows(make_tree):
    _, model = make_tree(Section.FOLDERS, (*FOLDERS, FacetCount("Old/a", 1)))
    model.set_selection(FilterSelection().after(Section.FOLDERS, "Old/a", FilterAction.ONLY))
    model.set_counts((FacetCount("Notes", 8), FacetCount("Notes/moved", 8)), is_library=True)
    assert model.known_values() == ("Notes", "Notes/moved", "Old", "Old/a")


def test_an_expanded_folder_is_drawn_open(make_tree):
    tree, model = make_tree(Section.FOLDERS, FOLDERS)
    row = tree.visualRect(model.index(0, 0))
    sign = row.adjusted(PADDING + CHEVRON, 0, PADDING + CHEVRON + ICON - row.width(), 0)
    tree.collapseAll()
    closed = tree.viewport().grab(sign).toImage()
    tree.expandAll()
    assert tree.viewport().grab(sign).toImage() != closed
    tree.collapseAll()
    assert tree.viewport().grab(sign).toImage() == closed


def test_another_query_keeps_selected_rows_and_an_empty_one_keeps_all(tags):
    _, model = tags
    model.set_selection(FilterSelection().after(Section.TAGS, "runbook", FilterAction.ONLY))
    model.set_counts((FacetCount("draft", 7),), reorder=True)
    assert values(model) == ["draft", "runbook"]
    model.set_counts((), reorder=True)
    assert values(model) == ["draft", "runbook"]


def test_a_selected_row_is_announced_as_selected(tags):
    _, model = tags
    model.set_selection(FilterSelection().after(Section.TAGS, "runbook", FilterAction.ONLY))
    index = model.index(1, 0)
    assert index.data(StateRole) == ChoiceState.IN
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "runbook, 9 passages, selected"
    model.set_stale()
    spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert spoken == ["kubernetes", "runbook, selected"]  # the count is unknown


def test_folders_are_a_tree_as_high_as_its_open_rows(qtbot, make_tree):
    tree, model = make_tree(Section.FOLDERS, FOLDERS)
    assert model.rowCount() == 1
    assert model.rowCount(model.index(0, 0)) == 2
    tree.collapseAll()
    assert tree.sizeHint().height() == 24
    chevron = QPoint(20, 12)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=chevron)
    assert tree.sizeHint().height() == 3 * 24


@pytest.mark.parametrize("number", [1, 2])
def test_a_section_is_as_high_as_its_rows(make_tree, number):
    tree, _ = make_tree(Section.TAGS, TAGS[:number])
    assert tree.minimumSizeHint().height() == tree.sizeHint().height() == number * 24


def test_a_value_that_counts_zero_gets_no_row(tags):
    _, model = tags
    model.set_counts((FacetCount("draft", 7), FacetCount("home", 0)), reorder=True)
    assert values(model) == ["draft"]


def test_of_tens_of_thousands_of_tags_the_most_frequent_have_rows(make_tree):
    facets = [FacetCount(f"tag {number}", 60_000 - number) for number in range(50_000)]
    tree, model = make_tree(Section.TAGS, facets)
    assert values(model) == [f"tag {number}" for number in range(ROWS_AT_FIRST)]
    assert len(model.known_values()) == 50_000
    assert model.hidden_values == 50_000 - ROWS_AT_FIRST
    model.show_more()
    number = ROWS_AT_FIRST + ROWS_AT_ONCE
    assert model.hidden_values == 50_000 - number
    assert tree.sizeHint().height() == number * 24
    assert model.index(number - 1, 0).data(CountRole) == 60_000 - number + 1

    model.set_selection(FilterSelection().after(Section.TAGS, "tag 49999", FilterAction.ONLY))
    model.set_counts(facets[::-1], reorder=True)
    assert model.rowCount() <= ROWS_AT_ONCE + 1
    assert model.index(model.rowCount() - 1, 0).data(StateRole) == ChoiceState.IN


def test_rows_are_painted_in_every_state(make_tree, any_theme):
    for section, facets in ((Section.TAGS, TAGS), (Section.FOLDERS, FOLDERS)):
        tree, model = make_tree(section, facets, any_theme)
        before = tree.grab().toImage()
        first = facets[0].value
        model.set_selection(FilterSelection().after(section, first, FilterAction.ONLY))
        assert tree.grab().toImage() != before
