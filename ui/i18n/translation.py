"""Translation of the window's texts and the engine's messages with Qt's translator.

The English text is the id. It is a literal argument of `tr`, or of `message` in the engine, where
lupdate finds it (make translations).
"""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from twofold.engine.api import Argument, Message, filled
from twofold.ui.i18n.label_text import isolated


def tr(text: str, comment: str = "", n: int = -1) -> str:
    """Return the translation of a text; the text itself if there is none.

    With `n`, return its plural form, with `n` in place of `%Ln`; the text is the English plural.
    The comment is for translators.
    """
    return QCoreApplication.translate("", text, comment, n)


def translated(*texts: str) -> str:
    """Return translated messages of the engine, joined by spaces.

    A plain str is returned unchanged. Qt signals convert a Message to a str, so messages must be
    translated before.
    """
    return " ".join(_translated(text) for text in texts if text)


def _translated(text: str) -> str:
    if not isinstance(text, Message) or not text.source:
        return str(text)
    words = tr(text.source, n=-1 if text.n is None else text.n)
    return filled(words, {name: _localized(value) for name, value in text.arguments.items()})


def _localized(value: Argument) -> str:
    """Return an argument of a message: names unchanged, numbers and days localized."""
    if isinstance(value, str):
        return translated(value) if isinstance(value, Message) else isolated(value)
    if isinstance(value, tuple):
        return ", ".join(map(translated, value))
    if isinstance(value, int):  # a damaged file may contain any number; Qt accepts 64 bits
        return QLocale().toString(value) if abs(value) < 1 << 63 else f"{value:,}"
    if isinstance(value, float):
        return QLocale().toString(value, "g", 6)
    return format_day(value)


def format_day(day: date) -> str:
    """Return '14 Oct 2026'."""
    return QLocale().toString(QDate(day.year, day.month, day.day), tr("d MMM yyyy"))
