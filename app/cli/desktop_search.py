"""`twofold desktop-search`: answer the search of the desktop."""

from __future__ import annotations

import argparse

from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.parser import Commands, add_command
from twofold.app.compose import search_once
from twofold.app.desktop.instance_message import InstanceMessage, hand_over_early
from twofold.app.paths import own_command
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.search_request import SearchRequest


def add_commands(commands: Commands) -> None:
    """Add `desktop-search` to the command line."""
    parser = add_command(
        commands,
        "desktop-search",
        summary="answer the desktop's search",
        about="Answer the search of the GNOME overview and of KDE's KRunner over D-Bus. The desktop"
        " starts it; it exits after a minute without a request. Only your own library is searched, "
        "by keywords.",
        examples=(
            ("twofold desktop-search", "Answer until a minute passes without a request."),
            ("twofold --library ~/Work.twofold desktop-search", "Answer from another library."),
        ),
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace, context: Context) -> int:
    """Answer until a minute passes without a request."""
    from twofold.app.desktop.desktop_search import (  # noqa: PLC0415 (needed by this command only)
        DesktopSearch,
        serve,
    )

    library = context.paths.library

    def find(request: SearchRequest) -> SearchResponse | None:
        """Search only the user's own library: text typed into the desktop's search stays local."""
        settings = context.settings().replaced(libraries__shared="")
        return search_once(library, settings, request)

    def show(query: str) -> None:
        chosen = ["--library", str(library.root)] if library.is_chosen else []
        if not hand_over_early(library.root, InstanceMessage.of_this_start(query=query)):
            from twofold.ui.opening.programs import start_program  # noqa: PLC0415 (seldom needed)

            start_program([*own_command(), *chosen, "--find", query])

    serve(DesktopSearch(find, show))
    return DONE
