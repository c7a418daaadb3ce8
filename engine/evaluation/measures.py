"""How good rankings are.

Rankings of documents are measured by ir_measures (MacAvaney et al., ECIR 2022). Passages are
measured after Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma technical
report, 2024, counted in characters: how much of the answering spans the best passages hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.evaluation.judged_library import PassagePlace
from engine.model.errors import EngineError
from engine.model.hit import TextSpan

MEASURES = ("nDCG@10", "R@100", "RR@10")
TOP = 5  # passages that the measures of spans look at

PerQuery = dict[str, dict[str, float]]
_Spans = Sequence[tuple[int, int]]


def check_that_measuring_is_possible() -> None:
    """Raise EngineError where the libraries are missing, before an hour of work is lost."""
    try:
        import ir_measures  # noqa: F401, PLC0415
        import scipy.stats  # noqa: F401, PLC0415
    except ImportError as error:
        raise EngineError(
            f"twofold eval needs the library {error.name}, which is not installed.",
            "Run: pip install 'twofold[eval]' (the packaged program has no eval)",
        ) from error


def measure(
    relevance: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Sequence[str]]
) -> PerQuery:
    """Return MEASURES of each query of `relevance`; one without a ranking has 0 of everything.

    `relevance` maps query ids to the gains of documents, `rankings` to documents, best first.
    """
    import ir_measures  # noqa: PLC0415 (half a second that only an evaluation should pay)

    wanted = [ir_measures.parse_measure(name) for name in MEASURES]
    gains = {query: dict(documents) for query, documents in relevance.items()}
    scores = {
        query: {document: -float(rank) for rank, document in enumerate(documents)}
        for query, documents in rankings.items()
    }
    measured: PerQuery = {query: dict.fromkeys(MEASURES, 0.0) for query in relevance}
    for metric in ir_measures.iter_calc(wanted, gains, scores):
        measured[metric.query_id][str(metric.measure)] = float(metric.value)
    return measured


def measure_spans(
    wanted: Mapping[str, Sequence[TextSpan]], passages: Sequence[PassagePlace]
) -> dict[str, float]:
    """Return the measures of one query whose best passages are `passages`.

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
