"""What a person should know about an answer, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import sentences
from engine.core.hit import Arm
from engine.core.hit_details import RerankTrace
from engine.search.retrieval import RetrieverAnswer

_ONLY_THE_OTHER = {
    Arm.LEXICAL: sentences.ONLY_MEANING_SEARCHED,
    Arm.VECTOR: sentences.ONLY_WORDS_SEARCHED,
}
_NOTHING = {
    Arm.LEXICAL: sentences.NO_WORDS_SEARCHED,
    Arm.VECTOR: sentences.NO_MEANING_SEARCHED,
}


def arm_warnings(answers: Sequence[RetrieverAnswer]) -> tuple[str, ...]:
    """Say of each arm that did not search that it did not, and why."""
    wording = _ONLY_THE_OTHER if len(answers) > 1 else _NOTHING
    return tuple(
        _sentence(wording[answer.trace.arm], answer.trace.error or answer.trace.plan)
        for answer in answers
        if not answer.ran
    )


def rerank_warnings(rerank: RerankTrace | None) -> tuple[str, ...]:
    """Say that the list was not reranked although that was wished, and why."""
    if rerank is None or not rerank.problem:
        return ()
    return (_sentence(sentences.NOT_RERANKED, rerank.problem),)


def failure_sentence(answers: Sequence[RetrieverAnswer]) -> str:
    """Say why no arm could search."""
    return " ".join(_sentence(_NOTHING[a.trace.arm], a.trace.error) for a in answers)


def _sentence(what: str, why: str) -> str:
    reason = why.strip().rstrip(".")
    if reason[1:2].islower():
        reason = reason[0].lower() + reason[1:]
    return what.format(why=reason) if reason else what.replace(": {why}", "")
