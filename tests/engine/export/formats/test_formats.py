"""Every format is declared once and available everywhere."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZipFile

import pytest

from scripts.write_documents import exports_document
from tests.support.exports import EXPORTED_AT, EXPORTER, export_text
from tests.support.json_schema import load_schema, violations
from tests.support.responses import make_hit, make_response
from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.publication import PUBLICATION_FIELDS
from twofold.engine.model.requests import ExportHits
from twofold.engine.search.query_language import parse

PAGE = Path(__file__).parents[4] / "docs" / "exports.md"


def test_documentation_describes_every_format():
    assert PAGE.read_text(encoding="utf-8") == exports_document(), "run: make fix"


@pytest.mark.parametrize(
    ("name", "form"), [("a.json", "json"), ("A.MD", "markdown"), ("a.docx", "docx"), ("a", None)]
)
def test_format_is_chosen_by_file_name(name, form):
    assert ExportFormat.of_file(name) == form


# These identify a document, and are not values of its reference.
IDENTIFYING = {"item_type", "citation_key", "entry_url"}


@pytest.mark.parametrize(
    "field",
    [field for field in PUBLICATION_FIELDS if field.name not in IDENTIFYING],
    ids=lambda field: field.name,
)
def test_every_field_of_a_publication_is_exported_by_its_names(field):
    value = "10.1000/182" if field.name == "doi" else "Zephyr7"
    hit = make_hit(**{field.name: value})
    assert value in export_text(ExportFormat.CSL_JSON, hit)
    assert (value in export_text(ExportFormat.BIBTEX, hit)) is bool(field.bibtex)
    assert (value in export_text(ExportFormat.RIS, hit)) is bool(field.ris)
    assert (value in export_text(ExportFormat.CSV, hit)) is field.in_table


def test_reference_has_the_type_key_and_names_of_its_entry():
    names = {"editor": "Editrix, Edna; García Márquez, Ana María", "translator": "Rabassa, Gregory"}
    hit = make_hit(item_type="chapter", citation_key="garcia1967", container="Annals", **names)
    bibtex = export_text(ExportFormat.BIBTEX, hit)
    assert "@incollection{garcia1967," in bibtex
    assert "editor = {Editrix, Edna and García Márquez, Ana María}" in bibtex
    (item,) = json.loads(export_text(ExportFormat.CSL_JSON, hit))
    assert (item["id"], item["type"], item["citation-key"]) == (
        "garcia1967",
        "chapter",
        "garcia1967",
    )
    assert item["editor"][1] == {"family": "García Márquez", "given": "Ana María"}
    assert item["translator"] == [{"family": "Rabassa", "given": "Gregory"}]
    ris = export_text(ExportFormat.RIS, hit)
    assert "TY  - CHAP\r\nID  - garcia1967" in ris
    assert "ED  - Editrix, Edna\r\nED  - García Márquez, Ana María" in ris


def test_hostile_key_and_type_change_no_entry():
    hit = make_hit(citation_key="a,}\n@book{b, x={", item_type='book","x":"', title="T")
    bibtex = export_text(ExportFormat.BIBTEX, hit)
    assert bibtex.count("\n@") == 1
    (item,) = json.loads(export_text(ExportFormat.CSL_JSON, hit))
    assert (item["id"], item["type"]) == ("abookbx", "document")


def test_documents_of_one_entry_share_a_reference():
    entry = {"entry_url": "zotero://select/library/items/AAAA0000", "citation_key": "holm2021"}
    hits = make_hit(1, doc_id="1" * 16, **entry), make_hit(2, doc_id="2" * 16, **entry)
    bibtex = EXPORTER.export(ExportHits(ExportFormat.BIBTEX, make_response(*hits))).text
    assert (bibtex.count("{holm2021,"), bibtex.count("holm2021-2")) == (1, 0)


def test_json_export_fits_the_published_schema_and_contains_the_selected_hits():
    response = make_response(make_hit(1), make_hit(2), make_hit(3))
    chosen = tuple(hit.chunk_id for hit in response.hits[1:])
    written = json.loads(EXPORTER.export(ExportHits(ExportFormat.JSON, response, chosen)).text)
    assert violations(written, load_schema("search_response.v1.json")) == []
    assert [hit["rank"] for hit in written["hits"]] == [2, 3]
    assert [passage["text"] for passage in written["export"]["passages"]] == [
        hit.text for hit in response.hits[1:]
    ]
    assert written["export"]["exported_at"] == EXPORTED_AT
    assert written["export"]["settings"]["query"] == "memory of a pod"


def test_export_names_the_exclusions_of_the_query():
    filters = SearchFilters(tags_any=("ops",), tags_none=("old draft",), langs_none=("de",))
    response = make_response(make_hit(), filters=filters)
    table = EXPORTER.export(ExportHits(ExportFormat.CSV, response)).text
    (row,) = csv.DictReader(io.StringIO(table))
    excluded = parse(row["search"]).filters
    assert (excluded.tags_none, excluded.langs_none) == (filters.tags_none, filters.langs_none)


@pytest.mark.parametrize("form", [ExportFormat.MARKDOWN, ExportFormat.HTML])
def test_a_document_states_what_is_missing_from_its_search(form):
    text = export_text(form, make_hit()).replace("<bdi>", "")
    assert "Warning: Some vectors are missing." in text


@pytest.mark.parametrize("form", list(ExportFormat))
def test_export_contains_no_data_about_this_computer(form, tmp_path):
    document = Path.home() / "private" / "guides" / "limits.md"
    hit = make_hit(doc_path="guides/limits.md", absolute_path=str(document))
    target = tmp_path / "export"
    EXPORTER.export(ExportHits(form, make_response(hit), target=target))
    data = target.read_bytes()
    if form is ExportFormat.DOCX:  # with its properties
        with ZipFile(target) as parts:
            data = b"".join(map(parts.read, parts.namelist()))
    exported = unquote(data.decode("utf-8", "replace"))
    assert "memory of a pod" in exported
    assert not {
        part for part in (str(Path.home()), "private", "--limit", "--library") if part in exported
    }


@pytest.mark.parametrize("form", list(ExportFormat))
def test_search_settings_are_only_in_machine_readable_formats(form):
    text = EXPORTER.export(ExportHits(form, make_response(make_hit()))).text
    is_for_programs = form in {ExportFormat.JSON, ExportFormat.JSONL, ExportFormat.CSL_JSON}
    assert ("lexical_weight" in text or "lexical weight" in text) is is_for_programs


@pytest.mark.parametrize(
    "form", [each for each in ExportFormat if each.has_bibliography], ids=lambda each: each.value
)
def test_lines_of_pages_are_joined_and_lines_of_code_are_kept(form):
    long = "The party of the first part shall deliver the goods within thirty"
    place = Locator(LocatorKind.PAGE, 3, 3)
    page = make_hit(text=f"{long}\ndays.", citation=Citation("a.pdf", place, EXPORTED_AT))
    text = EXPORTER.export(ExportHits(form, make_response(page))).text
    assert f"{long} days." in text
    code = replace(page, snippet=replace(page.snippet, is_code=True))
    assert f"{long} days." not in EXPORTER.export(ExportHits(form, make_response(code))).text
