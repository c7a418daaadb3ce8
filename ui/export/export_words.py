"""The words of exports in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from engine.api import EXPORT_WORDS, IN_ENGLISH, ExportWords
from ui.i18n.message_catalogue import translated


def export_words() -> ExportWords:
    """Return what exports for people are written in."""
    language = QLocale.languageToCode(QLocale().language())
    said = {text: QCoreApplication.translate("export_words", text) for text in EXPORT_WORDS}
    if all(text == words for text, words in said.items()):
        return IN_ENGLISH  # no translation is there
    return ExportWords(language, said, translated)
