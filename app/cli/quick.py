"""`twofold quick`: open the quick search window."""

from __future__ import annotations

from twofold.app.cli.parser import Commands, add_command


def add_commands(commands: Commands) -> None:
    """Add `quick` to the command line. `command_line` runs it, because it opens the window."""
    parser = add_command(
        commands,
        "quick",
        summary="open the quick search window",
        about="Open the quick search window of the running Twofold; start Twofold if it is not "
        "running. Bind a key of your desktop to this command.",
        examples=(
            ("twofold quick", "Open the quick search window."),
            ("twofold --library ~/Work.twofold quick", "Search another library."),
        ),
    )
    parser.set_defaults(quick=True)
