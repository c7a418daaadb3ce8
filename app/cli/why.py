"""`twofold why`: whether a file is or would be indexed, and why."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import DONE, FAILED, Context, as_place
from app.cli.output import say, say_json
from app.cli.session import Session
from engine.api import ExplainFile, FileExplained, FileVerdict

if TYPE_CHECKING:
    from app.cli.command import Commands


def add_command(commands: Commands) -> None:
    """Add `why` to the command line."""
    parser = commands.add_parser("why", help="whether a file is or would be indexed, and why")
    parser.add_argument("paths", metavar="PATH", nargs="+")
    parser.add_argument("--json", action="store_true", help="as a JSON list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the verdict on every file; the exit code is 1 when one is not indexed."""
    verdicts = []
    with Session(context, loads_model=False) as session:
        for path in arguments.paths:
            answer = session.ask(ExplainFile(_asked(path)))
            if isinstance(answer, FileExplained):
                verdicts.append(answer.verdict)
    if arguments.json:
        say_json([_as_json(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            say(verdict.path)
            say(f"    {_state(verdict)}: {verdict.why}")
    return DONE if all(verdict.indexed for verdict in verdicts) else FAILED


def _asked(word: str) -> Path:
    path = Path(as_place(word))
    if not path.is_absolute():
        Path.cwd()  # raises when the folder one is in is gone: then it cannot be a file there
    return path


def _state(verdict: FileVerdict) -> str:
    if verdict.indexed:
        return "indexed" if verdict.wanted else "still indexed"
    return "not indexed"


def _as_json(verdict: FileVerdict) -> dict[str, object]:
    return {
        "path": verdict.path,
        "indexed": verdict.indexed,
        "wanted": verdict.wanted,
        "why": verdict.why,
    }
