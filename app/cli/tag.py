"""`twofold tag` and `twofold trust`: what a person says of files and folders."""

from __future__ import annotations

import argparse

from twofold.app.cli.arguments import required
from twofold.app.cli.context import DONE, Commands, Context, as_place
from twofold.app.cli.output import say, say_json, tell
from twofold.engine.api import (
    BadRequestError,
    ChangeTags,
    DescribePlace,
    Message,
    PlaceDescribed,
    RequestDone,
    SetTrust,
    TrustLevel,
)

_UNSET = "unset"


def add_commands(commands: Commands) -> None:
    """Add `tag` and `trust` to the command line."""
    parser = commands.add_parser(
        "tag",
        help="give tags to files and folders",
        description="Tags given to a folder hold for all files below it. They are kept in the "
        "library, not in the files.",
    )
    parser.add_argument("action", choices=("add", "remove", "list"))
    parser.add_argument(
        "place", metavar="PATH", type=required, help="a file or a folder of the library"
    )
    parser.add_argument("tags", metavar="TAG", nargs="*", type=required)
    parser.add_argument("--json", action="store_true", help="the tags as JSON")
    parser.set_defaults(run=run_tag)
    parser = commands.add_parser("trust", help="say how far files and folders are trusted")
    parser.add_argument(
        "place", metavar="PATH", type=required, help="a file or a folder of the library"
    )
    levels = [level.value for level in TrustLevel]
    parser.add_argument("level", metavar="LEVEL", nargs="?", choices=(*levels, _UNSET))
    parser.add_argument("--json", action="store_true", help="the trust as JSON")
    parser.set_defaults(run=run_trust)


def run_tag(arguments: argparse.Namespace, context: Context) -> int:
    """Change the tags of a place if asked to, and print them."""
    place, tags = as_place(arguments.place), tuple(arguments.tags)
    if (arguments.action == "list") == bool(tags):
        raise BadRequestError(Message("Name the tags to add or to remove; 'list' takes none."))
    changes = {
        "add": ChangeTags(place, add=tags),
        "remove": ChangeTags(place, remove=tags),
        "list": None,
    }
    described = _carry_out(context, place, changes[arguments.action], as_json=arguments.json)
    if arguments.json:
        say_json(_as_json(described))
        return DONE
    inherited = [tag for tag in described.tags if tag not in described.own_tags]
    say(f"{described.place}: {', '.join(described.own_tags) or 'no tags of its own'}")
    if inherited:
        say(f"from folders above: {', '.join(inherited)}")
    return DONE


def run_trust(arguments: argparse.Namespace, context: Context) -> int:
    """Change the trust of a place if asked to, and print it."""
    place, change = as_place(arguments.place), None
    if arguments.level is not None:
        level = None if arguments.level == _UNSET else TrustLevel(arguments.level)
        change = SetTrust(place, level)
    described = _carry_out(context, place, change, as_json=arguments.json)
    if arguments.json:
        say_json(_as_json(described))
    else:
        trust = described.trust.value if described.trust else "as above it, or as the files say"
        say(f"{described.place}: {trust}")
    return DONE


def _carry_out(
    context: Context, place: str, change: ChangeTags | SetTrust | None, *, as_json: bool
) -> PlaceDescribed:
    with context.open_client(maintain=change is not None, loads_model=False) as client:
        if change is not None:
            done = client.ask(change, RequestDone)
            (tell if as_json else say)(done.message)
        return client.ask(DescribePlace(place), PlaceDescribed)


def _as_json(described: PlaceDescribed) -> dict[str, object]:
    return {
        "place": described.place,
        "own_tags": list(described.own_tags),
        "tags": list(described.tags),
        "trust": described.trust.value if described.trust else None,
    }
