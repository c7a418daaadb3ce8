"""Wins and losses of two ways of ranking, over the real engine and a judged library."""

import pytest
from PySide6.QtCore import Qt

from tests.support.judged_files import write_judged_set
from twofold.app.compose import evaluate, open_engine
from twofold.app.paths import LibraryPaths
from twofold.engine.api import EvaluationRequest, SearchMode, Settings
from twofold.ui.client import EngineClient
from twofold.ui.evaluation.evaluation_window import EvaluationWindow

_MINUTES = "The meeting was about the budget, the kitchen, travel, and chairs for the hall. " * 4
DOCUMENTS = {
    "minutes": ("Minutes", f"{_MINUTES} The broken part is E-5171. {_MINUTES}"),
    "speicher": ("Obergrenzen", "Kein Dienst darf beliebig viel Arbeitsspeicher belegen."),
    **{f"note-{n}": (f"Note {n}", f"E-{n}") for n in range(5150, 5160)},
}
QUERIES = {"code": "E-5171", "memory": "limit the memory of programs", "note": "E-5155"}
JUDGEMENTS = {"code": {"minutes": 1}, "memory": {"speicher": 2}, "note": {"note-5155": 1}}


@pytest.fixture
def window(qtbot, theme, models, tmp_path):
    judged = write_judged_set(tmp_path / "set", DOCUMENTS, QUERIES, JUDGEMENTS)
    request = EvaluationRequest(
        (judged,), modes=(SearchMode.LEXICAL, SearchMode.VECTOR), keep=tmp_path / "kept"
    )
    (report,) = evaluate(models, Settings(), request, lambda _: None, lambda _: None)
    client = EngineClient()
    library = LibraryPaths(report.library, models)
    engine = open_engine(library, Settings(), client.post, maintain=False, wait_for_model=True)
    client.attach(engine)
    window = EvaluationWindow(client, theme, report)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    yield window
    client.shut()
    engine.close()


def rows(window):
    table = window.table
    return [
        [table.item(row, column).text() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def titles(column):
    return [hit.title for hit in column.results.hit_model.hits]


def answers_are_here(qtbot, window, query):
    models = [column.results.hit_model for column in (window.ours, window.theirs)]
    qtbot.waitUntil(lambda: all(model.request.query == QUERIES[query] for model in models))


@pytest.mark.real_model
def test_the_losses_of_a_ranking_come_first_each_with_both_rankings_explained(qtbot, window):
    window.ours.runs.setCurrentText("lexical")
    window.theirs.runs.setCurrentText("vector")
    listed = rows(window)
    assert [row[0] for row in listed] == [QUERIES["memory"], QUERIES["note"], QUERIES["code"]]
    assert float(listed[0][1]) < 0 < float(listed[2][1])
    assert listed[0][2] == "0.000", "keywords do not find what is said in another language"
    assert "1 won, 1 lost, 1 the same" in window.summary.text()

    answers_are_here(qtbot, window, "memory")
    assert "Obergrenzen" not in titles(window.ours)
    tags = {hit.title: hit.tags for hit in window.theirs.results.hit_model.hits}
    assert tags["Obergrenzen"] == ("relevant: 2",)
    assert not tags["Minutes"]
    assert window.theirs.heading.text() == "1 of 1 relevant documents are listed"
    assert window.ours.heading.text().startswith("0 of 1")

    window.table.setCurrentCell(2, 0)
    answers_are_here(qtbot, window, "code")
    assert titles(window.ours)[0] == "Minutes"
    assert window.query.text() == QUERIES["code"]
    assert "keywords" in window.ours.explain.sentence

    window.ours.results.setFocus()
    qtbot.keyClick(window.ours.results, Qt.Key.Key_Home)
    window.ours.results.hit_chosen.emit(window.ours.results.current_hit())
    chosen = window.theirs.results.current_hit()
    assert chosen.title == "Minutes", "the same document is chosen in the other ranking"
    assert chosen.rank > 1
    assert "meaning" in window.theirs.explain.sentence

    window.ours.runs.setCurrentText("vector")
    window.theirs.runs.setCurrentText("lexical")
    assert rows(window)[-1][0] == QUERIES["memory"], "the other way round it is a win"
    window.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    differences = [float(row[1]) for row in rows(window)]
    assert differences == sorted(differences, reverse=True)
