import resource
import sys
import threading

import numpy as np
import pytest

from engine.core.errors import IndexUnavailableError
from engine.stores import vector_index, vector_scan, vector_snapshot
from engine.stores.vector_index import VectorIndex

DIMENSION = 16
MODEL = "model"


def unit_rows(count, seed=0):
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSION))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f2")


def entries(rows, first_chunk=1, chunks_per_document=3):
    return [
        (first_chunk + i, (first_chunk + i) // chunks_per_document, row.tobytes())
        for i, row in enumerate(rows)
    ]


def numbers(answer):
    return [candidate.chunk_number for candidate in answer.candidates]


@pytest.fixture
def index(tmp_path):
    opened = VectorIndex.open(tmp_path / "v", DIMENSION, MODEL)
    yield opened
    opened.close()


def reopened(index):
    return VectorIndex.open(index.folder, DIMENSION, MODEL)


def test_an_empty_index_answers_with_nothing(index):
    answer = index.search(np.ones(DIMENSION, dtype=np.float32), 10)

    assert (answer.candidates, answer.searchable, answer.allowed) == ((), 0, 0)
    assert (index.count, index.generation) == (0, 0)


def test_the_ranking_is_that_of_the_cosine(index):
    rows = unit_rows(200)
    index.apply(entries(rows), [], 1)
    query = unit_rows(1, seed=9)[0].astype(np.float32)
    cosines = rows.astype(np.float64) @ query.astype(np.float64)

    answer = index.search(query, 5)

    assert numbers(answer) == (np.argsort(-cosines)[:5] + 1).tolist()
    assert [candidate.rank for candidate in answer.candidates] == [1, 2, 3, 4, 5]
    for candidate in answer.candidates:
        assert candidate.raw_score == pytest.approx(cosines[candidate.chunk_number - 1], abs=2e-3)
        assert candidate.raw_score == round(candidate.raw_score, 6)
    assert answer.plan == "exact scan of 200 vectors"


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


@pytest.mark.parametrize("share", [0.02, 0.5])
def test_a_filter_acts_before_the_cut(index, share):
    rows = unit_rows(1000)
    index.apply(entries(rows, chunks_per_document=1), [], 1)
    allowed = np.arange(1, int(1000 * share) + 1, dtype=np.int64)
    query = unit_rows(1, seed=5)[0].astype(np.float32)

    answer = index.search(query, 15, allowed)

    everything = numbers(index.search(query, 1000))
    assert numbers(answer) == [number for number in everything if number in allowed][:15]
    assert answer.allowed == len(allowed)
    assert answer.plan == f"exact scan of {len(allowed)} vectors left by the filters"


def test_a_filter_without_documents_leaves_nothing(index):
    index.apply(entries(unit_rows(10)), [], 1)
    query = np.ones(DIMENSION, dtype=np.float32)

    assert index.search(query, 5, np.empty(0, dtype=np.int64)).candidates == ()
    assert index.search(query, 5, np.array([10**15])).candidates == ()


def test_deleted_chunks_are_not_found_again_not_even_after_reopening(index):
    index.apply(entries(unit_rows(10)), [], 1)
    index.apply([], [3, 4, 999], 2)

    for current in (index, reopened(index)):
        assert current.count == 8
        assert current.generation == 2
        assert not {3, 4} & set(numbers(current.search(np.ones(DIMENSION, np.float32), 10)))


def test_a_replaced_vector_counts_from_then_on(index):
    old, new = unit_rows(2)
    index.apply([(1, 1, old.tobytes())], [], 1)
    index.apply([(1, 1, new.tobytes())], [], 2)

    for current in (index, reopened(index)):
        answer = current.search(new.astype(np.float32), 10)
        assert numbers(answer) == [1]
        assert answer.candidates[0].raw_score == pytest.approx(1.0, abs=1e-3)


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
    monkeypatch.setattr(vector_snapshot, "_DEAD_ROWS_KEPT", 10)
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


def test_a_query_that_does_not_fit_is_a_clear_error(index):
    with pytest.raises(IndexUnavailableError, match="numbers"):
        index.search(np.ones(3, dtype=np.float32), 5)
    with pytest.raises(IndexUnavailableError, match="not finite"):
        index.search(np.full(DIMENSION, np.nan, dtype=np.float32), 5)


@pytest.mark.parametrize(
    "vector", [b"\0\0" * (DIMENSION - 1), np.full(DIMENSION, np.inf, "<f2").tobytes()]
)
def test_a_vector_that_does_not_fit_is_refused_and_changes_nothing(index, vector):
    with pytest.raises(IndexUnavailableError):
        index.apply([*entries(unit_rows(2)), (9, 9, vector)], [], 1)

    assert (index.count, index.generation) == (0, 0)


def test_an_index_open_for_reading_changes_nothing(index):
    index.apply(entries(unit_rows(3)), [], 1)
    reader = VectorIndex.open(index.folder, DIMENSION, MODEL, read_only=True)

    assert reader.count == 3
    with pytest.raises(IndexUnavailableError, match="reading only"):
        reader.apply([], [1], 2)


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
    monkeypatch.setattr(vector_snapshot, "_DEAD_ROWS_KEPT", 20)
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


# --- The HNSW graph ---


@pytest.fixture
def graphed(index, monkeypatch):
    """An index of 300 vectors with a graph of all of them."""
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 100)
    index.apply(entries(unit_rows(300)), [], 1)
    index.refresh_graph()
    index.wait_for_graph()
    return index


