from dataclasses import replace

import pytest

from engine.api import RetrieverKind
from tests.ui.samples import empty_response, make_hit, not_embedded, sample_response
from ui.explain.scores import retriever_shares


def test_parts_add_up_to_one():
    response = sample_response()
    keywords, meaning = retriever_shares(response, response.hits[2])
    assert (keywords.retriever, keywords.rank, keywords.score) == (RetrieverKind.LEXICAL, 2, 11.84)
    assert (meaning.retriever, meaning.rank, meaning.score) == (RetrieverKind.VECTOR, 14, 0.812)
    assert keywords.part + meaning.part == pytest.approx(1.0)
    assert keywords.part == pytest.approx((1 / 62) / (1 / 62 + 1 / 74))


def test_a_ranking_that_did_not_find_the_hit_gave_nothing():
    response = sample_response()
    keywords, meaning = retriever_shares(response, response.hits[4])
    assert (keywords.part, meaning.part) == (pytest.approx(1.0), 0.0)
    assert (meaning.rank, meaning.score, meaning.weight) == (None, None, 1.0)


def test_keywords_that_vote_for_both_leave_no_weight_to_meaning():
    response, hit = sample_response(), not_embedded(sample_response().hits[4])
    keywords, meaning = retriever_shares(response, hit)
    assert (keywords.weight, meaning.weight, meaning.rank) == (2.0, 0.0, None)


def test_only_rankings_that_ran_are_shown():
    response = sample_response()
    response = replace(
        response, trace=replace(response.trace, retrievers=response.trace.retrievers[:1])
    )
    (keywords,) = retriever_shares(response, response.hits[4])
    assert keywords.retriever is RetrieverKind.LEXICAL


def test_a_literal_hit_has_no_shares():
    response = empty_response()
    response = replace(response, trace=replace(response.trace, retrievers=()))
    assert retriever_shares(response, make_hit(ranks=(None, None))) == ()
