"""`twofold backup`: save folders, tags, collection and searches to a file, and restore them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from twofold.app.backup import read_backup, with_searches, write_backup
from twofold.app.cli.arguments import OutputFile, path_argument
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import count, say, tell, warn
from twofold.app.cli.parser import Commands, add_command, add_group
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import can_ask, is_confirmed
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import BadRequestError, Message, RequestDone, RestorePersonal
from twofold.engine.model.personal_copy import CopiedFolder


def add_commands(commands: Commands) -> None:
    """Add `backup` to the command line."""
    actions = add_group(
        commands,
        "backup",
        summary="save and restore folders, tags, collection, searches",
        about="Save and restore what exists nowhere else: folders with their patterns, tags, "
        "trust, collections and saved searches. Documents and indexes are not included.",
        examples=(
            ("twofold backup save twofold-backup.json", "Write a backup."),
            ("twofold backup restore twofold-backup.json", "Add its contents to the library."),
        ),
    )
    save = add_command(
        actions,
        "save",
        summary="write a backup to FILE",
        about="Write folders with their patterns, tags, trust, collections and saved searches to "
        "FILE, as JSON.",
        synopsis="FILE",
        examples=(
            ("twofold backup save twofold-backup.json", "Write a backup."),
            ("twofold backup save --force twofold-backup.json", "Replace an earlier one."),
        ),
    )
    save.add_argument("file", metavar="FILE", action=OutputFile, help="the file to write")
    save.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    save.set_defaults(run=_save)
    restore = add_command(
        actions,
        "restore",
        summary="add the contents of a backup to the library",
        about="Add the contents of a backup to the library. Existing entries are kept. New folders "
        "are shown, and added after confirmation; then their files are indexed for keywords. If "
        "any entry of the backup is invalid, nothing is restored. No window may be open.",
        synopsis="BACKUP",
        examples=(
            ("twofold backup restore twofold-backup.json", "Ask before folders are added."),
            ("twofold backup restore --yes twofold-backup.json", "Add them without asking."),
        ),
    )
    restore.add_argument("file", metavar="BACKUP", type=path_argument, help="the backup to read")
    restore.add_argument("-y", "--yes", action="store_true", help="add new folders without asking")
    restore.set_defaults(run=_restore)


def _save(arguments: argparse.Namespace, context: Context) -> int:
    file = arguments.file.absolute()
    write_backup(context.own_library, file, overwrite=arguments.force)
    tell(f"Saved as {file}.")
    return DONE


def _restore(arguments: argparse.Namespace, context: Context) -> int:
    file, library = arguments.file.absolute(), context.own_library
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
    say(f"Restored from {file}. To search by meaning, run: twofold index")
    return DONE


def _ask_about(folders: Sequence[CopiedFolder]) -> None:
    """List the new folders; raise BadRequestError unless the user agrees to read their files."""
    warn(f"The backup adds {count(len(folders), 'folder')}, whose files will be read:")
    for folder in folders:
        away = "" if Path(folder.root).is_dir() else " (not available now)"
        warn(f"  {folder.name}: {folder.root}{away}")
    if not can_ask():
        raise BadRequestError(
            Message("Nothing was restored."), Message("To add these folders, use --yes.")
        )
    if not is_confirmed("Restore?"):
        raise BadRequestError(Message("Nothing was restored."))
