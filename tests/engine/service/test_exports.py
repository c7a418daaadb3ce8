"""Exports run in parallel with searches, report progress, and can be cancelled."""

from dataclasses import replace
from threading import Thread

import pytest

from tests.engine.service.conftest import held, wait_until_closing
from tests.support.responses import make_hit, make_response
from twofold.engine.api import (
    CancelRequest,
    CheckTarget,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    ListTemplates,
    RequestFailed,
    SearchMode,
)
from twofold.engine.service import answers
from twofold.engine.service.routes import Lane

MANY = 300


@pytest.fixture(scope="module")
def many():
    hit = make_hit()
    return make_response(
        *(
            replace(hit, rank=n, chunk_id=f"{n:016x}", doc_id=f"{n // 3:016x}", text=f"Text {n}")
            for n in range(1, MANY + 1)
        )
    )


@pytest.fixture
def at_first_progress(monkeypatch):
    """Return a function that calls another one in the middle of an export, on its thread."""
    monkeypatch.setattr(answers, "_SECONDS_BETWEEN_REPORTS", 0.0)

    def call(running, do):
        def act(event):
            if isinstance(event, ExportProgress):
                running.when_event(lambda _: None)
                do(event.request_id)

        running.when_event(act)

    return call


def test_searches_are_answered_before_an_export_is_done(shared, many, tmp_path):
    target = tmp_path / "many.html"
    with held(shared, Lane.EXPORT):
        export = shared.engine.submit(ExportHits(ExportFormat.HTML, many, target=target))
        assert shared.search("tyres", mode=SearchMode.LEXICAL).hits
    assert isinstance(shared.answer_to(export), ExportRendered)
    assert f"Text {MANY}" in target.read_text(encoding="utf-8")


def test_export_reports_progress(shared, many, monkeypatch):
    monkeypatch.setattr(answers, "_SECONDS_BETWEEN_REPORTS", 0.0)
    answer = shared.ask(ExportHits(ExportFormat.RIS, many))
    told = [event for event in shared.events if isinstance(event, ExportProgress)]
    told = [event for event in told if event.request_id == answer.request_id]
    assert isinstance(answer, ExportRendered)
    assert {event.total for event in told} == {MANY}
    done = [event.done for event in told]
    assert done == sorted(done)
    assert len(done) > MANY // 20


def test_a_cancelled_export_leaves_no_file(shared, many, tmp_path, at_first_progress):
    target = tmp_path / "many.md"
    at_first_progress(shared, lambda number: shared.ask(CancelRequest(number)))
    asked = [
        shared.engine.submit(ExportHits(ExportFormat.MARKDOWN, many, target=target))
        for _ in range(2)
    ]
    shared.engine.submit(CancelRequest(asked[1]))
    for unwanted in asked:
        assert shared.answer_to(unwanted) == RequestFailed(unwanted, "The export was cancelled.")
    assert list(tmp_path.iterdir()) == []


def test_closing_does_not_wait_for_an_export(open_engine, tmp_path, many, at_first_progress):
    target, running = tmp_path / "many.docx", open_engine()
    closing = Thread(target=running.engine.close)

    def close(_export):
        closing.start()
        wait_until_closing(running.engine._workers[Lane.EXPORT])

    at_first_progress(running, close)
    export = running.engine.submit(ExportHits(ExportFormat.DOCX, many, target=target))
    assert isinstance(running.answer_to(export), RequestFailed)
    closing.join()
    assert not target.exists()


def test_templates_and_export_folder_are_read_from_the_disk(shared, tmp_path):
    for name in ("slip.txt", "letter.tex.j2", ".hidden"):
        (tmp_path / name).write_text("")
    listed = shared.ask(ListTemplates(tmp_path))
    assert [path.name for path in listed.templates] == ["letter.tex.j2", "slip.txt"]
    assert shared.ask(ListTemplates(tmp_path / "none")).templates == ()
    there = shared.ask(CheckTarget(tmp_path / "slip.txt"))
    assert (there.exists, there.has_folder) == (True, True)
    assert not shared.ask(CheckTarget(tmp_path / "none" / "slip.txt")).has_folder
