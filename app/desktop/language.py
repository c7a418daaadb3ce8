"""The language of the window: the translations of Qt and of Twofold."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from twofold.app.paths import resource_folder


def use_language(application: QApplication, choice: str) -> str:
    """Use the language `choice` ('system' or a code such as 'de'); return the code in use.

    English is used for a language without translations. Numbers and dates follow the language.
    """
    wanted = QLocale.system() if choice == "system" else QLocale(choice)
    language = QLocale.languageToCode(wanted.language())
    folder = resource_folder() / "translations"
    if not (folder / f"twofold_{language}.qm").exists():
        wanted, language = QLocale("en"), "en"
    QLocale.setDefault(wanted)
    of_qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    qt = of_qt / f"qtbase_{language}.qm"
    # The English file has plural forms, also for texts without a translation.
    for file in dict.fromkeys((qt, *(folder / f"twofold_{code}.qm" for code in ("en", language)))):
        translator = _FileTranslator(application)
        if translator.read(file):
            application.installTranslator(translator)
    return language


class _FileTranslator(QTranslator):
    """Translations read into memory, so that an update may replace the file.

    Qt maps a file that it opens by name and crashes if the file is overwritten. It does not copy
    bytes passed to it, so the translator keeps them.
    """

    _content = b""

    def read(self, file: Path) -> bool:
        """Load the translations of a file; return whether that succeeded."""
        try:
            self._content = file.read_bytes()
        except OSError:
            return False
        return self.load(self._content, str(file.parent))
