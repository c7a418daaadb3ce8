"""The language of the window: the translations that come with the program, and Qt's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.paths import resource_folder


def use_language(application: QApplication, choice: str) -> str:
    """Let the window speak `choice` ('system' or a code such as 'de'); return what it speaks.

    A language without translations is English. Numbers and dates follow the language too.
    """
    wanted = QLocale.system() if choice == "system" else QLocale(choice)
    language = QLocale.languageToCode(wanted.language())
    own = resource_folder() / "translations" / f"twofold_{language}.qm"
    if language != "en" and not own.exists():
        wanted, language = QLocale("en"), "en"
    QLocale.setDefault(wanted)
    if language != "en":
        for file in (_qt_translations() / f"qtbase_{language}.qm", own):
            translator = _FileTranslator(application)
            if translator.read(file):
                application.installTranslator(translator)
    return language


def _qt_translations() -> Path:
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))


class _FileTranslator(QTranslator):
    """Translations read from a file once, which may then be replaced, as by an update.

    Qt maps a file it is given the name of, and falls when that is written anew. What it is
    given as bytes it does not copy, so these are kept as long as the translator is.
    """

    _content = b""

    def read(self, file: Path) -> bool:
        """Whether the translations of `file` can be used; a file that is missing has none."""
        try:
            self._content = file.read_bytes()
        except OSError:
            return False
        return self.load(self._content, str(file.parent))
