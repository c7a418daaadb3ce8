"""`twofold cite`: from a citation back to the passage in its file."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from twofold.app.cli.arguments import required
from twofold.app.cli.context import DONE, FAILED, Commands, Context
from twofold.app.cli.output import say, say_json, say_text, tell
from twofold.app.compose import document_extensions
from twofold.engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    Settings,
    format_uri,
)
from twofold.ui.opening.openable import OpenWith, decide
from twofold.ui.opening.programs import not_opened, start_program

# A program that runs longer than this has opened the file.
_PATIENCE_S = 3.0


def add_commands(commands: Commands) -> None:
    """Add `cite` to the command line."""
    parser = commands.add_parser(
        "cite",
        help="go back from a citation to its passage",
        description="Says what stands at a citation now: exact, moved, changed or gone. The exit "
        "code is 0 when the passage still stands in a file word for word, 1 when it does not.",
    )
    parser.add_argument(
        "uri", metavar="URI", type=required, help="notes/a.md#L12-L34, paper.pdf#page=3 ..."
    )
    parser.add_argument("--quote", metavar="TEXT", default="", help="what was cited there")
    parser.add_argument("--open", action="store_true", help="open the file in its own program")
    parser.add_argument("--json", action="store_true", help="as a JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Check one citation and say what became of it."""
    with context.open_client(loads_model=False) as client:
        answer = client.ask(CheckCitation(arguments.uri, arguments.quote), CitationChecked)
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
    """Return the answer as scripts read it (docs/cli.md)."""
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
    """Open the file, at the place by the settings' command, else in its usual program.

    A file that could be run as a program is refused, and so is one that the window asks about.
    """
    path = Path(citation.absolute_path)
    is_file = citation.absolute_path.endswith(citation.path)
    place = citation.place if is_file else None
    decision = decide(path, place, OpenWith.of(settings), document_extensions)
    opener = _opener()
    if decision.refusal:
        tell(decision.refusal)
    elif decision.asks_first:
        tell(
            f"'{path.name}' can contain programs, which may run when it is opened, so it was not"
            f" opened. It is in the folder {path.parent}."
        )
    elif decision.command:
        _start(decision.command, not_opened(path.name))
    elif opener is None:
        tell("This computer has no program to open it with.")
    elif sys.platform == "win32":
        try:
            os.startfile(path)  # noqa: S606 (`decide` has checked it)
        except OSError:
            tell(not_opened(path.name))
    else:
        _start([opener, str(path)], not_opened(path.name))


def _start(command: Sequence[str], failure: str) -> None:
    """Start a program that outlives the command; report it if it fails at once."""
    try:
        process = start_program(command)
    except OSError as error:
        tell(f"'{command[0]}' cannot be started: {error.strerror}.")
        return
    with suppress(subprocess.TimeoutExpired):  # it is open
        if process.wait(_PATIENCE_S):
            tell(failure)


def _opener() -> str | None:
    if sys.platform == "win32":
        return "explorer"
    return shutil.which("open" if sys.platform == "darwin" else "xdg-open")
