"""Vectors on disk: exact search, changes, and data left by another model or by a crash."""

import re
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.engine.stores.vectors.vector_rows import (
    DIMENSION,
    MODEL,
    entries,
    numbers,
    reopened,
    unit_rows,
)
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.stores.vectors import index as vector_index
from twofold.engine.stores.vectors import snapshot
from twofold.engine.stores.vectors.index import VectorIndex


def test_fallback_kernel_ranks_like_the_fast_one(index):
    index.apply(entries(unit_rows(300)), [], 1)
    plain = VectorIndex.open(index.folder, DIMENSION, MODEL, fast=False)
    query = unit_rows(1, seed=3)[0].astype(np.float32)
    assert numbers(index.search(query, 20)) == numbers(plain.search(query, 20))


def test_bytes_not_covered_by_the_sidecar_are_truncated(index):
    index.apply(entries(unit_rows(10)), [], 1)
    with (index.folder / "vectors-0.f16").open("ab") as file:
        file.write(b"\x7f" * 500)
    again = reopened(index)
    assert (index.folder / "vectors-0.f16").stat().st_size == 10 * DIMENSION * 2
    again.apply(entries(unit_rows(5, seed=8), first_chunk=100), [], 2)
    assert reopened(index).count == 15
    assert (index.folder / "vectors-0.f16").stat().st_size == 15 * DIMENSION * 2


def test_many_deleted_rows_are_compacted(index, monkeypatch):
    monkeypatch.setattr(snapshot, "_MAX_DELETED_ROWS", 10)
    rows = unit_rows(100)
    index.apply(entries(rows), [], 1)
    index.apply([], range(1, 31), 2)

    assert not (index.folder / "vectors-0.f16").exists()
    assert (index.folder / "vectors-1.f16").stat().st_size == 70 * DIMENSION * 2
    for current in (index, reopened(index)):
        assert current.generation == 2
        found = numbers(current.search(rows[50].astype(np.float32), 100))
        assert (found[0], sorted(found)) == (51, list(range(31, 101)))


@pytest.mark.parametrize("dimension_and_model", [(DIMENSION, "other"), (DIMENSION * 2, MODEL)])
def test_vectors_of_another_model_are_refused(index, dimension_and_model):
    index.apply(entries(unit_rows(3)), [], 1)

    with pytest.raises(IndexUnavailableError, match="another model"):
        VectorIndex.open(index.folder, *dimension_and_model)


def test_non_finite_vector_is_rejected_and_changes_nothing(index):
    infinite = np.full(DIMENSION, np.inf, "<f2").tobytes()
    with pytest.raises(IndexUnavailableError):
        index.apply([*entries(unit_rows(2)), (9, 9, infinite)], [], 1)
    assert (index.count, index.generation) == (0, 0)


def test_full_disk_does_not_change_the_index(index):
    resource = pytest.importorskip("resource", reason="Windows limits no sizes of files")
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


def test_search_is_correct_while_another_thread_changes_the_index(index, monkeypatch):
    """Vectors 1 to 50 are never changed. Others are added, deleted and compacted in parallel."""
    monkeypatch.setattr(snapshot, "_MAX_DELETED_ROWS", 20)
    steady = unit_rows(50)
    index.apply(entries(steady), [], 1)
    allowed = np.arange(0, 20, dtype=np.int64)
    failures = []
    done = threading.Event()

    def search():
        while not done.is_set():
            for chunk, row in enumerate(steady, start=1):
                for filtered in (None, allowed):
                    best = numbers(index.search(row.astype(np.float32), 3, filtered))[0]
                    failures.extend([(chunk, best)] if best != chunk else [])

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for round_number in range(12):
            first = 1000 + round_number * 50
            added = entries(unit_rows(50, seed=round_number + 1), first_chunk=first)
            index.apply(added, range(first - 50, first), round_number + 2)
    finally:
        done.set()
        for thread in threads:
            thread.join()

    assert failures == []
    assert index.count == 100


