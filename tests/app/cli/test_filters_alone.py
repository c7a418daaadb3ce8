"""Queries without words on the command line: the documents that filters leave."""

import csv
import io
import json

import pytest

from app.__main__ import main
from app.paths import HOME_VARIABLE
from tests.support.json_schema import load_schema, violations

DOCUMENTS = {
    "cluster.md": "---\ntitle: Memory limits\ntags: [ops]\nlang: en\ndate: 2022-12-19\n---\n\n"
    "# Memory limits\n\nA pod may not use more memory than its limit.\n",
    "speicher.md": "---\ntitle: Obergrenzen\ntags: [ops]\nlang: de\ndate: 2021-12-19\n---\n\n"
    "# Obergrenzen\n\nKein Dienst darf beliebig viel Arbeitsspeicher belegen.\n",
    "garden.txt": "The tomatoes want water in the morning.\n",
}


@pytest.fixture(scope="module")
def dated_home(tmp_path_factory, models):
    """A home whose library holds DOCUMENTS, by keywords only."""
    folder = tmp_path_factory.mktemp("dated")
    (folder / "Notes").mkdir()
    for name, text in DOCUMENTS.items():
        (folder / "Notes" / name).write_text(text, encoding="utf-8")
    (folder / "home").mkdir()
    (folder / "home" / "models").symlink_to(models)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(HOME_VARIABLE, str(folder / "home"))
        assert main(["index", "--no-vectors", str(folder / "Notes")]) == 0
    return folder / "home"


@pytest.fixture
def newest(dated_home, twofold, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(dated_home))
    return twofold


def titles(printed):
    return [line for line in printed.out.splitlines() if line.lstrip()[:2] in {"1.", "2.", "3."}]


def test_filters_in_the_query_list_documents_newest_first(newest):
    printed = newest("search", "tag:ops")
    first, second = titles(printed)
    assert "1. Memory limits  [2022-12-19]" in first
    assert "2. Obergrenzen  [2021-12-19]" in second
    assert "2 shown of 2 documents that the filters leave, the newest first" in printed.out
    assert (printed.code, printed.err) == (0, "")
    out = newest("search", "tag:ops -pod", "--k", "1").out
    assert "Obergrenzen" in out
    assert "1 shown of 1 document that the filters leave" in out
    printed = newest("search", "--tag", "nobody")
    assert (printed.code, printed.out.strip()) == (0, "The filters leave no document.")


@pytest.mark.parametrize("mode", ["hybrid", "substring"])
def test_options_alone_need_no_query(newest, mode):
    printed = newest("search", "--tag", "ops", "--lang", "de", "--mode", mode)
    assert [title.split("  [")[0].strip() for title in titles(printed)] == ["1. Obergrenzen"]


def test_neither_words_nor_filters_are_bad_usage(newest):
    printed = newest("search")
    assert printed.code == 2
    assert "There is nothing to look for. Give a QUERY, a filter" in printed.err


def test_json_is_valid_and_has_no_ranks(newest):
    response = json.loads(newest("search", "tag:ops", "--json", "--explain").out)
    assert violations(response, load_schema("search_response.v1.json")) == []
    assert response["trace"]["fused"] == 2
    assert response["trace"]["arms"] == []
    assert "the newest come first" in response["trace"]["understood_as"]
    for hit in response["hits"]:
        assert (hit["score"], hit["retrieval"]["sources"]) == (0.0, [])


def test_explain_says_that_no_ranking_voted(newest):
    out = newest("search", "tag:ops", "--explain").out
    assert "Order     by date, the newest first, then by path; no ranking voted" in out
    assert "Left      2 documents" in out
    assert "Filters   tags ops" in out
    assert "Mode" not in out
    assert "BM25" not in out


def test_what_is_listed_can_be_exported_with_citations(newest):
    printed = newest("search", "tag:ops", "--export", "markdown")
    assert "Documents that the filters leave, the newest first" in printed.out
    assert "cluster.md#L8-L10" in printed.out
    table = newest("export", "--tag", "ops", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert [(row["rank"], row["score"], row["score_kind"]) for row in rows] == [
        ("1", "", ""), ("2", "", ""),
    ]  # fmt: skip
