"""`twofold desktop-search`: answers the search of the desktop."""

from __future__ import annotations

import argparse

from twofold.app.cli.context import DONE, Commands, Context
from twofold.app.compose import search_once
from twofold.app.desktop.instance_message import InstanceMessage, hand_over_early
from twofold.app.paths import own_command
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.search_request import SearchRequest


def add_commands(commands: Commands) -> None:
    """Add `desktop-search` to the command line."""
    parser = commands.add_parser(
        "desktop-search",
        help="answer the search of the desktop (GNOME, KDE), which starts this itself",
        description="Answers the search of GNOME's overview and of KDE's KRunner over D-Bus, by "
        "keywords, and ends when nobody has asked for a minute.",
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
        """Search the user's own library: text typed for the whole desktop goes to no server."""
        settings = context.settings().replaced(libraries__shared="")
        return search_once(library, settings, request)

    def show(query: str) -> None:
        chosen = ["--library", str(library.root)] if library.is_chosen else []
        if not hand_over_early(library.root, InstanceMessage.of_this_start(query=query)):
            from twofold.ui.opening.programs import start_program  # noqa: PLC0415 (seldom needed)

            start_program([*own_command(), *chosen, "--find", query])

    serve(DesktopSearch(find, show))
    return DONE
