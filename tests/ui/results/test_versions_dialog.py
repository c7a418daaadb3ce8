"""The versions of a document in the window: label, filter, and dialog."""

from dataclasses import replace

import pytest

from tests.ui.samples import sample_hits
from twofold.engine.api import (
    ChangeKind,
    DocumentVersion,
    Locator,
    LocatorKind,
    SearchFilters,
    TextChange,
    VersionChoice,
    VersionHistory,
    VersionsDescribed,
)
from twofold.ui.filters.model import choice_name
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.filters.typed import take_filters
from twofold.ui.results.result_model import versions_label
from twofold.ui.results.versions_dialog import VersionsDialog


def version(name, *, is_shown=False):
    path = f"contracts/{name}"
    return DocumentVersion(name, "", "Work", path, f"/w/{path}", "2026-03-01", None, is_shown)


NEW, OLD = version("Lease v2.docx", is_shown=True), version("Lease v1.docx")
CHANGES = (
    TextChange(ChangeKind.SAME, "A notice of "),
    TextChange(ChangeKind.REMOVED, "six "),
    TextChange(ChangeKind.ADDED, "three "),
    TextChange(ChangeKind.SAME, "<months>."),
)


@pytest.fixture
def dialog(theme, qtbot):
    shown = VersionsDialog(theme)
    qtbot.addWidget(shown)
    return shown


def test_hit_tells_that_it_is_the_newest_or_an_older_version():
    hit = sample_hits()[0]
    assert versions_label(hit) == ""
    assert versions_label(replace(hit, version_count=4)) == "newest of 4 versions"
    older = replace(hit, version_count=4, version_place=2)
    assert versions_label(older) == "older version (2 of 4)"


def test_typed_filter_becomes_a_chip():
    taken = take_filters("lease versions:newest ", FilterSelection())
    assert taken.text.strip() == "lease"
    assert taken.selection.as_filters() == SearchFilters(versions=VersionChoice.NEWEST)
    assert [choice_name(choice) for choice in taken.selection.choices] == ["Newest versions only"]


def test_versions_are_listed_with_the_changes_of_the_passage(dialog):
    dialog.show_answer(VersionsDescribed(1, VersionHistory((NEW, OLD), NEW, OLD, CHANGES)))
    names = [dialog.table.item(row, 0).text() for row in range(2)]
    assert "Lease v2.docx" in names[0]
    assert "(shown)" in names[0]
    assert names[1] == "Lease v1.docx"
    assert "Changes to this passage since" in dialog.words.text()
    assert dialog.changes.toPlainText() == "A notice of six three <months>."


def test_selected_version_can_be_opened(dialog, qtbot):
    dialog.show_answer(VersionsDescribed(1, VersionHistory((NEW, OLD), OLD)))
    assert "unchanged since" in dialog.words.text()
    assert not dialog.open_button.isEnabled()
    dialog.table.selectRow(1)
    with qtbot.waitSignal(dialog.open_requested) as opened:
        dialog.open_button.click()
    assert opened.args == [OLD]


@pytest.mark.parametrize(
    ("versions", "changes", "words"),
    [
        ((NEW, OLD), CHANGES, "Changes to this passage since"),
        ((OLD, NEW), CHANGES, "Changes to this passage in"),
        ((NEW, OLD), CHANGES[:1], "This passage is the same in"),
        ((NEW, OLD), (), "does not contain this passage"),
    ],
)
def test_selected_version_is_compared_with_the_passage(dialog, qtbot, versions, changes, words):
    dialog.show_answer(VersionsDescribed(1, VersionHistory(versions, NEW)))
    first = dialog.words.text()
    with qtbot.waitSignal(dialog.compare_requested) as asked:
        dialog.table.selectRow(versions.index(OLD))
    assert asked.args == [OLD]
    found = replace(OLD, locator=Locator(LocatorKind.PAGE, 3, 3))
    seen = tuple(found if one is OLD else one for one in versions)
    dialog.show_comparison(VersionsDescribed(2, VersionHistory(seen, None, found, changes)))
    assert words in dialog.words.text()
    with qtbot.waitSignal(dialog.open_requested) as opened:
        dialog.open_button.click()
    assert opened.args == [found]
    assert dialog.changes.isHidden() is not bool(changes)
    assert dialog.legend.isHidden() is (changes != CHANGES)
    dialog.table.selectRow(versions.index(NEW))
    assert dialog.words.text() == first
    dialog.show_comparison(VersionsDescribed(3, VersionHistory(seen, None, found, changes)))
    assert dialog.words.text() == first, "an answer that is too late is dropped"
