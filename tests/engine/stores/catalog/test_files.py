"""When a newer version supports more of a format, its files are indexed again as a whole."""

import zipfile
from contextlib import closing

import docx
import pytest

from tests.support.compound_files import make_compound
from tests.support.older_office_files import make_word
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import AddFolder, SearchMode
from twofold.engine.indexing.chunker import is_outdated
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    Chunk,
    DocumentMetadata,
    FileState,
    LocatorKind,
)
from twofold.engine.stores.catalog import files
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord


def open_library(tmp_path):
    return RunningEngine.over(tmp_path / "home", tiny_embedder_loader(tmp_path / "model"))


@pytest.fixture
def notes(tmp_path):
    """A folder of files in many formats, two of them also inside an archive."""
    folder = tmp_path / "Notes"
    folder.mkdir()
    document = docx.Document()
    document.add_paragraph("Strictly confidential, signed in Ghent.")
    document.save(folder / "treaty.docx")
    (folder / "plan.vsd").write_bytes(make_compound({"VisioDocument": b"x"}))
    with zipfile.ZipFile(folder / "box.zip", "w") as archive:
        archive.write(folder / "treaty.docx", "in.docx")
    with zipfile.ZipFile(folder / "plans.zip", "w") as archive:
        archive.write(folder / "plan.vsd", "in.vsd")
    (folder / "plain.md").write_text("Confidential too.\n", encoding="utf-8")
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(folder))
    return folder


def outdated(catalog):
    known = catalog.files.known("Notes").items()
    return sorted(path for path, file in known if is_outdated(file.chunker_version))


def test_files_of_improved_formats_are_indexed_again(tmp_path, notes, monkeypatch):
    with closing(Catalog.open(tmp_path / "home/catalog.sqlite")) as catalog:
        assert catalog.files.mark_outdated() == 0
        monkeypatch.setattr(
            files, "READER_UPGRADES", {11: ("docx",), 12: ("doc",)}
        )  # .doc was not supported
        assert catalog.files.mark_outdated() == 4
        assert outdated(catalog) == ["box.zip", "plans.zip", "treaty.docx"]
        # the extension of no file
        assert catalog.files.known("Notes")["plan.vsd"].state.mtime_ns == -1
        with catalog.change() as change:
            change.set_user_tags("Notes/treaty.docx", ["peace"])
    monkeypatch.setattr(files, "READER_UPGRADES", {11: ("docx",), 12: ("doc",), 13: ("docx",)})
    (notes / "treaty.docx").rename(notes / "peace.docx")
    (notes / "plan.vsd").write_bytes(make_word(["A plan for Ghent."]))
    with open_library(tmp_path) as engine:
        engine.wait_for_notice("reads more of some documents")
        engine.ask(AddFolder(notes))
        found = engine.paths("confidential", mode=SearchMode.LEXICAL)
        assert set(found) == {"peace.docx", "plain.md"}
        assert engine.paths("plan for ghent", mode=SearchMode.LEXICAL)[0] == "plan.vsd"
    with closing(Catalog.open(tmp_path / "home/catalog.sqlite")) as catalog:
        assert outdated(catalog) == []
        assert catalog.annotations.tags("Notes/peace.docx") == ("peace",)


def test_old_content_of_a_document_that_is_not_an_archive_is_removed(tmp_path, monkeypatch):
    plan = tmp_path / "Notes/plan.numbers"
    plan.parent.mkdir()
    with zipfile.ZipFile(plan, "w") as archive:
        archive.writestr("index.xml", "<ls:document>Rent</ls:document>")
    state, rent = FileState.of(plan.stat()), (Chunk(0, "Rent", 0, 4, LocatorKind.LINE, 1, 1),)
    (tmp_path / "home").mkdir()
    catalog = Catalog.open(tmp_path / "home/catalog.sqlite")
    catalog.add_folder(plan.parent)
    known, read = DocumentMetadata(title="plan"), (CHUNKER_VERSION, "2026-11-21T00:00")
    with catalog.change() as change:  # as it was indexed when treated as an archive
        change.put_document(DocumentRecord("Notes", plan.name, state, known, "zip", (), *read))
        part = f"{plan.name}/index.xml"
        change.put_document(
            DocumentRecord("Notes", part, state, known, "xml", rent, *read, plan.name)
        )
    monkeypatch.setattr(files, "READER_UPGRADES", {1: ("zip",)})
    catalog.close()
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(plan.parent))
        assert engine.paths("rent", mode=SearchMode.LEXICAL) == []
        status = engine.status()
        assert status.documents_failed + status.documents_without_text == 1
