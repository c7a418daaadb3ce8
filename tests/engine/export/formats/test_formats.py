"""Every format is declared once and known everywhere."""

import json
import shlex
from pathlib import Path

import pytest

from engine.model.export import ExportHits
from engine.model.export_format import ExportFormat
from engine.model.filters import SearchFilters
from engine.model.publication import PUBLICATION_FIELDS
from engine.search.query_language import parse
from scripts.write_documents import exports_document
from tests.support.exports import EXPORTED_AT, EXPORTER, export_text
from tests.support.json_schema import load_schema, violations
from tests.support.responses import make_hit, make_response

PAGE = Path(__file__).parents[4] / "docs" / "exports.md"


def test_the_page_of_exports_says_what_every_format_holds():
    assert PAGE.read_text(encoding="utf-8") == exports_document(), "run: make fix"


@pytest.mark.parametrize(
    ("name", "form"), [("a.json", "json"), ("A.MD", "markdown"), ("a.docx", "docx"), ("a", None)]
)
def test_a_file_name_stands_for_a_format(name, form):
    assert ExportFormat.of_file(name) == form


@pytest.mark.parametrize("field", PUBLICATION_FIELDS, ids=lambda field: field.name)
def test_every_field_of_a_publication_is_exported_by_its_names(field):
    value = "10.1000/182" if field.name == "doi" else "Zephyr7"
    hit = make_hit(**{field.name: value})
    assert value in export_text(ExportFormat.CSL_JSON, hit)
    assert (value in export_text(ExportFormat.BIBTEX, hit)) is bool(field.bibtex)
    assert (value in export_text(ExportFormat.RIS, hit)) is bool(field.ris)
    assert (value in export_text(ExportFormat.CSV, hit)) is field.in_table


def test_the_export_fits_the_published_schema_and_holds_the_chosen_hits():
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


def test_the_command_of_an_export_repeats_the_search_with_what_it_excludes():
    filters = SearchFilters(tags_any=("ops",), tags_none=("old draft",), langs_none=("de",))
    response = make_response(make_hit(), filters=filters)
    written = json.loads(EXPORTER.export(ExportHits(ExportFormat.JSON, response)).text)
    options, query = written["export"]["command"].split(" -- ")
    assert "--tag ops" in options
    (typed,) = shlex.split(query)
    excluded = parse(typed).filters
    assert (excluded.tags_none, excluded.langs_none) == (filters.tags_none, filters.langs_none)
