"""Vectors on disk: exact search, changes, and what another model or a crash left behind."""

import resource
import threading

import numpy as np
import pytest

from engine.model.errors import IndexUnavailableError
from engine.stores.vectors import scan as snapshot
from engine.stores.vectors.index import VectorIndex
from tests.engine.stores.vectors.vector_rows import (
    DIMENSION,
    MODEL,
    entries,
    numbers,
    reopened,
    unit_rows,
)


def test_the_plain_kernel_ranks_like_the_fast_one(index):
    index.apply(entries(unit_rows(300)), [], 1)
    plain = VectorIndex.open(index.folder, DIMENSION, MODEL, fast=False)
    query = unit_rows(1, seed=3)[0].astype(np.float32)

    fast_answer, plain_answer = index.search(query, 20), plain.search(query, 20)

    assert numbers(fast_answer) == numbers(plain_answer)
    for fast, slow in zip(fast_answer.candidates, plain_answer.candidates, strict=True):
        assert fast.raw_score == pytest.approx(slow.raw_score, abs=1e-3)


def test_ties_are_broken_by_chunk_number_also_at_the_cut(index):
    row = unit_rows(1)[0]
    index.apply([(chunk, 1, row.tobytes()) for chunk in (50, 7, 31, 2, 9)], [], 1)

    assert numbers(index.search(row.astype(np.float32), 3)) == [2, 7, 9]


def test_a_filter_without_documents_leaves_nothing(index):
    index.apply(entries(unit_rows(10)), [], 1)
    query = np.ones(DIMENSION, dtype=np.float32)

    assert index.search(query, 5, np.empty(0, dtype=np.int64)).candidates == ()
    assert index.search(query, 5, np.array([10**15])).candidates == ()


def test_a_chunk_deleted_and_added_again_is_found(index):
    row = unit_rows(1)[0]
    index.apply([(1, 1, row.tobytes())], [], 1)
    index.apply([], [1], 2)
    index.apply([(1, 1, row.tobytes())], [], 3)
    index.apply([(1, 1, row.tobytes())], [1], 4)

    for current in (index, reopened(index)):
        assert numbers(current.search(row.astype(np.float32), 10)) == [1]


def test_applying_the_same_again_writes_no_rows(index):
    index.apply(entries(unit_rows(20)), [], 1)
    size = (index.folder / "vectors-0.f16").stat().st_size
    index.apply(entries(unit_rows(20)), [], 2)

    assert (index.folder / "vectors-0.f16").stat().st_size == size
    assert index.generation == 2


def test_a_vector_given_twice_counts_as_the_last(index):
    first, last = unit_rows(2)
    index.apply([(1, 1, first.tobytes()), (1, 1, last.tobytes())], [], 1)

    assert index.count == 1
    assert index.search(last.astype(np.float32), 1).candidates[0].raw_score > 0.99


def test_bytes_beyond_the_sidecar_are_cut_off(index):
    index.apply(entries(unit_rows(10)), [], 1)
    with (index.folder / "vectors-0.f16").open("ab") as file:
        file.write(b"\x7f" * 500)
    with (index.folder / "records-0.i64").open("ab") as file:
        file.write(b"\x01" * 7)

    again = reopened(index)
    again.apply(entries(unit_rows(5, seed=8), first_chunk=100), [], 2)

    assert reopened(index).count == 15
    assert (index.folder / "vectors-0.f16").stat().st_size == 15 * DIMENSION * 2


def test_dead_rows_are_cleared_away_once_they_are_many(index, monkeypatch):
    monkeypatch.setattr(snapshot, "_DEAD_ROWS_KEPT", 10)
    rows = unit_rows(100)
    index.apply(entries(rows), [], 1)
    index.apply([], range(1, 31), 2)

    assert not (index.folder / "vectors-0.f16").exists()
    assert (index.folder / "vectors-1.f16").stat().st_size == 70 * DIMENSION * 2
    for current in (index, reopened(index)):
        assert current.generation == 2
        answer = current.search(rows[50].astype(np.float32), 100)
        assert answer.candidates[0].chunk_number == 51
        assert sorted(numbers(answer)) == list(range(31, 101))


@pytest.mark.parametrize("dimension_and_model", [(DIMENSION, "other"), (DIMENSION * 2, MODEL)])
def test_vectors_of_another_model_are_refused(index, dimension_and_model):
    index.apply(entries(unit_rows(3)), [], 1)

    with pytest.raises(IndexUnavailableError, match="another model"):
        VectorIndex.open(index.folder, *dimension_and_model)


@pytest.mark.parametrize(
    "vector", [b"\0\0" * (DIMENSION - 1), np.full(DIMENSION, np.inf, "<f2").tobytes()]
)
def test_a_vector_that_does_not_fit_is_refused_and_changes_nothing(index, vector):
    with pytest.raises(IndexUnavailableError):
        index.apply([*entries(unit_rows(2)), (9, 9, vector)], [], 1)

    assert (index.count, index.generation) == (0, 0)


def test_a_full_disk_leaves_the_index_as_it_was(index):
    index.apply(entries(unit_rows(10)), [], 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(IndexUnavailableError, match="cannot be written"):
            index.apply(entries(unit_rows(90, seed=2), first_chunk=100), [], 2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert (index.count, index.generation) == (10, 1)
    index.apply(entries(unit_rows(90, seed=2), first_chunk=100), [], 2)
    assert reopened(index).count == 100


def test_searching_is_right_while_another_thread_changes_the_index(index, monkeypatch):
    """The vectors 1..50 stay; others come and go, and rows are compacted, all the time."""
    monkeypatch.setattr(snapshot, "_DEAD_ROWS_KEPT", 20)
    steady = unit_rows(50)
    index.apply(entries(steady), [], 1)
    allowed = np.arange(0, 20, dtype=np.int64)
    failures = []
    done = threading.Event()

    def search():
        while not done.is_set():
            for chunk, row in enumerate(steady, start=1):
                for filtered in (None, allowed):
                    best = index.search(row.astype(np.float32), 3, filtered).candidates[0]
                    if best.chunk_number != chunk:
                        failures.append((chunk, best))

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for round_number in range(12):
            first = 1000 + round_number * 50
            index.apply(
                entries(unit_rows(50, seed=round_number + 1), first_chunk=first),
                range(first - 50, first),
                round_number + 2,
            )
    finally:
        done.set()
        for thread in threads:
            thread.join()

    assert failures == []
    assert index.count == 100
