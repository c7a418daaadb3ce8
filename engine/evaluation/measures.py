"""How good rankings of documents are, computed by ir_measures (MacAvaney et al., ECIR 2022)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.errors import EngineError

MEASURES = ("nDCG@10", "R@100", "RR@10")

PerQuery = dict[str, dict[str, float]]


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
