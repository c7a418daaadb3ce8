"""The HNSW graph of a vector index: used when it is faster, never when it is damaged."""

import json
import os
import sys

import numpy as np
import pytest
from usearch.index import Index

from tests.engine.stores.vectors.vector_rows import (
    DIMENSION,
    MODEL,
    entries,
    numbers,
    reopened,
    unit_rows,
)
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.stores import library_files
from twofold.engine.stores.vectors import graph, scan, snapshot
from twofold.engine.stores.vectors import index as vector_index
from twofold.engine.stores.vectors.index import VectorIndex


def graph_file(index):
    return next(index.folder.glob("graph-*.usearch"))


@pytest.mark.posix
def test_graph_finds_the_same_as_the_exact_scan_even_after_reopening(graphed):
    assert not graphed.build_is_due("hnsw")
    assert graph_file(graphed).stat().st_mode & 0o077 == 0  # written by a separate process
    for index in (graphed, reopened(graphed)):
        assert index.graph_rows == 300
        for query in unit_rows(20, seed=4).astype(np.float32):
            exact = index.search(query, 10, plan="exact")
            through_graph = index.search(query, 10, plan="hnsw")
            assert through_graph.candidates == exact.candidates
            assert through_graph.plan.startswith("HNSW graph of 300 vectors")


def test_graph_is_built_only_if_searches_use_it(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 100)
    index.apply(entries(unit_rows(300)), [], 1)
    built = []
    for limit, plan in ((301, "auto"), (301, "hnsw"), (300, "exact"), (300, "auto")):
        monkeypatch.setattr(scan, "_EXACT_BELOW", limit)
        for path in index.folder.glob("*.json"):
            if path.name != "vectors.json":
                path.unlink()
        one = reopened(index)
        one.refresh_graph(plan=plan)
        one.wait_for_graph()
        assert not one.build_is_due(plan)
        assert one._state.quantised.rows == 300
        built.append(one.graph_rows)

    assert built == [0, 300, 0, 300]


