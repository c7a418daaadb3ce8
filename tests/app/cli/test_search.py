from __future__ import annotations

import argparse
import io
from dataclasses import replace
from datetime import date

import pytest

from tests.support.responses import make_hit, make_response
from twofold.app.cli.search import _say_response, add_search_options, as_printed, build_request
from twofold.engine.api import (
    Citation,
    FusionRule,
    HitDuplicate,
    Locator,
    LocatorKind,
    SearchMode,
    SearchRequest,
    Settings,
    TrustLevel,
)


def request_of(*words: str, settings: Settings | None = None) -> SearchRequest:
    parser = argparse.ArgumentParser(exit_on_error=False, allow_abbrev=False)
    add_search_options(parser)
    return build_request(parser.parse_args(list(words)), settings or Settings())


def test_options_override_settings():
    settings = {
        "search.limit": 3,
        "search.mode": "lexical",
        "search.rrf_k": 9,
        "search.fusion": "blend",
    }
    settings = Settings.from_mapping(settings)
    request = request_of("pod memory", settings=settings)
    assert (request.query, request.limit, request.mode) == ("pod memory", 3, SearchMode.LEXICAL)
    assert request.fusion.rule is FusionRule.BLEND
    ranking = ("--limit", "7", "--fusion", "rrf", "--rrf-k", "20")
    weights = ("--lexical-weight", "0.75", "--vector-weight", "0.25")
    request = request_of("x", *ranking, *weights, settings=settings)
    assert (request.limit, request.fusion.rule, request.fusion.rrf_k) == (7, FusionRule.RRF, 20)
    assert (request.fusion.lexical_weight, request.fusion.vector_weight) == (0.75, 0.25)
    assert request_of("x", "--semantic-weight", "3").fusion.vector_weight == 3.0
    modes = {"keyword": SearchMode.LEXICAL, "semantic": SearchMode.VECTOR, "auto": SearchMode.AUTO}
    for word, mode in modes.items():
        assert request_of("x", "--mode", word).mode is mode
    request = request_of("--like", "0123456789abcdef")
    assert (request.like, request.query) == ("0123456789abcdef", "")


def test_all_filters_reach_the_request():
    options = (
        "--tag #runbook --tag mail --lang DE --lang none --path notes/*.md --type .PDF "
        "--trust-min secondary --after 2024-01-01 --before 2026-12-31 --folder Notes/2026"
    )
    filters = request_of("x", *options.split()).filters
    assert (filters.tags_any, filters.langs) == (("runbook", "mail"), ("de", "und"))
    assert (filters.path_glob, filters.file_types) == ("notes/*.md", ("pdf",))
    assert filters.trust_min is TrustLevel.SECONDARY
    assert (filters.after, filters.before) == (date(2024, 1, 1), date(2026, 12, 31))
    assert filters.folders == ("Notes/2026",)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ("--mode best", argparse.ArgumentError, "--mode: invalid choice: 'best'"),
        ("--limit 0", argparse.ArgumentError, "-n/--limit: '0' is not a whole number from 1"),
        ("-n 1001", argparse.ArgumentError, "'1001' is not a whole number from 1 to 1000"),
        ("--rrf-k x", argparse.ArgumentError, "--rrf-k: 'x' is not a whole number from 1 to 1000"),
        ("--lexical-weight=-1", argparse.ArgumentError, "'-1' is not a number from 0 to 100"),
        ("--after 2026-02-30", argparse.ArgumentError, "--after: '2026-02-30' is not a date"),
        ("--trust-min bogus", argparse.ArgumentError, "--trust-min: 'bogus' is not one of the"),
    ],
)
def test_a_value_that_is_not_allowed_is_named(options, error, sentence):
    with pytest.raises(error, match=sentence):
        request_of("x", *options.split())


def test_the_result_list_follows_settings_and_options():
    wishes = {"search.hide_weak": True, "search.rerank": True, "search.collapse_duplicates": True}
    settings = Settings.from_mapping(wishes)
    usual = request_of("x", settings=settings)
    assert (usual.hide_weak, usual.rerank, usual.collapse_duplicates) == (True, True, True)
    options = ("--no-hide-weak", "--no-rerank", "--no-collapse-duplicates", "--group-by-document")
    other = request_of("x", *options, settings=settings)
    assert (other.hide_weak, other.rerank, other.collapse_duplicates) == (False, False, False)
    assert other.group_by_document
    assert not usual.group_by_document


def test_text_output_omits_weak_matches_unless_an_option_keeps_them():
    def hides_weak(*options):
        parser = argparse.ArgumentParser()
        add_search_options(parser)
        arguments = parser.parse_args(["x", *options])
        return as_printed(build_request(arguments, Settings()), arguments).hide_weak

    assert hides_weak()
    assert hides_weak("--files")
    assert not hides_weak("--no-hide-weak")
    assert not hides_weak("--json")
    assert hides_weak("--json", "--hide-weak")
    assert hides_weak("--export", "markdown")
    assert hides_weak("--export", "bibtex")
    assert not hides_weak("--export", "csv")
    assert not hides_weak("--export", "docx", "--no-hide-weak")


def test_a_query_may_have_several_words_or_come_from_standard_input(monkeypatch):
    assert request_of("burst", "pipe", "-n", "3").query == "burst pipe"
    monkeypatch.setattr("sys.stdin", io.StringIO("burst\npipe\n"))
    assert request_of("-").query == "burst\npipe"


@pytest.fixture
def reported(capsys):
    def answer(*hits, hidden=0, **request):
        response = make_response(*hits, **request)
        trace = replace(response.trace, hidden=hidden)
        ranking = response.ranking if hits else ()
        response = replace(response, trace=trace, hits=hits, ranking=ranking, warnings=())
        _say_response(response, argparse.Namespace(json=False, explain=False, files=False))
        return capsys.readouterr().out

    return answer


def copy_in(document: str) -> HitDuplicate:
    citation = Citation("b.md", Locator(LocatorKind.LINE, 3, 4), "2026-11-21T08:00:00+00:00")
    return HitDuplicate("0" * 16, document, "b.md", "B", "Notes", citation, is_exact=True)


def test_weak_hits_are_marked_and_alone_mean_nothing_relevant(reported):
    out = reported(make_hit(weak=True))
    assert ", weak]" in out
    assert "0.75" not in out
    assert out.endswith("Nothing relevant was found; 1 weak match is shown.\n")
    assert "Nothing relevant was found; 3 weak matches are hidden" in reported(hidden=3)
    assert reported(make_hit(), hidden=2).endswith("; 2 weak matches are hidden\n")
    assert "1 document of 1 found" in reported(make_hit(), group_by_document=True)


def test_duplicates_are_listed_with_their_places(reported):
    out = reported(make_hit(duplicates=(copy_in("other"), copy_in("third"))))
    assert "also in 2 other documents: b.md#L3-L4, b.md#L3-L4" in out
    hit = make_hit()
    out = reported(replace(hit, duplicates=(copy_in(hit.doc_id),)))
    assert "also at 1 other place in this document: b.md#L3-L4" in out
