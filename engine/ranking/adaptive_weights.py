"""How far to trust each ranking for one query: the weights of `fusion: adaptive`.

Equal weights throw away what the two lists say of themselves. Five signs, none of which needs to
know a right answer, are added up as log odds in favour of meaning:

* clarity: does the best hit of a retriever stand out from the next ten? After Cronen-Townsend, Zhou
  and Croft, "Predicting Query Performance", SIGIR 2002.
* closeness: by how many standard deviations is the nearest passage closer than the nearest of as
  many random numbers would be, sqrt(2 ln n)?
* coverage: how much of the rarity of the query's words does the best keyword hit hold?
* agreement: do the passages nearest in meaning hold the words, where the words are covered at all?
* reading: which part of what keywords found is embedded? The nearest of a few passages may be far.

docs/ranking.md says how the constants were found, docs/internals/quality.md what the rule gains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from twofold.engine.model.fusion import FusionRule, FusionSettings
from twofold.engine.model.hit import AdaptiveWeights, Background, Candidate
from twofold.engine.model.message import EMPTY, Message, message

_CLARITY_POWER = 1 / 3
_CLOSENESS_SCALE = 1 / 2
_CLOSENESS_OFFSET = 0.6  # in favour of the words, in standard deviations
_COVERAGE_POWER = 1 / 2
_AGREEMENT_POWER = 2.0
# The part of the score that ranks decide in a query of so many words, whose words are all covered.
_BY_RANK, _LONG_QUERY = 0.6, 20
_MAX_FOR_REPETITION = 1.5  # times the words that are held

_NEXT_HITS = 10
_NEAREST = 3
_LEAST = 0.02  # of clarity, coverage and agreement, so that no sign decides alone
_MAX_CLOSENESS = 3.0
_MIN_SAMPLE = 20  # fewer cosines have no deviation that says anything
_EVEN = 0.08  # a weight nearer to a half than this is called about equal

# How `fusion: adaptive` weighed the two rankings.
_EQUAL = message("Keywords and meaning count about equally.")
_ONLY_MEANING = message("Only meaning counts, as keywords found nothing.")
_ONLY_WORDS = message("Only keywords count, as meaning found nothing.")
_NO_MEANING = message("Only keywords count, as nothing could be compared by meaning.")
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
    "Meaning counts more because no passage holds all the rare words of the query."
)
_MEANING_HAS_OTHER_WORDS = message(
    "Keywords count more because the passages closest in meaning hold few of the words of the "
    "query."
)
_LITTLE_IS_READ = message(
    "Keywords count more because only a part of what they found has been read by meaning."
)
_MEANING_BY_SETTING = message("Meaning counts more because the settings give it more weight.")
_WORDS_BY_SETTING = message("Keywords count more because the settings give them more weight.")


@dataclass(frozen=True, slots=True)
class QueryEvidence:
    """What is known of a query besides its two lists.

    `rarity` is the sum of the inverse document frequencies of its words, `coverage` the part of it
    that the best keyword hit holds, `background` the cosines of the query with a sample of the
    library (None: not searched by meaning), `compared` how many passages meaning was searched in,
    `words` how many words were searched.
    """

    rarity: float
    background: Background | None
    compared: int
    coverage: float = 1.0
    words: int = 0


@dataclass(frozen=True, slots=True)
class _Sign:
    """Log odds for meaning, and the sentence when they are positive and when negative."""

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

    Weights in `settings` that are meant for this rule multiply the odds. A retriever that found
    nothing leaves all to the other.
    """
    if not lexical or not vector:
        only_vector = bool(vector)
        not_found = _ONLY_WORDS if evidence.compared else _NO_MEANING
        reason = _ONLY_MEANING if only_vector else not_found
        return AdaptiveWeights(
            1.0 - only_vector, float(only_vector), reason if lexical or vector else EMPTY
        )
    signs = _signs(lexical, vector, evidence)
    odds = math.exp(sum(sign.log_odds for sign in signs))
    if settings.rule is not FusionRule.ADAPTIVE:
        settings = settings.automatic
    meaning = odds * settings.vector_weight
    total = meaning + settings.lexical_weight
    if total <= 0.0:
        return AdaptiveWeights(0.0, 0.0, EMPTY)
    weight = meaning / total
    length = min(1.0, evidence.words / _LONG_QUERY)
    by_rank = _BY_RANK * length * _coverage_of(lexical, evidence) * _embedded_part(lexical)
    return AdaptiveWeights(1.0 - weight, weight, _reason(weight, signs), by_rank)