def graph_file(index):
    return next(index.folder.glob("graph-*.usearch"))


def test_the_graph_finds_what_the_exact_scan_finds(graphed):
    assert graphed.graph_rows == 300
    assert not graphed.graph_is_due
    for query in unit_rows(20, seed=4).astype(np.float32):
        exact = graphed.search(query, 10, plan="exact")
        through_graph = graphed.search(query, 10, plan="hnsw")
        assert through_graph.candidates == exact.candidates
        assert through_graph.plan.startswith("HNSW graph of 300 vectors")


def test_the_graph_is_there_after_reopening_with_its_search_width(graphed):
    again = reopened(graphed)

    assert again.graph_rows == 300
    assert again._state.graph.expansion_search == 256


def test_vectors_newer_than_the_graph_and_dead_ones_are_minded(graphed):
    new = unit_rows(1, seed=77)[0]
    graphed.apply([(5000, 5000, new.tobytes())], [10], 2)

    answer = graphed.search(new.astype(np.float32), 300, plan="hnsw")

    assert answer.candidates[0].chunk_number == 5000
    assert len(answer.candidates) == 300
    assert 10 not in numbers(answer)
    few = graphed.search(unit_rows(300)[9].astype(np.float32), 5, plan="hnsw")
    assert 10 not in numbers(few)
    assert "of what is newer 1 by exact scan" in few.plan


def test_auto_takes_the_graph_only_when_it_pays(graphed, monkeypatch):
    query = unit_rows(1, seed=4)[0].astype(np.float32)
    assert graphed.search(query, 5).plan.startswith("exact")
    monkeypatch.setattr(vector_scan, "_EXACT_BELOW", 200)

    assert graphed.search(query, 5).plan.startswith("HNSW")
    assert graphed.search(query, 5, plan="exact").plan.startswith("exact")
    assert graphed.search(query, 5, np.array([1, 2])).plan.startswith("exact")


def test_without_a_graph_a_pinned_plan_says_why_it_scans(index):
    index.apply(entries(unit_rows(30)), [], 1)

    answer = index.search(unit_rows(1)[0].astype(np.float32), 5, plan="hnsw")
    assert answer.plan == "exact scan of 30 vectors, as there is no HNSW graph yet"


@pytest.mark.parametrize("how", ["truncated", "flipped", "missing", "described wrongly"])
def test_a_damaged_graph_is_never_used_and_is_built_again(graphed, how):
    path = graph_file(graphed)
    data = bytearray(path.read_bytes())
    if how == "truncated":
        path.write_bytes(data[:-100])
    elif how == "flipped":
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    elif how == "missing":
        path.unlink()
    else:
        (graphed.folder / "graph.json").write_bytes(b'{"size": 3}')

    again = reopened(graphed)
    assert again.graph_rows == 0
    assert again.graph_is_due
    again.refresh_graph()
    again.wait_for_graph()
    assert again.graph_rows == 300


def test_a_graph_of_rows_that_have_gone_is_not_taken_for_one_of_other_rows(graphed):
    rows = unit_rows(300)
    sidecar = graphed.folder / "vectors.json"
    sidecar.unlink()
    again = reopened(graphed)
    again.apply(list(reversed(entries(rows))), [], 2)

    for one in (again, reopened(again)):
        assert one.graph_rows == 0
        assert numbers(one.search(rows[42].astype(np.float32), 1, plan="hnsw")) == [43]


def test_a_graph_is_forgotten_when_an_older_description_cut_its_rows_off(graphed):
    rows = unit_rows(400, seed=9)
    sidecar = graphed.folder / "vectors.json"
    short = VectorIndex.open(graphed.folder.with_name("short"), DIMENSION, MODEL)
    short.apply(entries(unit_rows(300))[:200], [], 1)
    sidecar.write_bytes((short.folder / "vectors.json").read_bytes())
    again = reopened(graphed)
    assert again.count == 200
    again.apply(entries(rows, first_chunk=201), [], 2)

    for one in (again, reopened(again)):
        assert one.graph_rows == 0
        assert numbers(one.search(rows[42].astype(np.float32), 1, plan="hnsw")) == [243]


