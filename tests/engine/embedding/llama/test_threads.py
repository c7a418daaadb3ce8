from __future__ import annotations

import os
import threading

import pytest

from engine.embedding.llama.threads import QueryGate, ThreadTuner, automatic_threads, query_threads


@pytest.fixture
def sixteen_processors(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)


def test_no_more_threads_than_help(sixteen_processors, tmp_path):
    assert automatic_threads(tmp_path / "no-such-file") == 8


@pytest.mark.parametrize(
    ("quota", "threads"), [("200000 100000", 2), ("50000 100000", 1), ("max 100000", 8), ("?", 8)]
)
def test_container_quota_is_respected(sixteen_processors, tmp_path, quota, threads):
    quota_file = tmp_path / "cpu.max"
    quota_file.write_text(quota + "\n", encoding="ascii")

    assert automatic_threads(quota_file) == threads


def test_processors_of_this_process_are_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)

    assert automatic_threads(tmp_path / "no-such-file") == 1


def run(tuner: ThreadTuner, rates: dict[int, float], batches: int) -> list[int]:
    used = []
    for _ in range(batches):
        threads = tuner.next_threads()
        tuner.note(threads, rates[threads])
        used.append(threads)
    return used


def test_all_threads_are_kept_while_they_are_fastest():
    used = run(ThreadTuner(4), {4: 400.0, 2: 220.0, 1: 120.0}, 160)

    assert used.count(4) == 150


def test_fewer_threads_are_used_once_they_are_faster():
    tuner = ThreadTuner(4)
    run(tuner, {4: 400.0, 2: 220.0, 1: 120.0}, 32)

    busy = run(tuner, {4: 50.0, 2: 100.0, 1: 150.0}, 96)

    assert busy[-2] == 1


def test_threads_come_back_when_the_machine_is_idle_again():
    tuner = ThreadTuner(2)
    run(tuner, {2: 50.0, 1: 150.0}, 64)

    assert run(tuner, {2: 300.0, 1: 160.0}, 64)[-2] == 2


def test_single_thread_is_never_divided():
    assert set(run(ThreadTuner(1), {1: 100.0}, 40)) == {1}


@pytest.mark.parametrize(
    ("weights", "threads", "expected"),
    [(21_000_000, 8, 1), (85_000_000, 8, 2), (302_000_000, 4, 4), (302_000_000, 1, 1)],
)
def test_queries_of_small_models_run_on_one_thread(weights, threads, expected):
    assert query_threads(weights, threads) == expected


def test_bulk_work_passes_while_no_query_runs():
    gate = QueryGate()

    with gate.query():
        pass

    gate.wait()


def test_bulk_work_waits_until_the_last_query_is_done():
    gate = QueryGate()
    passed = threading.Event()
    bulk = threading.Thread(target=lambda: (gate.wait(), passed.set()))

    with gate.query():
        with gate.query():
            bulk.start()
        assert not passed.wait(0.05)
    bulk.join(5)

    assert passed.is_set()


def test_failed_query_does_not_hold_bulk_work_back():
    gate = QueryGate()

    try:
        with gate.query():
            raise ValueError
    except ValueError:
        gate.wait()
