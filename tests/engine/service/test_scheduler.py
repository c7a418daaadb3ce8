import threading
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE
from twofold.engine.api import BadRequestError, MoveFolder, RemoveFolder, RequestDone, RequestFailed
from twofold.engine.service.scheduler import Job, SearchPriority, Worker, send_answer


@pytest.fixture
def log():
    return []


@pytest.fixture
def worker():
    """A started worker, which is stopped after the test."""
    made = Worker("test")
    yield made
    made.ask_to_stop()
    made.join()


def _job(log, name, **options):
    return Job(lambda: log.append(name), on_end=lambda: log.append(f"{name} ended"), **options)


def _run_until_empty(worker):
    done = threading.Event()
    worker.put(Job(done.set))
    worker.start()
    assert done.wait(PATIENCE)


def test_a_newer_job_of_the_same_kind_replaces_the_waiting_one_and_others_keep_their_order(
    worker, log
):
    worker.put(_job(log, "old search", kind=("search", "window")))
    worker.put(_job(log, "quick search", kind=("search", "quick")))
    for name in ("first", "second"):
        worker.put(_job(log, name))
    worker.put(_job(log, "new search", kind=("search", "window")))
    assert log == ["old search ended"]
    _run_until_empty(worker)
    done = [name for name in log if "ended" not in name]
    assert done == ["quick search", "first", "second", "new search"]
    assert log.index("first ended") == log.index("first") + 1


def test_running_job_can_detect_that_it_is_cancelled_or_superseded(worker):
    began, seen = threading.Event(), []

    def work():
        began.set()
        seen.append(job.cancelled.wait(PATIENCE))

    worker.start()
    for cancel in (
        lambda: worker.put(Job(lambda: None, kind=("search", "window"))),
        lambda: worker.cancel(7),
    ):
        job = Job(work, request_id=7, outdated_by=("search", "window"))
        worker.put(job)
        assert began.wait(PATIENCE)
        began.clear()
        worker.put(Job(lambda: None, kind=("search", "quick")))
        assert not job.cancelled.is_set()
        cancel()
    worker.ask_to_stop()
    worker.join()
    assert seen == [True, True]


def test_job_cancelled_while_waiting_is_run_as_cancelled(worker):
    seen = []
    job = Job(lambda: seen.append(job.cancelled.is_set()), request_id=7)
    worker.put(job)
    worker.cancel(7)
    _run_until_empty(worker)
    assert seen == [True]


def test_short_jobs_run_in_the_middle_of_longer_work(worker, log):
    def folder_of(request):
        return request.name

    def read():
        log.append(worker.has_short_job(folder_of))
        worker.run_short_jobs(folder_of)
        log.append(worker.has_short_job(folder_of))

    worker.put(Job(read))
    worker.put(_job(log, "long"))
    worker.put(_job(log, "move", request=MoveFolder("Notes", Path("/notes"))))
    for name in ("Notes", "Papers"):
        worker.put(_job(log, f"remove {name}", request=RemoveFolder(name), is_short=True))
    _run_until_empty(worker)
    done = [entry for entry in log if "ended" not in str(entry)]
    assert done == [True, "remove Papers", False, "long", "move", "remove Notes"]


def test_stopping_worker_runs_only_jobs_marked_to_keep(worker, log):
    worker.put(_job(log, "question"))
    worker.put(_job(log, "change", is_kept=True))
    worker.ask_to_stop()
    worker.put(_job(log, "late", is_kept=True))
    worker.start()
    worker.join()
    assert log == ["question ended", "late ended", "change", "change ended"]


def test_idle_work_is_repeated_even_after_a_job_raised(log, expected_log):
    expected_log.append("a job failed")
    idle, rested = iter([True, True, False]), threading.Event()

    def idle_work():
        log.append("idle")
        more = next(idle, False)
        if not more:
            rested.set()
        return more

    worker = Worker("test", idle_work=idle_work)
    worker.put(Job(lambda: 1 / 0, on_end=lambda: log.append("ended")))
    worker.start()
    assert rested.wait(PATIENCE)
    worker.ask_to_stop()
    worker.join()
    assert log == ["ended", *["idle"] * 3]


def test_worker_pauses_before_idle_work_but_takes_new_jobs(log):
    rests = threading.Event()

    class PausingWorker(Worker):
        def _wait(self, seconds):
            if seconds == 3600.0:
                rests.set()
            super()._wait(seconds)

    worker = PausingWorker("test", idle_work=lambda: log.append("idle"), rest_seconds=3600.0)
    worker.start()
    assert rests.wait(PATIENCE)
    worker.put(Job(lambda: log.append("done"), is_kept=True))
    worker.ask_to_stop()
    worker.join(PATIENCE)
    assert log == ["done"]


def test_errors_are_answered_with_one_sentence(log, expected_log):
    expected_log.append("request 3 failed")

    def refuse():
        raise BadRequestError("No such place.", "Check the name.")

    send_answer(log.append, 1, lambda: RequestDone(1))
    send_answer(log.append, 2, refuse)
    send_answer(log.append, 3, lambda: 1 / 0)
    send_answer(log.append, 4, lambda: None)
    assert log[:2] == [
        RequestDone(1),
        RequestFailed(2, "No such place.", "Check the name.", is_bad_request=True),
    ]
    assert [event.request_id for event in log] == [1, 2, 3]
    assert "ZeroDivisionError" in log[2].message


def test_background_work_yields_until_the_search_is_answered():
    priority, went_on = SearchPriority(), threading.Event()
    priority.begin()
    assert not priority.yield_to_searches(timeout=0.0)  # idle work does not starve
    background = threading.Thread(
        target=lambda: (priority.yield_to_searches(timeout=PATIENCE), went_on.set()), daemon=True
    )
    background.start()
    assert priority.is_searching
    assert not went_on.is_set()
    priority.end()
    assert went_on.wait(PATIENCE)
    background.join(PATIENCE)
    assert not priority.is_searching


def test_background_work_yields_to_another_process_for_a_limited_time():
    now = [100.0]
    priority = SearchPriority(monotonic=lambda: now[0])
    assert priority.yield_to_searches(timeout=600)
    priority.hold(1.0)
    asked = iter([False, True])
    # or another job needs the thread
    assert not priority.yield_to_searches(30, lambda: next(asked))
    now[0] = 101.0
    assert priority.yield_to_searches(timeout=600)


def test_closing_waits_only_for_changes_that_would_be_lost(worker, log):
    began, goes_on = threading.Event(), threading.Event()

    def batch():
        began.set()
        assert goes_on.wait(PATIENCE)

    def change():
        log.append("recorded")
        worker.note_recorded()
        batch()

    worker.put(Job(change, is_kept=True))
    worker.put(Job(lambda: log.append("never")))
    worker.start()
    assert began.wait(PATIENCE)
    worker.ask_to_stop()
    worker.wait_for_kept_jobs()
    assert log == ["recorded"]
    goes_on.set()
    worker.join(PATIENCE)
    assert log == ["recorded"]
