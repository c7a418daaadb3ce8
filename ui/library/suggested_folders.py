"""Finding the folders of reference managers and note programs on this computer. Without Qt.

Only the files in which these programs record their folders are read. Nothing is indexed before the
user adds a folder.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

_MAX_BYTES = 1_000_000
_MAX_FOLDERS = 50
_MAX_LISTED = 1_000
_ZOTERO_FOLDER = re.compile(
    r'^user_pref\("extensions\.zotero\.dataDir",\s*("(?:[^"\\]|\\.)*")\);', re.MULTILINE
)
_USES_OTHER_FOLDER = re.compile(
    r'^user_pref\("extensions\.zotero\.useDataDir",\s*true\);', re.MULTILINE
)
_LOGSEQ_GRAPH = "logseq_local_"


@dataclass(frozen=True, slots=True)
class SuggestedFolder:
    """A folder of a program, which the user may want to search."""

    program: str
    path: Path


@dataclass(frozen=True, slots=True)
class Computer:
    """Where programs store their settings: `platform` is that of `sys`."""

    home: Path
    platform: str
    environment: Mapping[str, str]

    def settings(self, linux: str, flatpak: str, windows: str, mac: str) -> tuple[Path, ...]:
        """Return the folders in which a program may store its settings."""
        if self.platform == "win32":
            roaming = self.environment.get("APPDATA") or str(self.home / "AppData" / "Roaming")
            return (Path(roaming, windows),)
        if self.platform == "darwin":
            return (self.home / "Library" / "Application Support" / mac,)
        return self.home / linux, self.home / ".var" / "app" / flatpak


def this_computer() -> Computer:
    """Return the computer of the user."""
    return Computer(Path.home(), sys.platform, os.environ)


def suggested_folders(computer: Computer | None = None) -> list[SuggestedFolder]:
    """Return the existing folders of Zotero, Obsidian, Logseq, calendars and contacts.

    This examines the disk. Unreadable settings are skipped.
    """
    computer = computer or this_computer()
    found: dict[Path, SuggestedFolder] = {}
    for program, folders, is_one in (
        ("Zotero", _zotero(computer), _is_zotero),
        ("Obsidian", _obsidian(computer), _is_vault),
        ("Logseq", _logseq(computer), _is_graph),
        ("Calendar", _calendars(computer), _holds(".ics")),
        ("Contacts", _contacts(computer), _holds(".vcf")),
    ):
        for folder in islice(folders, _MAX_FOLDERS):
            if folder.is_absolute() and folder not in found and _is_found(folder, is_one):
                found[folder] = SuggestedFolder(program, folder)
    return list(found.values())


def _is_found(folder: Path, is_one: Callable[[Path], bool]) -> bool:
    try:
        return is_one(folder)
    except (OSError, ValueError):
        return False


def _zotero(computer: Computer) -> Iterator[Path]:
    for place in computer.settings(
        ".zotero/zotero", "org.zotero.Zotero/.zotero/zotero", "Zotero/Zotero/Profiles",
        "Zotero/Profiles",
    ):  # fmt: skip
        for profile in _entries(place):
            text = _read(profile / "prefs.js")
            folder = _ZOTERO_FOLDER.search(text)
            if folder is not None and _USES_OTHER_FOLDER.search(text):
                yield from _paths([_from_json(folder[1])])
    yield computer.home / "Zotero"


def _obsidian(computer: Computer) -> Iterator[Path]:
    config = ".config/obsidian"
    places = computer.settings(
        config, "md.obsidian.Obsidian/config/obsidian", "obsidian", "obsidian"
    )
    for place in (*places, computer.home / "snap" / "obsidian" / "current" / config):
        settings = _from_json(_read(place / "obsidian.json"))
        vaults = settings.get("vaults") if isinstance(settings, dict) else None
        for vault in vaults.values() if isinstance(vaults, dict) else ():
            yield from _paths([vault.get("path") if isinstance(vault, dict) else None])


def _logseq(computer: Computer) -> Iterator[Path]:
    """Yield the graphs: Logseq has a file for each, named after its path with '++' for '/'."""
    for file in _entries(computer.home / ".logseq" / "graphs"):
        if file.name.startswith(_LOGSEQ_GRAPH):
            name = file.stem.removeprefix(_LOGSEQ_GRAPH)
            yield from _paths([name.replace("++", "/").replace("+3A+", ":")])


def _calendars(computer: Computer) -> Iterator[Path]:
    home = computer.home
    yield home / ".calendars"
    yield home / ".local" / "share" / "calendars"
    yield home / ".local" / "share" / "evolution" / "calendar" / "system"


def _contacts(computer: Computer) -> Iterator[Path]:
    yield computer.home / ".contacts"
    yield computer.home / ".local" / "share" / "contacts"


def _paths(values: Iterable[object]) -> Iterator[Path]:
    for value in values:
        if isinstance(value, str) and value and "\0" not in value:
            yield Path(os.path.normpath(value))


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(islice(folder.iterdir(), _MAX_LISTED))
    except OSError:
        return []


def _read(file: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return opened.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _from_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_zotero(folder: Path) -> bool:
    return (folder / "zotero.sqlite").is_file()


def _is_vault(folder: Path) -> bool:
    return (folder / ".obsidian").is_dir()


def _is_graph(folder: Path) -> bool:
    return (folder / "logseq" / "config.edn").is_file()


def _holds(suffix: str) -> Callable[[Path], bool]:
    """Return a function that returns whether a folder, or one directly in it, has such a file."""

    def holds(folder: Path) -> bool:
        inside = _entries(folder)
        return any(
            entry.suffix.lower() == suffix
            for one in (folder, *(entry for entry in inside if entry.is_dir()))
            for entry in _entries(one)
        )

    return holds
