from __future__ import annotations

import pytest

from engine.embedding.llama.threads import ThreadTuner, query_threads


def run(tempo: ThreadTuner, rates: dict[int, float], batches: int) -> list[int]:
    used = []
    for _ in range(batches):
        threads = tempo.next_threads()
        tempo.note(threads, rates[threads])
        used.append(threads)
    return used


def test_all_threads_are_kept_while_they_are_fastest():
    used = run(ThreadTuner(4), {4: 400.0, 2: 220.0, 1: 120.0}, 160)

    assert used.count(4) == 150


def test_fewer_threads_are_used_once_they_are_faster():
    tempo = ThreadTuner(4)
    run(tempo, {4: 400.0, 2: 220.0, 1: 120.0}, 32)

    busy = run(tempo, {4: 50.0, 2: 100.0, 1: 150.0}, 96)

    assert busy[-2] == 1


def test_threads_come_back_when_the_machine_is_idle_again():
    tempo = ThreadTuner(2)
    run(tempo, {2: 50.0, 1: 150.0}, 64)

    assert run(tempo, {2: 300.0, 1: 160.0}, 64)[-2] == 2


def test_single_thread_is_never_divided():
    assert set(run(ThreadTuner(1), {1: 100.0}, 40)) == {1}


@pytest.mark.parametrize(
    ("weights", "threads", "expected"),
    [(21_000_000, 8, 1), (85_000_000, 8, 2), (302_000_000, 4, 4), (302_000_000, 1, 1)],
)
def test_queries_of_small_models_run_on_one_thread(weights, threads, expected):
    assert query_threads(weights, threads) == expected
