"""Which keyword hits the meaning ranking could not compare, as they have no vector yet."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from engine.core.hit import Arm
from engine.search.retrieval import RetrieverAnswer

ReadAmong = Callable[[RetrieverAnswer, Sequence[int]], Container[int]]


def mark_unread(
    answers: Sequence[RetrieverAnswer], read_among: ReadAmong
) -> tuple[RetrieverAnswer, ...]:
    """Mark the keyword hits without a vector, where meaning has found something.

    Where it has not, no passage is better off for having been read. `read_among` takes the answer
    of the meaning ranking and chunk numbers, and returns those that have a vector.
    """
    meaning = next((one for one in answers if one.trace.arm is Arm.VECTOR), None)
    if meaning is None or not meaning.candidates:
        return tuple(answers)
    return tuple(one if one is meaning else _marked(one, meaning, read_among) for one in answers)


def _marked(
    keywords: RetrieverAnswer, meaning: RetrieverAnswer, read_among: ReadAmong
) -> RetrieverAnswer:
    candidates = keywords.candidates
    read = read_among(meaning, [candidate.chunk_number for candidate in candidates])
    return replace(
        keywords,
        candidates=tuple(
            candidate if candidate.chunk_number in read else candidate.marked_unread()
            for candidate in candidates
        ),
    )
