from dataclasses import replace
from datetime import date

from tests.ui.samples import sample_response, sample_trace
from twofold.engine.api import (
    AdaptiveWeights,
    FusionRule,
    FusionSettings,
    RelevanceFloor,
    RerankTrace,
    RetrieverKind,
    RetrieverTrace,
    SearchFilters,
    SearchMode,
    TermStatistics,
    TrustLevel,
)
from twofold.engine.model.localized import message
from twofold.ui.explain.times import elapsed_ms
from twofold.ui.explain.trace_texts import format_filters, time_line, time_rows, what_was_searched


def test_words_retrievers_and_fusion_are_listed():
    rows = dict(what_was_searched(sample_response()))
    assert rows["Words"].startswith("finalizer: in 31 passages; deletion: in 512 passages")
    assert rows["Keywords"] == "22 candidates from 48,210 passages; all words, then some"
    assert rows["Meaning"].endswith("exact scan of 30,372 vectors")
    assert rows["Combined"] == "42 passages; rrf, k 60, weights 1 and 1"
    assert "Notice" not in rows


def test_adaptive_weights_are_shown_if_the_rule_uses_them():
    response = sample_response()
    trace = replace(
        response.trace, adaptive_weights=AdaptiveWeights(0.3, 0.7, message("Why."), 0.42)
    )
    rules = {
        rule: dict(
            what_was_searched(
                replace(
                    response,
                    request=replace(response.request, fusion=FusionSettings(rule=rule)),
                    trace=trace,
                )
            )
        ).get("Weights", "")
        for rule in (FusionRule.ADAPTIVE, FusionRule.RRF)
    }
    weights = "keywords 30 %, meaning 70 %; 42 % of the score comes from the ranks; Why."
    assert rules == {FusionRule.ADAPTIVE: weights, FusionRule.RRF: ""}


def test_repeated_words_are_listed_once_and_hebrew_is_isolated():
    response = sample_response()
    terms = (*(TermStatistics("contract", 41),) * 8, TermStatistics("קול", 0))
    rows = dict(what_was_searched(replace(response, trace=replace(response.trace, terms=terms))))
    assert rows["Words"] == "contract: in 41 passages; \u2068קול\u2069: in 0 passages"


def test_singular_forms_are_used():
    response = sample_response()
    retrievers = (
        RetrieverTrace(RetrieverKind.LEXICAL, 1, 1, 1),
        RetrieverTrace(RetrieverKind.VECTOR, 1, 2, 1),
    )
    response = replace(response, trace=replace(response.trace, retrievers=retrievers, fused=1))
    rows = dict(what_was_searched(response))
    assert rows["Keywords"] == "1 candidate from 1 passage"
    assert rows["Meaning"] == "1 candidate from 1 passage that match the filters, of 2 in total"
    assert rows["Combined"].startswith("1 passage; ")


def test_filters_show_the_number_of_remaining_passages():
    response = sample_response()
    request = replace(response.request, filters=SearchFilters(after=date(2024, 1, 1)))
    retrievers = (RetrieverTrace(RetrieverKind.LEXICAL, 9, 48_210, 1_200),)
    response = replace(
        response, request=request, trace=replace(response.trace, retrievers=retrievers)
    )
    rows = dict(what_was_searched(response))
    assert rows["Keywords"] == (
        "9 candidates from 1,200 passages that match the filters, of 48,210 in total"
    )


def test_a_failed_retriever_and_warnings_are_listed():
    response = sample_response()
    retrievers = (
        RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error="The model could not be loaded."),
    )
    response = replace(
        response,
        trace=replace(
            response.trace, retrievers=retrievers, understood_as="left out an open quote"
        ),
        warnings=("Only keywords were searched.",),
    )
    rows = dict(what_was_searched(response))
    assert rows["Meaning"] == "The model could not be loaded."
    assert rows["Understood as"] == "left out an open quote"
    assert rows["Notice"] == "Only keywords were searched."
    trace = replace(response.trace, mode=SearchMode.LEXICAL)
    assert "Combined" not in dict(what_was_searched(replace(response, trace=trace)))


def test_times_are_listed_per_stage_and_summed_per_retriever():
    trace = sample_trace()
    assert time_line(trace) == "Time: keywords 2 ms, meaning 8 ms, rest 4 ms"
    alone = replace(trace, retrievers=trace.retrievers[:1])
    assert time_line(alone) == "Time: keywords 2 ms, rest 4 ms"
    slow = replace(trace, rerank=RerankTrace("e5", 20), stage_ms=trace.stage_ms | {"rerank": 900.0})
    assert time_line(slow) == "Time: keywords 2 ms, meaning 8 ms, reranking 900 ms, rest 4 ms"
    assert elapsed_ms(slow) == elapsed_ms(trace) + 900.0
    rows = time_rows(trace)
    assert len(rows) == 7
    assert rows[0] == ("Parsing the query", "0.1 ms")
    assert rows[-1] == ("Total", "12 ms; keywords and meaning are searched in parallel")


def test_duplicates_weak_matches_and_reranking_are_listed():
    response = sample_response()
    trace = replace(
        response.trace,
        duplicates=2,
        hidden=3,
        floor=RelevanceFloor(0.812, 0.76, 0.845, 400),
        rerank=RerankTrace("tiny", 30),
    )
    rows = dict(what_was_searched(replace(response, trace=trace)))
    assert rows["Duplicates"] == "2 passages grouped with a hit of the same text"
    assert "0.812" in rows["Weak matches"]
    assert "3 weak matches hidden" in rows["Weak matches"]
    assert rows["Reranking"] == "tiny read 30 passages"
    assert not {"Duplicates", "Weak matches", "Reranking"} & set(dict(what_was_searched(response)))


def test_filters_are_formatted_as_text():
    filters = SearchFilters(
        folders=("Notes",),
        tags_any=("a", "b"),
        tags_none=("draft",),
        langs_none=("de",),
        file_types=("pdf",),
        path_glob="**/*.md",
        trust_min=TrustLevel.SECONDARY,
        after=date(2024, 1, 1),
        before=date(2026, 12, 31),
    )
    assert format_filters(filters) == (
        "in Notes; #a or #b; not #draft; not Deutsch; PDF; path **/*.md; no generated documents; "
        "from 1 Jan 2024; to 31 Dec 2026"
    )
    assert format_filters(SearchFilters()) == ""