def follower_of(index):
    return VectorIndex.open(index.folder, DIMENSION, MODEL, read_only=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only there the kernel tells of each mapping")
def test_memory_of_a_scan_is_released_and_the_next_scan_finds_the_same(graphed):
    index, query = reopened(graphed), unit_rows(1, seed=4)[0].astype(np.float32)
    before = index.search(query, 10, plan="exact").candidates
    assert _resident_bytes(index.folder) > 0

    index.release_pages()

    assert _resident_bytes(index.folder) == 0
    assert index.search(query, 10, plan="exact").candidates == before


def _resident_bytes(folder):
    """Return the number of bytes of the vectors that are resident in memory."""
    is_of_them, total = False, 0
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        if re.match("[0-9a-f]+-[0-9a-f]+ ", line):
            is_of_them = str(folder) in line and line.endswith(".f16")
        elif is_of_them and line.startswith("Rss:"):
            total += 1024 * int(line.split()[1])
    return total


def test_graph_built_without_new_vectors_is_used_by_readers(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 100)
    index.apply(entries(unit_rows(300)), [], 1)
    follower = follower_of(index)
    index.refresh_graph(plan="hnsw")
    index.wait_for_graph()

    follower.refresh()

    assert follower.graph_rows == 300


def test_reader_rejects_damaged_new_data_and_keeps_answering(index):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    index.apply(entries(unit_rows(3, seed=1), 100), [], 2)
    data = bytearray(index._files.vectors_path.read_bytes())
    data[5 * DIMENSION * 2] ^= 0xFF
    index._files.vectors_path.write_bytes(data)
    with pytest.raises(IndexUnavailableError, match="damaged"):
        follower.refresh()
    assert follower.count == 5


def test_reader_detects_a_rebuilt_index_of_the_same_size(index):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    VectorIndex.discard(index.folder)
    anew = reopened(index)
    anew.apply(entries(unit_rows(5), first_chunk=100), [], 2)

    follower.refresh()

    answer = follower.search(np.ones(DIMENSION, dtype=np.float32), 5)
    assert sorted(numbers(answer)) == list(range(100, 105))


def test_files_deleted_while_being_followed_are_read_later(index, monkeypatch):
    follower = follower_of(index)
    index.apply(entries(unit_rows(5)), [], 1)

    def gone(_files):
        raise FileNotFoundError(2, "No such file or directory")

    with monkeypatch.context() as patched:
        patched.setattr(vector_index.VectorFiles, "matrix", gone)
        with pytest.raises(IndexUnavailableError):
            follower.refresh()
    follower.refresh()
    assert follower.count == 5


def calibrated(index, rows=400):
    index.apply(entries(unit_rows(rows)), [], 1)
    index.calibrate(unit_rows(64, seed=5).astype(np.float32))
    return unit_rows(1, seed=6)[0].astype(np.float32)


def test_count_above_background_matches_the_deviations(index):
    query = calibrated(index)
    every = index.deviations_of(query, range(1, 401))
    assert len(every) == 400
    least = sorted(every.values())[-20]
    found = index.above_chance(query, least)
    assert dict(zip(found.chunks.tolist(), found.nearness.tolist(), strict=True)) == {
        chunk: deviations for chunk, deviations in every.items() if deviations >= least
    }
    some = np.unique(found.documents[:5])
    left = index.above_chance(query, least, some)
    assert set(left.documents.tolist()) == set(some.tolist())


def test_random_queries_are_stored_and_read_by_readers(index):
    follower = follower_of(index)
    assert not index.is_calibrated
    query = calibrated(index)
    assert follower.background(query).chance == 0.0
    follower.refresh()
    assert (
        follower.background(query) == index.background(query) == reopened(index).background(query)
    )
    assert index.background(query).chance > 0.0


def test_damaged_random_queries_are_embedded_again(index):
    calibrated(index)
    (path,) = index.folder.glob("probes-*.f16")
    path.write_bytes(b"\0" + path.read_bytes()[1:])
    other = reopened(index)
    assert not other.is_calibrated
    other.calibrate(unit_rows(64, seed=5).astype(np.float32))
    assert reopened(index).is_calibrated
