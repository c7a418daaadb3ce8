import shutil
import sqlite3
from contextlib import closing

import pytest

from engine.model.document import document_number
from engine.model.errors import CatalogError
from engine.model.filters import TrustLevel
from engine.model.request import FolderRules
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes, open_catalog
from tests.engine.stores.library import DIMENSION, MODEL, Library, embed_all, fill, opened, put

TEXTS = [[f"apple {number} of {position}" for position in range(3)] for number in range(40)]


def put_all(catalog):
    with catalog.change() as change:
        for number, texts in enumerate(TEXTS):
            put(change, f"{number}.md", texts)


@pytest.fixture(params=["a passage", "a vector"])
def damaged(request, tmp_path, expected_log):
    """A library folder whose catalog has lost the page that holds `damaged`."""
    expected_log.append("")
    with opened(tmp_path) as library:
        put_all(library.catalog)
        with library.catalog.change() as change:
            change.set_user_tags("Notes/3.md", ["mine"])
        embed_all(library.catalog)
        library.indexes.synchronise()
        chunks = library.catalog.chunk_numbers().tolist()
        vector = library.catalog.vectors.of_chunks(MODEL, chunks)[60].vector
    path = tmp_path / "catalog.sqlite"
    data = bytearray(path.read_bytes())
    hit = data.index(b"apple 20 of 1" if request.param == "a passage" else vector)
    page = hit // 4096 * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    return tmp_path


def test_folders_tags_and_vectors_are_saved_and_the_damaged_file_is_kept(damaged):
    catalog, sentences = open_catalog(damaged / "catalog.sqlite")

    assert "damaged" in sentences[0]
    assert (damaged / "catalog.sqlite.damaged-1").exists()
    assert [folder.name for folder in catalog.folders()] == ["Notes"]
    assert len(catalog.chunk_numbers()) == 0
    put_all(catalog)
    assert catalog.document(document_number("Notes", "3.md")).tags == ("mine",)
    # A vector on the lost page is taken from the vector index.
    assert catalog.vectors.pending(MODEL, 1000) == ()
    assert catalog.check() == ()
    catalog.close()


def test_of_damaged_files_the_newest_two_are_kept(tmp_path, expected_log):
    expected_log.append("")
    path = tmp_path / "catalog.sqlite"
    kept = []
    for number in range(1, 5):
        path.write_bytes(b"%d is no database " % number * 1000)
        open_catalog(path)[0].close()
        copies = {one.name: one.read_bytes()[:1] for one in tmp_path.glob("*damaged*")}
        kept.append({name.rpartition("-")[2]: start for name, start in copies.items()})
    assert kept == [
        {"1": b"1"},
        {"1": b"1", "2": b"2"},
        {"2": b"2", "3": b"3"},
        {"3": b"3", "4": b"4"},
    ]
    path.write_bytes(b"")  # what holds nothing takes the place of none
    open_catalog(path)[0].close()
    assert {one.name for one in tmp_path.glob("*damaged*")} == set(copies)


def test_indexes_of_the_damaged_catalog_are_not_believed(damaged):
    catalog, _ = open_catalog(damaged / "catalog.sqlite")
    indexes, _ = Indexes.open(
        catalog, damaged / "lexical", damaged / "vectors" / MODEL, MODEL, DIMENSION
    )
    library = Library(damaged, catalog, indexes, ())

    assert library.is_consistent()
    put_all(catalog)
    embed_all(catalog)
    indexes.synchronise()
    assert len(library.vector_hits()) == len(TEXTS) * 3
    assert library.is_consistent()
    library.close()


def test_a_file_that_is_no_database_at_all_still_gives_an_empty_library(tmp_path, expected_log):
    expected_log.append("")
    path = tmp_path / "catalog.sqlite"
    path.write_bytes(b"not a database " * 1000)

    catalog, sentences = open_catalog(path)

    assert "folders (0)" in sentences[0]
    assert catalog.folders() == ()
    catalog.close()


