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
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader

MANY = 10_000


@pytest.fixture
def running(tmp_path, notes):
    with RunningEngine.over(tmp_path / "home", tiny_embedder_loader(tmp_path / "model")) as engine:
        engine.add(notes)
        yield engine


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


def test_searches_are_answered_while_a_large_export_runs(running, many, tmp_path):
    target = tmp_path / "many.html"
    export = running.engine.submit(ExportHits(ExportFormat.HTML, many, target=target))
    assert running.search("tyres", mode=SearchMode.LEXICAL).hits
    found_at = len(running.events)
    answer = running.answer_to(export)
    assert isinstance(answer, ExportRendered)
    assert running.events.index(answer) >= found_at
    assert target.stat().st_size > MANY * 600


def test_a_large_export_tells_how_far_it_is(running, many, monkeypatch):
    monkeypatch.setattr(reader, "_SECONDS_BETWEEN_REPORTS", 0.0)
    answer = running.ask(ExportHits(ExportFormat.RIS, many))
    told = [event for event in running.events if isinstance(event, ExportProgress)]
    assert isinstance(answer, ExportRendered)
    assert {event.total for event in told} == {MANY}
    done = [event.done for event in told]
    assert done == sorted(done)
    assert len(done) > 100


def test_a_cancelled_export_leaves_no_file(running, many, tmp_path):
    target = tmp_path / "many.md"
    export = running.engine.submit(ExportHits(ExportFormat.MARKDOWN, many, target=target))
    waiting = running.engine.submit(ExportHits(ExportFormat.MARKDOWN, many, target=target))
    for unwanted in (waiting, export):
        running.engine.submit(CancelExport(unwanted))
    for unwanted in (export, waiting):
        answer = running.answer_to(unwanted)
        assert isinstance(answer, RequestFailed)
        assert answer.message == "The export was cancelled."
    assert list(tmp_path.glob("*.md")) == []
    assert list(tmp_path.glob(".*.part")) == []


def test_cancelling_what_has_ended_does_nothing(running):
    response = make_response()
    first = running.engine.submit(ExportHits(ExportFormat.CSV, response))
    running.answer_to(first)
    running.ask(CancelExport(first))
    assert isinstance(running.ask(ExportHits(ExportFormat.CSV, response)), ExportRendered)


def test_closing_does_not_wait_for_an_export(tmp_path, many):
    loader = tiny_embedder_loader(tmp_path / "model")
    with RunningEngine.over(tmp_path / "home", loader) as running:
        target = tmp_path / "many.docx"
        running.engine.submit(ExportHits(ExportFormat.DOCX, many, target=target))
    assert not target.exists()
