"""`twofold folder`: add, remove, move and list the folders of the library."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.arguments import existing_folder, required
from twofold.app.cli.context import Context, as_place
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.index import add_indexing_options, index
from twofold.app.cli.output import count, say, say_json, tell, warn
from twofold.app.cli.parser import Commands, add_command, add_group, suggestion
from twofold.app.cli.status import availability, folder_as_json
from twofold.app.paths import expanded
from twofold.engine.api import (
    AddFolder,
    BadRequestError,
    DeleteRemoved,
    EngineError,
    FolderRules,
    LibraryStatus,
    Message,
    MoveFolder,
    RemoveFolder,
    RequestDone,
)
from twofold.ui.library.suggested_folders import suggested_folders


def add_commands(commands: Commands) -> None:
    """Add `folder` to the command line."""
    actions = add_group(
        commands,
        "folder",
        summary="add, remove, move and list folders",
        about="Manage the folders that are searched.",
        examples=(
            ("twofold folder add ~/Documents/notes", "Add a folder and index it."),
            ("twofold folder remove notes", "Stop searching it; its files are not touched."),
        ),
    )
    _add_add(actions)
    _add_remove(actions)
    _add_move(actions)
    listed = add_command(
        actions,
        "list",
        summary="list the folders",
        about="List the folders of the library with their documents and paths.",
        examples=(
            ("twofold folder list", "List names, documents and paths."),
            ("twofold folder list --json", "The same for scripts."),
        ),
    )
    listed.add_argument("--json", action="store_true", help="print a JSON list")
    listed.set_defaults(run=_list)
    suggested = add_command(
        actions,
        "suggest",
        summary="list folders of Zotero, Obsidian, Logseq, calendars and contacts",
        about="List folders of Zotero, Obsidian, Logseq, calendars and contacts on this computer "
        "that are not in the library. Nothing is added.",
        examples=(
            ("twofold folder suggest", "List programs and folders."),
            ("twofold folder suggest --json", "The same for scripts."),
        ),
    )
    suggested.add_argument("--json", action="store_true", help="print a JSON list")
    suggested.set_defaults(run=_suggest)
    purge = add_command(
        actions,
        "purge",
        summary="delete the index of removed folders now",
        about="Delete the index of removed folders, which is otherwise kept for 30 days.",
        examples=(
            ("twofold folder purge", "Delete what is kept of removed folders."),
            ("twofold folder remove --purge notes", "Remove a folder and delete its index."),
        ),
    )
    purge.set_defaults(run=_purge)


def _add_move(actions: Commands) -> None:
    move = add_command(
        actions,
        "move",
        summary="record that a folder is at another path now",
        about="Record that a folder is at PATH now, for example on another computer or drive. Its "
        "files are not read again, and tags, trust and citations stay valid. PATH must contain at "
        "least one of its files.",
        synopsis="FOLDER PATH",
        examples=(
            ("twofold folder move notes /mnt/disk/notes", "The folder 'notes' was moved."),
            ("twofold folder move ~/old/notes ~/notes", "Name it by its former path."),
        ),
    )
    move.add_argument("folder", metavar="FOLDER", type=required, help="its name or former path")
    move.add_argument("path", metavar="PATH", type=existing_folder, help="its path now")
    add_indexing_options(move)
    move.set_defaults(run=_move)


def _add_add(actions: Commands) -> None:
    parser = add_command(
        actions,
        "add",
        summary="add folders and index them",
        about="Add folders to the library and index them. The patterns, in .gitignore syntax, "
        "apply to these folders, also in later runs; to change them, add the folder again. Files "
        ".gitignore and .twofoldignore in a folder are respected too.",
        synopsis="PATH ...",
        examples=(
            ("twofold folder add ~/Documents/notes", "Add a folder and index it."),
            ("twofold folder add ~/work --exclude 'drafts/' --exclude '*.log'", "Skip some files."),
        ),
    )
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=existing_folder, help="a folder to add"
    )
    for option, effect in (
        ("--include", "index only files that match"),
        ("--exclude", "skip files that match"),
    ):
        parser.add_argument(
            option,
            metavar="PATTERN",
            type=required,
            action="append",
            default=[],
            help=f"{effect}; repeat it for several patterns",
        )
    add_indexing_options(parser)
    parser.set_defaults(run=_add)


def _add_remove(actions: Commands) -> None:
    parser = add_command(
        actions,
        "remove",
        summary="remove folders from the library; their files are not touched",
        about="Remove folders from the library. Their files are not touched. The index is kept "
        "for 30 days, so that adding a folder again is fast.",
        synopsis="FOLDER ...",
        examples=(
            ("twofold folder remove notes", "Stop searching the folder 'notes'."),
            ("twofold folder remove --purge notes", "Also delete its index now."),
        ),
    )
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        nargs="+",
        type=required,
        help="its name in 'twofold folder list', or its path",
    )
    parser.add_argument("--purge", action="store_true", help="delete the index now")
    parser.set_defaults(run=_remove)


def _add(arguments: argparse.Namespace, context: Context) -> int:
    """Add folders and index; the exit code is 1 if a folder could not be added."""
    rules = None
    if arguments.include or arguments.exclude:
        rules = FolderRules(tuple(arguments.include), tuple(arguments.exclude))

    def add(client: BlockingClient) -> bool:
        added_all = True
        for path in arguments.paths:
            try:
                done = client.ask(AddFolder(path.absolute(), rules), RequestDone)
                tell(done.message)
            except EngineError as error:
                warn(f"{error.message} {error.hint}")
                added_all = False
        return added_all

    return index(arguments, context, add)


def _remove(arguments: argparse.Namespace, context: Context) -> int:
    """Remove folders; nothing is removed if one of them is not in the library."""
    with context.open_client(maintain=True, loads_model=False) as client:
        status = client.present_status()
        for name in [_name_of(word, status) for word in arguments.folders]:
            client.ask(RemoveFolder(name, arguments.purge), RequestDone)
            kept = "deleted" if arguments.purge else "kept for 30 days"
            say(f"'{name}' was removed. Its index is {kept}.")
    return DONE


def _purge(_arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(maintain=True, loads_model=False) as client:
        say(client.ask(DeleteRemoved(), RequestDone).message)
    return DONE


def _move(arguments: argparse.Namespace, context: Context) -> int:
    def move(client: BlockingClient) -> bool:
        name = _name_of(arguments.folder, client.present_status())
        client.ask(MoveFolder(name, arguments.path.absolute()), RequestDone)
        return True

    return index(arguments, context, move)


def _list(arguments: argparse.Namespace, context: Context) -> int:
    with context.open_client(loads_model=False) as client:
        status = client.present_status()
    if arguments.json:
        say_json([folder_as_json(folder) for folder in status.folders])
        return DONE
    names = [len(folder.name) for folder in status.folders]
    for folder in status.folders:
        documents = count(folder.documents, "document")
        say(f"{folder.name:<{max(names)}}  {documents:>16}  {folder.root}{availability(folder)}")
    if not status.folders:
        tell("The library has no folder yet. To add one: twofold folder add PATH")
    return DONE


def _suggest(arguments: argparse.Namespace, context: Context) -> int:
    """Print the folders of other programs that are not in the library."""
    roots = []
    if context.paths.library.catalog.exists():  # this may be the first command
        with context.open_client(loads_model=False) as client:
            roots = [Path(folder.root) for folder in client.present_status().folders]
    found = [
        one
        for one in suggested_folders()
        if not any(one.path.is_relative_to(root) for root in roots)
    ]
    if arguments.json:
        say_json([{"program": one.program, "path": str(one.path)} for one in found])
        return DONE
    for one in found:
        say(f"{one.program:<10} {one.path}")
    tell(
        "To add one: twofold folder add PATH"
        if found
        else "There is no other folder of Zotero, Obsidian, Logseq, calendars or contacts."
    )
    return DONE


def _name_of(word: str, status: LibraryStatus) -> str:
    """Return the name of the folder with this name or path."""
    places = {word, as_place(word), str(expanded(Path(word)).resolve())}
    for folder in status.folders:
        if not places.isdisjoint({folder.name, folder.root}):
            return folder.name
    raise BadRequestError(
        Message(f"The library has no folder '{word}'."), Message(_others(word, status))
    )


def _others(word: str, status: LibraryStatus) -> str:
    names: Sequence[str] = [folder.name for folder in status.folders]
    return suggestion(word, names, lists=True).strip() or "It has no folder yet."
