"""`twofold tag` and `twofold trust`: tags and trust that the user sets for files and folders."""

from __future__ import annotations

import argparse
import re

from twofold.app.cli.arguments import required
from twofold.app.cli.context import Context, as_place
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import say, say_json, tell
from twofold.app.cli.parser import Commands, add_command, add_group
from twofold.engine.api import (
    ChangeTags,
    DescribePath,
    PathDescribed,
    RequestDone,
    SetTrust,
    TrustLevel,
)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def add_commands(commands: Commands) -> None:
    """Add `tag` and `trust` to the command line."""
    _add_tag(commands)
    _add_trust(commands)


def _add_tag(commands: Commands) -> None:
    actions = add_group(
        commands,
        "tag",
        summary="add, remove and list tags of files and folders",
        about="Manage tags of files and folders. The tags of a folder apply to all files in it. "
        "Tags are stored in the library, not in the files. A PATH may also be written as search "
        "prints it: notes/2026/plan.md.",
        examples=(
            ("twofold tag add notes/contracts contract", "Tag all files of a folder."),
            ("twofold tag list notes/contracts/lease.md", "List the tags of a file."),
        ),
    )
    added = add_command(
        actions,
        "add",
        summary="add tags to a file or folder",
        about="Add tags to a file or folder.",
        synopsis="PATH TAG ...",
        examples=(
            ("twofold tag add notes/plan.md todo urgent", "Add two tags to a file."),
            ("twofold tag add ~/notes/contracts contract", "Tag all files of a folder."),
        ),
    )
    removed = add_command(
        actions,
        "remove",
        summary="remove tags from a file or folder",
        about="Remove tags that were added with 'twofold tag add' or in the window. Tags written "
        "in the files remain.",
        synopsis="PATH TAG ...",
        examples=(
            ("twofold tag remove notes/plan.md urgent", "Remove a tag from a file."),
            ("twofold tag remove notes/contracts contract", "Remove a tag from a folder."),
        ),
    )
    listed = add_command(
        actions,
        "list",
        summary="list the tags of a file or folder",
        about="List the tags of a file or folder, with those it inherits from folders above it.",
        synopsis="PATH",
        examples=(
            ("twofold tag list notes/plan.md", "List the tags of a file."),
            ("twofold tag list --json notes", "List the tags of a folder as JSON."),
        ),
    )
    for parser in (added, removed, listed):
        _add_place(parser)
        parser.set_defaults(run=_run_tag, tags=[])
    for parser in (added, removed):
        parser.add_argument("tags", metavar="TAG", nargs="+", type=_tag)


def _add_trust(commands: Commands) -> None:
    actions = add_group(
        commands,
        "trust",
        summary="set how far files and folders are trusted",
        about="Manage the trust in files and folders: primary, secondary or generated. The trust "
        "of a folder applies to all files in it. 'twofold search --trust-min' filters by trust.",
        examples=(
            ("twofold trust set notes/contracts primary", "Trust a folder most."),
            ("twofold trust show notes/contracts", "Print its trust."),
        ),
    )
    levels = [level.value for level in TrustLevel]
    chosen = add_command(
        actions,
        "set",
        summary="set the trust of a file or folder",
        about="Set the trust of a file or folder.",
        synopsis="PATH LEVEL",
        examples=(
            ("twofold trust set notes/contracts primary", "Trust a folder most."),
            ("twofold trust set notes/summary.md generated", "Trust a file least."),
        ),
    )
    unset = add_command(
        actions,
        "unset",
        summary="remove the trust of a file or folder",
        about="Remove the trust that was set for a file or folder. It is then inherited again.",
        synopsis="PATH",
        examples=(
            ("twofold trust unset notes/contracts", "Inherit the trust again."),
            ("twofold trust unset notes/summary.md", "The same for a file."),
        ),
    )
    shown = add_command(
        actions,
        "show",
        summary="print the trust of a file or folder",
        about="Print the trust of a file or folder, and where it was set.",
        synopsis="PATH",
        examples=(
            ("twofold trust show notes/contracts", "Print the trust of a folder."),
            ("twofold trust show --json notes", "Print it as JSON."),
        ),
    )
    for parser in (chosen, unset, shown):
        _add_place(parser)
        parser.set_defaults(run=_run_trust)
    chosen.add_argument("level", metavar="LEVEL", choices=levels, help=", ".join(levels))


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "place", metavar="PATH", type=required, help="a file or folder of the library"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _tag(text: str) -> str:
    required(text)
    if "," in text or _CONTROL.search(text):
        raise argparse.ArgumentTypeError("a tag must not contain commas or control characters")
    return text


def _run_tag(arguments: argparse.Namespace, context: Context) -> int:
    """Change the tags of a file or folder if requested, and print them."""
    place, tags = as_place(arguments.place), tuple(arguments.tags)
    changes = {
        "add": ChangeTags(place, add=tags),
        "remove": ChangeTags(place, remove=tags),
        "list": None,
    }
    described = _apply(context, place, changes[arguments.action], as_json=arguments.json)
    if arguments.json:
        say_json(_as_json(described))
        return DONE
    inherited = [tag for tag in described.tags if tag not in described.own_tags]
    say(f"{described.place}: {', '.join(described.own_tags) or 'no tags set here'}")
    if inherited:
        say(f"inherited: {', '.join(inherited)}")
    if described.file_tags:
        say(f"from the file: {', '.join(described.file_tags)}")
    return DONE


def _run_trust(arguments: argparse.Namespace, context: Context) -> int:
    """Change the trust of a file or folder if requested, and print it."""
    place = as_place(arguments.place)
    change = None
    if arguments.action != "show":
        level = TrustLevel(arguments.level) if arguments.action == "set" else None
        change = SetTrust(place, level)
    described = _apply(context, place, change, as_json=arguments.json)
    if arguments.json:
        say_json(_as_json(described))
    else:
        say(f"{described.place}: {_trust_of(described)}")
    return DONE


def _trust_of(described: PathDescribed) -> str:
    """Return the trust that applies to a place, and where it is from."""
    if described.effective_trust is None:
        return "not set"
    level = described.effective_trust.value
    if described.trust:
        return level
    if described.trust_from:
        return f"{level} (inherited from {described.trust_from})"
    return f"{level} (declared in the file, or the default)"


def _apply(
    context: Context, place: str, change: ChangeTags | SetTrust | None, *, as_json: bool
) -> PathDescribed:
    if change is None:
        _ = context.own_library
    with context.open_client(maintain=change is not None, loads_model=False) as client:
        if change is not None:
            done = client.ask(change, RequestDone)
            (tell if as_json else say)(done.message)
        return client.ask(DescribePath(place), PathDescribed)


def _as_json(described: PathDescribed) -> dict[str, object]:
    return {
        "place": described.place,
        "own_tags": list(described.own_tags),
        "tags": list(described.tags),
        "file_tags": list(described.file_tags),
        "trust": described.trust.value if described.trust else None,
        "effective_trust": described.effective_trust.value if described.effective_trust else None,
        "trust_from": described.trust_from or None,
    }
