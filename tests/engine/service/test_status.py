from types import SimpleNamespace

import pytest

from tests.engine.stores.library import MODEL, embed_all, put, vector_of
from twofold.engine.api import IndexingPhase, ModelStatus
from twofold.engine.service.shared_search import SharedChoice, SharedSearch
from twofold.engine.service.status import Activity, ReadingRate, StatusReport
from twofold.engine.stores.catalog.catalog import Catalog


def indexed(catalog, **about):
    """Return a fake of a library's indexes with the attributes that a status report reads."""
    about = {"searchable_vectors": None, "read_only": False} | about
    return SimpleNamespace(
        catalog=catalog,
        index_version="1",
        size_bytes=0,
        sandbox_warning="",
        shared=SharedSearch(None, SharedChoice()),
        can_read_scans=False,
        removed=SimpleNamespace(kept=()),
        **about,
    )


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
    library = indexed(catalog, searchable_vectors=1)
    report = StatusReport(library, lambda _event: None)
    report.set_model(ModelStatus(MODEL, MODEL, 8, MODEL, ready=True))

    before = report.build()
    library.searchable_vectors = 2
    after = report.build()

    assert (before.vectors_ready, before.vectors_pending) == (1, 1)
    assert (after.vectors_ready, after.vectors_pending) == (2, 0)


def test_vectors_of_the_folders_add_up_to_those_that_a_search_finds(catalog, tmp_path):
    embed_all(catalog)
    catalog.add_folder(tmp_path / "Zoo")
    with catalog.change() as change:
        put(change, "b.md", ["A third passage.", "A fourth one."], folder="Zoo")
    (entry,) = catalog.vectors.pending(MODEL, 1)
    with catalog.change() as change:
        change.put_vectors(MODEL, [(entry.content_hash, vector_of(entry.content_hash))])
    report = StatusReport(indexed(catalog, searchable_vectors=2), lambda _event: None)
    report.set_model(ModelStatus(MODEL, MODEL, 8, MODEL, ready=True))

    status = report.build()

    assert {folder.name: folder.vectors for folder in status.folders} == {"Notes": 2, "Zoo": 0}
    assert status.vectors_ready == 2


def test_vectors_count_before_their_model_is_loaded(catalog):
    embed_all(catalog)
    catalog.vectors.set_answering_model(MODEL)
    report = StatusReport(indexed(catalog), lambda _event: None)
    status = report.build()
    assert (status.vectors_ready, status.vectors_pending) == (2, 0)
    assert report.vectors_pending, "the model may turn out to be another one"


def test_model_is_reported_even_if_the_catalog_cannot_be_counted(catalog):
    report = StatusReport(indexed(catalog, read_only=True), lambda _event: None)
    catalog.close()

    report.set_model(ModelStatus(MODEL, MODEL, 8, MODEL, ready=True))

    assert report.model.ready


def test_rate_covers_the_last_half_minute():
    pace = ReadingRate()
    for second in range(100):
        pace.note(float(second), 1_000 - second * 2)
    for second in range(100, 140):
        pace.note(float(second), 802 - (second - 99) * 10)
    assert pace.rate == pytest.approx(10.0)


@pytest.mark.parametrize("then", [0, 600])
def test_rate_is_known_after_two_seconds_and_reset_after_its_files(then):
    pace = ReadingRate()
    pace.note(0.0, 500)
    pace.note(1.0, 490)
    assert pace.rate == 0.0
    pace.note(4.0, 400)
    assert pace.rate == 25.0
    pace.note(5.0, then)
    assert pace.rate == 0.0


def test_the_time_to_read_a_folder_again_follows_from_the_measured_rate(catalog):
    with catalog.change() as change:
        put(change, "a.md", ["one", "two"])
    embed_all(catalog)
    report = StatusReport(indexed(catalog, searchable_vectors=2), lambda _event: None)
    report.model = ModelStatus("a", "A", fingerprint=MODEL, ready=True)
    catalog.vectors.keep_embedding_rate(MODEL, 0.5)
    (folder,) = report.build().folders
    assert folder.seconds_to_read == pytest.approx(2 / 0.5 + 2 / 100)


def test_a_folder_is_counted_once_its_first_scan_has_ended(catalog, tmp_path):
    (tmp_path / "New").mkdir()
    catalog.add_folder(tmp_path / "New")
    catalog.add_folder(tmp_path / "Away")
    report = StatusReport(indexed(catalog, searchable_vectors=0), lambda _event: None)

    def counted():
        return {folder.name: folder.is_counted for folder in report.build().folders}

    assert counted() == {"Away": True, "New": False, "Notes": True}
    assert report.build().is_counting
    with catalog.change() as change:
        change.set_mounts("New", {"": 1})
    assert not report.build().is_counting


def test_files_of_queued_folders_are_pending(catalog, tmp_path):
    catalog.add_folder(tmp_path / "Later")
    report = StatusReport(indexed(catalog, searchable_vectors=0), lambda _event: None)
    report.set_activity(
        Activity(
            IndexingPhase.READING, pending=3, pending_folder="Notes", unsaved=1, later={"Later": 7}
        )
    )
    status = report.build()
    assert [(one.name, one.pending) for one in status.folders] == [("Later", 7), ("Notes", 4)]
    assert status.documents_pending == 11
