"""The window's texts in the language it speaks, by Qt's translator."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Return an English text of the window in its language; as it is where no translation exists.

    The text is the message's id. It stands as a literal in the call, where lupdate finds it.
    """
    return QCoreApplication.translate("", text)
