"""`twofold quick`: raise the quick search. A key of the desktop can be bound to this command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.cli.command import Commands


def add_command(commands: Commands) -> None:
    """Add `quick` to the command line."""
    parser = commands.add_parser(
        "quick",
        help="open the quick search window (bind a key of your desktop to this)",
        description="Opens the quick search of the Twofold that runs, and starts it if none does.",
    )
    parser.set_defaults(run=None, quick=True)


def is_quick(arguments: argparse.Namespace) -> bool:
    """Say whether a command line asks for the quick search."""
    return bool(getattr(arguments, "quick", False))
