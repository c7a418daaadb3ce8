"""The dialog that explains why a file or passage is not found."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from tests.fakes.fake_engine import FakeEngine
from twofold.engine.api import (
    AbsenceAction,
    AbsenceCause,
    AbsenceExplained,
    AbsenceReason,
    AbsenceReport,
    ExplainAbsence,
    Message,
    SearchRequest,
)
from twofold.ui.checking.absence_dialog import AbsenceDialog
from twofold.ui.client import EngineClient

SEARCH = SearchRequest("harbour")
REPORT = AbsenceReport(
    "Notes/a.pdf",
    (
        AbsenceReason(
            AbsenceCause.FILTERED, Message("A filter."), AbsenceAction.REMOVE_FILTER, "type"
        ),
        AbsenceReason(AbsenceCause.MISSING_WORDS, Message("No harbour.")),
    ),
)


def open_dialog(qtbot, theme, actions):
    client = EngineClient()
    engine = FakeEngine(client.post, lambda number, _: AbsenceExplained(number, REPORT))
    client.attach(engine)
    dialog = AbsenceDialog(client, theme, SEARCH, actions=actions)
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    return engine, dialog


def button_of(dialog, label):
    (button,) = [one for one in dialog.findChildren(QPushButton) if one.text() == label]
    return button


def test_reasons_are_listed_and_the_action_is_carried_out(qtbot, theme):
    removed = []
    engine, dialog = open_dialog(qtbot, theme, {AbsenceAction.REMOVE_FILTER: removed.append})
    dialog.ask_about("/n/a.pdf")
    qtbot.waitUntil(lambda: dialog.title.text() == "Notes/a.pdf")
    assert engine.requests(ExplainAbsence) == [ExplainAbsence("/n/a.pdf", SEARCH)]
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert words.index("A filter.") < words.index("No harbour.")
    button_of(dialog, "Remove filter").click()
    assert removed == ["type"]
    assert not dialog.isVisible()


def test_pasted_sentence_is_explained_and_its_file_can_be_searched(qtbot, theme, monkeypatch):
    found = AbsenceReason(AbsenceCause.LOW_RANK, Message("Low."), AbsenceAction.SHOW_MORE, "214")
    monkeypatch.setattr(f"{__name__}.REPORT", AbsenceReport("Notes/b.md", (found,), 214))
    searched = []
    engine, dialog = open_dialog(qtbot, theme, {AbsenceAction.SHOW_MORE: searched.append})
    assert not dialog.explain.isEnabled()
    QGuiApplication.clipboard().setText("The cellar was\nflooded twice. ")
    dialog.subject.paste()
    qtbot.keyClick(dialog.subject, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.title.text() == "Notes/b.md")
    (request,) = engine.requests(ExplainAbsence)
    assert request.subject == "The cellar was flooded twice."
    button_of(dialog, "Search in this file").click()
    assert searched == ["Notes/b.md"]


def test_another_question_replaces_the_answer(qtbot, theme):
    _, dialog = open_dialog(qtbot, theme, {})
    for subject in ("/n/a.pdf", "/n/b.pdf"):
        dialog.ask_about(subject)
        qtbot.waitUntil(dialog.title.isVisible)
    qtbot.waitUntil(
        lambda: [label.text() for label in dialog.findChildren(QLabel)].count("A filter.") == 1
    )
