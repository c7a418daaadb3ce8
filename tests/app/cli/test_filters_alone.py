"""Queries without words on the command line: documents that pass the filters."""

import csv
import io
import json

import pytest

from tests.support.json_schema import load_schema, violations

pytestmark = pytest.mark.real_model


def titles(printed):
    return [line for line in printed.out.splitlines() if line.lstrip()[:2] in {"1.", "2.", "3."}]


def test_filters_in_the_query_list_documents_newest_first(indexed):
    printed = indexed("search", "tag:ops")
    first, second = titles(printed)
    assert "1. Memory limits  [2022-12-19]" in first
    assert "2. Obergrenzen  [2021-12-19]" in second
    assert "2 of 2 documents that match the filters, newest first" in printed.out
    assert (printed.code, printed.err) == (0, "")
    out = indexed("search", "tag:ops -pod", "--limit", "1").out
    assert "Obergrenzen" in out
    assert "1 of 1 document that match the filters" in out
    printed = indexed("search", "--tag", "nobody")
    assert (printed.code, printed.out.strip()) == (1, "No document matches the filters.")
    assert "No document has the tag 'nobody'. Choose from: ops." in printed.err


@pytest.mark.parametrize("mode", ["hybrid", "substring"])
def test_options_alone_need_no_query(indexed, mode):
    printed = indexed("search", "--tag", "ops", "--lang", "de", "--mode", mode)
    assert [title.split("  [")[0].strip() for title in titles(printed)] == ["1. Obergrenzen"]


def test_neither_words_nor_filters_are_bad_usage(indexed):
    printed = indexed("search")
    assert printed.code == 2
    assert "There is nothing to search for. Give a QUERY, a filter" in printed.err


def test_json_is_valid_and_has_no_ranks(indexed):
    response = json.loads(indexed("search", "tag:ops", "--json", "--explain").out)
    assert violations(response, load_schema("search_response.v1.json")) == []
    assert response["trace"]["fused"] == 2
    assert response["trace"]["retrievers"] == []
    assert "newest first" in response["trace"]["understood_as"]
    for hit in response["hits"]:
        assert (hit["score"], hit["retrieval"]["sources"]) == (0.0, [])
    out = indexed("search", "tag:ops", "--explain").out
    assert "Order         by date (newest first), then by path" in out
    assert "BM25" not in out


def test_listed_documents_can_be_exported_with_citations(indexed):
    printed = indexed("search", "tag:ops", "--export", "markdown")
    assert "Documents that match the filters, newest first" in printed.out
    assert "cluster.md#L8-L10" in printed.out
    table = indexed("export", "--tag", "ops", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert [(row["rank"], row["score"], row["score_kind"]) for row in rows] == [
        ("1", "", ""), ("2", "", ""),
    ]  # fmt: skip
