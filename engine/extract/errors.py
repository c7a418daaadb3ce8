"""Constructors for the errors of documents that cannot be read."""

from __future__ import annotations

from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message


def password_error() -> DocumentError:
    """Return the error of a document that needs a password."""
    return DocumentError(
        FailureReason.PASSWORD,
        message("The document is protected by a password."),
        message("Save a copy without the password."),
    )


def damaged_error() -> DocumentError:
    """Return the error of a document with unreadable parts."""
    return DocumentError(
        FailureReason.DAMAGED,
        message("The document is damaged and cannot be opened."),
        message("Download or copy it again; the file may be incomplete."),
    )


def invalid_result_error() -> DocumentError:
    """Return the error of a document if the worker that read it sent an invalid result."""
    return DocumentError(
        FailureReason.READER_CRASHED,
        message("The process that reads files returned an invalid result."),
    )


def memory_error() -> DocumentError:
    """Return the error of a document that needs more memory than allowed."""
    return DocumentError(
        FailureReason.OUT_OF_MEMORY,
        message("Reading the file needs more memory than allowed."),
        message("Raise the setting indexing.read_memory_mb."),
    )
