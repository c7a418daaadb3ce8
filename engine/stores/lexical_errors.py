"""Tantivy's exceptions as ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.core.errors import EngineError, IndexUnavailableError


@contextmanager
def translated(message: str, hint: str) -> Iterator[None]:
    """Raise IndexUnavailableError for whatever Tantivy raises (its panics are BaseExceptions)."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
