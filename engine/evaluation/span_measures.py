"""How much of the passages that answer a query the best passages of a search hold.

After Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma technical report,
2024, counted in characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.evaluation.passage_places import PassagePlace
from engine.model.hit import TextSpan

TOP = 5
SPAN_MEASURES = ("span recall@5", "span precision@5", "span IoU@5", "characters@5")

_Spans = Sequence[tuple[int, int]]


def measure_spans(
    wanted: Mapping[str, Sequence[TextSpan]], passages: Sequence[PassagePlace]
) -> dict[str, float]:
    """Return SPAN_MEASURES of one query whose best passages are `passages`.

    `wanted` holds the answering spans of each document. Characters that are wanted or returned
    twice count once; 'characters@5' is how many characters a person is given to read.
    """
    returned = _returned(passages)
    shared = asked = given = 0
    for document in wanted.keys() | returned.keys():
        theirs = _united((span.start, span.end) for span in wanted.get(document, ()))
        ours = _united(returned.get(document, ()))
        asked += _length(theirs)
        given += _length(ours)
        shared += _overlap(theirs, ours)
    return {
        "span recall@5": shared / asked if asked else 0.0,
        "span precision@5": shared / given if given else 0.0,
        "span IoU@5": shared / (asked + given - shared) if asked + given else 0.0,
        "characters@5": float(given),
    }


def _returned(passages: Sequence[PassagePlace]) -> dict[str, list[tuple[int, int]]]:
    returned: dict[str, list[tuple[int, int]]] = {}
    for place in passages:
        returned.setdefault(place.document, []).append((place.start, place.end))
    return returned


def _united(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the same characters as ascending spans that do not touch."""
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start <= united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def _length(spans: _Spans) -> int:
    return sum(end - start for start, end in spans)


def _overlap(ours: _Spans, theirs: _Spans) -> int:
    return sum(
        max(0, min(end, other_end) - max(start, other_start))
        for start, end in ours
        for other_start, other_end in theirs
    )
