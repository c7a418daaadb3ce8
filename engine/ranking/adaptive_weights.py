"""The weights of both rankings for one query, under `fusion: adaptive`.

Equal weights ignore what the two lists reveal about their quality. Five signals, none of which
requires relevance judgements, are added up as log odds in favour of meaning:

* clarity: does the best hit of a retriever stand out from the next ten? After Cronen-Townsend, Zhou
  and Croft, "Predicting Query Performance", SIGIR 2002.
* closeness: by how many standard deviations is the nearest passage closer than the nearest of as
  many random numbers would be, sqrt(2 ln n)?
* coverage: how much of the rarity of the query's words does the best keyword hit contain?
* agreement: do the passages nearest in meaning contain the words, where the words are covered?
* reading: which share of the keyword matches is embedded? The nearest of a few passages may be far.

docs/internals/ranking-design.md explains how the constants were found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from twofold.engine.model.fusion import FusionRule, FusionSettings
from twofold.engine.model.hit import AdaptiveWeights, Background, Candidate
from twofold.engine.model.localized import EMPTY, Message, message

_CLARITY_POWER = 1 / 3
_CLOSENESS_SCALE = 1 / 2
_CLOSENESS_OFFSET = 0.6  # in favour of the words, in standard deviations
_COVERAGE_POWER = 1 / 2
_AGREEMENT_POWER = 2.0
# The part of the score determined by ranks, for queries of this length whose words are all covered.
_BY_RANK, _LONG_QUERY = 0.6, 20
_MAX_FOR_REPETITION = 1.5  # times the words that are present

_NEXT_HITS = 10
_NEAREST = 3
_MIN_SIGNAL = 0.02  # of clarity, coverage and agreement, so that no signal decides alone
_MAX_CLOSENESS = 3.0
_MIN_SAMPLE = 20  # the deviation of fewer cosines is not meaningful
_ABOUT_EQUAL = 0.08  # a weight closer to one half than this is called about equal

# Explanations of the adaptive weights.
_EQUAL = message("Keywords and meaning count about equally.")
_ONLY_MEANING = message("Only meaning counts because keywords found nothing.")
_ONLY_WORDS = message("Only keywords count because meaning found nothing.")
_NO_MEANING = message("Only keywords count because nothing could be compared by meaning.")
_MEANING_STANDS_OUT = message(
    "Meaning counts more because its best passages stand out, while many passages match the words "
    "about equally well."
)
_WORDS_STAND_OUT = message(
    "Keywords count more because a few passages match the words far better than all others."
)
_MEANING_IS_CLOSE = message(
    "Meaning counts more because its best passages are far closer to the query than the rest of "
    "the library."
)
_MEANING_IS_FAR = message(
    "Keywords count more because no passage is clearly close to the query in meaning."
)
_WORDS_ARE_MISSING = message(
    "Meaning counts more because no passage contains all rare words of the query."
)
_MEANING_HAS_OTHER_WORDS = message(
    "Keywords count more because the passages closest in meaning contain few words of the query."
)
_FEW_EMBEDDED = message(
    "Keywords count more because only some of their matches are indexed by meaning."
)
_MEANING_BY_SETTING = message("Meaning counts more because the settings give it more weight.")
_WORDS_BY_SETTING = message("Keywords count more because the settings give them more weight.")


@dataclass(frozen=True, slots=True)
class QueryEvidence:
    """Information about a query in addition to its two lists.

    `rarity` is the sum of the inverse document frequencies of the query's words, and `coverage` is
    the part of that sum in the best keyword hit. `background` describes the cosines of the query
    with a sample of the library (None: not searched by meaning). `compared` is the number of
    passages searched by meaning, and `words` is the number of search words.
    """

    rarity: float
    background: Background | None
    compared: int
    coverage: float = 1.0
    words: int = 0


@dataclass(frozen=True, slots=True)
class _Signal:
    """Log odds for meaning, and the explanations for positive and negative odds."""

    log_odds: float
    for_meaning: Message
    for_words: Message


def adaptive_weights(
    lexical: Sequence[Candidate],
    vector: Sequence[Candidate],
    evidence: QueryEvidence,
    settings: FusionSettings,
) -> AdaptiveWeights:
    """Return the weights of the two rankings (best first) for one query; they add up to 1.

    Weights in `settings` that are meant for this rule multiply the odds. If one retriever found
    nothing, the other gets all the weight.
    """
    if not lexical or not vector:
        only_vector = bool(vector)
        not_found = _ONLY_WORDS if evidence.compared else _NO_MEANING
        reason = _ONLY_MEANING if only_vector else not_found
        return AdaptiveWeights(
            1.0 - only_vector, float(only_vector), reason if lexical or vector else EMPTY
        )
    signals = _signals(lexical, vector, evidence)
    odds = math.exp(sum(signal.log_odds for signal in signals))
    if settings.rule is not FusionRule.ADAPTIVE:
        settings = settings.automatic
    meaning = odds * settings.vector_weight
    total = meaning + settings.lexical_weight
    if total <= 0.0:
        return AdaptiveWeights(0.0, 0.0, EMPTY)
    weight = meaning / total
    length = min(1.0, evidence.words / _LONG_QUERY)
    by_rank = _BY_RANK * length * _coverage_of(lexical, evidence) * _embedded_part(lexical)
    return AdaptiveWeights(1.0 - weight, weight, _reason(weight, signals), by_rank)


def _signals(
    lexical: Sequence[Candidate], vector: Sequence[Candidate], evidence: QueryEvidence
) -> tuple[_Signal, ...]:
    best = max(candidate.raw_score for candidate in lexical)
    coverage = _coverage_of(lexical, evidence)
    words = {candidate.chunk_number: candidate.raw_score for candidate in lexical}
    nearest = max(words.get(candidate.chunk_number, 0.0) for candidate in vector[:_NEAREST])
    agreement = _bounded(nearest / best) if best > 0.0 else _MIN_SIGNAL
    clarity = _clarity(vector, vector[-1].raw_score) / _clarity(lexical, 0.0)
    return (
        _Signal(
            _CLARITY_POWER * math.log(clarity),
            _MEANING_STANDS_OUT,
            _WORDS_STAND_OUT,
        ),
        _Signal(
            _CLOSENESS_SCALE * (_closeness(vector, evidence) - _CLOSENESS_OFFSET),
            _MEANING_IS_CLOSE,
            _MEANING_IS_FAR,
        ),
        _Signal(
            -_COVERAGE_POWER * math.log(coverage),
            _WORDS_ARE_MISSING,
            _WORDS_BY_SETTING,
        ),
        _Signal(
            _AGREEMENT_POWER * coverage**2 * math.log(agreement),
            _MEANING_BY_SETTING,
            _MEANING_HAS_OTHER_WORDS,
        ),
        _Signal(
            math.log(_embedded_part(lexical)),
            _MEANING_BY_SETTING,
            _FEW_EMBEDDED,
        ),
    )


def _embedded_part(lexical: Sequence[Candidate]) -> float:
    """Return the embedded share of the keyword matches, above 0."""
    return (1 + sum(not one.not_embedded for one in lexical)) / (1 + len(lexical))


def _coverage_of(lexical: Sequence[Candidate], evidence: QueryEvidence) -> float:
    """Return how much of the rarity of the query's words is in the best hit, from 0 to 1.

    A repeated word scores up to 2.2 times its rarity, which can hide that other words are missing.
    """
    if evidence.rarity <= 0.0:
        return _MIN_SIGNAL
    best = max(candidate.raw_score for candidate in lexical)
    return _bounded(min(best / evidence.rarity, _MAX_FOR_REPETITION * evidence.coverage))


def _clarity(ranking: Sequence[Candidate], floor: float) -> float:
    """Return how far the best hit stands out from the next ten, from 0 (not at all) to 1."""
    best = max(candidate.raw_score for candidate in ranking)
    if best <= floor:
        return 1.0 if len(ranking) == 1 else _MIN_SIGNAL
    following = ranking[1 : 1 + _NEXT_HITS]
    heights = math.fsum((candidate.raw_score - floor) / (best - floor) for candidate in following)
    return _bounded(1.0 - heights / _NEXT_HITS)


def _closeness(vector: Sequence[Candidate], evidence: QueryEvidence) -> float:
    """Return by how many standard deviations the nearest passage beats chance, within +-3."""
    background = evidence.background
    if background is None or background.sample < _MIN_SAMPLE or background.spread <= 0.0:
        return 0.0
    height = (vector[0].raw_score - background.mean) / background.spread
    chance = math.sqrt(2.0 * math.log(max(2, evidence.compared)))
    return min(max(height - chance, -_MAX_CLOSENESS), _MAX_CLOSENESS)


def _bounded(value: float) -> float:
    return min(max(value, _MIN_SIGNAL), 1.0)


def _reason(meaning: float, signals: Sequence[_Signal]) -> Message:
    """Return the explanation of the signal that contributed most to the larger weight."""
    if abs(meaning - 0.5) < _ABOUT_EQUAL:
        return _EQUAL
    if meaning > 0.5:
        strongest = max(signals, key=lambda signal: signal.log_odds)
        return strongest.for_meaning if strongest.log_odds > 0 else _MEANING_BY_SETTING
    strongest = min(signals, key=lambda signal: signal.log_odds)
    return strongest.for_words if strongest.log_odds < 0 else _WORDS_BY_SETTING
