from __future__ import annotations

import os
import threading
from contextlib import suppress

import pytest

from tests.support.patience import PATIENCE
from twofold.engine.embedding.llama.threads import (
    QueryGate,
    ThreadTuner,
    automatic_threads,
    query_threads,
)


@pytest.mark.parametrize(
    ("quota", "threads"),
    [("200000 100000", 2), ("50000 100000", 1), ("max 100000", 8), (None, 8)],
)
def test_thread_count_respects_quota_and_processors(monkeypatch, tmp_path, quota, threads):
    quota_file = tmp_path / "cpu.max"
    if quota:
        quota_file.write_text(quota + "\n", encoding="ascii")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    assert automatic_threads(quota_file) == threads
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    assert automatic_threads(quota_file) == 1


def run(tuner: ThreadTuner, rates: dict[int, float], batches: int) -> list[int]:
    used = []
    for _ in range(batches):
        threads = tuner.next_threads()
        tuner.note(threads, rates[threads])
        used.append(threads)
    return used


def test_fewer_threads_are_used_while_that_is_faster():
    tuner = ThreadTuner(4)
    assert run(tuner, {4: 400.0, 2: 220.0, 1: 120.0}, 32).count(4) == 30
    busy = run(tuner, {4: 50.0, 2: 100.0, 1: 150.0}, 96)
    assert busy[-2] == 1
    idle = run(tuner, {4: 400.0, 2: 220.0, 1: 120.0}, 160)
    assert idle[-2] == 4
    assert set(run(ThreadTuner(1), {1: 100.0}, 40)) == {1}
    # More threads do not speed up a query of a small model.
    assert [query_threads(weights, 8) for weights in (21_000_000, 85_000_000)] == [1, 2]


def test_bulk_work_waits_until_the_last_query_is_done():
    gate = QueryGate()
    passed = threading.Event()
    bulk = threading.Thread(target=lambda: (gate.wait(), passed.set()))

    with suppress(ValueError), gate.query():
        raise ValueError
    gate.wait()  # nothing waits for a failed query
    with gate.query():
        with gate.query():
            bulk.start()
        assert not passed.wait(0.05)
    bulk.join(PATIENCE)

    assert passed.is_set()
