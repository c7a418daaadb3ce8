"""From what the arms answered to one list, in the mode that ran."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.fusion import FusedCandidate, fuse
from engine.core.hit import Arm
from engine.core.hit_details import Balance
from engine.core.request import FusionSettings, SearchMode
from engine.search.balance import QueryEvidence, judge
from engine.search.rarity import total_rarity
from engine.search.retrieval import RetrieverAnswer
from engine.search.single_ranking import only_lexical, only_vector


def combine(
    mode: SearchMode,
    answers: Sequence[RetrieverAnswer],
    settings: FusionSettings,
    balance: Balance | None,
) -> tuple[FusedCandidate, ...]:
    """Return the list of the mode: fused, or the one ranking that was asked for."""
    found = {answer.trace.arm: answer.candidates for answer in answers}
    if mode is SearchMode.LEXICAL:
        return only_lexical(found[Arm.LEXICAL])
    if mode is SearchMode.VECTOR:
        return only_vector(found[Arm.VECTOR])
    return fuse(found[Arm.LEXICAL], found[Arm.VECTOR], settings, balance)


def weigh(
    mode: SearchMode,
    answers: Sequence[RetrieverAnswer],
    settings: FusionSettings,
    held: Callable[[RetrieverAnswer], float],
) -> Balance | None:
    """Return how much each ranking should count for this query; None for a mode with one.

    `held` tells which part of the words the best hit of the keyword ranking holds.
    The adaptive rule goes by it, and a window may change to that rule without a new search.
    """
    if mode is not SearchMode.HYBRID:
        return None
    lexical, vector = sorted(answers, key=lambda answer: answer.trace.arm is Arm.VECTOR)
    evidence = QueryEvidence(
        rarity=total_rarity(lexical.terms, lexical.trace.searchable),
        background=vector.background,
        compared=vector.trace.allowed,
        held=held(lexical),
    )
    return judge(lexical.candidates, vector.candidates, evidence, settings)
