"""The paths of the program's files.

They are in the standard folders of the operating system. The environment variable `TWOFOLD_HOME`
moves all of them into one folder, for a portable copy and for tests.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from twofold.engine.model.errors import EngineError
from twofold.engine.model.installed import is_packaged
from twofold.engine.model.localized import Message

HOME_VARIABLE = "TWOFOLD_HOME"
# The files of a library, also with a suffix: SQLite logs, copies made before a migration, and
# damaged or unreadable files that were set aside.
_OWN_NAME = re.compile(
    r"(?:(?:catalog|recognised|removed)\.sqlite|personal\.(?:json|unreadable)|(?:searches|published)\.json"
    r"|library\.lock|lexical|vectors)"
    r"(?:[.-].*)?"
)
_NAME = "twofold"


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The folder of one library, and the models that libraries share.

    `lexical` and `vectors` are derived from `catalog` and may be deleted. `shared` are the
    addresses of libraries that are searched instead of those in the settings; if only these are
    searched (`is_only_shared`), the library in this folder is empty.
    """

    root: Path
    models: Path
    shared: tuple[str, ...] = ()
    is_only_shared: bool = False

    @property
    def catalog(self) -> Path:
        """The SQLite database."""
        return self.root / "catalog.sqlite"

    @property
    def lexical(self) -> Path:
        """The folder of the keyword index."""
        return self.root / "lexical"

    @property
    def vectors(self) -> Path:
        """The folder of the vector index."""
        return self.root / "vectors"

    @property
    def searches(self) -> Path:
        """The file of the user's recent and saved searches."""
        return self.root / "searches.json"

    @property
    def personal(self) -> Path:
        """The copy of folders, tags, trust and the collection that the catalog writes."""
        return self.root / "personal.json"

    @property
    def lock(self) -> Path:
        """The file that the writing process locks."""
        return self.root / "library.lock"

    @property
    def is_chosen(self) -> bool:
        """Whether the user named the folder of the library."""
        return self.root != default_paths().library.root

    def own_files(self) -> tuple[Path, ...]:
        """Return the files in the folder of the library that belong to it."""
        try:
            return tuple(path for path in self.root.iterdir() if _OWN_NAME.fullmatch(path.name))
        except OSError:
            return ()


@dataclass(frozen=True, slots=True)
class AppPaths:
    """All paths of the program's own files."""

    library: LibraryPaths
    settings_file: Path
    logs: Path

    @property
    def templates(self) -> Path:
        """The folder of the user's export templates."""
        return self.settings_file.with_name("templates")

    def with_library(self, root: Path, shared: Sequence[str] = ()) -> AppPaths:
        """Return the same paths with another library folder and shared libraries."""
        library = replace(self.library, root=root, shared=tuple(shared))
        return replace(self, library=library)

    def with_shared(self, addresses: Sequence[str]) -> AppPaths:
        """Return the same paths with only shared libraries."""
        name = re.sub(r"\W+", "-", " ".join(addresses))
        root = self.library.root.with_name("shared") / name
        library = replace(self.library, root=root, shared=tuple(addresses), is_only_shared=True)
        return replace(self, library=library)


def default_paths(environment: Mapping[str, str] = os.environ) -> AppPaths:
    """Return the paths of this user, or those in `TWOFOLD_HOME` if it is not blank.

    Raise EngineError if the system reports no home folder.
    """
    if (home := environment.get(HOME_VARIABLE, "")).strip():
        return _paths_under(expanded(Path(home)).resolve())
    try:
        data = platformdirs.user_data_path(_NAME, appauthor=False)
        settings = platformdirs.user_config_path(_NAME, appauthor=False)
        logs = platformdirs.user_log_path(_NAME, appauthor=False)
    except RuntimeError as error:
        raise EngineError(
            Message("The system reports no home folder."),
            Message(f"Set {HOME_VARIABLE} to a writable folder."),
        ) from error
    return AppPaths(
        library=LibraryPaths(root=data / "library", models=data / "models"),
        settings_file=settings / "settings.yaml",
        logs=logs,
    )


def own_command() -> list[str]:
    """Return the command that starts this installation of the program."""
    if is_packaged():
        # An AppImage is mounted at another path at each start.
        return [os.environ.get("APPIMAGE") or sys.executable]
    beside = shutil.which("twofold", path=str(Path(sys.executable).parent))
    return [beside] if beside else [sys.executable, "-m", "twofold"]


def quick_command(paths: AppPaths) -> str:
    """Return the command line that opens the quick search, for a key of the desktop."""
    library = paths.library
    own = [str(library.root)] if library.is_chosen and not library.is_only_shared else []
    named = [word for name in (*own, *library.shared) for word in ("--library", name)]
    words = [*own_command(), *named, "quick"]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def expanded(path: Path) -> Path:
    """Return a path with '~' expanded, or unchanged if the home folder is not known."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def resource_folder() -> Path:
    """Return the folder of icons, styles and the sample library, also in a frozen build."""
    return Path(__file__).resolve().parent.parent / "resources"


def sample_library() -> Path | None:
    """Return the folder of sample documents, or None if this installation has none."""
    folder = resource_folder() / "sample_library"
    return folder if folder.is_dir() else None


def _paths_under(home: Path) -> AppPaths:
    return AppPaths(
        library=LibraryPaths(root=home / "library", models=home / "models"),
        settings_file=home / "settings.yaml",
        logs=home / "logs",
    )
