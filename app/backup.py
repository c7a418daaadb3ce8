"""A backup of what exists nowhere else: folders, tags, trust, collection and saved searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.paths import LibraryPaths
from app.private_file import SearchesFile, replace_private_file
from engine.api import EMPTY, BadRequestError, EngineError, Message, message, system_reason
from engine.model.disk_errors import disk_first

_FORMAT = "twofold.backup.v1"
_MOST_BYTES = 1 << 30


def write_backup(library: LibraryPaths, file: Path) -> None:
    """Write the backup of a library, to be read by its user only. Raises EngineError."""
    try:
        backup = {
            "format": _FORMAT,
            "personal": json.loads(library.personal.read_bytes()),
            "searches": _saved(SearchesFile(library.searches).read()),
        }
        replace_private_file(file, json.dumps(backup, indent=1).encode("ascii"))
    except (OSError, ValueError) as error:
        is_of_system = isinstance(error, OSError)
        reason = system_reason(error) if is_of_system else Message(str(error))
        problem = message("The backup cannot be written: {reason}.", reason=reason)
        hint = message("Choose another name or folder.") if is_of_system else EMPTY
        raise EngineError(*disk_first(error, problem, hint)) from error


def read_backup(file: Path) -> tuple[str, list[Any]]:
    """Return the copy of a backup for `RestorePersonal`, and its saved searches.

    Raises BadRequestError.
    """
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise ValueError
        backup = json.loads(file.read_bytes())
        if backup["format"] != _FORMAT or not isinstance(backup["searches"], list):
            raise ValueError
        return json.dumps(backup["personal"]), backup["searches"]
    except OSError as error:
        reason = Message(error.strerror or str(error))
        raise BadRequestError(
            message("'{path}' cannot be read: {reason}.", path=file, reason=reason)
        ) from error
    except (KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadRequestError(message("'{path}' is not a backup.", path=file)) from error


def add_searches(library: LibraryPaths, searches: list[Any]) -> None:
    """Add saved searches to those of a library that no window has open. Raises SettingError."""
    file = SearchesFile(library.searches)
    text = file.read()
    kept = json.loads(text) if text.strip() else {}
    kept["saved"] = [*_saved(text), *(one for one in searches if one not in _saved(text))]
    file.write(json.dumps(kept))


def _saved(text: str) -> list[Any]:
    return list(json.loads(text or "{}").get("saved", []))
