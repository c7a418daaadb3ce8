"""A backup of what exists nowhere else: folders, tags, trust, collection and saved searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.output_file import write_output
from app.paths import LibraryPaths
from app.private_file import SearchesFile
from engine.api import BadRequestError, EngineError, Message, message

_FORMAT = "twofold.backup.v1"
_MOST_BYTES = 1 << 30


def write_backup(library: LibraryPaths, file: Path, *, overwrite: bool = True) -> None:
    """Write the backup of a library, to be read by its user only. Raises EngineError.

    BadRequestError is raised where a file may not be overwritten.
    """
    try:
        backup = {
            "format": _FORMAT,
            "personal": json.loads(library.personal.read_bytes()),
            "searches": _saved(SearchesFile(library.searches).read()),
        }
        write_output(file, json.dumps(backup, indent=1).encode("ascii"), overwrite=overwrite)
    except (OSError, ValueError) as error:
        reason = Message((error.strerror if isinstance(error, OSError) else None) or str(error))
        raise EngineError(
            message("The backup cannot be written: {reason}.", reason=reason)
        ) from error


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
