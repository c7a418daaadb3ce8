"""`twofold share` and `twofold pull`: a library published for a team, and a copy of one."""

from __future__ import annotations

import argparse
import getpass
from functools import partial

from twofold.app.cli import bulk
from twofold.app.cli.arguments import required
from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.cli.output import count, say, tell
from twofold.app.cli.progress import ProgressLine
from twofold.app.cli.question import confirm_loss
from twofold.app.sharing import (
    published_selection,
    pull_library,
    share_library,
    store_token,
    withdraw_library,
)
from twofold.engine.api import BadRequestError, Message
from twofold.engine.model.sharing import PublishingPlan

_FOLDERS_HINT = "Folders are written as in a query, with the library folder first: folder:docs/Sub"


def add_commands(commands: Commands) -> None:
    """Add `share` and `pull` to the command line."""
    share = commands.add_parser(
        "share",
        help="publish the library for a team, on a Milvus server",
        description="Publishes the passages of the library at ADDRESS, with text and vectors. Only "
        "what has changed is sent; what was ended goes on when it is run again.",
    )
    _add_address(share)
    share.add_argument("--name", default="", help="what others call it; your user name without")
    which = share.add_mutually_exclusive_group()
    which.add_argument(
        "--only",
        metavar="FILTERS",
        type=_filters,
        help="only documents that pass filters of a query: 'tag:public -tag:draft'; kept for the "
        "next time",
    )
    which.add_argument("--all", action="store_true", help="all documents again, after --only")
    share.add_argument(
        "--allow-empty",
        action="store_true",
        help="publish without a question, even if that deletes most or all of what is published",
    )
    bulk.add_options(share)
    what = share.add_mutually_exclusive_group()
    what.add_argument(
        "--login", action="store_true", help="ask for a token or USER:PASSWORD, and keep it"
    )
    what.add_argument(
        "--withdraw", action="store_true", help="delete there what this library has published"
    )
    share.set_defaults(run=_share)
    pull = commands.add_parser("pull", help="copy what a team shares into the library")
    _add_address(pull)
    pull.set_defaults(run=_pull)


def _filters(text: str) -> str:
    if not text.strip():  # an empty variable of a script must not publish everything
        raise argparse.ArgumentTypeError("name at least one filter")
    return text


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        type=required,
        help="milvus://HOST:PORT/COLLECTION, or milvuss:// for TLS",
    )


def _share(arguments: argparse.Namespace, context: Context) -> int:
    library, address = context.paths.library, arguments.address
    if arguments.login:
        is_exposed = store_token(address, getpass.getpass("Token, or USER:PASSWORD: "))
        say("Kept in the system's store of passwords.")
        if is_exposed:
            tell("milvus:// has no TLS: on the way to the server others may read this token and")
            tell("all that is found. Use milvuss://, or a network that nobody else reads (a VPN).")
        return DONE
    if arguments.source:
        return bulk.run(arguments, context)
    if library.is_only_shared:
        raise BadRequestError(Message("A shared library cannot be published as another one."))
    if arguments.withdraw:
        withdraw_library(library, address)
        say(f"Nothing of this library is at {address} any more.")
        return DONE
    only = "" if arguments.all else arguments.only
    if only is None and (only := published_selection(library, address)):
        say(f"Only documents with {only}, as before; --only or --all changes that.")
    progress = ProgressLine()
    name = arguments.name or getpass.getuser()
    try:
        done = share_library(
            library,
            address,
            name,
            progress.documents,
            only=only,
            confirm=partial(_check_plan, arguments),
        )
    finally:
        progress.finish()
    changes = f"{count(done.written, 'document')} sent, {done.deleted:,} deleted"
    say(f"Published at {address}: {changes}; {count(done.passages, 'passage')} in all.")
    return DONE


def _check_plan(arguments: argparse.Namespace, plan: PublishingPlan) -> None:
    """Raise BadRequestError for folders that are not there, and for a loss nobody agrees to."""
    for folder, similar in plan.unknown_folders:
        sentence = Message(f"The library has no folder '{folder}'.")
        meant = Message(f"Did you mean folder:{similar}?" if similar else _FOLDERS_HINT)
        if arguments.only:
            raise BadRequestError(sentence, meant)
        tell(f"{sentence} {meant}")  # of a former run: the folder may be gone since
    if arguments.allow_empty or not plan.is_great_loss:
        return
    if plan.published:
        loss = f"{plan.deleted:,} of the {count(plan.published, 'document')} published at"
        loss = f"{loss} {arguments.address} would be deleted, and {plan.left:,} be there then."
    else:
        loss = "The filters leave no document, so nothing would be published."
    confirm_loss(loss, "Check the filters and the library, or use --allow-empty.")


def _pull(arguments: argparse.Namespace, context: Context) -> int:
    if context.paths.library.is_only_shared:
        raise BadRequestError(Message("Name a folder for the copy: twofold --library DIR pull ..."))
    progress = ProgressLine()
    try:
        done = pull_library(context.paths.library, arguments.address, progress.documents)
    finally:
        progress.finish()
    say(f"Copied: {count(done.written, 'document')}; {done.removed:,} removed.")
    return DONE
