"""Errors for users. Each has one clear sentence and a hint what to do next.

    EngineError
    +-- BadRequestError        the request cannot be understood (query, filter, setting)
    |   +-- SettingError       a setting has a value that is not allowed
    +-- DocumentError          one file cannot be read; the others are indexed
    +-- ModelError             an embedding model is missing, damaged or unusable
    +-- SandboxError           a sandbox is required, and none is available
    +-- IndexUnavailableError  the lexical or the vector index cannot answer
    +-- CatalogError           the catalog cannot be read or written
    |   +-- LibraryInUseError  another process is writing to this library
    |   +-- LibraryProtectedError  the library may be read but not written
    +-- SearchFailedError      every ranking failed
    +-- ExportError            results cannot be written
    +-- JudgedSetError         a set of judged queries cannot be read

Exceptions of other libraries are translated into these in `stores`, `embedding`, `extract` and
`export` only; any other exception that reaches the top is a bug.
"""

from __future__ import annotations

from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import EMPTY, Message


class EngineError(Exception):
    """A known failure: `message` is one sentence for the user, `hint` is what to do next."""

    def __init__(self, message: Message, hint: Message = EMPTY) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadRequestError(EngineError):
    """The request itself is invalid; nothing was done."""


class SettingError(BadRequestError):
    """A setting has a value that is not allowed."""


class DocumentError(EngineError):
    """One file cannot be read.

    `reason` is stored in the catalog.
    """

    def __init__(self, reason: FailureReason, message: Message, hint: Message = EMPTY) -> None:
        super().__init__(message, hint)
        self.reason = reason


class ModelError(EngineError):
    """An embedding model is missing, damaged or unusable."""


class SandboxError(EngineError):
    """A sandbox is required, but none is available."""


class IndexUnavailableError(EngineError):
    """The lexical or the vector index cannot answer."""


class CatalogError(EngineError):
    """The catalog database cannot be read or written."""


class LibraryInUseError(CatalogError):
    """Another process has opened this library for writing."""


class LibraryProtectedError(CatalogError):
    """The library is in a read-only location (a read-only drive, another user's folder)."""


class SearchFailedError(EngineError):
    """Every ranking that was requested failed."""


class ExportError(EngineError):
    """Results cannot be written to the requested file."""


class JudgedSetError(EngineError):
    """A set of judged queries is missing, damaged or inconsistent."""
