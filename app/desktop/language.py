"""The language of the window: Qt's translations and our own."""

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
    # Those of English hold plural forms, also of texts that a language does not translate.
    for file in dict.fromkeys((qt, *(folder / f"twofold_{code}.qm" for code in ("en", language)))):
        translator = _FileTranslator(application)
        if translator.read(file):
            application.installTranslator(translator)
    return language


class _FileTranslator(QTranslator):
    """Translations read from a file once, which may then be replaced, as by an update.

    Qt maps a file that it opens by name, and crashes if the file is overwritten. It does not copy
    bytes that it is given, so the translator holds them.
    """

    _content = b""

    def read(self, file: Path) -> bool:
        """Whether the translations of `file` can be used; a file that is missing has none."""
        try:
            self._content = file.read_bytes()
        except OSError:
            return False
        return self.load(self._content, str(file.parent))
