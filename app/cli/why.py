"""`twofold why`: why a file is not indexed, or not found by a search."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from twofold.app.cli.arguments import required
from twofold.app.cli.context import Context, as_place
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import dim, say, say_json
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.search import add_search_options, build_request
from twofold.engine.api import (
    AbsenceAction,
    AbsenceExplained,
    AbsenceReason,
    AbsenceReport,
    ExplainAbsence,
    ExplainFile,
    FileExplained,
    SearchRequest,
)

# The command or option that changes a cause; {argument} is its object.
_REMEDIES = {
    AbsenceAction.ADD_FOLDER: "twofold folder add '{argument}'",
    AbsenceAction.EDIT_RULES: "change the rules of the folder '{argument}'",
    AbsenceAction.CHANGE_SETTING: "change the setting {argument}",
    AbsenceAction.RETRY: "twofold failures --retry '{argument}'",
    AbsenceAction.UPDATE: "twofold index",
    AbsenceAction.REMOVE_FILTER: "search without the filter {argument}",
    AbsenceAction.SHOW_WEAK: "search with --no-hide-weak",
    AbsenceAction.SHOW_DUPLICATES: "search with --no-collapse-duplicates",
    AbsenceAction.SHOW_PASSAGES: "search without --group-by-document",
    AbsenceAction.SHOW_MORE: "search with --limit {argument}",
}


def add_commands(commands: Commands) -> None:
    """Add `why` to the command line."""
    parser = add_command(
        commands,
        "why",
        summary="explain why a file is not indexed or not found",
        about="Explain whether files are or would be indexed, and which rule decides. With "
        "--query, explain why a search does not find a file, or the passage with a given "
        "sentence: the filter that leaves it out, its rank, the words it does not contain. The "
        "exit code is 1 if a file is not indexed, or not found.",
        synopsis="PATH|SENTENCE ...",
        examples=(
            ("twofold why ~/notes/plan.md", "Explain the state of a file."),
            ("twofold why notes/plan.md --query 'wet books'", "Explain why it is not found."),
        ),
    )
    parser.add_argument(
        "subjects",
        metavar="PATH|SENTENCE",
        nargs="+",
        type=required,
        help="a file, its path in the library, or with --query also a sentence of a document",
    )
    parser.add_argument(
        "--query",
        metavar="QUERY",
        type=required,
        help="the search that does not find it; the options below belong to it",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    add_search_options(parser, with_query=False, with_output=False)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Explain each file; the exit code is 1 if one is not indexed or not found."""
    if not arguments.query:
        return _explain_files(arguments, context)
    arguments.words = [arguments.query]
    return _explain_search(arguments, build_request(arguments, context.settings()), context)


def _explain_files(arguments: argparse.Namespace, context: Context) -> int:
    _ = context.own_library
    with context.open_client(loads_model=False) as client:
        requests = [ExplainFile(Path(_absolute(path))) for path in arguments.subjects]
        verdicts = [client.ask(request, FileExplained).verdict for request in requests]
    if arguments.json:
        say_json([asdict(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            say(verdict.path)
            state = "still indexed" if verdict.indexed else "not indexed"
            state = "indexed" if verdict.indexed and verdict.wanted else state
            say(f"    {state}: {verdict.why}")
    return DONE if all(verdict.indexed for verdict in verdicts) else FAILED


def _explain_search(arguments: argparse.Namespace, search: SearchRequest, context: Context) -> int:
    with context.open_client() as client:
        reports = [
            client.ask(ExplainAbsence(_absolute(subject), search), AbsenceExplained).report
            for subject in arguments.subjects
        ]
    if arguments.json:
        say_json([_as_json(report) for report in reports])
    else:
        for subject, report in zip(arguments.subjects, reports, strict=True):
            say(report.path or subject)
            for reason in report.reasons:
                say(f"    {reason.cause.value}: {reason.sentence}{_remedy(reason)}")
    return DONE if all(report.is_listed for report in reports) else FAILED


def _remedy(reason: AbsenceReason) -> str:
    if reason.action is None:
        return ""
    return dim(f" → {_REMEDIES[reason.action].format(argument=reason.argument)}")


def _as_json(report: AbsenceReport) -> dict[str, object]:
    """Return a report as JSON; scripts depend on the keys."""
    return {
        "path": report.path,
        "listed": report.is_listed,
        "rank": report.rank,
        "reasons": [
            {
                "cause": one.cause.value,
                "sentence": one.sentence,
                "action": one.action.value if one.action else None,
                "argument": one.argument,
            }
            for one in report.reasons
        ],
    }


def _absolute(word: str) -> str:
    place = as_place(word)
    if not Path(place).is_absolute():
        Path.cwd()  # raises if the current folder is gone, so that this is no file in it
    return place
