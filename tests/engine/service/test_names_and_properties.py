"""Unreadable files are found by name, and documents by their metadata."""

from pathlib import Path

import pytest

from tests.support.archives import zip_of
from tests.support.office_files import make_docx
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import ListFailures, SearchFilters, SearchMode

CORE = """<dc:creator>Ida Holm</dc:creator><dc:subject>Tidal energy</dc:subject>
<dc:description>A remark about lanterns</dc:description>"""
FRONT = """---
title: Lamp
aliases: [Leuchte Nord]
client:   Zanzibar Ltd
author: Jo Brun
---
The harbour is lit at night.
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    folder = home / "Notes"
    folder.mkdir()
    (folder / "Mietvertrag_Alexplatz.heic").write_bytes(bytes(range(256)) * 8)
    (folder / "Zahlungsplan.txt").write_bytes(b"")
    (folder / "box.zip").write_bytes(zip_of({"Kaufvertrag.heic": bytes(range(256)) * 8}))
    (folder / "lamp.md").write_text(FRONT, encoding="utf-8")
    (folder / "ledger.docx").write_bytes(
        make_docx("<w:p><w:r><w:t>Rows.</w:t></w:r></w:p>", core=CORE)
    )
    (folder / "paper.tex").write_text(
        "\\documentclass{article}\n\\author{Grace Hopper}\n"
        "\\begin{document}\nNanoseconds.\n\\end{document}\n",
        encoding="utf-8",
    )
    with RunningEngine.over(home, tiny_embedder_loader(home)) as running:
        running.add(folder)
        yield running


def found(engine, query, mode=SearchMode.LEXICAL, **filters):
    return engine.search(query, mode=mode, filters=SearchFilters(**filters)).hits


@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.SUBSTRING])
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("Mietvertrag", "Mietvertrag_Alexplatz.heic"),
        ("Zahlungsplan", "Zahlungsplan.txt"),
        ("Kaufvertrag", "box.zip/Kaufvertrag.heic"),
    ],
)
def test_a_file_that_cannot_be_read_is_found_by_its_name_with_the_reason(engine, query, path, mode):
    hit = found(engine, query, mode)[0]
    assert (hit.doc_path, hit.snippet.text) == (path, hit.not_read)
    listed = {one.path: one.detail for one in engine.ask(ListFailures()).failures}
    assert hit.not_read == listed[f"Notes/{path}"] != ""


def test_file_that_becomes_readable_is_found_by_its_text(engine):
    (hit,) = found(engine, "Zahlungsplan")
    assert hit.not_read
    file = Path(engine.status().folders[0].root) / "Zahlungsplan.txt"
    file.write_text("Monthly rates of the loan.\n", encoding="utf-8")
    engine.add(file.parent)
    (hit,) = found(engine, "monthly rates")
    assert (hit.doc_path, hit.not_read) == ("Zahlungsplan.txt", "")


@pytest.mark.parametrize(
    ("query", "path", "place"),
    [
        ("zanzibar", "lamp.md", "L2-L5"),
        ('"Leuchte Nord"', "lamp.md", "L2-L5"),
        ("lanterns", "ledger.docx", "L2-L4"),
        ("tidal energy", "ledger.docx", "L2-L4"),
        ('"grace hopper"', "paper.tex", "L2"),
    ],
)
def test_declared_metadata_is_found_at_its_position(engine, query, path, place):
    hit = found(engine, query)[0]
    assert hit.doc_path == path
    assert place in hit.citation.place.fragment
    assert hit.snippet.matches


@pytest.mark.parametrize(
    ("author", "path"),
    [
        ("holm", "ledger.docx"),
        ("ida holm", "ledger.docx"),
        ("Brun", "lamp.md"),
        ("hopper", "paper.tex"),
    ],
)
def test_author_is_a_filter(engine, author, path):
    assert {hit.doc_path for hit in found(engine, "", authors=(author,))} == {path}


def test_property_names_are_not_document_text(engine):
    assert found(engine, "aliases") == found(engine, "client") == ()


def test_file_name_is_not_similar_to_a_passage(engine):
    source = found(engine, "harbour is lit")[0]
    engine.wait_for_vectors()
    alike = engine.search("", mode=SearchMode.VECTOR, like=source.chunk_id).hits
    assert alike
    assert [hit.doc_path for hit in alike if hit.not_read] == []
