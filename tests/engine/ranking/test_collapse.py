"""Duplicates among the candidates of an answer: which are collapsed, and which are not."""

from __future__ import annotations

import pytest

from twofold.engine.model.document import as_id
from twofold.engine.ranking.collapse import (
    NearDuplicate,
    collapse,
    group_by_document,
    precompute,
    with_best_duplicates,
)
from twofold.engine.ranking.fusion import FusedCandidate

PASSAGE = (
    "The memory of a pod is limited in its manifest. The scheduler reads the request, the kubelet "
    "enforces the limit, and a container that takes more is ended by the kernel of its machine. "
    "What a node has left is told by its status, and a quota bounds what all pods of a namespace "
    "may take together; without any limit a single container can starve its neighbours."
)
GERMAN = (
    "Der Arbeitsspeicher eines Pods wird in seinem Manifest begrenzt. Der Scheduler liest die "
    "Anforderung, das Kubelet setzt die Grenze durch, und ein Container, der mehr nimmt, endet."
)
JAPANESE = (
    "ポッドのメモリ上限は、そのマニフェストに書かれており、スケジューラがそれを読み取ります。"
    "上限を超えたコンテナは、機械のカーネルによって終了させられ、名前空間全体の割り当ては別に定めます。"
    "割り当てがないときは、一つのコンテナが隣のコンテナの分まで使い切ってしまうことがあります。"
)


def folded(*texts: str) -> dict[int, tuple[NearDuplicate, ...]]:
    return collapse(range(len(texts)), dict(enumerate(texts)))


def test_texts_that_differ_only_in_white_space_are_duplicates():
    spaced = PASSAGE.replace(" ", "\n  ")
    copies = (NearDuplicate(1, is_exact=True), NearDuplicate(2, is_exact=True))
    assert folded(PASSAGE, spaced, PASSAGE) == {0: copies}
    texts = {7: PASSAGE, 3: "another text", 9: PASSAGE}
    assert collapse([9, 3, 7], texts) == {9: (NearDuplicate(7, is_exact=True),), 3: ()}


def test_near_duplicate_shown_first_still_lists_the_exact_ones():
    changed = PASSAGE.replace("scheduler", "dispatcher")
    texts = dict(enumerate((PASSAGE, changed, changed.replace(" ", "\n"))))
    copies = collapse(texts, texts)
    shown = with_best_duplicates(copies, texts, lambda number: (number == 1, False))
    assert shown == {1: (NearDuplicate(0, is_exact=False), NearDuplicate(2, is_exact=True))}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (PASSAGE, PASSAGE.replace("scheduler", "dispatcher")),
        (JAPANESE, JAPANESE.replace("読み取ります", "読んでいます")),  # compared by characters
    ],
)
def test_text_with_one_changed_word_is_a_near_duplicate(text, changed):
    assert folded(text, changed) == {0: (NearDuplicate(1, is_exact=False),)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (PASSAGE, GERMAN),
        (f"{PASSAGE} Invoice 1041.", f"{PASSAGE} Invoice 1042."),
        (f"{PASSAGE} Invoice ١٠٤١.", f"{PASSAGE} Invoice ١٠٤٢."),
        (PASSAGE, PASSAGE[: len(PASSAGE) // 2]),
        ("max_retry = true", "max_retry = True"),
        ("", "a"),
    ],
    ids=["translation", "number", "number in other digits", "half of it", "short texts", "nothing"],
)
def test_different_texts_are_not_collapsed(first, second):
    assert folded(first, second) == {0: (), 1: ()}


def test_chain_of_small_changes_is_collapsed_only_around_the_first_passage():
    words = PASSAGE.split()
    chain = [" ".join([*(f"w{'x' * 7}" for _ in words[:n]), *words[n:]]) for n in range(0, 16, 2)]
    kept = folded(*chain)
    assert 0 in kept
    assert len(kept) > 1


def test_prepared_texts_are_collapsed_in_the_same_way():
    texts = ["short", PASSAGE, PASSAGE.replace("a", "e", 1), JAPANESE, ""]
    before = folded(*texts)
    precompute(texts)
    assert folded(*texts) == before


def ranking(count: int) -> list[FusedCandidate]:
    return [FusedCandidate(rank, rank, 0.0, 0.0, None, None, ()) for rank in range(1, count + 1)]


def documents(*of_rank: int) -> list[int]:
    """Return the documents in the order of the groups. `of_rank` is the document of each rank."""
    every = frozenset(range(1, len(of_rank) + 1))
    groups = group_by_document(ranking(len(of_rank)), dict(enumerate(of_rank, start=1)), every)
    return [of_rank[group.best.rank - 1] for group in groups]


def test_several_good_passages_rank_above_one_slightly_better():
    assert documents(5, 3, 9) == [5, 3, 9]
    assert documents(*range(1, 10), 11, 10, 10, 10) == [*range(1, 9), 10, 9, 11]


def test_long_document_gains_nothing_by_its_length():
    assert documents(1, 2, 3, *[99] * 500) == [1, 2, 3, 99]


def test_shares_add_up_to_the_score_exactly_and_name_their_passages():
    document_of = {1: 1, 2: 2, 3: 1, 4: 1, 5: 1}
    (first, second) = group_by_document(ranking(5), document_of, frozenset(document_of))
    assert first.vote.score == sum(share.share for share in first.vote.shares)
    assert [share.chunk_id for share in first.vote.shares] == [as_id(1), as_id(3), as_id(4)]
    assert [share.share for share in first.vote.shares] == [1.0, 0.25 / 3, 0.0625 / 4]
    assert (first.vote.passages, second.vote.passages) == (4, 1)


def test_a_strong_passage_represents_its_document_and_weak_ones_do_not_count():
    document_of = {1: 1, 2: 2, 3: 1, 4: 1, 5: 2}
    (first, second) = group_by_document(ranking(5), document_of, frozenset({3, 4}))
    assert (first.best.rank, first.vote.passages) == (3, 2)
    assert (second.best.rank, second.vote.passages) == (2, 1)