def test_compaction_leaves_no_graph_with_wrong_rows(graphed, monkeypatch):
    monkeypatch.setattr(vector_snapshot, "_DEAD_ROWS_KEPT", 10)
    graphed.apply([], range(1, 101), 2)

    assert graphed.graph_rows == 0
    assert reopened(graphed).graph_rows == 0
    answer = graphed.search(unit_rows(300)[150].astype(np.float32), 1, plan="hnsw")
    assert numbers(answer) == [151]


def test_a_builder_that_fails_is_not_started_again_for_the_same_vectors(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 10)
    index.apply(entries(unit_rows(30)), [], 1)
    index.refresh_graph(("false",))
    index.wait_for_graph()
    first = index._graph_build
    index.refresh_graph(("false",))

    assert index._graph_build is first
    assert index.graph_rows == 0


def test_closing_ends_a_build_at_once(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 10)
    index.apply(entries(unit_rows(30)), [], 1)
    index.refresh_graph((sys.executable, "-c", "import time; time.sleep(600)"))
    build = index._graph_build
    assert build.is_running
    index.close()

    assert not build.is_running


def test_the_same_vectors_give_the_same_graph(graphed):
    first = graph_file(graphed).read_bytes()
    (graphed.folder / "graph.json").unlink()
    again = reopened(graphed)
    again.refresh_graph()
    again.wait_for_graph()

    assert graph_file(again).read_bytes() == first


# --- Following another process that writes ---


def follower_of(index):
    return VectorIndex.open(index.folder, DIMENSION, MODEL, read_only=True)


def test_a_graph_that_was_built_without_any_new_vector_is_used_by_who_follows(index, monkeypatch):
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 100)
    index.apply(entries(unit_rows(300)), [], 1)
    follower = follower_of(index)
    index.refresh_graph()
    index.wait_for_graph()

    follower.refresh()

    assert follower.graph_rows == 300


def test_who_follows_reads_a_graph_again_only_when_it_is_another(graphed, monkeypatch):
    follower = follower_of(graphed)
    graph = follower._state.graph
    for generation in (2, 3):
        graphed.apply(entries(unit_rows(1, seed=generation), generation * 1000), [], generation)
        follower.refresh()
    assert follower._state.graph is graph
    assert follower.count == 302

    monkeypatch.setattr(vector_snapshot, "_DEAD_ROWS_KEPT", 10)
    graphed.apply([], range(1, 101), 4)
    follower.refresh()
    assert follower.graph_rows == 0
    assert follower.count == 202


def flip_first_byte(path, *, at=0):
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)
        file.seek(at)
        file.write(bytes([byte[0] ^ 0xFF]))


def test_who_follows_does_not_read_again_what_was_verified(index):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    flip_first_byte(index._files.vectors_path)
    index.apply(entries(unit_rows(3, seed=1), 100), [], 2)
    follower.refresh()
    assert (follower.count, follower.generation) == (8, 2)


def test_who_follows_refuses_damage_in_what_was_added_and_goes_on_answering(index):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    index.apply(entries(unit_rows(3, seed=1), 100), [], 2)
    flip_first_byte(index._files.vectors_path, at=5 * DIMENSION * 2)
    with pytest.raises(IndexUnavailableError, match="damaged"):
        follower.refresh()
    assert follower.count == 5


def test_who_follows_sees_an_index_that_was_begun_anew_with_as_many_vectors(index):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    VectorIndex.discard(index.folder)
    anew = reopened(index)
    anew.apply(entries(unit_rows(5), first_chunk=100), [], 2)

    follower.refresh()

    assert sorted(numbers(follower.search(np.ones(DIMENSION, dtype=np.float32), 5))) == [
        100,
        101,
        102,
        103,
        104,
    ]


def test_files_that_go_while_they_are_followed_are_read_later(index, monkeypatch):
    index.apply(entries(unit_rows(5)), [], 1)
    follower = follower_of(index)
    index.apply(entries(unit_rows(5, seed=1), first_chunk=100), [], 2)

    def gone(_files):
        raise FileNotFoundError(2, "No such file or directory")

    with monkeypatch.context() as patched:
        patched.setattr(vector_index.VectorFiles, "matrix", gone)
        with pytest.raises(IndexUnavailableError):
            follower.refresh()
    follower.refresh()

    assert follower.count == 10
