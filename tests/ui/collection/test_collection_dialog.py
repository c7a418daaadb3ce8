"""The collection dialog over an engine that stores the collection in memory."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from tests.fakes.fake_engine import FakeEngine
from tests.support.announced import announced
from tests.ui.samples import sample_response
from twofold.engine.api import (
    ChangeCollected,
    CheckCollection,
    CheckedCitation,
    CitationState,
    CollectedPassage,
    CollectionListed,
    CollectionsListed,
    CollectionSummary,
    CollectPassages,
    CreateCollection,
    DeleteCollection,
    ListCollection,
    ListCollections,
    Locator,
    LocatorKind,
    RenameCollection,
    RequestDone,
    RequestFailed,
    Settings,
)
from twofold.ui.client import EngineClient
from twofold.ui.collection.collection_controller import CollectionController
from twofold.ui.collection.collection_dialog import CollectionDialog
from twofold.ui.opening.openable import OpenWith
from twofold.ui.opening.opener import DocumentOpener

PLACE = Locator(LocatorKind.LINE, 3, 4)


def passage(name):
    return CollectedPassage(name, "Notes", "/n", f"{name}.md", PLACE, f"text of {name}", name)


def check(state):
    return CheckedCitation(
        "p#L1", state, f"it is {state.value}", "Notes", "p", "/n/p", "t", PLACE,
        None if state is CitationState.GONE else PLACE, "", "", 0.0, "",
    )  # fmt: skip


class Case:
    def __init__(self, qtbot, theme):
        self.passages = [passage("kettle"), passage("ladder"), passage("mirror")]
        self.others = {"Lease": []}
        self.states = [CitationState.EXACT, CitationState.MOVED, CitationState.GONE]
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post, self.answer)
        self.client.attach(self.engine)
        self.controller = CollectionController(self.client)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.opener = DocumentOpener(OpenWith.of(Settings()), self.window)
        self.exported = []
        export = lambda name, passages, _dialog: self.exported.append((name, passages))  # noqa: E731
        self.dialog = CollectionDialog(self.controller, self.opener, theme, self.window, export)
        self.dialog.show()

    def answer(self, number, request):
        match request:
            case ListCollections():
                kept = {"": self.passages, **self.others}
                sizes = (CollectionSummary(name, len(own), 2) for name, own in kept.items())
                return CollectionsListed(number, tuple(sizes))
            case ListCollection():
                return CollectionListed(number, self.of(request), (), request.collection)
            case CheckCollection():
                checks = tuple(check(state) for state in self.states[: len(self.of(request))])
                return CollectionListed(number, self.of(request), checks, request.collection)
            case ChangeCollected():
                return self.changed(number, request)
            case CreateCollection():
                self.others[request.name] = []
            case RenameCollection():
                self.others[request.new_name] = self.others.pop(request.name)
            case DeleteCollection():
                del self.others[request.name]
        return RequestDone(number, "1 passage added to the collection.")

    def of(self, request):
        return tuple(self.others[request.collection] if request.collection else self.passages)

    def changed(self, number, request):
        at = next((i for i, p in enumerate(self.passages) if p.id == request.passage), None)
        if at is None:
            return RequestFailed(number, "There is no such passage.")
        if request.move_to is not None:
            self.others[request.move_to].append(self.passages.pop(at))
        elif request.remove:
            self.passages.pop(at)
        elif request.note is not None:
            self.passages[at] = replace(self.passages[at], note=request.note)
        else:
            self.passages.insert(request.position - 1, self.passages.pop(at))
        return RequestDone(number, "The collection was changed.")


@pytest.fixture
def case(qtbot, theme):
    case = Case(qtbot, theme)
    qtbot.waitUntil(lambda: case.dialog.list.count() == 3)
    return case


def names(case):
    return [
        case.dialog.list.item(n).text().partition("\n")[0] for n in range(case.dialog.list.count())
    ]


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_first_passage_is_shown_with_its_current_state(case):
    assert names(case) == ["kettle", "ladder", "mirror"]
    rows = case.dialog.list
    assert "Notes/kettle.md, lines 3–4" in rows.item(0).text()
    assert case.dialog.text.toPlainText() == "text of kettle"
    assert case.dialog.state.text() == "it is exact"
    assert case.dialog.focusWidget() is rows
    words = [rows.item(n).text().splitlines()[2:] for n in range(3)]
    assert words == [[], ["moved to lines 3–4"], ["missing"]]


def test_a_note_is_saved_on_selecting_another_passage_or_closing_the_dialog(qtbot, case):
    case.dialog.note.setPlainText("see page 4")
    case.dialog.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: case.passages[0].note == "see page 4")
    case.dialog.list.setCurrentRow(0)
    qtbot.waitUntil(lambda: case.dialog.note.toPlainText() == "see page 4")
    case.dialog.remove.click()
    case.dialog.note.setPlainText("last words")
    case.dialog.close()
    changes = case.engine.requests(ChangeCollected)
    assert ChangeCollected("kettle", remove=True) in changes
    assert ("ladder", "last words") in [(one.passage, one.note) for one in changes]


def test_a_note_being_edited_survives_a_refresh_of_the_list(qtbot, case, theme, qapp):
    note = case.dialog.note
    case.dialog.list.setCurrentRow(2)
    assert case.dialog.state.text() == "it is gone"
    note.setFocus()
    qtbot.keyClicks(note, "see")
    theme.use("contrast_dark", qapp)
    note.clearFocus()
    with qtbot.waitSignals([case.controller.listed] * 2):
        case.controller.ask()
    qtbot.keyClicks(note, " page 4")
    assert case.dialog.list.currentRow() == 2
    assert note.toPlainText() == "see page 4"
    case.dialog.list.setCurrentRow(1)
    assert note.toPlainText() == ""


def test_passages_listed_before_a_change_are_not_shown_after_it(qtbot, case):
    listed = []
    case.controller.listed.connect(listed.append)
    before, case.engine.answer = tuple(case.passages), None
    case.controller.ask()
    asked_before = case.engine.last_id(CheckCollection)
    case.controller.annotate("kettle", "a note")
    with qtbot.waitSignal(case.client.event_received):
        case.engine.send(CollectionListed(asked_before, before))
    assert listed == []


def test_two_steps_in_a_row_move_a_passage_by_two(qtbot, case):
    """The second move is requested before the first has been carried out."""
    for _ in range(2):
        qtbot.keyClick(case.dialog.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    moves = case.engine.requests(ChangeCollected)
    assert [(one.passage, one.position) for one in moves] == [("kettle", 2), ("kettle", 3)]
    assert names(case) == ["ladder", "mirror", "kettle"]
    assert case.dialog.state.text() == "it is exact"
    qtbot.waitSignals([case.controller.listed] * 2).wait()
    assert names(case) == ["ladder", "mirror", "kettle"]


def test_passages_are_removed_until_the_collection_is_empty(qtbot, case):
    for left in (2, 1, 0):
        click(qtbot, case.dialog.remove)
        qtbot.waitUntil(lambda left=left: case.dialog.list.count() == left)
    assert "The collection is empty" in case.dialog.empty.text()
    assert not case.dialog.remove.isEnabled()


def test_all_selected_hits_are_added_to_the_collection(case):
    hits = sample_response().hits[:2]
    case.controller.bookmark(hits)
    assert case.engine.requests(CollectPassages)[-1].chunk_ids == tuple(
        hit.chunk_id for hit in hits
    )


def test_undo_restores_a_removed_passage_with_its_note(qtbot, case):
    case.dialog.list.setCurrentRow(1)
    case.dialog.note.setPlainText("see page 4")
    click(qtbot, case.dialog.remove)
    assert names(case) == ["kettle", "mirror"]
    assert case.dialog.names.summary.passages == 2
    assert case.dialog.chosen.id == "mirror"
    assert case.dialog.undo_bar.text == "‘ladder’ was removed from the collection"
    click(qtbot, case.dialog.undo_bar.button)
    assert names(case) == ["kettle", "ladder", "mirror"]
    assert case.dialog.chosen.id == "ladder"
    assert not any(change.remove for change in case.engine.requests(ChangeCollected))
    qtbot.waitUntil(lambda: case.dialog.note.toPlainText() == "see page 4")


def test_a_failed_removal_is_reported_and_the_passage_reappears(qtbot, case, monkeypatch):
    reported = announced(monkeypatch, "twofold.ui.collection.collection_dialog")
    usual, case.engine.answer = case.engine.answer, None
    case.dialog.remove.click()
    case.dialog.undo_bar.settle()
    assert names(case) == ["ladder", "mirror"]
    case.engine.answer = usual
    refused = RequestFailed(case.engine.last_id(ChangeCollected), "Indexing ended unexpectedly.")
    case.client.post(refused)
    qtbot.waitUntil(lambda: names(case) == ["kettle", "ladder", "mirror"])
    assert "ended unexpectedly" in case.dialog.message.text()
    assert reported == [(case.dialog.message, case.dialog.message.text())]
    assert case.dialog.message.property("tone") == "danger"


def test_a_removed_passage_does_not_count_when_another_is_moved(qtbot, case):
    case.dialog.list.setCurrentRow(0)
    click(qtbot, case.dialog.remove)
    click(qtbot, case.dialog.down)
    qtbot.waitUntil(lambda: [p.id for p in case.passages] == ["mirror", "ladder"])
    qtbot.waitUntil(lambda: names(case) == ["mirror", "ladder"])


def test_the_collection_is_not_called_empty_before_it_is_loaded(qtbot, theme):
    client = EngineClient()
    silent = FakeEngine(client.post, lambda _number, _request: None)
    client.attach(silent)
    opener = DocumentOpener(OpenWith.of(Settings()), QWidget())
    dialog = CollectionDialog(CollectionController(client), opener, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.empty.text() == ""
    client.post(CollectionListed(silent.last_id(ListCollection), (), ()))
    qtbot.waitUntil(lambda: "The collection is empty" in dialog.empty.text())


def test_keys_move_and_delete_passages_and_undo_restores_them(qtbot, case):
    rows = case.dialog.list
    case.dialog.activateWindow()
    rows.setFocus()
    qtbot.waitUntil(rows.hasFocus)
    click(qtbot, case.dialog.up)  # it is already at the top
    assert case.engine.requests(ChangeCollected) == []
    qtbot.keyClick(rows, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: names(case) == ["ladder", "kettle", "mirror"])
    assert case.dialog.chosen.id == "kettle"
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: names(case) == ["ladder", "mirror"])
    qtbot.keyClick(rows, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert names(case) == ["ladder", "kettle", "mirror"]
    entries = {action.text(): action for action in rows.actions()}
    assert list(entries) == [
        "Open", "Copy citation", "Copy quotation", "Show in folder", "Move to", "Move up",
        "Move down", "Remove",
    ]  # fmt: skip
    entries["Move up"].trigger()
    qtbot.waitUntil(lambda: names(case) == ["kettle", "ladder", "mirror"])


def test_a_passage_stays_where_it_is_dropped(qtbot, case):
    assert case.dialog.list.model().moveRow(QModelIndex(), 0, QModelIndex(), 3)
    qtbot.waitUntil(lambda: [p.id for p in case.passages] == ["ladder", "mirror", "kettle"])
    qtbot.waitUntil(lambda: case.dialog.chosen.id == "kettle")
    assert names(case) == ["ladder", "mirror", "kettle"]
    case.dialog.list.setCurrentRow(0)
    assert case.dialog.text.toPlainText() == "text of ladder"


def test_the_shown_collection_is_exported(qtbot, case):
    click(qtbot, case.dialog.export)
    case.dialog.names.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: "is empty" in case.dialog.empty.text())
    assert not case.dialog.export.isEnabled()
    assert case.exported == [("", 3)]


def test_an_export_waits_until_the_note_is_stored(qtbot, case):
    pending = []
    case.dialog._on_export = lambda *_: pending.append(set(case.controller._changes))
    case.dialog.note.setPlainText("see page 4")
    click(qtbot, case.dialog.export)
    qtbot.waitUntil(lambda: pending == [set()])
    assert case.passages[0].note == "see page 4"


def test_a_passage_moves_to_another_collection_from_the_menu(qtbot, case):
    case.dialog.move_to.menu().aboutToShow.emit()
    choices = {action.text(): action for action in case.dialog.move_to.menu().actions()}
    assert list(choices) == ["Lease", "", "New collection…"]
    choices["Lease"].trigger()
    qtbot.waitUntil(lambda: names(case) == ["ladder", "mirror"])
    assert case.dialog.chosen.id == "ladder"
    case.dialog.names.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: names(case) == ["kettle"])
    assert case.controller.target == "Lease"  # later passages are added there


def test_deleting_a_collection_can_be_undone(qtbot, case):
    rows = case.dialog.names.list
    assert not case.dialog.names.delete.isEnabled()  # the default one
    rows.setCurrentRow(1)
    click(qtbot, case.dialog.names.delete)
    assert [rows.item(n).text() for n in range(rows.count())] == ["Collection"]
    assert case.dialog.undo_bar.text == "‘Lease’ with 0 passages and 2 notes was deleted"
    click(qtbot, case.dialog.undo_bar.button)
    assert rows.count() == 2
    assert case.controller.shown == "Lease"
    click(qtbot, case.dialog.names.delete)
    case.dialog.undo_bar.settle()
    qtbot.waitUntil(lambda: case.controller.collections == (CollectionSummary("", 3, 2),))
    assert case.engine.requests(DeleteCollection) == [DeleteCollection("Lease")]


def test_a_collection_is_created_renamed_and_shown(qtbot, case):
    click(qtbot, case.dialog.names.new)
    asked = case.dialog.findChild(QInputDialog)
    asked.textValueSelected.emit(" Harbour ")
    qtbot.waitUntil(lambda: case.dialog.windowTitle() == "Harbour")
    case.controller.rename("Harbour", "Port")
    qtbot.waitUntil(lambda: case.dialog.windowTitle() == "Port")


def test_hits_are_added_to_the_collection_chosen_in_the_menu(qtbot, case):
    menu, hits = QMenu(case.window), sample_response().hits[:1]
    qtbot.waitUntil(lambda: len(case.controller.collections) == 2)
    assert case.controller.fill_menu(menu, hits, case.window)
    entries = [action.text() for action in menu.actions()]
    assert entries == ["Collection", "Lease", "", "New collection…"]
    menu.actions()[1].trigger()
    case.controller.bookmark(hits)
    assert [one.collection for one in case.engine.requests(CollectPassages)] == ["Lease"] * 2


def test_code_without_a_title_shows_its_file_name(qtbot, case):
    place = "deploy/reconcile_finalizer.go"
    named = CollectedPassage("c", "Code", "/c", place, PLACE, "func", "reconcile_finalizer")
    case.passages[0] = replace(named, file_type="go")
    case.controller.ask()
    wanted = "reconcile_finalizer.go\nCode/deploy/"
    qtbot.waitUntil(lambda: case.dialog.list.item(0).text().startswith(wanted))


def test_a_passage_opens_where_it_is_now_and_its_citation_is_copied(case, qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(case.opener, "open", lambda *asked: opened.append(asked))
    qtbot.waitUntil(lambda: case.dialog.list.count() == 3)
    case.dialog.open_file.click()
    qtbot.keyClick(case.dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(case.dialog.list, Qt.Key.Key_Return)
    assert [path for path, _ in opened] == ["/n/p", "/n/p"]
    case.dialog.cite.click()
    assert "ladder.md#L3-L4" in QGuiApplication.clipboard().text()
    case.opener.refused.emit("No program opens it.", "/n/p")
    assert case.dialog.message.text() == "No program opens it."
