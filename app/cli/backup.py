"""`twofold backup`: what exists nowhere else, written to a file and read back."""

from __future__ import annotations

import argparse

from app.backup import add_searches, read_backup, write_backup
from app.cli.arguments import OutputFile
from app.cli.context import DONE, Commands, Context
from app.cli.output import say, tell
from app.cli.progress import ProgressLine
from app.cli.session import Session
from engine.api import RequestDone, RestorePersonal


def add_commands(commands: Commands) -> None:
    """Add `backup` to the command line."""
    parser = commands.add_parser(
        "backup",
        help="save folders, tags, trust, collection and saved searches, or bring them back",
        description="Writes what exists nowhere else to FILE: the folders with their rules, tags, "
        "trust, the collection and saved searches. Documents and indexes are not in it.",
    )
    parser.add_argument("file", metavar="FILE", action=OutputFile, read_with="restore")
    parser.add_argument("--force", action="store_true", help="overwrite FILE when it exists")
    parser.add_argument(
        "--restore",
        action="store_true",
        help="add what FILE holds to the library; what there is already stays",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Write the backup, or restore one while no window has the library open."""
    file, library = arguments.file.absolute(), context.own_library
    if arguments.restore:
        copy, searches = read_backup(file)
        progress = ProgressLine()
        with Session(context, progress.show, maintain=True, loads_model=False) as session:
            try:
                session.ask(RestorePersonal(copy), RequestDone)
            finally:
                progress.finish()
        add_searches(library, searches)
        say(f"Restored from {file}. Files are read by meaning with: twofold index")
        return DONE
    write_backup(library, file, overwrite=arguments.force)
    tell(f"Saved as {file}")
    return DONE
