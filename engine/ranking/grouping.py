"""Passages gathered by document, and the score that orders documents.

A document stands where its best passage stands; further passages found in it help a little, and
at most two of them, so that a long document cannot win by its length:

    score(d) = 1/r1 + 1/4 * 1/r2 + 1/16 * 1/r3

r1 < r2 < r3 are the ranks of its best passages in the list of all passages. Ranks are used because
they mean the same under every mode and fusion rule. A document whose best passage is first always
stays first: all others reach at most 1/2 + 1/4 * 1/3 + 1/16 * 1/4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.document import as_id
from engine.model.hit import DocumentShare, DocumentVote
from engine.ranking.fusion import FusedCandidate

WEIGHTS = (1.0, 0.25, 0.0625)


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """A document: its best passage, and how it came by its place."""

    best: FusedCandidate
    vote: DocumentVote


def group_by_document(
    ranked: Sequence[FusedCandidate], document_of: Mapping[int, int]
) -> tuple[DocumentGroup, ...]:
    """Return the documents of a ranking, best first; equal scores by the best passage's rank."""
    passages: dict[int, list[FusedCandidate]] = {}
    for candidate in ranked:
        passages.setdefault(document_of[candidate.chunk_number], []).append(candidate)
    groups = [_group(found) for found in passages.values()]
    return tuple(sorted(groups, key=lambda group: (-group.vote.score, group.best.rank)))


def _group(passages: Sequence[FusedCandidate]) -> DocumentGroup:
    shares = tuple(
        DocumentShare(as_id(passage.chunk_number), passage.rank, weight / passage.rank)
        for weight, passage in zip(WEIGHTS, passages, strict=False)
    )
    score = sum((share.share for share in shares), start=0.0)
    return DocumentGroup(passages[0], DocumentVote(score, len(passages), shares))
