"""Exports beside searches: with progress, and given up when nobody wants them any more."""

from dataclasses import replace

import pytest

from engine.api import (
    CancelExport,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    RequestFailed,
    SearchMode,
)
from engine.service import reader
from tests.support.responses import make_hit, make_response

MANY = 10_000


@pytest.fixture(scope="module")
def many():
    text = "The harbour master keeps the ledger beside the window. " * 12
    hit = make_hit()
    return make_response(
        *(
            replace(hit, rank=n, chunk_id=f"{n:016x}", doc_id=f"{n // 3:016x}", text=f"{text}{n}")
            for n in range(1, MANY + 1)
        )
    )


def test_searches_are_answered_while_a_large_export_runs(shared, many, tmp_path):
    target = tmp_path / "many.html"
    export = shared.engine.submit(ExportHits(ExportFormat.HTML, many, target=target))
    assert shared.search("tyres", mode=SearchMode.LEXICAL).hits
    found_at = len(shared.events)
    answer = shared.answer_to(export)
    assert isinstance(answer, ExportRendered)
    assert shared.events.index(answer) >= found_at
    assert target.stat().st_size > MANY * 600


def test_a_large_export_tells_how_far_it_is(shared, many, monkeypatch):
    monkeypatch.setattr(reader, "_SECONDS_BETWEEN_REPORTS", 0.0)
    answer = shared.ask(ExportHits(ExportFormat.RIS, many))
    told = [event for event in shared.events if isinstance(event, ExportProgress)]
    told = [event for event in told if event.request_id == answer.request_id]
    assert isinstance(answer, ExportRendered)
    assert {event.total for event in told} == {MANY}
    done = [event.done for event in told]
    assert done == sorted(done)
    assert len(done) > 100


def test_a_cancelled_export_leaves_no_file(shared, many, tmp_path):
    target = tmp_path / "many.md"
    export = shared.engine.submit(ExportHits(ExportFormat.MARKDOWN, many, target=target))
    waiting = shared.engine.submit(ExportHits(ExportFormat.MARKDOWN, many, target=target))
    for unwanted in (waiting, export):
        shared.engine.submit(CancelExport(unwanted))
    for unwanted in (export, waiting):
        answer = shared.answer_to(unwanted)
        assert isinstance(answer, RequestFailed)
        assert answer.message == "The export was cancelled."
    assert list(tmp_path.glob("*.md")) == []
    assert list(tmp_path.glob(".*.part")) == []


def test_closing_does_not_wait_for_an_export(open_engine, tmp_path, many):
    target = tmp_path / "many.docx"
    with open_engine() as running:
        running.engine.submit(ExportHits(ExportFormat.DOCX, many, target=target))
    assert not target.exists()
