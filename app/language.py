"""The language of the window: the translations that come with the program, and Qt's own."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.paths import resource_folder

LANGUAGES = ("en", "de", "fr")


def use_language(application: QApplication, choice: str) -> str:
    """Let the window speak `choice` ('system', 'en', 'de' or 'fr'); return what it speaks.

    A system in another language gets English. Numbers and dates follow the language too.
    """
    wanted = QLocale.system() if choice == "system" else QLocale(choice)
    language = QLocale.languageToCode(wanted.language())
    if language not in LANGUAGES:
        wanted, language = QLocale("en"), "en"
    QLocale.setDefault(wanted)
    if language != "en":
        own = str(resource_folder() / "translations")
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((f"qtbase_{language}", qt), (f"twofold_{language}", own)):
            translator = QTranslator(application)
            if translator.load(name, folder):
                application.installTranslator(translator)
    return language
