"""`twofold eval`: how well the search finds documents judged relevant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import astuple
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from twofold.app.cli.arguments import OutputFile, path_argument, required
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import bold, count, fit, say, say_json, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.compose import evaluate
from twofold.app.output_file import existing_file, is_stream, open_stream
from twofold.engine.api import (
    BadRequestError,
    EngineError,
    EvaluationRequest,
    FusionRule,
    Message,
    RunComparison,
    RunResult,
    SearchMode,
    SetReport,
    as_json_text,
)

_NAME_COLUMNS = 24  # hybrid/adaptive/rerank
_CLEAR = 0.05

_Lines = Callable[[SetReport], Iterator[str]]


def add_commands(commands: Commands) -> None:
    """Add `eval` to the command line."""
    parser = commands.add_parser("eval", help="measure the search on judged queries")
    parser.add_argument(
        "folders",
        metavar="DIR",
        nargs="+",
        type=path_argument,
        help="a judged set: corpus.jsonl, queries.jsonl and qrels.tsv",
    )
    parser.add_argument(
        "--corpus", metavar="DIR", type=path_argument, help="take the documents from here"
    )
    modes = [*(mode.value for mode in SearchMode), "keyword", "semantic"]
    rules = [rule.value for rule in FusionRule]
    for option, metavar, choices in (("--mode", "M", modes), ("--fusion", "F", rules)):
        parser.add_argument(
            option,
            metavar=metavar,
            action="append",
            choices=choices,
            default=[],
            help=f"only these: {', '.join(choices)}",
        )
    parser.add_argument(
        "--model", metavar="NAME", type=required, help="another model than the one in use"
    )
    parser.add_argument("--queries", metavar="N", type=_positive, help="only the first N")
    parser.add_argument(
        "--candidates", metavar="N", type=int, help="how many each ranking gives to fusion"
    )
    parser.add_argument(
        "--library",
        "--keep",
        metavar="DIR",
        type=path_argument,
        dest="keep",
        help="keep the judged documents' libraries below DIR, so that no vector is computed twice",
    )
    parser.add_argument(
        "--type", metavar="EXT", default="txt", help="what files the documents are (txt, md ...)"
    )
    parser.add_argument("--rerank", action="store_true", help="measure each with reranking, too")
    parser.add_argument("--json", action="store_true", help="the measures as JSON")
    parser.add_argument(
        "--dump", metavar="FILE", action=OutputFile, help="JSON lines: each query, each run"
    )
    parser.add_argument(
        "--retrievers", metavar="FILE", action=OutputFile, help="JSON lines: both retrievers' lists"
    )
    parser.add_argument(
        "--force", action="store_true", help="overwrite the files of --dump and --retrievers"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the measures of every set."""
    changes: dict[str, object] = {}
    if arguments.model is not None:
        changes["embedding__model"] = arguments.model
    if arguments.candidates is not None:
        changes["search__candidates"] = arguments.candidates
    settings = context.settings().replaced(**changes)
    request = _request_of(arguments)
    progress = ProgressLine()
    models = context.paths.library.models
    objects: list[dict[str, object]] = []
    with ExitStack() as stack:
        reports = evaluate(models, settings, request, progress.show, tell)
        force = arguments.force
        dump = _writer(arguments.dump, query_lines, stack, overwrite=force)
        retrievers = _writer(arguments.retrievers, retriever_lines, stack, overwrite=force)
        for report in reports:
            progress.finish()
            dump(report)
            retrievers(report)
            if arguments.json:
                objects.append(report_as_json(report))
            else:
                say_report(report)
        if arguments.json:
            say_json(objects[0] if len(objects) == 1 else objects)
    return DONE


