"""The settings of indexing and of the vector index act in a running library."""

from contextlib import closing

import pytest

from engine.api import Arm, FailuresListed, ListFailures, SearchMode, SearchRequest, Settings
from tests.engine.stores.test_schema import write_version_1
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader


@pytest.fixture
def opened(tmp_path):
    """Open libraries with the given settings, one after another."""

    def open_with(**chosen):
        settings = Settings().replaced(**chosen)
        load_embedder = tiny_embedder_loader(tmp_path / "model")
        return RunningEngine.over(tmp_path / "home", load_embedder, settings=settings)

    return open_with


@pytest.mark.parametrize(("wanted", "found"), [(False, []), (True, [".hidden.md"])])
def test_hidden_files_are_indexed_when_they_are_wanted(opened, write_file, wanted, found):
    folder = write_file("notes/.hidden.md", "A secret garden.").parent
    with opened(indexing__hidden_files=wanted) as running:
        running.add(folder)
        assert running.paths("garden", mode=SearchMode.LEXICAL) == found


@pytest.mark.parametrize(("most", "reasons"), [(1, ["too-large"]), (2, [])])
def test_larger_files_than_allowed_are_listed_as_not_indexed(opened, write_file, most, reasons):
    folder = write_file("notes/long.txt", "A garden of words.\n" * 60_000).parent
    with opened(indexing__max_file_mb=most) as running:
        running.add(folder)
        listed = running.ask(ListFailures())
        assert isinstance(listed, FailuresListed)
        assert [failure.reason for failure in listed.failures] == reasons


@pytest.mark.parametrize(("index", "named"), [("exact", "exact"), ("hnsw", "HNSW")])
def test_vectors_are_searched_as_the_setting_says(opened, notes, index, named):
    with opened(vector__index=index) as running:
        running.add(notes)
        running.wait_for_vectors()
        arms = running.search("vehicle", mode=SearchMode.VECTOR).trace.arms
        plan = next(arm.plan for arm in arms if arm.arm is Arm.VECTOR)
        assert named in plan


def test_a_library_of_an_older_version_is_updated_even_when_it_is_only_read(tmp_path):
    write_version_1(tmp_path / "catalog.sqlite")
    opener = library_opener(tmp_path, tiny_embedder_loader(tmp_path / "model"), maintain=False)

    with closing(opener.open()) as library:
        answer = library.search(SearchRequest("words", mode=SearchMode.LEXICAL))
        assert [hit.doc_path for hit in answer.hits] == ["a.md"]
