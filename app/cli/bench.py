"""`twofold bench`: measure how fast this library opens and answers, and its memory."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from twofold.app.cli.arguments import whole_number
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import bold, count, say, say_json
from twofold.app.cli.parser import Commands, add_command
from twofold.app.compose import measure_library
from twofold.engine.api import ModeSpeed, Percentiles, SpeedReport

_QUERIES, _MAX_QUERIES = 100, 10_000
_NAME_COLUMNS = 24
_MEGABYTE = 1_000_000


def add_commands(commands: Commands) -> None:
    """Add `bench` to the command line."""
    parser = add_command(
        commands,
        "bench",
        summary="measure how fast this library answers",
        about="Measure how fast your library answers on this computer. The library is only read. "
        "Queries are neighbouring words of its passages. For each mode and stage, the 50th, 95th "
        "and 99th percentiles are printed in milliseconds, and for each mode the ratio to its "
        "lower bound: embedding and the slower retriever alone.",
        examples=(
            ("twofold bench", "Run 100 queries in each mode."),
            ("twofold bench --queries 1000 --json", "Run more, and print JSON."),
        ),
    )
    parser.add_argument(
        "--queries",
        metavar="N",
        type=whole_number(1, _MAX_QUERIES),
        default=_QUERIES,
        help=f"number of queries in each mode (default: {_QUERIES})",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print how long each search mode and each of its stages takes."""
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
    yield f"bytes per passage    {', '.join(sizes)}"
    opening = (f"{name} {spent:.0f}" for name, spent in report.opening_ms.items())
    yield f"opening in ms        {', '.join(opening)}"
    for name, memory in (
        ("memory after opening", report.idle_memory),
        ("memory at the end", report.memory),
    ):
        total, private = memory.total / _MEGABYTE, memory.private / _MEGABYTE
        yield f"{name:<21}{total:.0f} MB, private {private:.0f} MB"
    yield ""
    yield bold(f"{'in ms':<{_NAME_COLUMNS}}{'p50':>9}{'p95':>9}{'p99':>9}")
    for part, times in report.parts.items():
        yield _row(f"{part} alone", times)
    for mode in report.modes:
        yield from _mode_lines(mode)


def _mode_lines(mode: ModeSpeed) -> Iterator[str]:
    ratio = mode.total.p50 / mode.limit.p50 if mode.limit.p50 else 0.0
    yield f"{_row(mode.mode.value, mode.total)}   {ratio:.1f} times its lower bound"
    for stage, times in mode.stages.items():
        yield _row(f"  {stage}", times)


def _row(name: str, times: Percentiles) -> str:
    return f"{name:<{_NAME_COLUMNS}}{times.p50:9.1f}{times.p95:9.1f}{times.p99:9.1f}"
