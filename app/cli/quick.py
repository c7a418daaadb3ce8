"""`twofold quick`: the quick search of the window that runs, or of one that is started for it."""

from __future__ import annotations

from twofold.app.cli.context import Commands


def add_commands(commands: Commands) -> None:
    """Add `quick` to the command line, which carries it out itself as it does the window."""
    commands.add_parser(
        "quick",
        help="open the quick search window (bind a key of your desktop to this)",
        description="Opens the quick search of the Twofold that runs, and starts it if none does.",
    ).set_defaults(quick=True)
