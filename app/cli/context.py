"""The context of every command: paths, settings and the client of the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from twofold.app.cli.output import tell, warn
from twofold.app.paths import AppPaths, LibraryPaths, expanded
from twofold.app.settings_file import load_settings
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message
from twofold.engine.model.settings import Settings

if TYPE_CHECKING:
    from twofold.app.blocking_client import BlockingClient, StatusListener
    from twofold.engine.model.events import Notice


@dataclass(frozen=True, slots=True)
class Context:
    """The program's files; the settings are read when a command needs them."""

    paths: AppPaths
    given: Settings | None = None

    def settings(self, report: Callable[[str], None] = warn) -> Settings:
        """Return the given settings, or those of the file, which is created if it is missing.

        `report` receives a sentence if the file was damaged and replaced.
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
        """The library on this computer; BadRequestError if a shared library is chosen."""
        if self.paths.library.shared:
            raise BadRequestError(
                Message("This works only with a library on this computer."),
                Message("Leave out --library, or give it a folder."),
            )
        return self.paths.library


def _print_notice(notice: Notice) -> None:
    (warn if notice.is_warning else tell)(f"{notice.message} {notice.hint}")


def as_citation(word: str) -> str:
    """Return a citation whose path is absolute if its file exists in the current folder."""
    path, mark, fragment = word.rpartition("#")
    place = as_place(path)
    return f"{quote(place)}{mark}{fragment}" if place != path else word


def as_place(word: str) -> str:
    """Return the absolute path of an existing file, or a path in the library unchanged."""
    path = expanded(Path(word))
    is_path = path.is_absolute() or word.startswith((".", "~")) or path.exists()
    return str(path.absolute()) if is_path else word
