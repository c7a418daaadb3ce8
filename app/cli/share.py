"""`twofold share`: publish a library for a team, and copy a published one."""

from __future__ import annotations

import argparse
import getpass
from functools import partial

from twofold.app.cli import bulk
from twofold.app.cli.arguments import required
from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import count, say, tell, warn
from twofold.app.cli.parser import Commands, add_command, add_group
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

_FOLDERS_HINT = "Write folders as in a query, with the library folder first: folder:docs/Sub"


def add_commands(commands: Commands) -> None:
    """Add `share` to the command line."""
    actions = add_group(
        commands,
        "share",
        summary="publish, pull and withdraw shared libraries",
        about="Publish a library on a Milvus server, so that others can search it with 'twofold "
        "--library ADDRESS search', and copy published libraries. Needs the optional part "
        "'milvus'.",
        examples=(
            ("twofold share publish milvuss://HOST:PORT/team", "Publish the library."),
            ("twofold --library milvuss://HOST:PORT/team search lease", "Search it."),
        ),
    )
    _add_publish(actions)
    pull = add_command(
        actions,
        "pull",
        summary="copy a shared library into your own",
        about="Copy what is published at ADDRESS into the library, so that it can be searched "
        "offline. Run it again to update the copy.",
        synopsis="ADDRESS",
        examples=(
            ("twofold share pull milvuss://HOST:PORT/team", "Copy into your own library."),
            (
                "twofold --library ~/Team.twofold share pull milvuss://HOST:PORT/team",
                "Keep it apart.",
            ),
        ),
    )
    _add_address(pull)
    pull.set_defaults(run=_pull)
    withdraw = add_command(
        actions,
        "withdraw",
        summary="delete what was published",
        about="Delete what this library has published at ADDRESS; with --from, what was published "
        "from that source.",
        synopsis="ADDRESS",
        examples=(
            ("twofold share withdraw milvuss://HOST:PORT/team", "Delete what you published."),
            ("twofold share withdraw milvuss://HOST:PORT/team --from /srv/archive", "Of a source."),
        ),
    )
    _add_address(withdraw)
    bulk.add_source_options(withdraw)
    withdraw.set_defaults(run=_withdraw)
    login = add_command(
        actions,
        "login",
        summary="store the token or password for a server",
        about="Ask for a token or USER:PASSWORD and store it in the password store of the system.",
        synopsis="ADDRESS",
        examples=(
            ("twofold share login milvuss://HOST:PORT/team", "Store a token."),
            ("twofold share publish milvuss://HOST:PORT/team", "Publish with it."),
        ),
    )
    _add_address(login)
    login.set_defaults(run=_login)


def _add_publish(actions: Commands) -> None:
    publish = add_command(
        actions,
        "publish",
        summary="publish the library, or a folder or object store",
        about="Publish the passages of the library at ADDRESS, with text and vectors. Only changes "
        "are sent, and an interrupted run continues where it stopped. If more than half of what is "
        "published would be deleted, you are asked first; a script needs --allow-empty.",
        synopsis="ADDRESS",
        examples=(
            ("twofold share publish milvuss://HOST:PORT/team", "Publish the library."),
            (
                "twofold share publish milvuss://HOST:PORT/all --only 'tag:public -tag:draft'",
                "Publish a part of it.",
            ),
        ),
    )
    _add_address(publish)
    which = publish.add_mutually_exclusive_group()
    which.add_argument(
        "--only",
        metavar="FILTERS",
        type=_filters,
        help="publish only documents that match these filters of a query, also in later runs",
    )
    which.add_argument(
        "--all", action="store_true", help="publish all documents again, after --only"
    )
    publish.add_argument(
        "--allow-empty",
        action="store_true",
        help="do not ask, even if most or all published documents would be deleted",
    )
    bulk.add_options(publish)
    publish.set_defaults(run=_publish)


def _filters(text: str) -> str:
    if not text.strip():  # an unset variable of a script must not publish everything
        raise argparse.ArgumentTypeError("name at least one filter")
    return text


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        type=required,
        help="milvus://HOST:PORT/NAME, or milvuss:// for TLS",
    )


def _login(arguments: argparse.Namespace, _context: Context) -> int:
    is_exposed = store_token(arguments.address, getpass.getpass("Token, or USER:PASSWORD: "))
    say("Stored in the password store of the system.")
    if is_exposed:
        warn("milvus:// has no TLS: others on the network can read this token and all results.")
        warn("Use milvuss://, or a network that nobody else can read, such as a VPN.")
    return DONE


def _withdraw(arguments: argparse.Namespace, context: Context) -> int:
    if arguments.source:
        return bulk.withdraw(arguments)
    library = context.paths.library
    _refuse_shared(context)
    _tell_connecting(arguments.address)
    withdraw_library(library, arguments.address)
    say(f"Nothing of this library is published at {arguments.address} any more.")
    return DONE


def _tell_connecting(address: str) -> None:
    tell(f"Connecting to {address} ...")


def _refuse_shared(context: Context) -> None:
    if context.paths.library.is_only_shared:
        raise BadRequestError(
            Message("A shared library cannot be published again."),
            Message("Leave out --library, or give it a folder."),
        )


def _publish(arguments: argparse.Namespace, context: Context) -> int:
    if arguments.source:
        return bulk.run(arguments, context)
    library, address = context.paths.library, arguments.address
    _refuse_shared(context)
    only = "" if arguments.all else arguments.only
    if only is None and (only := published_selection(library, address)):
        say(f"Only documents with {only}, as before. To change this: --only or --all")
    _tell_connecting(address)
    progress = ProgressLine()
    try:
        done = share_library(
            library,
            address,
            arguments.name or getpass.getuser(),
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
    """Raise BadRequestError for unknown folders, and for a loss that is not confirmed."""
    for folder, similar in plan.unknown_folders:
        sentence = Message(f"The library has no folder '{folder}'.")
        hint = Message(f"Did you mean folder:{similar}?" if similar else _FOLDERS_HINT)
        if arguments.only:
            raise BadRequestError(sentence, hint)
        warn(f"{sentence} {hint}")  # of an earlier run: the folder may have been removed
    if arguments.allow_empty or not plan.is_great_loss:
        return
    if plan.published:
        loss = f"{plan.deleted:,} of the {count(plan.published, 'document')} published at"
        loss = f"{loss} {arguments.address} would be deleted, leaving {plan.left:,}."
    else:
        loss = "No document matches the filters, so nothing would be published."
    confirm_loss(loss, "Check the filters and the library, or use --allow-empty.")


def _pull(arguments: argparse.Namespace, context: Context) -> int:
    if context.paths.library.is_only_shared:
        raise BadRequestError(
            Message("A copy needs a folder."),
            Message("Name one: twofold --library DIR share pull ADDRESS"),
        )
    _tell_connecting(arguments.address)
    tell(
        f"Copying into the library in {context.paths.library.root}. "
        "For one of its own: twofold --library DIR share pull ADDRESS"
    )
    progress = ProgressLine()
    try:
        done = pull_library(context.paths.library, arguments.address, progress.documents)
    finally:
        progress.finish()
    say(f"Copied: {count(done.written, 'document')}; {done.removed:,} removed.")
    return DONE