def _request_of(arguments: argparse.Namespace) -> EvaluationRequest:
    """Return what is to be evaluated; raise BadRequestError where options do not fit."""
    extension = arguments.type.removeprefix(".").lower()
    if not (extension.isascii() and extension.isalnum()):
        raise BadRequestError(
            Message(f"--type is '{arguments.type}', but must be an ending like txt or md.")
        )
    return EvaluationRequest(
        folders=tuple(arguments.folders),
        corpus=arguments.corpus,
        modes=tuple(SearchMode.parse(word) for word in arguments.mode),
        fusions=tuple(FusionRule(word) for word in arguments.fusion),
        queries=arguments.queries,
        file_type=extension,
        keep=arguments.keep,
        with_retrievers=arguments.retrievers is not None,
        with_rerank=arguments.rerank,
    )


def _writer(
    path: Path | None, lines: _Lines, stack: ExitStack, *, overwrite: bool
) -> Callable[[SetReport], None]:
    """Return what writes the lines of a report to `path`, or nothing without one."""
    if path is None:
        return lambda _report: None
    file = stack.enter_context(lines_file(path, overwrite=overwrite))
    return lambda report: file.write(lines(report))


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1")
    return number


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
        verdict = "" if comparison.p < _CLEAR else "  (may be chance)"
        say(
            f"{fit(comparison.run, _NAME_COLUMNS)} {comparison.difference:+.4f} "
            f"[{comparison.low:+.4f}, {comparison.high:+.4f}] {comparison.measure} against "
            f"{comparison.against}, p = {comparison.p:.4f}{verdict}"
        )
    say()


def _say_runs(runs: tuple[RunResult, ...]) -> None:
    names = list(runs[0].means) if runs else []
    columns = [max(9, len(name) + 2) for name in names]
    heading = "".join(name.rjust(wide) for name, wide in zip(names, columns, strict=True))
    say(fit("", _NAME_COLUMNS) + heading)
    for run in runs:
        means = (run.means[name] for name in names)
        cells = (f"{mean:.4f}" if mean <= 1.0 else f"{mean:,.0f}" for mean in means)
        row = "".join(cell.rjust(wide) for cell, wide in zip(cells, columns, strict=True))
        say(fit(run.name, _NAME_COLUMNS) + row)


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
            yield as_json_text(
                {
                    "set": report.name,
                    "run": run.name,
                    "query": query.query_id,
                    **query.measures,
                    "documents": list(query.documents),
                },
                indent=None,
            )


def retriever_lines(report: SetReport) -> Iterator[str]:
    """Yield one line for each query: what both retrievers found, best first.

    A candidate is a list of document, chunk number, raw score (BM25 or cosine) and rank.
    """
    for query in report.retrievers:
        yield as_json_text(
            {
                "set": report.name,
                "query": query.query_id,
                "text": query.text,
                "passages": report.passages,
                "terms": [[term.term, term.passages] for term in query.terms],
                "lexical": list(map(astuple, query.lexical)),
                "vector": list(map(astuple, query.vector)),
            },
            indent=None,
        )


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


class LinesFile:
    """Takes lines; each batch is on the disk before the next begins."""

    def __init__(self, file: TextIO, *, is_stream: bool = False) -> None:
        self._file = file
        self.is_begun = is_stream

    def write(self, lines: Iterable[str]) -> None:
        """Add lines; what an overwritten file held before goes with the first of them."""
        if not self.is_begun:
            self._file.truncate(0)
            self.is_begun = True
        for line in lines:
            self._file.write(f"{line}\n")
        self._file.flush()


@contextmanager
def lines_file(path: Path, *, overwrite: bool) -> Iterator[LinesFile]:
    """Open a file for lines before the work begins; EngineError when that is not possible.

    An existing file is refused without `overwrite`. One to which nothing is written stays as it
    was, or is not left behind.
    """
    is_new, streamed = not os.path.lexists(path), is_stream(path)
    try:
        if streamed:
            file: TextIO = TextIOWrapper(open_stream(path), encoding="utf-8", newline="\n")
        else:
            file = path.open("a" if overwrite else "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise existing_file(path) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise EngineError(
            Message(f"{path} cannot be written: {why}."), Message("Choose another file.")
        ) from error
    with file:
        lines = LinesFile(file, is_stream=streamed)
        try:
            yield lines
        finally:
            if is_new and not lines.is_begun:
                with suppress(OSError):
                    path.unlink()