@pytest.mark.parametrize("loss", ["removed", "overwritten", "truncated"])
def test_what_the_person_said_survives_the_loss_of_the_whole_catalog(tmp_path, loss, expected_log):
    expected_log.append("")
    path = tmp_path / "catalog.sqlite"
    rules = FolderRules(include=("*.md",), exclude=("drafts/",))
    with opened(tmp_path) as library:
        put_all(library.catalog)
        library.catalog.set_folder_rules("Notes", rules)
        with library.catalog.change() as change:
            change.set_user_tags("Notes", ["all of them"])
            change.set_user_tags("Notes/3.md", ["mine"])
            change.set_user_trust("Notes/3.md", TrustLevel.GENERATED)
    if loss == "removed":
        path.unlink()
    else:
        path.write_bytes(b"" if loss == "truncated" else b"x" * path.stat().st_size)

    catalog, sentences = open_catalog(path)

    assert len(sentences) == 1
    (folder,) = catalog.folders()
    assert (folder.name, folder.root, folder.rules) == ("Notes", str(tmp_path / "Notes"), rules)
    put_all(catalog)
    third = catalog.document(document_number("Notes", "3.md"))
    assert (third.tags, third.trust) == (("all of them", "mine"), TrustLevel.GENERATED)
    assert catalog.document(document_number("Notes", "4.md")).tags == ("all of them",)
    catalog.close()


def test_a_sound_catalog_is_opened_without_a_word(tmp_path):
    with opened(tmp_path) as library:
        chunks = fill(library, 2)
    catalog, sentences = open_catalog(tmp_path / "catalog.sqlite")

    assert sentences == ()
    assert {int(number) for number in catalog.chunk_numbers()} == chunks
    catalog.close()


def test_a_text_that_is_no_text_any_more_is_noticed_and_recovered(tmp_path, expected_log):
    expected_log.append("SQLite:")
    path = tmp_path / "catalog.sqlite"
    with opened(tmp_path) as library:
        put_all(library.catalog)
        embed_all(library.catalog)
    path.write_bytes(path.read_bytes().replace(b"apple 20 of 1", b"apple 20 of \xff"))

    catalog = Catalog.open(path)
    with pytest.raises(CatalogError, match="damaged") as failure:
        catalog.chunks(catalog.chunk_numbers().tolist())
    catalog.close()
    recovered, sentences = open_catalog(path)

    assert "start it again" in failure.value.hint
    assert "damaged" in sentences[0]
    assert [folder.name for folder in recovered.folders()] == ["Notes"]
    recovered.close()


def write_foreign_database(path, rows):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE other (text)")
    connection.executemany("INSERT INTO other VALUES (?)", [("y" * 500,)] * rows)
    return connection


def test_the_log_of_another_database_beside_the_catalog_costs_no_tags(tmp_path, expected_log):
    expected_log.append("")
    path, other = tmp_path / "catalog.sqlite", tmp_path / "other.sqlite"
    with opened(tmp_path) as library:
        put_all(library.catalog)
        with library.catalog.change() as change:
            change.set_user_tags("Notes/3.md", ["mine"])
    with closing(write_foreign_database(other, 400)):
        shutil.copy(f"{other}-wal", f"{path}-wal")

    with pytest.raises(CatalogError, match="not a Twofold library"):
        Catalog.open(path, read_only=True)
    catalog, sentences = open_catalog(path)

    assert "damaged" in sentences[0]
    assert catalog.personal.tags("Notes/3.md") == ("mine",)
    catalog.close()


def test_a_database_of_another_program_is_left_alone_where_no_library_was(tmp_path):
    path = tmp_path / "catalog.sqlite"
    write_foreign_database(path, 3).close()

    with pytest.raises(CatalogError, match="not a Twofold library"):
        open_catalog(path)

    assert not list(tmp_path.glob("*damaged*"))
