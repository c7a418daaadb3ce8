"""System, light or dark: the part of the menu that changes the theme."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ui.theme import Theme, system_theme_name


class ThemeMenu(QMenu):
    """Three choices; 'system' follows the desktop.

    Signals:
        chosen: 'system', 'light' or 'dark'.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, choice: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choice = choice
        self.setTitle(self.tr("Theme"))
        self._group = QActionGroup(self)
        names = {
            "system": self.tr("As the system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
        }
        for name, words in names.items():
            action = self.addAction(words)
            action.setCheckable(True)
            action.setChecked(name == choice)
            action.setActionGroup(self._group)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)

    @property
    def choice(self) -> str:
        """What was chosen."""
        return self._choice

    def choose(self, choice: str) -> None:
        """Change the theme."""
        self._choice = choice
        self.follow()
        self.chosen.emit(choice)

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self.follow()

    def follow(self) -> None:
        """Make the window look as chosen; done at the start for a choice that was remembered."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        name = system_theme_name(app) if self._choice == "system" else self._choice
        if name != self._theme.name:
            self._theme.use(name, app)
