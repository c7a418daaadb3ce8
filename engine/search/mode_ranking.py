"""What a mode found, before it is arranged."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.fusion import FusedCandidate
from engine.core.hit import Arm, Candidate, ScoreKind, TermStatistics
from engine.core.hit_details import Balance
from engine.core.request import FusionSettings, SearchMode
from engine.search.marking import Marking
from engine.search.retrieval import RetrieverAnswer


@dataclass(frozen=True, slots=True)
class ModeRanking:
    """The list, and what each arm did; `marking` marks the passages of the list."""

    mode: SearchMode
    fused: tuple[FusedCandidate, ...]
    marking: Marking
    answers: tuple[RetrieverAnswer, ...] = ()
    balance: Balance | None = None

    @property
    def terms(self) -> tuple[TermStatistics, ...]:
        """The words that were looked for, with their statistics."""
        return tuple(term for answer in self.answers for term in answer.terms)

    def candidates(self, arm: Arm) -> tuple[Candidate, ...]:
        """Return the list of an arm as it was fused."""
        found = (answer.candidates for answer in self.answers if answer.trace.arm is arm)
        return next(found, ())


def score_kind(mode: SearchMode, fusion: FusionSettings) -> ScoreKind:
    """Return what the score of a hit is."""
    if mode is SearchMode.HYBRID:
        return ScoreKind(fusion.rule.value)
    if mode is SearchMode.LEXICAL:
        return ScoreKind.BM25
    return ScoreKind.COSINE if mode is SearchMode.VECTOR else ScoreKind.SUBSTRING
