"""Tantivy's exceptions as ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from engine.core.errors import EngineError, IndexUnavailableError

# ENOSPC; ERROR_DISK_FULL and its handle's; and what is left of them when a thread of Tantivy died.
_FULL_DISK = re.compile(r"os error (?:28|112|39)\b|io::Error most likely")
_FREE_SPACE = "Free some space; nothing that was finished is lost."


@contextmanager
def translated(message: str, hint: str) -> Iterator[None]:
    """Raise IndexUnavailableError for whatever Tantivy raises (its panics are BaseExceptions)."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if _FULL_DISK.search(str(error)):
            raise IndexUnavailableError(message, _FREE_SPACE) from error
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
