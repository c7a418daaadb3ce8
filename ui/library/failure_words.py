"""Why a file is not indexed, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import FailureReason


def reason_in_words(reason: FailureReason) -> str:
    """Return one short sentence for a reason."""
    return {
        FailureReason.NO_PERMISSION: _tr("No permission to read"),
        FailureReason.VANISHED: _tr("The file has gone"),
        FailureReason.TOO_LARGE: _tr("Larger than the limit"),
        FailureReason.NO_TEXT: _tr("Nothing to read"),
        FailureReason.DAMAGED: _tr("Damaged"),
        FailureReason.PASSWORD: _tr("Protected by a password"),
        FailureReason.UNSUPPORTED: _tr("No reader for this format"),
        FailureReason.BINARY: _tr("Not a text"),
        FailureReason.TIMED_OUT: _tr("Took too long; stopped"),
        FailureReason.OUT_OF_MEMORY: _tr("Needed too much memory; stopped"),
        FailureReason.READER_CRASHED: _tr("The reader failed on this file"),
        FailureReason.UNREACHABLE: _tr("Cannot be reached now"),
    }[reason]


def _tr(text: str) -> str:
    return QCoreApplication.translate("failure_words", text)
