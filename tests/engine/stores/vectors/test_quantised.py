"""The int8 copy of the vectors: it makes scans faster without changing the results."""

import os

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
from twofold.engine.stores.vectors import graph, kernels, quantised, scan, snapshot
from twofold.engine.stores.vectors import index as vector_index
from twofold.engine.stores.vectors.index import VectorIndex

ROWS = 2000


@pytest.fixture
def copied(index, monkeypatch):
    """An index of close vectors with an int8 copy, some deleted rows, and some newer ones."""
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 100)
    monkeypatch.setattr(scan, "_MIN_TO_RULE_OUT", 0)
    index.apply(entries(close_rows(ROWS)), [], 1)
    graph.build(index.folder)
    index.refresh()
    index.apply(entries(close_rows(30, seed=8), first_chunk=5001), range(50, 300), 2)
    return index


def close_rows(count, seed=0):
    """Return vectors like those of sentence models: close to each other, with a length near 1."""
    rows = unit_rows(count, seed).astype(np.float32) + 2.0
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scale = np.random.default_rng(seed).uniform(0.9, 1.1, (count, 1))
    return (rows / lengths * scale).astype("<f2")


def copy_of(index):
    return next(index.folder.glob("quantised-*.i8"))


def without_copy(index):
    (index.folder / quantised.DESCRIPTION).rename(index.folder / "aside")
    try:
        return reopened(index)
    finally:
        (index.folder / "aside").rename(index.folder / quantised.DESCRIPTION)


def test_scan_with_the_int8_copy_finds_the_same(copied):
    exact = without_copy(copied)
    queries = close_rows(10, seed=4).astype(np.float32)
    for index in (copied, reopened(copied)):
        assert index._state.quantised.rows == ROWS
        for documents in (None, np.arange(0, 1700, 2), np.arange(100, 140)):
            for limit in (1, 10, 100, 5000):
                for query in queries:
                    found, expected = (
                        one.search(query, limit, documents) for one in (index, exact)
                    )
                    assert found == expected


def test_scan_with_the_int8_copy_compares_few_rows_exactly(copied, monkeypatch):
    compared = []
    cosines = kernels.cosines

    def counting(query, rows, *, fast):
        compared.append(len(rows))
        return cosines(query, rows, fast=fast)

    monkeypatch.setattr(scan, "cosines", counting)
    copied.search(close_rows(1, seed=4)[0].astype(np.float32), 10)

    assert compared[0] < ROWS / 10


def test_counts_with_the_int8_copy_are_the_same(copied):
    probes = close_rows(64, seed=5).astype(np.float32)
    copied.calibrate(probes)
    exact = without_copy(copied)
    query = close_rows(1, seed=6)[0].astype(np.float32)
    deviations = sorted(exact.deviations_of(query, range(1, 6000)).values())
    for allowed in (None, np.arange(0, 1700, 3)):
        for found, expected in (
            (one.near(query, 0.97, allowed) for one in (copied, exact)),
            (one.above_chance(query, deviations[-40], allowed) for one in (copied, exact)),
        ):
            assert len(expected.chunks) > 5
            assert found.chunks.tolist() == expected.chunks.tolist()
            assert found.nearness.tolist() == expected.nearness.tolist()


def test_zero_and_equal_vectors_can_be_quantised(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 1)
    monkeypatch.setattr(scan, "_MIN_TO_RULE_OUT", 0)
    rows = np.concatenate([np.zeros((50, DIMENSION), "<f2"), np.repeat(close_rows(1), 60, axis=0)])
    index.apply(entries(rows), [], 1)
    query = close_rows(1, seed=3)[0].astype(np.float32)
    expected = index.search(query, 70)
    graph.build(index.folder)
    index.refresh()

    assert index._state.quantised is not None
    assert index.search(query, 70) == expected


def test_missing_int8_copy_is_created_without_other_changes(copied):
    copy_of(copied).unlink()
    (copied.folder / quantised.DESCRIPTION).unlink()
    kept = {path.name: path.stat().st_mtime_ns for path in copied.folder.glob("vectors-*")}
    again = reopened(copied)
    follower = VectorIndex.open(copied.folder, DIMENSION, MODEL, read_only=True)
    assert again._state.quantised is None
    assert again.build_is_due()
    again.refresh_graph()
    again.wait_for_graph()
    follower.refresh()

    for index in (again, follower):
        assert (index._state.quantised.rows, index.graph_rows) == (ROWS + 30, ROWS)
    assert kept == {path.name: path.stat().st_mtime_ns for path in copied.folder.glob("vectors-*")}


@pytest.mark.parametrize("damage", ["flipped", "cut", "described wrongly"])
def test_damaged_int8_copy_is_never_used_and_is_written_again(copied, damage):
    path = copy_of(copied)
    if damage == "flipped":
        data = bytearray(path.read_bytes())
        data[-5] ^= 1
        path.write_bytes(data)
    elif damage == "cut":
        os.truncate(path, path.stat().st_size - 5)
    else:
        (copied.folder / quantised.DESCRIPTION).write_bytes(b'{"size": 3}')
    again = reopened(copied)
    assert again._state.quantised is None
    assert again.build_is_due()
    graph.build(again.folder)
    assert reopened(copied)._state.quantised.rows == ROWS + 30


def test_outdated_int8_copy_is_not_used_for_other_rows(copied):
    rows = close_rows(ROWS + 30, seed=9)
    (copied.folder / "vectors.json").unlink()
    again = reopened(copied)
    again.apply(entries(rows), [], 2)

    for one in (again, reopened(again)):
        assert one._state.quantised is None
        assert numbers(one.search(rows[42].astype(np.float32), 1)) == [43]


def test_compaction_never_leaves_an_int8_copy_with_wrong_rows(copied, monkeypatch):
    monkeypatch.setattr(snapshot, "_MAX_DELETED_ROWS", 10)
    copied.apply([], range(300, 901), 3)
    for one in (copied, reopened(copied)):
        assert one._state.quantised is None
        assert numbers(one.search(close_rows(ROWS)[1500].astype(np.float32), 1)) == [1501]


def test_int8_copy_is_not_used_without_a_fast_kernel(copied, monkeypatch):
    monkeypatch.setattr(quantised.QuantisedRows, "cosines", None)
    plain = VectorIndex.open(copied.folder, DIMENSION, MODEL, fast=False)
    row = close_rows(ROWS)[1500]
    assert numbers(plain.search(row.astype(np.float32), 1)) == [1501]
