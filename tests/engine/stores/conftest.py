import pytest

from tests.engine.stores.vectors.vector_rows import DIMENSION, MODEL, entries, unit_rows
from twofold.engine.stores.vectors import index as vector_index
from twofold.engine.stores.vectors.index import VectorIndex


@pytest.fixture
def index(tmp_path):
    opened = VectorIndex.open(tmp_path / "v", DIMENSION, MODEL)
    yield opened
    opened.close()


@pytest.fixture
def graphed(index, monkeypatch):
    """A vector index with 300 vectors, all of them in its graph."""
    monkeypatch.setattr(vector_index, "_MIN_TO_BUILD", 100)
    index.apply(entries(unit_rows(300)), [], 1)
    index.refresh_graph(plan="hnsw")
    index.wait_for_graph()
    return index
