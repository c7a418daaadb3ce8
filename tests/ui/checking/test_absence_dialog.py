"""The dialog that explains why a file is missing."""

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

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

REPORT = AbsenceReport(
    "Notes/a.pdf",
    (
        AbsenceReason(
            AbsenceCause.FILTERED, Message("A filter."), AbsenceAction.REMOVE_FILTER, "type"
        ),
        AbsenceReason(AbsenceCause.MISSING_WORDS, Message("No harbour.")),
    ),
)


def test_reasons_are_listed_and_the_action_is_carried_out(qtbot, theme):
    client = EngineClient()
    engine = FakeEngine(client.post, lambda number, _: AbsenceExplained(number, REPORT))
    client.attach(engine)
    window, removed = QWidget(), []
    qtbot.addWidget(window)
    search = SearchRequest("harbour")
    dialog = AbsenceDialog(
        client, theme, "/n/a.pdf", search,
        actions={AbsenceAction.REMOVE_FILTER: removed.append}, parent=window,
    )  # fmt: skip
    dialog.show()
    qtbot.waitUntil(lambda: dialog.title.text() == "Notes/a.pdf")
    assert engine.requests(ExplainAbsence) == [ExplainAbsence("/n/a.pdf", search)]
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert words.index("A filter.") < words.index("No harbour.")
    (button,) = [one for one in dialog.findChildren(QPushButton) if one.text() == "Remove filter"]
    button.click()
    assert removed == ["type"]
    assert not dialog.isVisible()
