"""The context of every command, and its exit codes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from twofold.app.cli.output import tell
from twofold.app.paths import AppPaths, LibraryPaths, expanded
from twofold.app.settings_file import load_settings
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.message import Message
from twofold.engine.model.settings import Settings

if TYPE_CHECKING:
    from twofold.app.blocking_client import BlockingClient, StatusListener
    from twofold.engine.model.events import Notice

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

    def open_client(
        self,
        on_status: StatusListener | None = None,
        *,
        maintain: bool = False,
        watch: bool = False,
        loads_model: bool = True,
    ) -> BlockingClient:
        """Return a client of the library's engine, whose notices are printed on stderr."""
        from twofold.app.blocking_client import BlockingClient  # noqa: PLC0415 (imports the whole engine)

        return BlockingClient(
            self.paths.library,
            self.settings(),
            _print_notice,
            on_status,
            maintain=maintain,
            watch=watch,
            loads_model=loads_model,
        )

    @property
    def own_library(self) -> LibraryPaths:
        """The library; BadRequestError for a shared one, of which a command can make no use."""
        if self.paths.library.shared:
            raise BadRequestError(
                Message("This works only with a library on this computer."),
                Message("Leave --library out, or name a folder with it."),
            )
        return self.paths.library


def _print_notice(notice: Notice) -> None:
    tell(f"{notice.message} {notice.hint}")


def as_place(word: str) -> str:
    """Return the absolute path of what is there, else the word: 'Notes/2026/plan.md'."""
    path = expanded(Path(word))
    is_path = path.is_absolute() or word.startswith((".", "~")) or path.exists()
    return str(path.absolute()) if is_path else word
