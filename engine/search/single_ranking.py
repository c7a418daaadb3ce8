"""One ranking alone, in the shape of a fused list: the arm's own order, delegated 1:1."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.fusion import FusedCandidate
from engine.core.hit import Arm, Candidate, Contribution


def displayed_lexical_score(bm25: float) -> float:
    """Return s / (1 + s), in [0, 1): BM25 scores have no upper bound and mean nothing alone."""
    positive = max(bm25, 0.0)
    return positive / (1.0 + positive)


def displayed_vector_score(cosine: float) -> float:
    """Return the cosine clipped to [0, 1]."""
    return min(max(cosine, 0.0), 1.0)


def only_lexical(candidates: Sequence[Candidate]) -> tuple[FusedCandidate, ...]:
    """Return the keyword ranking as it is."""
    return _alone(Arm.LEXICAL, candidates, displayed_lexical_score)


def only_vector(candidates: Sequence[Candidate]) -> tuple[FusedCandidate, ...]:
    """Return the meaning ranking as it is."""
    return _alone(Arm.VECTOR, candidates, displayed_vector_score)


def without_votes(chunk_numbers: Sequence[int]) -> tuple[FusedCandidate, ...]:
    """Return chunks that were found literally or listed, in the order given; no arm has voted."""
    return tuple(
        FusedCandidate(rank, number, 0.0, 0.0, None, None, ())
        for rank, number in enumerate(chunk_numbers, start=1)
    )


def _alone(
    arm: Arm, candidates: Sequence[Candidate], displayed: Callable[[float], float]
) -> tuple[FusedCandidate, ...]:
    best = max((candidate.raw_score for candidate in candidates), default=0.0)
    alone = []
    for candidate in candidates:
        score = displayed(candidate.raw_score)
        alone.append(
            FusedCandidate(
                rank=candidate.rank,
                chunk_number=candidate.chunk_number,
                fusion_score=score,
                blend_score=max(candidate.raw_score, 0.0) / best if best > 0.0 else 0.0,
                lexical=candidate if arm is Arm.LEXICAL else None,
                vector=candidate if arm is Arm.VECTOR else None,
                contributions=(Contribution(arm, candidate.rank, 1.0, score),),
            )
        )
    return tuple(alone)