def _signs(
    lexical: Sequence[Candidate], vector: Sequence[Candidate], evidence: QueryEvidence
) -> tuple[_Sign, ...]:
    best = max(candidate.raw_score for candidate in lexical)
    coverage = _coverage_of(lexical, evidence)
    words = {candidate.chunk_number: candidate.raw_score for candidate in lexical}
    nearest = max(words.get(candidate.chunk_number, 0.0) for candidate in vector[:_NEAREST])
    agreement = _bounded(nearest / best) if best > 0.0 else _LEAST
    clarity = _clarity(vector, vector[-1].raw_score) / _clarity(lexical, 0.0)
    return (
        _Sign(
            _CLARITY_POWER * math.log(clarity),
            _MEANING_STANDS_OUT,
            _WORDS_STAND_OUT,
        ),
        _Sign(
            _CLOSENESS_SCALE * (_closeness(vector, evidence) - _CLOSENESS_OFFSET),
            _MEANING_IS_CLOSE,
            _MEANING_IS_FAR,
        ),
        _Sign(
            -_COVERAGE_POWER * math.log(coverage),
            _WORDS_ARE_MISSING,
            _WORDS_BY_SETTING,
        ),
        _Sign(
            _AGREEMENT_POWER * coverage**2 * math.log(agreement),
            _MEANING_BY_SETTING,
            _MEANING_HAS_OTHER_WORDS,
        ),
        _Sign(
            math.log(_embedded_part(lexical)),
            _MEANING_BY_SETTING,
            _LITTLE_IS_READ,
        ),
    )


def _embedded_part(lexical: Sequence[Candidate]) -> float:
    """Return which part of what keywords found has a vector, above 0."""
    return (1 + sum(not one.not_embedded for one in lexical)) / (1 + len(lexical))


def _coverage_of(lexical: Sequence[Candidate], evidence: QueryEvidence) -> float:
    """Return how much of the rarity of the query's words a BM25 score is worth, from 0 to 1.

    Repeated, a word scores up to 2.2 times its rarity, and so covers words that are missing.
    """
    if evidence.rarity <= 0.0:
        return _LEAST
    best = max(candidate.raw_score for candidate in lexical)
    return _bounded(min(best / evidence.rarity, _MAX_FOR_REPETITION * evidence.coverage))


def _clarity(ranking: Sequence[Candidate], floor: float) -> float:
    """Return how far the best hit stands above the next ten, from 0 (not at all) to 1."""
    best = max(candidate.raw_score for candidate in ranking)
    if best <= floor:
        return 1.0 if len(ranking) == 1 else _LEAST
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
    return min(max(value, _LEAST), 1.0)


def _reason(meaning: float, signs: Sequence[_Sign]) -> Message:
    """Say which sign did most for the ranking that counts more."""
    if abs(meaning - 0.5) < _EVEN:
        return _EQUAL
    if meaning > 0.5:
        strongest = max(signs, key=lambda sign: sign.log_odds)
        return strongest.for_meaning if strongest.log_odds > 0 else _MEANING_BY_SETTING
    strongest = min(signs, key=lambda sign: sign.log_odds)
    return strongest.for_words if strongest.log_odds < 0 else _WORDS_BY_SETTING
