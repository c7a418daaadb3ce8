"""Fusion: explicit calculations, and properties that hold for any two rankings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.fusion import FusionRule, FusionSettings, TieBreak
from twofold.engine.model.hit import AdaptiveWeights, Candidate, RetrieverKind
from twofold.engine.ranking.fusion import FusedCandidate, fuse, single_ranking


def ranking(*numbers: int, scores: tuple[float, ...] = ()) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(number, scores[index] if scores else 1.0 / (index + 1), index + 1)
        for index, number in enumerate(numbers)
    )


def order(fused: tuple[FusedCandidate, ...]) -> list[int]:
    return [candidate.chunk_number for candidate in fused]


def scores(fused: tuple[FusedCandidate, ...]) -> dict[int, float]:
    return {candidate.chunk_number: candidate.fusion_score for candidate in fused}


def not_embedded(candidates: tuple[Candidate, ...], *numbers: int) -> tuple[Candidate, ...]:
    return tuple(replace(one, not_embedded=one.chunk_number in numbers) for one in candidates)


@pytest.mark.parametrize("rule", FusionRule)
def test_keyword_score_counts_for_both_retrievers_without_a_vector(rule):
    lexical = not_embedded(ranking(1, 2, 3, 4), 1, 2, 4)
    fused = fuse(lexical, ranking(3, 9), FusionSettings(rule=rule))
    # Passages 3 and 9 are embedded, and must not rank above passages that are not.
    assert order(fused)[0] == 1
    assert fused[0].fusion_score == 1.0
    assert fused[0].blend_score == 1.0
    [vote] = fused[0].contributions
    assert (vote.retriever, vote.share, vote.for_both) == (RetrieverKind.LEXICAL, 1.0, True)
    assert vote.weight == 2.0
    by_both = next(one for one in fused if one.chunk_number == 3)
    assert [vote.weight for vote in by_both.contributions] == [1.0, 1.0]
    assert not any(vote.for_both for vote in by_both.contributions)


def test_substitute_vector_score_never_exceeds_the_keyword_weight():
    lexical = not_embedded(ranking(1, 2), 1, 2)
    quiet = fuse(lexical, ranking(3), FusionSettings(lexical_weight=0.5, vector_weight=1.5))
    assert order(quiet)[0] == 3
    assert [vote.weight for vote in quiet[1].contributions] == [1.0]
    silent = fuse(lexical, ranking(3), FusionSettings(lexical_weight=0.0))
    assert scores(silent) == {3: 1.0, 1: 0.0, 2: 0.0}


def test_hit_without_a_vector_keeps_its_score_with_any_weights():
    lexical = not_embedded(ranking(1, 2), 1, 2)
    balance = AdaptiveWeights(0.1, 0.9, "")
    fused = fuse(lexical, ranking(3), FusionSettings(rule=FusionRule.ADAPTIVE), balance)
    assert scores(fused)[1] == 1.0
    assert order(fused)[0] == 1


def test_substitute_vector_score_is_that_of_other_keyword_hits():
    lexical = not_embedded(ranking(1, 2, 3, scores=(4.0, 4.0, 4.0)), 3)
    balance = AdaptiveWeights(0.5, 0.5, "")
    # The vector retriever finds neither of the two embedded passages.
    fused = fuse(lexical, ranking(8, 9), FusionSettings(rule=FusionRule.ADAPTIVE), balance)
    assert scores(fused) == {3: pytest.approx(0.5 + 0.5 / 3), 1: 0.5, 2: 0.5, 8: 0.5, 9: 0.0}
    assert scores(fuse(lexical, ranking(8, 9), FusionSettings(FusionRule.WEIGHTED)))[3] == 1.0


def test_rrf_is_the_formula_divided_by_its_largest_value():
    fused = fuse(ranking(1, 2, 3), ranking(3, 4, 1), FusionSettings())
    largest = 2 / (60 + 1)
    assert scores(fused)[1] == pytest.approx((1 / (60 + 1) + 1 / (60 + 3)) / largest)
    assert scores(fused)[2] == pytest.approx(1 / (60 + 2) / largest)
    assert scores(fused)[3] == pytest.approx((1 / (60 + 3) + 1 / (60 + 1)) / largest)
    assert scores(fused)[4] == pytest.approx(1 / (60 + 2) / largest)


def test_a_larger_rrf_k_brings_deep_ranks_closer():
    shallow = scores(fuse(ranking(1, 2), (), FusionSettings(rrf_k=1)))
    deep = scores(fuse(ranking(1, 2), (), FusionSettings(rrf_k=1000)))
    assert shallow[2] == pytest.approx(0.5 * 2 / 3)
    assert deep[2] == pytest.approx(0.5 * 1001 / 1002)


def test_equal_scores_are_ordered_by_lexical_rank_then_by_chunk():
    fused = fuse(ranking(30, 20), ranking(20, 30), FusionSettings())
    assert order(fused) == [30, 20]
    only_one_retriever_each = fuse(ranking(9), ranking(1), FusionSettings())
    assert order(only_one_retriever_each) == [9, 1]
    meaning_only = [Candidate(5, 0.9, 1), Candidate(3, 0.9, 1)]
    assert order(fuse((), meaning_only, FusionSettings())) == [3, 5]


def test_blend_tie_break_compares_blend_score_then_cosine_then_bm25():
    lexical = ranking(1, 2, scores=(10.0, 9.0))
    vector = ranking(2, 1, scores=(0.9, 0.1))
    by_blend = FusionSettings(tie_break=TieBreak.BLEND)
    assert order(fuse(lexical, vector, FusionSettings())) == [1, 2]
    assert order(fuse(lexical, vector, by_blend)) == [2, 1]
    equal = fuse(ranking(1, 2, scores=(3.0, 1.5)), ranking(2, 1, scores=(0.9, 0.45)), by_blend)
    assert order(equal) == [2, 1]
    assert equal[0].blend_score == equal[1].blend_score


def test_weighted_adds_min_max_normalised_scores():
    settings = FusionSettings(FusionRule.WEIGHTED, lexical_weight=1.0, vector_weight=3.0)
    lexical = ranking(1, 2, 3, scores=(30.0, 20.0, 10.0))
    fused = scores(fuse(lexical, ranking(2, 4, scores=(0.8, 0.6)), settings))
    assert fused == {2: 0.25 * 0.5 + 0.75, 1: 0.25, 3: 0.0, 4: 0.0}


def test_blend_adds_scores_relative_to_the_best_of_each_retriever():
    lexical = ranking(1, 2, scores=(20.0, 5.0))
    vector = ranking(2, 3, scores=(0.8, -0.4))
    fused = fuse(lexical, vector, FusionSettings(FusionRule.BLEND))
    assert scores(fused) == {2: 0.5 * 0.25 + 0.5, 1: 0.5, 3: 0.0}


def test_adaptive_uses_query_weights_and_emphasises_top_scores():
    lexical = ranking(1, 2, 3, scores=(8.0, 4.0, 1.0))
    vector = ranking(2, 4, 5, scores=(0.9, 0.8, 0.7))
    balance = AdaptiveWeights(0.4, 0.6, "")

    fused = fuse(lexical, vector, FusionSettings(FusionRule.ADAPTIVE), balance)

    assert scores(fused)[1] == pytest.approx(0.4)
    assert scores(fused)[2] == pytest.approx(0.4 * 0.5**1.5 + 0.6)
    assert scores(fused)[4] == pytest.approx(0.6 * 0.5**1.5)
    assert [share.weight for share in fused[0].contributions] == [0.4, 0.6]


def test_rank_component_promotes_hits_found_by_both_retrievers():
    lexical = ranking(1, 2, 3, 9, scores=(8.0, 5.0, 4.0, 3.0))
    vector = ranking(4, 5, 6, 9, 7, scores=(0.9, 0.88, 0.86, 0.84, 0.8))
    by_score, by_both = AdaptiveWeights(0.5, 0.5, ""), AdaptiveWeights(0.5, 0.5, "", by_rank=0.5)
    adaptive = FusionSettings(FusionRule.ADAPTIVE)
    assert order(fuse(lexical, vector, adaptive, by_score))[0] != 9
    fused = fuse(lexical, vector, adaptive, by_both)
    assert order(fused)[0] == 9
    assert scores(fused)[1] == pytest.approx(0.5 * 0.5 + 0.5 * 0.5)
    assert scores(fused)[2] == pytest.approx(0.25 * (5 / 8) ** 1.5 + 0.25 * 61 / 62)
    assert all(
        one.fusion_score == sum(part.share for part in one.contributions) <= 1.0 for one in fused
    )
    only_words = FusionSettings(FusionRule.ADAPTIVE, vector_weight=0.0)
    assert scores(fuse(lexical, vector, only_words, AdaptiveWeights(1.0, 0.0, "", 0.5)))[4] == 0.0


def test_a_contribution_names_retriever_rank_weight_and_share():
    settings = FusionSettings(lexical_weight=1.0, vector_weight=3.0)
    hit = fuse(ranking(9, 5), ranking(5), settings)[0]
    assert [(c.retriever, c.rank, c.weight) for c in hit.contributions] == [
        (RetrieverKind.LEXICAL, 2, 1.0),
        (RetrieverKind.VECTOR, 1, 3.0),
    ]
    assert [c.share for c in hit.contributions] == [0.25 * 61 / 62, 0.75]


def test_two_weights_of_zero_are_rejected():
    with pytest.raises(BadRequestError, match="both have weight 0"):
        fuse(ranking(1), ranking(1), FusionSettings(lexical_weight=0.0, vector_weight=0.0))


@st.composite
def rankings(draw: st.DrawFn) -> tuple[Candidate, ...]:
    numbers = draw(st.lists(st.integers(0, 40), unique=True, max_size=30))
    floats = st.floats(-1.0, 60.0, allow_subnormal=False)
    values = draw(st.lists(floats, min_size=len(numbers), max_size=len(numbers)))
    return ranking(*numbers, scores=tuple(sorted(values, reverse=True)) or (0.0,))


fusion_settings = st.builds(
    FusionSettings,
    rule=st.sampled_from(FusionRule),
    rrf_k=st.integers(1, 1000),
    lexical_weight=st.floats(0.0, 100.0, allow_subnormal=False),
    vector_weight=st.floats(0.01, 100.0),
    tie_break=st.sampled_from(TieBreak),
)


@given(rankings(), rankings(), fusion_settings)
def test_every_candidate_appears_once_and_its_shares_add_up_to_the_score(lexical, vector, settings):
    fused = fuse(lexical, vector, settings)
    expected = {c.chunk_number for c in (*lexical, *vector)}
    assert sorted(order(fused)) == sorted(expected)
    assert [c.rank for c in fused] == list(range(1, len(expected) + 1))
    assert all(a.fusion_score >= b.fusion_score for a, b in pairwise(fused))
    for candidate in fused:
        assert candidate.fusion_score == sum(vote.share for vote in candidate.contributions)
        assert 0.0 <= candidate.fusion_score <= 1.0
        assert 0.0 <= candidate.blend_score <= 1.0


@given(rankings(), rankings(), fusion_settings, st.randoms(use_true_random=False))
def test_order_of_the_candidates_does_not_matter(lexical, vector, settings, shuffler):
    shuffled = [list(lexical), list(vector)]
    for retriever in shuffled:
        shuffler.shuffle(retriever)
    assert fuse(*shuffled, settings) == fuse(lexical, vector, settings)


def test_single_ranking_keeps_the_order():
    candidates = (Candidate(9, 4.0, 1), Candidate(3, 4.0, 2), Candidate(5, 1.0, 3))
    alone = single_ranking(RetrieverKind.LEXICAL, candidates)
    assert [(c.rank, c.chunk_number, c.lexical) for c in alone] == [
        (candidate.rank, candidate.chunk_number, candidate) for candidate in candidates
    ]
    assert [c.fusion_score for c in alone] == [0.8, 0.8, 0.5]
    assert [c.blend_score for c in alone] == [1.0, 1.0, 0.25]
    assert all(c.vector is None for c in alone)
    assert [vote.retriever for vote in alone[0].contributions] == [RetrieverKind.LEXICAL]
    near = single_ranking(RetrieverKind.VECTOR, (Candidate(1, 0.5, 1), Candidate(2, -0.5, 2)))
    assert [c.fusion_score for c in near] == [0.5, 0.0]
