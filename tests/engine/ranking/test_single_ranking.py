"""One retriever alone: its order, its ranks, and scores between 0 and 1."""

from hypothesis import given
from hypothesis import strategies as st

from engine.model.hit import Candidate, RetrieverKind
from engine.ranking.fusion import (
    displayed_lexical_score,
    displayed_vector_score,
    single_ranking,
    without_votes,
)


def test_the_ranking_is_delegated_one_to_one():
    candidates = (Candidate(9, 4.0, 1), Candidate(3, 4.0, 2), Candidate(5, 1.0, 3))
    alone = single_ranking(RetrieverKind.LEXICAL, candidates)
    assert [(c.rank, c.chunk_number, c.lexical) for c in alone] == [
        (candidate.rank, candidate.chunk_number, candidate) for candidate in candidates
    ]
    assert [c.fusion_score for c in alone] == [0.8, 0.8, 0.5]
    assert [c.blend_score for c in alone] == [1.0, 1.0, 0.25]
    assert all(c.vector is None for c in alone)
    assert [contribution.retriever for contribution in alone[0].contributions] == [
        RetrieverKind.LEXICAL
    ]


def test_a_negative_cosine_is_shown_as_zero():
    alone = single_ranking(RetrieverKind.VECTOR, (Candidate(1, 0.5, 1), Candidate(2, -0.5, 2)))
    assert [c.fusion_score for c in alone] == [0.5, 0.0]
    assert [c.contributions[0].share for c in alone] == [0.5, 0.0]


def test_literal_matches_have_no_votes():
    found = without_votes((7, 8))
    assert [(c.rank, c.chunk_number, c.contributions) for c in found] == [(1, 7, ()), (2, 8, ())]


@given(st.floats(-5.0, 1e6), st.floats(-1.1, 1.1))
def test_displayed_scores_lie_between_zero_and_one(bm25, cosine):
    assert 0.0 <= displayed_lexical_score(bm25) < 1.0
    assert 0.0 <= displayed_vector_score(cosine) <= 1.0
