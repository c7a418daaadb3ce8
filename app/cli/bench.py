"""`twofold bench`: how fast this library opens and answers, and what it takes of the machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import bold, count, say, say_json
from twofold.app.compose import measure_library
from twofold.engine.api import ModeSpeed, Percentiles, SpeedReport

_QUERIES = 100
_NAME_COLUMNS = 24
_MEGABYTE = 1_000_000


def add_commands(commands: Commands) -> None:
    """Add `bench` to the command line."""
    parser = commands.add_parser("bench", help="measure how fast this library answers")
    parser.add_argument(
        "--queries",
        metavar="N",
        type=int,
        choices=range(1, 10_001),
        default=_QUERIES,
        help=f"searches of each mode, {_QUERIES} unless given",
    )
    parser.add_argument("--json", action="store_true", help="as a JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the times, each mode beside its limit."""
    report = measure_library(context.own_library, context.settings(), arguments.queries)
    if arguments.json:
        say_json(asdict(report))
    else:
        for line in _lines(report):
            say(line)
    return DONE


def _lines(report: SpeedReport) -> Iterator[str]:
    passages = count(report.passages, "passage")
    yield bold(f"{passages}, {report.vectors:,} of them with a vector")
    sizes = (f"{name} {size:,.0f}" for name, size in report.bytes_per_passage.items())
    yield f"bytes a passage     {', '.join(sizes)}"
    opening = (f"{name} {spent:.0f}" for name, spent in report.opening_ms.items())
    yield f"opening, in ms      {', '.join(opening)}"
    for name, memory in (
        ("memory, opened", report.idle_memory),
        ("memory, at the end", report.memory),
    ):
        total, private = memory.total / _MEGABYTE, memory.private / _MEGABYTE
        yield f"{name:<20}{total:.0f} MB, of it private {private:.0f}"
    yield ""
    yield bold(f"{'in ms':<{_NAME_COLUMNS}}{'p50':>9}{'p95':>9}{'p99':>9}")
    for part, times in report.parts.items():
        yield _row(f"{part} alone", times)
    for mode in report.modes:
        yield from _mode_lines(mode)


def _mode_lines(mode: ModeSpeed) -> Iterator[str]:
    ratio = mode.total.p50 / mode.limit.p50 if mode.limit.p50 else 0.0
    yield f"{_row(mode.mode.value, mode.total)}   {ratio:.1f} times its limit"
    for stage, times in mode.stages.items():
        yield _row(f"  {stage}", times)


def _row(name: str, times: Percentiles) -> str:
    return f"{name:<{_NAME_COLUMNS}}{times.p50:9.1f}{times.p95:9.1f}{times.p99:9.1f}"
