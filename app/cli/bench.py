"""`twofold bench`: the benchmarks of the source, on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import DONE, FAILED, Context
from engine.api import BadRequestError, EngineError
from engine.processes.children import PLACES, module_command, start_child

if TYPE_CHECKING:
    from app.cli.command import Commands

_SCREEN = frozenset(
    {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"}
)
_SOURCE = Path(__file__).resolve().parents[2]


def add_command(commands: Commands) -> None:
    """Add `bench` to the command line."""
    parser = commands.add_parser("bench", help="measure this machine (with the source only)")
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path, help="instead of the sample library"
    )
    parser.add_argument("--json", action="store_true", help="the reports as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, _context: Context) -> int:
    """Run every benchmark in a process and a scratch library of its own."""
    if not (_SOURCE / "tests" / "bench").is_dir():
        raise EngineError(
            "The benchmarks are not part of this installation.", "They come with the source."
        )
    if arguments.folder and not arguments.folder.is_dir():
        raise BadRequestError(f"There is no folder '{arguments.folder}'.", "Check the name.")
    words = [str(arguments.folder.resolve())] if arguments.folder else []
    words += ["--json"] if arguments.json else []
    with start_child(
        (*module_command("tests.bench"), *words),
        stdout=None,
        stderr=None,
        environment=PLACES | _SCREEN,
    ) as process:
        return DONE if process.wait() == 0 else FAILED
