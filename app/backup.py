"""Backups of what the user entered: folders, tags, trust, collection and saved searches."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twofold.app.output_file import write_output
from twofold.app.paths import LibraryPaths
from twofold.app.search_history_file import SearchHistoryFile
from twofold.engine.api import (
    EMPTY,
    BadRequestError,
    EngineError,
    FolderStatus,
    Message,
    SettingError,
    message,
    system_reason,
)
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.personal_copy import MAX_COPY_BYTES, CopiedFolder, read_copy, refused

_FORMAT = "twofold.backup.v1"
# The copy, and saved searches of up to 4 MB, which indentation makes up to twice as large.
_MAX_BYTES = MAX_COPY_BYTES + (8 << 20)
_MB = _MAX_BYTES >> 20


def write_backup(library: LibraryPaths, file: Path, *, overwrite: bool = True) -> None:
    """Write a backup that only its user may read; raise EngineError if that fails.

    Raise BadRequestError if the file may not be overwritten.
    """
    try:
        backup = {
            "format": _FORMAT,
            "personal": json.loads(library.personal.read_bytes()),
            "searches": _saved(SearchHistoryFile(library.searches).read()),
        }
        text = json.dumps(backup, indent=1).encode("ascii")
        if len(text) > _MAX_BYTES:  # `read_backup` would refuse it
            raise EngineError(
                message("The backup would be larger than {size} MB.", size=_MB),
                message("Export the collection, then remove passages from it."),
            )
        write_output(file, text, overwrite=overwrite)
    except (OSError, ValueError) as error:
        reason, hint = Message(str(error)), EMPTY
        if isinstance(error, OSError):
            reason, hint = system_reason(error), message("Choose another name or folder.")
        problem = message("The backup cannot be written: {reason}.", reason=reason)
        raise EngineError(*disk_first(error, problem, hint)) from error


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The contents of a backup: saved searches, and a copy of all other data.

    `copy` is the text for `RestorePersonal`; `folders` are the folders in it.
    """

    copy: str
    folders: tuple[CopiedFolder, ...]
    searches: tuple[dict[str, Any], ...]

    def new_folders(self, known: Iterable[CopiedFolder | FolderStatus]) -> tuple[CopiedFolder, ...]:
        """Return the folders of the backup that are not among the `known` ones of a library."""
        there = list(known)
        return tuple(
            one
            for one in self.folders
            if not any(one.name == known.name or one.overlaps(known.root) for known in there)
        )


def read_backup(file: Path) -> BackupContents:
    """Read a backup; raise BadRequestError naming the first invalid entry."""
    try:
        with file.open("rb") as opened:
            text = opened.read(_MAX_BYTES + 1)
        if len(text) > _MAX_BYTES:
            raise BadRequestError(
                message("'{path}' is too large for a backup ({size} MB).", path=file, size=_MB)
            )
        backup = json.loads(text)
        if backup["format"] != _FORMAT or not isinstance(backup["searches"], list):
            raise ValueError
        copy = json.dumps(backup["personal"])
    except OSError as error:
        reason = Message(error.strerror or str(error))
        raise BadRequestError(
            message("'{path}' cannot be read: {reason}.", path=file, reason=reason)
        ) from error
    except (KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadRequestError(message("'{path}' is not a backup.", path=file)) from error
    searches = tuple(_search(number, row) for number, row in enumerate(backup["searches"], start=1))
    return BackupContents(copy, read_copy(copy).folders, searches)


def _search(number: int, row: object) -> dict[str, Any]:
    """Return the known fields of a saved search; raise BadRequestError if it is invalid."""
    try:
        return _checked_search(row)
    except (KeyError, TypeError, ValueError) as error:
        reason = message("it is not a saved search")
        raise BadRequestError(refused("searches", number, "", reason)) from error


def _checked_search(row: Any) -> dict[str, Any]:  # noqa: ANN401 (any JSON value)
    filters = [(section, value, excluded) for section, value, excluded in row["filters"]]
    texts = [row["query"], row["mode"], row["last_opened"], row.get("name", ""), *row["seen"]]
    texts += [text for section, value, _ in filters for text in (section, value)]
    if not all(isinstance(one, str) for one in texts) or not isinstance(row["seen"], list):
        raise TypeError
    if not all(isinstance(excluded, bool) for _, _, excluded in filters):
        raise TypeError
    known = ("query", "mode", "filters", "seen", "last_opened", "name")
    return {key: row[key] for key in known if key in row}


def with_searches(library: LibraryPaths, searches: Iterable[dict[str, Any]]) -> str:
    """Return the text of the search history of a library, with saved searches added.

    The library must not be open in a window. Raise SettingError if its saved searches cannot be
    read.
    """
    file = SearchHistoryFile(library.searches)
    text = file.read()
    try:
        kept = json.loads(text) if text.strip() else {}
        saved = _saved(text)
    except (AttributeError, RecursionError, TypeError, ValueError) as error:
        raise SettingError(
            message("Your searches in {path} cannot be read.", path=library.searches)
        ) from error
    kept["saved"] = [*saved, *(one for one in searches if one not in saved)]
    return file.checked(json.dumps(kept))


def _saved(text: str) -> list[Any]:
    return list(json.loads(text or "{}").get("saved", []))
