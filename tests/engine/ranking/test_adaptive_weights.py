"""How the weight of each retriever is adapted to the query."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.model.fusion import FusionRule, FusionSettings
from twofold.engine.model.hit import Background, Candidate, TermStatistics
from twofold.engine.ranking.adaptive_weights import QueryEvidence, adaptive_weights
from twofold.engine.ranking.relevance import total_rarity

EVEN = FusionSettings()
USUAL = QueryEvidence(rarity=10.0, background=Background(0.75, 0.02, 500), compared=1000)


def ranking(*scores, first=1):
    return [Candidate(first + n, score, n + 1) for n, score in enumerate(scores)]


FLAT_WORDS = ranking(*(6.0 - 0.01 * n for n in range(20)))
CLEAR_WORDS = ranking(9.0, *(2.0 - 0.01 * n for n in range(19)))
FLAT_MEANING = ranking(*(0.80 - 0.0001 * n for n in range(20)))
CLEAR_MEANING = ranking(0.92, *(0.80 - 0.001 * n for n in range(19)))


def test_retriever_with_clearer_scores_counts_more():
    words = adaptive_weights(CLEAR_WORDS, FLAT_MEANING, USUAL, EVEN)
    assert words.keywords > 0.6
    assert words.reason.startswith("Keywords count more")
    meaning = adaptive_weights(CLEAR_WORDS, CLEAR_MEANING, USUAL, EVEN)
    assert meaning.meaning > 0.6
    assert "far closer to the query" in meaning.reason


@pytest.mark.parametrize("evidence", [replace(USUAL, rarity=300.0), replace(USUAL, coverage=0.1)])
def test_meaning_counts_more_if_no_passage_contains_the_rare_words(evidence):
    """Repeated words do not make up for missing ones."""
    covered = adaptive_weights(FLAT_WORDS, FLAT_MEANING, USUAL, EVEN)
    uncovered = adaptive_weights(FLAT_WORDS, FLAT_MEANING, evidence, EVEN)
    assert uncovered.meaning > covered.meaning
    assert "no passage contains all rare words" in uncovered.reason


def test_meaning_counts_less_if_its_hits_contain_no_query_words():
    strangers = [Candidate(c.chunk_number + 100, c.raw_score, c.rank) for c in CLEAR_MEANING]
    agreeing = adaptive_weights(CLEAR_WORDS, CLEAR_MEANING, USUAL, EVEN)
    estranged = adaptive_weights(CLEAR_WORDS, strangers, USUAL, EVEN)
    assert estranged.meaning < agreeing.meaning / 2
    assert "contain few words" in estranged.reason


def test_meaning_counts_less_while_few_keyword_hits_are_embedded():
    unread = [replace(one, not_embedded=one.rank > 2) for one in FLAT_WORDS]
    all_read = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, EVEN)
    part_read = adaptive_weights(unread, CLEAR_MEANING, USUAL, EVEN)
    odds = all_read.meaning / all_read.keywords
    assert part_read.meaning / part_read.keywords == pytest.approx(odds * 3 / 21)
    flat = adaptive_weights(unread, FLAT_MEANING, USUAL, EVEN)
    assert "only some of their matches" in flat.reason


def test_rank_component_grows_with_query_length_and_coverage():
    long = replace(USUAL, words=20)
    usual = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, long, EVEN).by_rank
    assert 0.0 < usual < 1.0
    foreign = replace(long, coverage=0.1)
    assert adaptive_weights(FLAT_WORDS, CLEAR_MEANING, foreign, EVEN).by_rank < usual / 3
    short = replace(long, words=2)
    by_few = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, short, EVEN).by_rank
    assert by_few == pytest.approx(usual / 10)
    unread = [replace(one, not_embedded=one.rank > 2) for one in FLAT_WORDS]
    assert adaptive_weights(unread, CLEAR_MEANING, long, EVEN).by_rank == pytest.approx(usual / 7)
    assert adaptive_weights(FLAT_WORDS, [], long, EVEN).by_rank == 0.0


def test_requested_weights_multiply_the_automatic_ones():
    automatic = FusionSettings().automatic
    plain = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, automatic)
    preferring_words = replace(automatic, lexical_weight=4.0)
    pushed = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, preferring_words)
    words_alone = replace(automatic, vector_weight=0.0)
    silenced = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, words_alone)
    assert pushed.keywords > plain.keywords
    assert (silenced.keywords, silenced.meaning) == (1.0, 0.0)


def test_weights_set_for_another_rule_do_not_count():
    skewed = FusionSettings(FusionRule.RRF, lexical_weight=0.02, vector_weight=1.98)
    by_hand = adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, skewed)
    assert by_hand == adaptive_weights(FLAT_WORDS, CLEAR_MEANING, USUAL, EVEN.automatic)


def test_retriever_without_hits_has_weight_zero():
    assert adaptive_weights([], FLAT_MEANING, USUAL, EVEN).meaning == 1.0
    assert adaptive_weights(FLAT_WORDS, [], USUAL, EVEN).keywords == 1.0
    assert adaptive_weights([], [], USUAL, EVEN).reason == ""


def test_small_library_is_weighted_without_a_background():
    tiny = QueryEvidence(10.0, Background(0.5, 0.01, 3), 3)
    unknown = QueryEvidence(10.0, None, 3)
    assert adaptive_weights(FLAT_WORDS, CLEAR_MEANING, tiny, EVEN) == adaptive_weights(
        FLAT_WORDS, CLEAR_MEANING, unknown, EVEN
    )


def test_rarity_is_the_bm25_idf_and_highest_for_unknown_words():
    terms = [TermStatistics("the", 1000), TermStatistics("quokka", 0)]
    assert total_rarity(terms[:1], 1000) < 0.001
    assert 7.0 < total_rarity(terms, 1000) < 8.0


_scores = st.lists(st.floats(-1.0, 1e6, allow_nan=False, width=32), min_size=0, max_size=30).map(
    lambda scores: sorted(scores, reverse=True)
)


@given(
    lexical=_scores,
    vector=_scores,
    rarity=st.floats(0.0, 1e6),
    mean=st.floats(-1.0, 1.0),
    spread=st.floats(0.0, 1.0),
    compared=st.integers(0, 10**7),
)
def test_weights_add_up_to_one_for_any_lists(lexical, vector, rarity, mean, spread, compared):
    evidence = QueryEvidence(rarity, Background(mean, spread, 500), compared)
    balance = adaptive_weights(ranking(*lexical), ranking(*vector, first=10), evidence, EVEN)
    assert balance.keywords + balance.meaning == 1.0
    assert 0.0 <= balance.meaning <= 1.0
