"""`twofold check`: check a citation, or the quotations of a draft."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from twofold.app.cli.arguments import path_argument, required
from twofold.app.cli.context import Context, as_citation
from twofold.app.cli.exit_codes import DONE, FAILED
from twofold.app.cli.output import say, say_json, say_text, warn
from twofold.app.cli.parser import Commands, add_command
from twofold.app.cli.quotations import say_check
from twofold.app.compose import document_extensions
from twofold.engine.api import (
    BadRequestError,
    CheckCitation,
    CheckedCitation,
    CheckQuotations,
    CitationChecked,
    Message,
    QuotationsChecked,
    QuotationState,
    Settings,
    check_as_json,
    format_uri,
)
from twofold.ui.opening.app_links import AppLink, entry_link
from twofold.ui.opening.openable import OpenWith, decide
from twofold.ui.opening.programs import not_opened, start_program

# A program that is still running after this time has opened the file.
_PATIENCE_S = 3.0
_STATES = ", ".join(QuotationState)


def add_commands(commands: Commands) -> None:
    """Add `check` to the command line."""
    parser = add_command(
        commands,
        "check",
        summary="check a citation, or the quotations of a draft",
        about="Check the quotations of a draft (text, Markdown, Word or another format that can "
        "be indexed): report whether each is exact, changed (and which words) or missing in the "
        "library, and which sentences repeat a passage without quotation marks. Or check a "
        "citation: read the file again and report whether the passage is exact, moved, changed or "
        "gone, or unchecked if the file cannot be read here. The path of a citation is relative "
        "to its library folder, begins with the folder's name, or is that of the file. The exit "
        "code is 1 if a quotation is changed or missing, or if the cited passage is not in its "
        "file word for word.",
        synopsis="DRAFT | CITATION",
        examples=(
            (
                "twofold check thesis.docx --only changed,missing",
                "Check the quotations of a draft.",
            ),
            ("twofold check 'notes/a.md#L12-L34'", "Check the passage that a citation names."),
        ),
    )
    parser.add_argument(
        "subject",
        metavar="DRAFT|CITATION",
        type=required,
        help="a file, '-' for standard input, or a citation as search prints it",
    )
    parser.add_argument(
        "--only",
        metavar="STATES",
        type=_states,
        help=f"of a draft, print only quotations in these states: {_STATES}",
    )
    parser.add_argument(
        "--quote",
        metavar="TEXT",
        default="",
        help="of a citation, the cited text (default: the text when it was last indexed)",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="of a citation, open the file, at the passage if open.lines_with or open.pages_with "
        "is set",
    )
    parser.add_argument(
        "--json", action="store_true", help="print quotation_check.v1 or citation_check.v1"
    )
    parser.set_defaults(run=run)


def _states(text: str) -> frozenset[QuotationState]:
    """Return the states in a list separated by commas."""
    try:
        return frozenset(QuotationState(word.strip().lower()) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of {_STATES}") from None


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Check a draft or a citation and print the result."""
    path = path_argument(arguments.subject)
    if arguments.subject == "-" or path.is_file():
        return _check_draft(arguments, path, context)
    if "#" not in arguments.subject:
        raise BadRequestError(
            Message(f"There is no file '{arguments.subject}'."),
            Message("Give a draft, or a citation such as notes/a.md#L12."),
        )
    return _check_citation(arguments, context)


def _check_draft(arguments: argparse.Namespace, path: Path, context: Context) -> int:
    """Check the quotations of a draft and print them."""
    request = CheckQuotations(path=path.absolute())
    if arguments.subject == "-":
        request = CheckQuotations(sys.stdin.read())
    with context.open_client(loads_model=False) as client:
        check = client.ask(request, QuotationsChecked).check
    is_clean = all(one.state is QuotationState.EXACT for one in check.quotations)
    only = arguments.only or frozenset(QuotationState)
    listed = replace(check, quotations=tuple(q for q in check.quotations if q.state in only))
    if arguments.json:
        say_json(check_as_json(listed))
    else:
        say_check(check, listed.quotations)
    return DONE if is_clean else FAILED


def _check_citation(arguments: argparse.Namespace, context: Context) -> int:
    """Check one citation and print the result."""
    with context.open_client(loads_model=False) as client:
        answer = client.ask(
            CheckCitation(as_citation(arguments.subject), arguments.quote), CitationChecked
        )
    citation = answer.citation
    if arguments.json:
        say_json(as_json(citation))
    else:
        say(citation.sentence)
        if citation.text:
            say()
            say_text(citation.text)
    if arguments.open and citation.place is not None:
        open_file(citation, context.settings())
    return DONE if citation.state.holds else FAILED


def as_json(citation: CheckedCitation) -> dict[str, object]:
    """Return the result as JSON, `citation_check.v1`."""
    return {
        "schema_version": "citation_check.v1",
        "uri": citation.uri,
        "state": citation.state.value,
        "sentence": citation.sentence,
        "folder": citation.folder,
        "path": citation.path,
        "title": citation.title,
        "cited": citation.cited.fragment,
        "now": citation.place.fragment if citation.place else None,
        "uri_now": format_uri(citation.path, citation.place) if citation.place else None,
        "text": citation.text,
        "quotation": citation.quotation,
        "similarity": round(citation.similarity, 4),
        "indexed_at": citation.indexed_at or None,
    }


def open_file(citation: CheckedCitation, settings: Settings) -> None:
    """Open the file at the passage with the command of the settings, else in its usual program.

    Programs and files that may contain macros are not opened.
    """
    if link := entry_link(citation.path, citation.place):
        _open_link(link)
        return
    path = Path(citation.absolute_path)
    is_file = citation.absolute_path.endswith(citation.path)
    place = citation.place if is_file else None
    decision = decide(path, place, OpenWith.of(settings), document_extensions)
    opener = _opener()
    if decision.refusal:
        warn(decision.refusal)
    elif decision.asks_first:
        warn(
            f"'{path.name}' was not opened, as it may contain programs that run when it is opened."
            f" It is in the folder {path.parent}."
        )
    elif decision.command:
        _start(decision.command, not_opened(path.name))
    elif opener is None:
        warn("This computer has no program that opens the file.")
    elif sys.platform == "win32":
        try:
            os.startfile(path)  # noqa: S606 (`decide` has checked it)
        except OSError:
            warn(not_opened(path.name))
    else:
        _start([opener, str(path)], not_opened(path.name))


def _open_link(link: AppLink) -> None:
    opener, failure = _opener(), f"The document could not be opened in {link.program}."
    if opener is None:
        warn(failure)
    elif sys.platform == "win32":
        try:
            os.startfile(link.url)  # noqa: S606 (`entry_link` has made it)
        except OSError:
            warn(failure)
    else:
        _start([opener, link.url], failure)


def _start(command: Sequence[str], failure: str) -> None:
    """Start a program that outlives the command; report an immediate failure."""
    try:
        process = start_program(command)
    except OSError as error:
        warn(f"'{command[0]}' cannot be started: {error.strerror}.")
        return
    with suppress(subprocess.TimeoutExpired):  # it is open
        if process.wait(_PATIENCE_S):
            warn(failure)


def _opener() -> str | None:
    if sys.platform == "win32":
        return "explorer"
    return shutil.which("open" if sys.platform == "darwin" else "xdg-open")
