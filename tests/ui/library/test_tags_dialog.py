"""Changing tags and trust of several documents."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.library.page_case import answer, click
from tests.ui.samples import QUERY
from tests.ui.window_case import search_for
from twofold.engine.api import (
    ChangeTags,
    DescribePath,
    PathDescribed,
    SearchRequest,
    SetTrust,
    TrustLevel,
)
from twofold.ui.filters.selection import Section as FilterSection
from twofold.ui.library.tags_dialog import TagsDialog


def test_tags_and_trust_of_many_documents_change_together_and_can_be_undone(qtbot, opened):
    window = opened.window
    window.show_search()
    search_for(qtbot, opened, QUERY)
    hits = list(window.search.response.hits[:2])
    window.library_page.edit_hits(hits)
    dialog = window.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() == 1)
    qtbot.keyClicks(dialog.new, "#to-cite, read")
    dialog.tags.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    searches = len(opened.engine.requests(SearchRequest))
    click(qtbot, dialog.save)
    places = tuple(dict.fromkeys(f"{hit.folder}/{hit.doc_path}" for hit in hits))
    assert opened.engine.requests(ChangeTags) == [
        ChangeTags(place, ("to-cite", "read"), ("draft",)) for place in places
    ]
    assert opened.engine.requests(SetTrust) == [
        SetTrust(place, TrustLevel.PRIMARY) for place in places
    ]
    qtbot.waitUntil(lambda: len(opened.engine.requests(SearchRequest)) > searches)
    assert "1 document changed" not in window.search.pane.messages.text
    window.undo_bar.undo()
    assert opened.engine.requests(ChangeTags)[-1] == ChangeTags(
        places[-1], ("draft",), ("to-cite", "read")
    )
    assert opened.engine.requests(SetTrust)[-1] == SetTrust(places[-1], None)


def test_existing_tags_are_completed_one_after_the_other(qtbot, opened):
    tags = opened.window.search.filters.panel.model(FilterSection.TAGS)
    qtbot.waitUntil(lambda: {"runbook", "kubernetes"} <= set(tags.known_values()))
    click(qtbot, opened.window.library_page.tags)
    dialog = opened.window.findChild(TagsDialog)
    popup = dialog.completer.popup()
    for typed, becomes in (("#RUN", "runbook"), (", kub", "runbook, kubernetes")):
        qtbot.keyClicks(dialog.new, typed)
        assert popup.isVisible()
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
        assert dialog.new.text() == becomes
    qtbot.keyClicks(dialog.new, ", quite new")
    assert not popup.isVisible()
    qtbot.keyClick(dialog.new, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opened.engine.requests(ChangeTags) != [])
    added = opened.engine.requests(ChangeTags)[-1]
    assert added == ChangeTags("Notes", ("runbook", "kubernetes", "quite new"))


def ask_late(alone, place):
    """Open the tags dialog before the engine replies; return its request."""
    alone.engine.answer = lambda *_: None
    alone.page.edit_tags((place,), place)
    alone.engine.answer = answer
    return alone.engine.last_id(DescribePath)


def test_a_late_reply_for_other_documents_does_not_change_the_dialog(qtbot, alone, page):
    first = ask_late(alone, "Notes/a.md")
    page.findChild(TagsDialog).reject()
    qtbot.waitUntil(lambda: page.findChild(TagsDialog) is None)
    page.edit_tags(("Notes/b.md",), "B")
    alone.client.post(PathDescribed(first, "Notes/a.md", ("old",), (), TrustLevel.GENERATED))
    dialog = page.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    QApplication.processEvents()
    assert [dialog.tags.item(row).text() for row in range(dialog.tags.count())] == ["draft"]
    assert not dialog.change().sets_trust


def test_a_change_of_many_documents_is_saved_once_all_of_it_can_be_undone(qtbot, alone, page):
    places = ("Notes/a.md", "Notes/b.md")
    alone.engine.answer = lambda *_: None
    page.edit_tags(places, "two documents")
    alone.engine.answer = answer
    *_, first, second = (number for number, _ in alone.engine.submitted)
    dialog = page.findChild(TagsDialog)
    dialog.new.setText("read")
    dialog.save.click()
    alone.client.post(PathDescribed(first, places[0], (), (), None))
    with qtbot.waitSignal(alone.client.event_received):
        pass
    assert alone.engine.requests(ChangeTags) == []
    assert not dialog.save.isEnabled()
    alone.client.post(PathDescribed(second, places[1], (), (), None))
    qtbot.waitUntil(lambda: len(alone.engine.requests(ChangeTags)) == 2)
    alone.undo.undo()
    undone = alone.engine.requests(ChangeTags)[2:]
    assert undone == [ChangeTags(place, (), ("read",)) for place in places]


def test_trust_selected_before_the_engine_replies_stays_selected(qtbot, alone, page):
    asked = ask_late(alone, "Notes/a.md")
    dialog = page.findChild(TagsDialog)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    alone.client.post(PathDescribed(asked, "Notes/a.md", ("draft",), (), TrustLevel.GENERATED))
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    assert dialog.change().trust is TrustLevel.PRIMARY
    assert dialog.holds_work
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.GENERATED))
    assert not dialog.holds_work
    dialog.save.click()
    assert not alone.undo.text  # nothing was changed
