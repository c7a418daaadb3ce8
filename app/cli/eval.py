"""`twofold eval`: measure how well the search finds documents judged relevant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import astuple
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from twofold.app.cli.arguments import (
    OutputFile,
    existing_folder,
    path_argument,
    required,
    setting_value,
    whole_number,
)
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import bold, count, fit, say, say_json, tell
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.progress import ProgressLine
from twofold.app.compose import evaluate
from twofold.app.output_file import existing_file, is_stream, open_stream
from twofold.engine.api import (
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
_MAX_P = 0.05
_MAX_QUERIES = 1_000_000

_Lines = Callable[[SetReport], Iterator[str]]


def add_commands(commands: Commands) -> None:
    """Add `eval` to the command line."""
    parser = add_command(
        commands,
        "eval",
        summary="measure search quality on judged queries",
        about="Measure how well the search finds documents judged relevant. Without --mode and "
        "--fusion, all modes and fusion rules are compared. Needs the optional part 'eval'.",
        synopsis="DIR ...",
        examples=(
            ("twofold eval sets/scifact --keep /tmp/judged", "Measure all modes on one set."),
            ("twofold eval sets/* --mode hybrid --json", "Measure one mode on several sets."),
        ),
    )
    parser.add_argument(
        "folders",
        metavar="DIR",
        nargs="+",
        type=existing_folder,
        help="a judged set: corpus.jsonl, queries.jsonl and qrels.tsv",
    )
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=existing_folder,
        help="take the documents from another set with the same ids",
    )
    _add_choices(parser)
    _add_output(parser)
    parser.set_defaults(run=run)


def _add_choices(parser: argparse.ArgumentParser) -> None:
    """Add what to measure: modes, rules, model and queries."""
    modes = [*(mode.value for mode in SearchMode), "keyword", "semantic"]
    rules = [rule.value for rule in FusionRule]
    for option, metavar, choices in (("--mode", "M", modes), ("--fusion", "F", rules)):
        parser.add_argument(
            option,
            metavar=metavar,
            action="append",
            choices=choices,
            default=[],
            help=f"measure only this; repeat it for several: {', '.join(choices)}",
        )
    parser.add_argument(
        "--model",
        metavar="NAME",
        type=required,
        help="semantic model to use (default: that of the settings)",
    )
    parser.add_argument(
        "--queries",
        metavar="N",
        type=whole_number(1, _MAX_QUERIES),
        help="use only the first N queries",
    )
    parser.add_argument(
        "--candidates",
        metavar="N",
        type=setting_value("search.candidates"),
        help="number of passages that fusion gets from each retriever",
    )
    parser.add_argument(
        "--keep",
        metavar="DIR",
        type=path_argument,
        help="keep the libraries in DIR; a second run reuses their vectors",
    )
    parser.add_argument(
        "--type",
        metavar="EXT",
        type=_extension,
        default="txt",
        help="file type to write the documents as: txt, md, py ... (default: txt)",
    )
    parser.add_argument("--rerank", action="store_true", help="also measure with reranking")


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the measures as JSON")
    parser.add_argument(
        "--dump",
        metavar="FILE",
        action=OutputFile,
        help="write measures and the best 100 documents of each query and run, as JSON lines",
    )
    parser.add_argument(
        "--retrievers",
        metavar="FILE",
        action=OutputFile,
        help="write what both retrievers found for each query, as JSON lines",
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing output files")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Evaluate all sets and print their measures."""
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
    """Return the request; raise BadRequestError for options that exclude each other."""
    return EvaluationRequest(
        folders=tuple(arguments.folders),
        corpus=arguments.corpus,
        modes=tuple(SearchMode.parse(word) for word in arguments.mode),
        fusions=tuple(FusionRule(word) for word in arguments.fusion),
        queries=arguments.queries,
        file_type=arguments.type,
        keep=arguments.keep,
        with_retrievers=arguments.retrievers is not None,
        with_rerank=arguments.rerank,
    )


def _writer(
    path: Path | None, lines: _Lines, stack: ExitStack, *, overwrite: bool
) -> Callable[[SetReport], None]:
    """Return a function that writes the lines of a report to `path`, if there is one."""
    if path is None:
        return lambda _report: None
    file = stack.enter_context(lines_file(path, overwrite=overwrite))
    return lambda report: file.write(lines(report))


def _extension(text: str) -> str:
    extension = text.removeprefix(".").lower()
    if not (extension.isascii() and extension.isalnum()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a file extension like txt or md")
    return extension


def say_report(report: SetReport) -> None:
    """Print the measures of all runs, then the comparisons."""
    queries = len(report.runs[0].queries) if report.runs else 0
    size = f"{count(report.documents, 'document')}, {count(report.passages, 'passage')}"
    say(bold(f"{report.name}: {count(queries, 'query').replace('querys', 'queries')}, {size}"))
    say(f"model {report.model}")
    if report.documents_left_out:
        left_out = count(report.documents_left_out, "document")
        tell(f"{report.name}: {left_out} could not be read and count as not found.")
    _say_runs(report.runs)
    for comparison in report.comparisons:
        verdict = "" if comparison.p < _MAX_P else "  (not significant)"
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
    """Return the measures of a set as JSON; scripts depend on the keys."""
    return {
        "set": report.name,
        "model": report.model,
        "runs": {run.name: dict(run.means) for run in report.runs},
        "tests": [_comparison_as_json(comparison) for comparison in report.comparisons],
    }


def query_lines(report: SetReport) -> Iterator[str]:
    """Yield one JSON line for each query and run: its measures and the best documents."""
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
    """Yield one JSON line for each query: the candidates of both retrievers, best first.

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
    """A file of lines that is flushed after each batch."""

    def __init__(self, file: TextIO, *, is_stream: bool = False) -> None:
        self._file = file
        self.is_begun = is_stream

    def write(self, lines: Iterable[str]) -> None:
        """Append lines; the first call truncates a file that is overwritten."""
        if not self.is_begun:
            self._file.truncate(0)
            self.is_begun = True
        for line in lines:
            self._file.write(f"{line}\n")
        self._file.flush()


@contextmanager
def lines_file(path: Path, *, overwrite: bool) -> Iterator[LinesFile]:
    """Open a file for lines before the work begins; raise EngineError if that fails.

    An existing file is refused without `overwrite`. If nothing is written, an existing file is not
    changed and a new one is deleted.
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
