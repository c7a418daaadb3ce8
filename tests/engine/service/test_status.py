from dataclasses import dataclass

import pytest

from engine.api import IndexingPhase, ModelStatus
from engine.service.status import Activity, StatusReport
from engine.stores.catalog.catalog import Catalog
from tests.engine.stores.library import MODEL, embed_all, put


@dataclass
class Indexed:
    """The indexes of a library, as far as a report asks about them."""

    searchable_vectors: int | None
    index_version: str = "1"
    size_bytes: int = 0
    sandbox_warning: str = ""


@pytest.fixture
def catalog(tmp_path):
    opened = Catalog.open(tmp_path / "catalog.sqlite")
    opened.add_folder(tmp_path / "Notes")
    with opened.change() as change:
        put(change, "a.md", ["One passage.", "Another passage."])
    yield opened
    opened.close()


def test_vectors_count_as_ready_when_a_search_finds_them(catalog):
    embed_all(catalog)
    library = Indexed(searchable_vectors=1)
    report = StatusReport(catalog, lambda _event: None, library, read_only=False)
    report.set_model(ModelStatus(MODEL, MODEL, 8, MODEL, ready=True))

    before = report.build()
    library.searchable_vectors = 2
    after = report.build()

    assert (before.vectors_ready, before.vectors_pending) == (1, 1)
    assert (after.vectors_ready, after.vectors_pending) == (2, 0)


def test_the_pace_of_reading_is_reported(catalog):
    clock = iter(range(0, 1_000, 2)).__next__
    report = StatusReport(
        catalog, lambda _event: None, Indexed(None), read_only=False, monotonic=clock
    )
    for pending in (90, 80):
        report.set_activity(Activity(IndexingPhase.READING, "a.md", pending, "Notes"))
    assert report.build().reading_rate > 0
    report.set_activity(Activity(IndexingPhase.IDLE))
    assert report.build().reading_rate == 0


def test_vectors_count_before_their_model_is_loaded(catalog):
    embed_all(catalog)
    catalog.set_answering_model(MODEL)
    report = StatusReport(catalog, lambda _event: None, Indexed(None), read_only=False)

    status = report.build()

    assert (status.vectors_ready, status.vectors_pending) == (2, 0)
    assert report.vectors_pending, "the model may turn out to be another one"


def test_a_model_is_told_though_the_catalog_cannot_be_counted(catalog):
    report = StatusReport(catalog, lambda _event: None, Indexed(None), read_only=True)
    catalog.close()

    report.set_model(ModelStatus(MODEL, MODEL, 8, MODEL, ready=True))

    assert report.model.ready
