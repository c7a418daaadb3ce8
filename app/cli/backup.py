"""`twofold backup`: what exists nowhere else, written to a file and read back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from twofold.app.backup import read_backup, with_searches, write_backup
from twofold.app.cli.arguments import OutputFile
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import count, say, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import can_ask, is_confirmed
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import BadRequestError, Message, RequestDone, RestorePersonal
from twofold.engine.model.personal_copy import CopiedFolder


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
    parser.add_argument(
        "--yes", action="store_true", help="with --restore: add its folders without a question"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Write the backup, or restore one while no window has the library open."""
    file, library = arguments.file.absolute(), context.own_library
    if arguments.restore:
        backup = read_backup(file)
        searches = with_searches(library, backup.searches)
        progress = ProgressLine()
        with context.open_client(progress.show, maintain=True, loads_model=False) as client:
            new = backup.new_folders(client.present_status().folders)
            if new and not arguments.yes:
                _ask_about(new)
            try:
                client.ask(RestorePersonal(backup.copy), RequestDone)
            finally:
                progress.finish()
        SearchHistoryFile(library.searches).write(searches)
        say(f"Restored from {file}. Files are read by meaning with: twofold index")
        return DONE
    write_backup(library, file, overwrite=arguments.force)
    tell(f"Saved as {file}")
    return DONE


def _ask_about(folders: Sequence[CopiedFolder]) -> None:
    """Show folders, and raise BadRequestError unless the user agrees that their files are read."""
    tell(f"The backup adds {count(len(folders), 'folder')}, and their files are read:")
    for folder in folders:
        away = "" if Path(folder.root).is_dir() else " (not there now)"
        tell(f"  {folder.name}: {folder.root}{away}")
    if not can_ask():
        raise BadRequestError(
            Message("Nothing was restored."), Message("To add these folders, use --yes.")
        )
    if not is_confirmed("Restore?"):
        raise BadRequestError(Message("Nothing was restored."))
