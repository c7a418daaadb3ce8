"""Making the error of one file that cannot be read."""

from __future__ import annotations

from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.message import message


def password_error() -> DocumentError:
    """Return the error of a document that cannot be read without its password."""
    return DocumentError(
        FailureReason.PASSWORD,
        message("The document is protected by a password."),
        message("Save a copy without the password."),
    )


def damaged_error() -> DocumentError:
    """Return the error of a document whose parts cannot be read."""
    return DocumentError(
        FailureReason.DAMAGED,
        message("The document is damaged and cannot be opened."),
        message("It may not have been downloaded or copied completely."),
    )


def nonsense_error() -> DocumentError:
    """Return the error of a document about which a worker sent what it never should."""
    return DocumentError(
        FailureReason.READER_CRASHED, message("The reader gave an answer that makes no sense.")
    )


def memory_error() -> DocumentError:
    """Return the error of a document whose reading takes more memory than is allowed."""
    return DocumentError(
        FailureReason.OUT_OF_MEMORY,
        message("Reading the file took too much memory."),
        message("Raise the setting indexing.read_memory_mb."),
    )
