"""Making the error of one file that cannot be read."""

from __future__ import annotations

from engine.core.document import FailureReason
from engine.core.errors import DocumentError


def document_error(reason: FailureReason, message: str, hint: str = "") -> DocumentError:
    """Return a DocumentError with the stable code of `reason`."""
    return DocumentError(reason.value, message, hint)
