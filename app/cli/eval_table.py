"""An evaluation as tables that a person can read."""

from __future__ import annotations

from app.cli.output import bold, count, fit, say, tell
from engine.api import RunComparison, RunResult, SetReport

_NAME_COLUMNS = 18
_CLEAR = 0.05


def say_report(report: SetReport) -> None:
    """Print the measures of every run, then the comparisons."""
    queries = len(report.runs[0].queries) if report.runs else 0
    size = f"{count(report.documents, 'document')}, {count(report.passages, 'passage')}"
    say(bold(f"{report.name}: {count(queries, 'query').replace('querys', 'queries')}, {size}"))
    say(f"model {report.model}")
    if report.documents_left_out:
        left_out = count(report.documents_left_out, "document")
        tell(f"{report.name}: {left_out} could not be read and count as never found.")
    _say_runs(report.runs)
    for comparison in report.comparisons:
        say(_in_words(comparison))
    say()


def _say_runs(runs: tuple[RunResult, ...]) -> None:
    names = list(runs[0].means) if runs else []
    columns = [max(9, len(name) + 2) for name in names]
    heading = "".join(name.rjust(wide) for name, wide in zip(names, columns, strict=True))
    say(fit("", _NAME_COLUMNS) + heading)
    for run in runs:
        cells = (_cell(run.means[name]) for name in names)
        row = "".join(cell.rjust(wide) for cell, wide in zip(cells, columns, strict=True))
        say(fit(run.name, _NAME_COLUMNS) + row)


def _cell(value: float) -> str:
    return f"{value:.4f}" if value <= 1.0 else f"{value:,.0f}"


def _in_words(comparison: RunComparison) -> str:
    verdict = "" if comparison.p < _CLEAR else "  (may be chance)"
    return (
        f"{fit(comparison.run, _NAME_COLUMNS)} {comparison.difference:+.4f} "
        f"[{comparison.low:+.4f}, {comparison.high:+.4f}] {comparison.measure} against "
        f"{comparison.against}, p = {comparison.p:.4f}{verdict}"
    )
