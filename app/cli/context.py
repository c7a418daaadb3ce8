"""What every command gets, and the exit codes it returns."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from twofold.app.cli.output import tell
from twofold.app.paths import AppPaths, LibraryPaths, expanded
from twofold.app.settings_file import load_settings
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.message import Message
from twofold.engine.model.settings import Settings

DONE = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

# What `add_subparsers` returns has no public name.
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


@dataclass(frozen=True, slots=True)
class Context:
    """Where the program's files are; the settings are read when a command wants them."""

    paths: AppPaths
    given: Settings | None = None

    def settings(self, report: Callable[[str], None] = tell) -> Settings:
        """Return the settings given, or of the file, which is written when there is none.

        `report` gets a sentence if the file was damaged and is replaced.
        """
        return self.given or load_settings(self.paths.settings_file, report)

    @property
    def own_library(self) -> LibraryPaths:
        """The library; BadRequestError for a shared one, of which a command can make no use."""
        if self.paths.library.shared:
            raise BadRequestError(
                Message("This works only with a library on this computer."),
                Message("Leave --library out, or name a folder with it."),
            )
        return self.paths.library


def as_place(word: str) -> str:
    """Return the absolute path of what is there, else the word: 'Notes/2026/plan.md'."""
    path = expanded(Path(word))
    is_path = path.is_absolute() or word.startswith((".", "~")) or path.exists()
    return str(path.absolute()) if is_path else word