@pytest.mark.parametrize("plan", ["auto", "exact", "hnsw"])
def test_single_allowed_document_is_found_at_any_distance(graphed, plan):
    farthest = graphed.search(-unit_rows(300)[20].astype(np.float32), 300).candidates[-1]
    assert farthest.chunk_number == 21
    answer = graphed.search(-unit_rows(300)[20].astype(np.float32), 3, np.array([21 // 3]), plan)
    assert 21 in numbers(answer)
    assert answer.allowed == 3


def test_graph_search_handles_newer_and_deleted_vectors(graphed):
    new = unit_rows(1, seed=77)[0]
    graphed.apply([(5000, 5000, new.tobytes())], [10], 2)

    answer = graphed.search(new.astype(np.float32), 300, plan="hnsw")

    assert (numbers(answer)[0], len(answer.candidates)) == (5000, 300)
    few = graphed.search(unit_rows(300)[9].astype(np.float32), 5, plan="hnsw")
    assert 10 not in numbers(few)
    assert "exact scan of 1 newer vectors" in few.plan


def test_auto_plan_uses_the_graph_only_if_it_is_faster(graphed, monkeypatch):
    query = unit_rows(1, seed=4)[0].astype(np.float32)
    assert graphed.search(query, 5).plan.startswith("exact")
    monkeypatch.setattr(scan, "_EXACT_BELOW", 200)

    assert graphed.search(query, 5).plan.startswith("HNSW")
    assert graphed.search(query, 5, plan="exact").plan.startswith("exact")
    assert graphed.search(query, 5, np.array([1, 2])).plan.startswith("exact")


@pytest.mark.parametrize("how", ["flipped", "described wrongly"])
def test_a_damaged_graph_is_never_used_and_is_built_again(graphed, how):
    path = graph_file(graphed)
    data = bytearray(path.read_bytes())
    if how == "flipped":
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    else:
        (graphed.folder / "graph.json").write_bytes(b'{"size": 3}')

    again = reopened(graphed)
    assert (again.graph_rows, again.build_is_due("hnsw")) == (0, True)
    again.refresh_graph(plan="hnsw")
    again.wait_for_graph()
    assert again.graph_rows == 300


def test_half_precision_graph_is_rebuilt_with_eight_bits(graphed):
    described = json.loads((graphed.folder / "graph.json").read_text())
    halves = Index(ndim=DIMENSION, metric="cos", dtype="f16", connectivity=graph.CONNECTIVITY)
    halves.add(np.arange(300, dtype=np.uint64), unit_rows(300))
    halves.save(str(graph_file(graphed)))
    size = graph_file(graphed).stat().st_size
    described |= {"size": size, "checksum": library_files.checksum(graph_file(graphed))}
    described.pop("numbers", None)  # not written by earlier versions
    (graphed.folder / "graph.json").write_text(json.dumps(described))

    again = reopened(graphed)
    assert (again.graph_rows, again.build_is_due("hnsw")) == (0, True)
    again.refresh_graph(plan="hnsw")
    again.wait_for_graph()
    query = unit_rows(1, seed=4)[0].astype(np.float32)
    through_graph = again.search(query, 10, plan="hnsw")
    assert (again.graph_rows, again.count) == (300, 300)
    assert graph_file(again).stat().st_size <= size - 300 * DIMENSION
    assert through_graph.candidates == again.search(query, 10, plan="exact").candidates


def test_outdated_graph_is_not_used_for_other_rows(graphed):
    rows = unit_rows(300)
    (graphed.folder / "vectors.json").unlink()
    again = reopened(graphed)
    again.apply(list(reversed(entries(rows))), [], 2)

    for one in (again, reopened(again)):
        assert one.graph_rows == 0
        assert numbers(one.search(rows[42].astype(np.float32), 1, plan="hnsw")) == [43]


def test_builder_that_outlives_its_indexer_does_not_replace_the_graph(graphed, monkeypatch):
    rows, saved = unit_rows(300), graph.sync_file
    (graphed.folder / "graph.json").unlink()

    def replace_vectors(path):
        (graphed.folder / "vectors.json").unlink()
        reopened(graphed).apply(list(reversed(entries(rows))), [], 2)
        saved(path)

    monkeypatch.setattr(graph, "sync_file", replace_vectors)
    with pytest.raises(IndexUnavailableError):
        graph.build(graphed.folder)

    again = reopened(graphed)
    assert again.graph_rows == 0
    assert not list(graphed.folder.glob("*.tmp"))
    assert numbers(again.search(rows[42].astype(np.float32), 1, plan="hnsw")) == [43]


def test_graph_is_dropped_if_an_older_sidecar_truncated_its_rows(graphed):
    rows = unit_rows(400, seed=9)
    short = VectorIndex.open(graphed.folder.with_name("short"), DIMENSION, MODEL)
    short.apply(entries(unit_rows(300))[:200], [], 1)
    (graphed.folder / "vectors.json").write_bytes((short.folder / "vectors.json").read_bytes())
    again = reopened(graphed)
    assert again.count == 200
    again.apply(entries(rows, first_chunk=201), [], 2)

    for one in (again, reopened(again)):
        assert one.graph_rows == 0
        assert numbers(one.search(rows[42].astype(np.float32), 1, plan="hnsw")) == [243]


def test_compaction_never_leaves_a_graph_with_wrong_rows(graphed, monkeypatch):
    monkeypatch.setattr(snapshot, "_MAX_DELETED_ROWS", 10)
    graphed.apply([], range(1, 101), 2)
    assert graphed.graph_rows == reopened(graphed).graph_rows == 0
    answer = graphed.search(unit_rows(300)[150].astype(np.float32), 1, plan="hnsw")
    assert numbers(answer) == [151]


def test_closing_stops_a_build_immediately(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 10)
    index.apply(entries(unit_rows(30)), [], 1)
    index.refresh_graph((sys.executable, "-c", "import time; time.sleep(600)"))
    build = index._graph_build
    assert build.is_running
    index.close()

    assert not build.is_running


def test_graph_is_extended_with_new_vectors_and_finds_them(graphed, monkeypatch):
    new = unit_rows(200, seed=9)
    graphed.apply(entries(new, first_chunk=1001), [5], 2)
    known = []
    build = graph._graph_to_grow
    monkeypatch.setattr(
        graph, "_graph_to_grow", lambda *args: known.append(build(*args)) or known[-1]
    )

    graph.build(graphed.folder)

    assert known[0][1] == 300  # the first rows were not added again
    again = reopened(graphed)
    assert again.graph_rows == 500
    for query in (new[7], unit_rows(300)[42]):
        exact = again.search(query.astype(np.float32), 20, plan="exact")
        answer = again.search(query.astype(np.float32), 20, plan="hnsw")
        assert answer.candidates == exact.candidates
        assert answer.plan.startswith("HNSW graph of 500 vectors")


def test_large_graph_is_built_in_parts_that_survive_a_restart(index, monkeypatch):
    monkeypatch.setattr(graph, "_MAX_ADDED", 100)
    index.apply(entries(unit_rows(250)), [], 1)
    index.apply([], [7], 2)
    query = unit_rows(1, seed=4)[0].astype(np.float32)
    known = []
    for _ in range(3):
        graph.build(index.folder)
        opened = reopened(index)
        known.append(opened.graph_rows)
        exact, through_graph = (opened.search(query, 20, plan=plan) for plan in ("exact", "hnsw"))
        assert through_graph.candidates == exact.candidates

    assert known == [101, 201, 250]
    assert through_graph.plan.startswith("HNSW graph of 250 vectors")


def test_a_damaged_graph_is_not_grown(graphed):
    path = graph_file(graphed)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    graphed.apply(entries(unit_rows(5, seed=9), first_chunk=1001), [], 2)

    graph.build(graphed.folder)

    intact = reopened(graphed)
    query = unit_rows(1, seed=4)[0].astype(np.float32)
    assert intact.graph_rows == 305
    assert intact.search(query, 20, plan="hnsw").candidates == intact.search(query, 20).candidates


@pytest.mark.parametrize("suffix", [".f16", ".usearch"])
def test_large_files_are_verified_at_opening_only_if_changed(graphed, monkeypatch, suffix):
    monkeypatch.setattr(library_files, "_ALWAYS_READ_BYTES", 0)
    for file in (*graphed.folder.glob("*.f16"), *graphed.folder.glob("*.usearch")):
        os.utime(file, (1, 1))  # fast disks write them in the same moment as their descriptions
    with monkeypatch.context() as patched:
        patched.setattr(graph, "checksum", lambda _path: "not read")
        assert reopened(graphed).graph_rows == 300

    path = next(graphed.folder.glob(f"*{suffix}"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    if suffix == ".f16":
        with pytest.raises(IndexUnavailableError, match="damaged"):
            reopened(graphed)
    else:
        assert reopened(graphed).graph_rows == 0


def test_truncated_large_graph_is_not_used(graphed, monkeypatch):
    monkeypatch.setattr(library_files, "_ALWAYS_READ_BYTES", 0)
    path = graph_file(graphed)
    state = path.stat()
    os.truncate(path, state.st_size - 5)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert reopened(graphed).graph_rows == 0


def test_wide_filter_uses_the_graph_with_a_scan_as_fallback(graphed, monkeypatch):
    monkeypatch.setattr(scan, "_EXACT_BELOW", 100)
    monkeypatch.setattr(scan, "_CANDIDATES_PER_HIT", 2)
    monkeypatch.setattr(scan, "_SPARE_CANDIDATES", 0)
    monkeypatch.setattr(scan, "_ROWS_PER_CANDIDATE", 1)
    query = unit_rows(300)[20].astype(np.float32)
    near_to_far = numbers(graphed.search(query, 300, plan="exact"))
    wide = np.unique([number // 3 for number in near_to_far if number % 2])
    far = np.unique([number // 3 for number in near_to_far[150:]])
    away = np.setdiff1d(far, [number // 3 for number in near_to_far[:50]])
    # Enough candidates for an answer, but too few to guarantee the best ones.
    partly_away = np.setdiff1d(np.arange(101), [number // 3 for number in near_to_far[:8]])

    through_graph, scanned, mistrusted = (
        graphed.search(query, 10, documents) for documents in (wide, away, partly_away)
    )

    assert through_graph.plan.startswith("HNSW")
    assert scanned.plan.startswith("exact")
    assert mistrusted.plan.startswith("exact")
    for answer, documents in (
        (through_graph, wide), (scanned, away), (mistrusted, partly_away)
    ):  # fmt: skip
        allowed = [number for number in near_to_far if number // 3 in documents]
        assert (numbers(answer), answer.allowed) == (allowed[:10], len(allowed))
