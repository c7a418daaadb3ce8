"""Settings of indexing and of the vector index take effect in an open library."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from unittest.mock import ANY

import pytest

from tests.engine.stores.catalog.test_schema import make_older
from tests.support.archives import zip_of
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    ListFailures,
    RefreshLibrary,
    RequestDone,
    SearchMode,
    SearchRequest,
    Settings,
    UseSettings,
)
from twofold.engine.service.library_opener import CUT_BY_ANOTHER


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens the library with the given settings."""

    def open_with(**chosen):
        settings = Settings().replaced(**chosen)
        load_embedder = tiny_embedder_loader(tmp_path / "model")
        return RunningEngine.over(tmp_path / "home", load_embedder, settings=settings)

    return open_with


def reasons(running):
    return [failure.reason for failure in running.ask(ListFailures()).failures]


def use(running, **chosen):
    return running.ask(UseSettings(Settings().replaced(**chosen).values))


def test_raised_limit_admits_files_immediately_even_embedded_ones(opened, write_file):
    long = "A garden of words.\n" * 60_000
    folder = write_file("notes/long.txt", long).parent
    write_file("notes/short.txt", "A garden.")
    (folder / "box.zip").write_bytes(zip_of({"in.txt": long.replace("garden", "forest")}))
    with opened(indexing__max_file_mb=1) as running:
        running.add(folder)
        assert reasons(running) == ["too-large", "too-large"]
        assert use(running, indexing__max_file_mb=1) == RequestDone(ANY, "")
        assert "2 files read" in use(running, indexing__max_file_mb=2).message
        assert reasons(running) == []
        assert "long.txt" in running.paths("garden", mode=SearchMode.LEXICAL)
        assert running.paths("forest", mode=SearchMode.LEXICAL) == ["box.zip/in.txt"]
        # indexed files are kept
        assert use(running, indexing__max_file_mb=1) == RequestDone(ANY, "")
        assert isinstance(running.ask(RefreshLibrary()), RequestDone)
        assert reasons(running) == []


def test_limit_raised_before_the_start_admits_files_automatically(opened, write_file):
    folder = write_file("notes/long.txt", "A garden of words.\n" * 60_000).parent
    with opened(indexing__max_file_mb=1) as running:
        running.add(folder)
        running.ask(RefreshLibrary())
        assert reasons(running) == ["too-large"]
    with opened(indexing__max_file_mb=2) as running:
        running.wait_for_notice("Limits were raised")
        running.ask(RefreshLibrary())
        assert reasons(running) == []


def test_changed_rules_apply_immediately_to_all_files(opened, write_file):
    folder = write_file("notes/.hidden.md", "A secret garden.").parent
    with opened() as running:
        running.add(folder)
        use(running, indexing__hidden_files=True)
        assert running.paths("garden", mode=SearchMode.LEXICAL) == [".hidden.md"]
        use(running, indexing__hidden_files=False)
        assert running.paths("garden", mode=SearchMode.LEXICAL) == []


@pytest.mark.parametrize(("index", "named"), [("exact", "exact"), ("hnsw", "HNSW")])
def test_vector_search_follows_the_setting(opened, notes, index, named):
    with opened(vector__index=index) as running:
        running.add(notes)
        running.wait_for_vectors()
        retrievers = running.search("vehicle", mode=SearchMode.VECTOR).trace.retrievers
        assert any(named in retriever.plan for retriever in retrievers)


@pytest.mark.parametrize("name", ["vectors", "lexical"])
def test_file_in_place_of_an_index_folder_is_renamed(opened, notes, tmp_path, name, expected_log):
    expected_log.append("keyword index")
    place = tmp_path / "home" / name
    with opened() as running:
        running.add(notes)
        running.wait_for_vectors()
    shutil.rmtree(place)
    place.write_text("by hand", encoding="utf-8")
    with opened() as running:
        running.wait_for_notice("Nothing was lost")
        running.wait_for_vectors()
        assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    assert place.with_name(f"{name}.damaged").read_text(encoding="utf-8") == "by hand"


def test_library_of_an_older_version_is_indexed_again(opened, notes, tmp_path):
    with opened() as running:
        running.add(notes)
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    make_older(tmp_path / "home" / "catalog.sqlite")
    load_embedder = tiny_embedder_loader(tmp_path / "model")
    opener = library_opener(tmp_path / "home", load_embedder, maintain=False)

    with closing(opener.open()) as library:
        assert "older version of Twofold" in library.repairs[0]
        assert [folder.root for folder in library.catalog.folders()] == [str(notes)]
        assert library.search(SearchRequest("tyres", mode=SearchMode.LEXICAL)).hits == ()
    with opened() as running:
        running.add(notes)
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]


@pytest.mark.parametrize(("beside_indexer", "reported"), [(False, (CUT_BY_ANOTHER,)), (True, ())])
def test_passages_of_another_version_are_reported_once_if_read_only(
    opened, notes, tmp_path, beside_indexer, reported
):
    with opened() as running:
        running.add(notes)
    with closing(sqlite3.connect(tmp_path / "home" / "catalog.sqlite")) as connection, connection:
        connection.execute("UPDATE documents SET chunker_version = 'older'")
    load_embedder = tiny_embedder_loader(tmp_path / "model")
    opener = library_opener(tmp_path / "home", load_embedder, maintain=False)

    with closing(replace(opener, beside_indexer=beside_indexer).open()) as library:
        assert library.repairs == reported
