import os

import pytest

from engine.indexing import chunker, pipeline, rechunking
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import Indexer
from engine.indexing.rechunking import Rechunking
from engine.indexing.summary import FolderSummary
from engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes
from tests.engine.stores.library import MODEL, embed_all, vector_of


class PlainReader:
    def read_all(self, paths):
        for path in paths:
            text = path.read_text(encoding="utf-8")
            blocks = (Block(0, len(text), BlockKind.PARAGRAPH),)
            metadata = DocumentMetadata(title="A title", lang="en")
            yield path, ExtractedText(text, PlaceKind.LINE, (0,), (1,), blocks, metadata, "md")


@pytest.fixture
def library(tmp_path, write_file, monkeypatch):
    for number in range(20):
        path = write_file(f"notes/{number}.md", f"Words of the note {number}.\n")
        os.utime(path, ns=(1_700_000_000_000_000_000,) * 2)
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    indexes, _ = Indexes.open(catalog, tmp_path / "lexical")
    folder = catalog.add_folder(tmp_path / "notes")
    with monkeypatch.context() as older:
        older.setattr(pipeline, "CHUNKER_VERSION", "older")
        indexer = Indexer(catalog, indexes, PlainReader(), IgnoreRules())
        list(indexer.update_folder(folder, FolderSummary()))
    yield catalog, indexes
    indexes.close()
    catalog.close()


def versions(catalog):
    return {known.chunker_version for known in catalog.known_files("notes").values()}


def test_every_document_is_cut_anew_and_never_without_its_vectors(library):
    catalog, indexes = library
    embed_all(catalog)
    rechunking_ = Rechunking(catalog, indexes, PlainReader(), IgnoreRules())
    embedded = []

    def embed(entries):
        lacking = catalog.texts_without_vector(MODEL, [entry.content_hash for entry in entries])
        embedded.extend(lacking)
        with catalog.change() as change:
            change.put_vectors(MODEL, [(text, vector_of(text)) for text in lacking])

    steps = 0
    while rechunking_.step(embed):
        steps += 1
        assert catalog.pending_embeddings(MODEL, 10) == ()
        assert len(catalog.chunk_numbers()) == indexes.lexical.size == 20
    assert steps == 3
    assert versions(catalog) == {chunker.CHUNKER_VERSION}
    assert embedded == []  # the same texts keep their vectors
    assert catalog.check() == ()


def test_files_that_changed_or_went_away_are_left_to_the_next_look(library, tmp_path):
    catalog, indexes = library
    (tmp_path / "notes/0.md").write_text("Other words.\n", encoding="utf-8")
    (tmp_path / "notes/1.md").unlink()
    rechunking_ = Rechunking(catalog, indexes, PlainReader(), IgnoreRules())
    while rechunking_.step(lambda _entries: None):
        pass
    known = catalog.known_files("notes")
    left = {path for path, file in known.items() if file.chunker_version == "older"}
    assert left == {"0.md", "1.md"}
    assert rechunking.CHUNKER_VERSION == chunker.CHUNKER_VERSION
