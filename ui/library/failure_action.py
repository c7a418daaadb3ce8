"""The one thing to do about a file that is not indexed."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication

from engine.api import FailureReason


class FailureAction(Enum):
    """What the button of a row does."""

    RETRY = "retry"
    SHOW = "show"
    SETTINGS = "settings"

    @property
    def words(self) -> str:
        """What stands on the button."""
        return {
            FailureAction.RETRY: _tr("Retry"),
            FailureAction.SHOW: _tr("Show in folder"),
            FailureAction.SETTINGS: _tr("Change the limit…"),
        }[self]


_LIMITS = frozenset({FailureReason.TOO_LARGE, FailureReason.TIMED_OUT, FailureReason.OUT_OF_MEMORY})
_AS_IT_IS = frozenset(
    {
        FailureReason.NO_TEXT,
        FailureReason.PASSWORD,
        FailureReason.UNSUPPORTED,
        FailureReason.BINARY,
        FailureReason.DAMAGED,
    }
)


def action_for(reason: FailureReason) -> FailureAction:
    """Return what helps: a larger limit, another look, or the file itself in its folder."""
    if reason in _LIMITS:
        return FailureAction.SETTINGS
    return FailureAction.SHOW if reason in _AS_IT_IS else FailureAction.RETRY


def _tr(text: str) -> str:
    return QCoreApplication.translate("failure_action", text)
