"""Documents of which a newer version reads more are read again, whole files of them."""

import zipfile

import docx

from engine.api import AddFolder, SearchMode
from engine.indexing.chunker import CHUNKER_VERSION, is_outdated
from engine.model.document import Chunk, DocumentMetadata, FileState, PlaceKind
from engine.stores.catalog import files
from engine.stores.catalog.catalog import Catalog
from tests.support.compound_files import make_compound
from tests.support.older_office_files import make_word
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader


def write_treaty(path):
    document = docx.Document()
    document.add_paragraph("Signed in Ghent.")
    document.sections[0].header.paragraphs[0].text = "Strictly confidential"
    document.save(path)


def open_library(tmp_path):
    return RunningEngine.over(tmp_path / "home", tiny_embedder_loader(tmp_path / "model"))


def test_documents_that_an_older_version_read_less_of_are_read_again(tmp_path, monkeypatch):
    notes = tmp_path / "Notes"
    notes.mkdir()
    write_treaty(notes / "treaty.docx")
    with zipfile.ZipFile(notes / "box.zip", "w") as archive:
        archive.write(notes / "treaty.docx", "in.docx")
    (notes / "plain.md").write_text("Confidential too.\n", encoding="utf-8")
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(notes))
    catalog = Catalog.open(tmp_path / "home/catalog.sqlite")
    assert catalog.files.mark_outdated() == 0
    monkeypatch.setattr(files, "GAINED", {1: ("docx",)})
    assert catalog.files.mark_outdated() == 2
    outdated = [
        path
        for path, file in catalog.files.known("Notes").items()
        if is_outdated(file.chunker_version)
    ]
    assert outdated == ["box.zip", "treaty.docx"]
    with catalog.change() as change:
        change.set_user_tags("Notes/treaty.docx", ["peace"])
    monkeypatch.setattr(files, "GAINED", {1: ("docx",), 2: ("docx",)})
    catalog.close()
    (notes / "treaty.docx").rename(notes / "peace.docx")
    with open_library(tmp_path) as engine:
        engine.wait_for_notice("reads more of some documents")
        engine.ask(AddFolder(notes))
        found = engine.paths("confidential", mode=SearchMode.LEXICAL)
        assert set(found) == {"peace.docx", "plain.md"}
    catalog = Catalog.open(tmp_path / "home/catalog.sqlite")
    known = catalog.files.known("Notes")
    tags = catalog.personal.tags("Notes/peace.docx")
    catalog.close()
    assert sorted(known) == ["box.zip", "peace.docx", "plain.md"]
    assert not any(is_outdated(file.chunker_version) for file in known.values())
    assert tags == ("peace",)


def test_files_of_formats_that_were_none_before_are_read(tmp_path, monkeypatch):
    notes = tmp_path / "Notes"
    notes.mkdir()
    picture = b"\x89PNG\r\n\x1a\n"
    (notes / "plan.vsd").write_bytes(make_compound({"VisioDocument": b"x"}))
    (notes / "rock.png").write_bytes(picture)
    with zipfile.ZipFile(notes / "box.zip", "w") as archive:
        archive.write(notes / "plan.vsd", "in.vsd")
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(notes))
    catalog = Catalog.open(tmp_path / "home/catalog.sqlite")
    assert len(catalog.failures()) == 3
    monkeypatch.setattr(files, "GAINED", {1: ("doc",)})
    assert catalog.files.mark_outdated() == 2
    known = catalog.files.known("Notes")
    assert {path for path, file in known.items() if not is_outdated(file.chunker_version)} == {
        "rock.png"
    }
    assert "plan.vsd" not in known
    assert is_outdated(known["box.zip"].chunker_version)
    catalog.close()
    (notes / "plan.vsd").write_bytes(make_word(["Signed in Ghent."]))
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(notes))
        assert engine.paths("ghent", mode=SearchMode.LEXICAL) == ["plan.vsd"]


def test_what_was_read_of_a_document_that_is_no_archive_is_lost(tmp_path, monkeypatch):
    plan = tmp_path / "Notes/plan.numbers"
    plan.parent.mkdir()
    with zipfile.ZipFile(plan, "w") as archive:
        archive.writestr("index.xml", "<ls:document>Rent</ls:document>")
    state, rent = FileState.of(plan.stat()), (Chunk(0, "Rent", 0, 4, PlaceKind.LINE, 1, 1),)
    (tmp_path / "home").mkdir()
    catalog = Catalog.open(tmp_path / "home/catalog.sqlite")
    catalog.add_folder(plan.parent)
    known, read = DocumentMetadata(title="plan"), (CHUNKER_VERSION, "2026-11-21T00:00")
    with catalog.change() as change:  # as it was read when it was taken for an archive
        change.put_document("Notes", plan.name, state, known, "zip", (), *read)
        part = f"{plan.name}/index.xml"
        change.put_document("Notes", part, state, known, "xml", rent, *read, plan.name)
    monkeypatch.setattr(files, "GAINED", {1: ("zip",)})
    catalog.close()
    with open_library(tmp_path) as engine:
        engine.ask(AddFolder(plan.parent))
        assert engine.paths("rent", mode=SearchMode.LEXICAL) == []
        assert engine.status().documents_failed == 1
