"""Evaluations as JSON, for scripts and for studies."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import ListedCandidate, RunComparison, SetReport, as_json_text


def report_as_json(report: SetReport) -> dict[str, object]:
    """Return the object that scripts read; its keys stay."""
    return {
        "set": report.name,
        "model": report.model,
        "runs": {run.name: dict(run.means) for run in report.runs},
        "tests": [_comparison_as_json(comparison) for comparison in report.comparisons],
    }


def query_lines(report: SetReport) -> Iterator[str]:
    """Yield one line for each query and run: its measures and the best documents."""
    for run in report.runs:
        for query in run.queries:
            yield _line(
                {
                    "set": report.name,
                    "run": run.name,
                    "query": query.query_id,
                    **query.measures,
                    "documents": list(query.documents),
                }
            )


def retriever_lines(report: SetReport) -> Iterator[str]:
    """Yield one line for each query: what both retrievers found, best first.

    A candidate is a list of document, chunk number, raw score (BM25 or cosine) and rank.
    """
    for query in report.retrievers:
        yield _line(
            {
                "set": report.name,
                "query": query.query_id,
                "text": query.text,
                "passages": report.passages,
                "terms": [[term.term, term.passages] for term in query.terms],
                "lexical": [_candidate(candidate) for candidate in query.lexical],
                "vector": [_candidate(candidate) for candidate in query.vector],
            }
        )


def _candidate(candidate: ListedCandidate) -> list[object]:
    return [candidate.document, candidate.chunk_number, candidate.raw_score, candidate.rank]


def _comparison_as_json(comparison: RunComparison) -> dict[str, object]:
    return {
        "run": comparison.run,
        "against": comparison.against,
        "measure": comparison.measure,
        "difference": comparison.difference,
        "interval": [comparison.low, comparison.high],
        "p": comparison.p,
        "p_permutation": comparison.p_permutation,
    }


def _line(value: object) -> str:
    return as_json_text(value, indent=None)
