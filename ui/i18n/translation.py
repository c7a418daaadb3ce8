"""The window's texts and the engine's messages in the window's language, by Qt's translator.

An English text is the id. It stands as a literal in a call of `tr`, or of `message` in the engine,
where lupdate finds it (make translations).
"""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from twofold.engine.api import Argument, Message, filled
from twofold.ui.i18n.label_text import isolated


def tr(text: str, comment: str = "", n: int = -1) -> str:
    """Return a text of the window in its language; as it is where no translation exists.

    With `n` its plural form, in which `%Ln` is that number; the text is that for several things.
    The comment is for translators.
    """
    return QCoreApplication.translate("", text, comment, n)


def translated(*texts: str) -> str:
    """Return messages of the engine, one after the other, in the language of the window.

    A text that is no message stays as it is. Signals of Qt make plain texts of messages, so these
    are translated before.
    """
    return " ".join(_translated(text) for text in texts if text)


def _translated(text: str) -> str:
    if not isinstance(text, Message) or not text.source:
        return str(text)
    words = tr(text.source, n=-1 if text.n is None else text.n)
    return filled(words, {name: _localized(value) for name, value in text.arguments.items()})


def _localized(value: Argument) -> str:
    """Return what is put into a message: a name stays, a number or a day is written as here."""
    if isinstance(value, str):
        return translated(value) if isinstance(value, Message) else isolated(value)
    if isinstance(value, tuple):
        return ", ".join(map(translated, value))
    if isinstance(value, int):  # a damaged file may name any, and Qt writes those of 64 bits
        return QLocale().toString(value) if abs(value) < 1 << 63 else f"{value:,}"
    if isinstance(value, float):
        return QLocale().toString(value, "g", 6)
    return format_day(value)


def format_day(day: date) -> str:
    """'14 Oct 2026'."""
    return QLocale().toString(QDate(day.year, day.month, day.day), tr("d MMM yyyy"))
