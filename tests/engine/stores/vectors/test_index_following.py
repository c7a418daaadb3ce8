"""Following another process that writes to a vector index."""

import numpy as np
import pytest

from engine.model.errors import IndexUnavailableError
from engine.stores.vectors import index as vector_index
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

    monkeypatch.setattr(snapshot, "_DEAD_ROWS_KEPT", 10)
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
