"""`twofold eval`: how well the search finds what people judged relevant."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import DONE, Context
from app.cli.eval_lines import query_lines, report_as_json, retriever_lines
from app.cli.eval_table import say_report
from app.cli.lines_file import lines_file
from app.cli.output import say_json, tell
from app.cli.progress import StepProgress
from engine.api import (
    BadRequestError,
    EvaluationRequest,
    FusionRule,
    SearchMode,
    SetReport,
    Settings,
)

if TYPE_CHECKING:
    from app.cli.command import Commands

_Lines = Callable[[SetReport], Iterator[str]]


def add_command(commands: Commands) -> None:
    """Add `eval` to the command line."""
    parser = commands.add_parser("eval", help="measure the search on judged queries")
    parser.add_argument(
        "folders",
        metavar="DIR",
        nargs="+",
        type=Path,
        help="a judged set: corpus.jsonl, queries.jsonl and qrels.tsv",
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="take the documents from here")
    _add_run_options(parser)
    _add_library_options(parser)
    parser.add_argument("--json", action="store_true", help="the measures as JSON")
    parser.add_argument(
        "--dump", metavar="FILE", type=Path, help="JSON lines: each query, each run"
    )
    parser.add_argument(
        "--arms", metavar="FILE", type=Path, help="JSON lines: both retrievers' lists"
    )
    parser.add_argument(
        "--force", action="store_true", help="overwrite the files of --dump and --arms"
    )
    parser.set_defaults(run=run)


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    modes = [*(mode.value for mode in SearchMode), "keyword", "semantic"]
    rules = [rule.value for rule in FusionRule]
    parser.add_argument(
        "--mode",
        metavar="M",
        action="append",
        choices=modes,
        default=[],
        help=_of(modes),
    )
    parser.add_argument(
        "--fusion",
        metavar="F",
        action="append",
        choices=rules,
        default=[],
        help=_of(rules),
    )
    parser.add_argument("--model", metavar="NAME", help="another model than the one in use")
    parser.add_argument("--queries", metavar="N", type=_positive, help="only the first N")
    parser.add_argument(
        "--candidates", metavar="N", type=int, help="how many each ranking gives to fusion"
    )


def _add_library_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library",
        "--keep",
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="keep the judged documents' libraries below DIR, so that no vector is computed twice",
    )
    parser.add_argument(
        "--type", metavar="EXT", default="txt", help="what files the documents are (txt, md ...)"
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the measures of every set."""
    from app.compose import evaluate  # noqa: PLC0415 (loads the native libraries)

    settings = _settings(arguments, context.settings())
    progress = StepProgress()
    reports = evaluate(
        context.paths.library.models, settings, _request(arguments), progress.show, tell
    )
    kept: list[SetReport] = []
    with ExitStack() as stack:
        force = arguments.force
        dump = _writer(arguments.dump, query_lines, stack, overwrite=force)
        retrievers = _writer(arguments.arms, retriever_lines, stack, overwrite=force)
        for report in reports:
            progress.finish()
            dump(report)
            retrievers(report)
            kept.append(report)
            if not arguments.json:
                say_report(report)
    if arguments.json:
        objects = [report_as_json(report) for report in kept]
        say_json(objects[0] if len(objects) == 1 else objects)
    return DONE


def _request(arguments: argparse.Namespace) -> EvaluationRequest:
    return EvaluationRequest(
        folders=tuple(arguments.folders),
        corpus=arguments.corpus,
        modes=tuple(SearchMode.parse(word) for word in arguments.mode),
        fusions=tuple(FusionRule(word) for word in arguments.fusion),
        queries=arguments.queries,
        file_type=_extension(arguments.type),
        keep=arguments.library,
        with_retrievers=arguments.arms is not None,
    )


def _settings(arguments: argparse.Namespace, settings: Settings) -> Settings:
    changes: dict[str, object] = {}
    if arguments.model is not None:
        changes["embedding__model"] = arguments.model
    if arguments.candidates is not None:
        changes["search__candidates"] = arguments.candidates
    return settings.replaced(**changes)


def _writer(
    path: Path | None, lines: _Lines, stack: ExitStack, *, overwrite: bool
) -> Callable[[SetReport], None]:
    """Return what writes the lines of a report to `path`, or nothing without one."""
    if path is None:
        return lambda _report: None
    file = stack.enter_context(lines_file(path, overwrite=overwrite))
    return lambda report: file.write(lines(report))


def _extension(text: str) -> str:
    extension = text.removeprefix(".").lower()
    if not (extension.isascii() and extension.isalnum()):
        raise BadRequestError(f"--type is '{text}', but must be an ending like txt or md.")
    return extension


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1")
    return number


def _of(words: list[str]) -> str:
    return f"only these: {', '.join(words)}"
