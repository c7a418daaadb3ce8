"""The order of documents: by their best passages, never by their length."""

from __future__ import annotations

from engine.model.document import as_id
from engine.ranking.collapse import group_by_document
from engine.ranking.fusion import FusedCandidate


def ranking(count: int) -> list[FusedCandidate]:
    return [FusedCandidate(rank, rank, 0.0, 0.0, None, None, ()) for rank in range(1, count + 1)]


def documents(*of_rank: int) -> list[int]:
    """The documents in their order, given the document of each rank."""
    groups = group_by_document(ranking(len(of_rank)), dict(enumerate(of_rank, start=1)))
    return [of_rank[group.best.rank - 1] for group in groups]


def test_documents_with_one_passage_each_keep_the_order_of_the_passages():
    assert documents(5, 3, 9) == [5, 3, 9]


def test_a_document_stands_where_its_best_passage_stands():
    assert documents(1, 2, 3, 3, 3) == [1, 2, 3]


def test_several_good_passages_are_better_than_one_a_little_better():
    assert documents(*range(1, 10), 11, 10, 10, 10) == [*range(1, 9), 10, 9, 11]


def test_a_long_document_does_not_win_by_its_length():
    long_one = 99
    of_rank = [1, 2, 3, *[long_one] * 500]
    assert documents(*of_rank) == [1, 2, 3, long_one]


def test_the_first_document_stays_first_whatever_follows():
    assert documents(1, *[2] * 100) == [1, 2]


def test_shares_add_up_to_the_score_exactly_and_name_their_passages():
    (first, second) = group_by_document(ranking(5), {1: 1, 2: 2, 3: 1, 4: 1, 5: 1})
    assert first.vote.score == sum(share.share for share in first.vote.shares)
    assert [share.chunk_id for share in first.vote.shares] == [as_id(1), as_id(3), as_id(4)]
    assert [share.share for share in first.vote.shares] == [1.0, 0.25 / 3, 0.0625 / 4]
    assert (first.vote.passages, second.vote.passages) == (4, 1)
