"""The window's menu under the gear, with the choice of a theme."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ui.i18n.translation import tr
from ui.settings.shortcuts import Shortcuts
from ui.theme import Theme, theme_name
from ui.widgets.actions import MENU


class ThemeMenu(QMenu):
    """Four choices; 'system' follows the desktop.

    Signals:
        chosen: 'system', 'light', 'dark' or 'contrast'.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, choice: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choice = choice
        self.setTitle(tr("Theme"))
        self._group = QActionGroup(self)
        names = {
            "system": tr("As the system"),
            "light": tr("Light"),
            "dark": tr("Dark"),
            "contrast": tr("High contrast"),
        }
        for name, words in names.items():
            action = self.addAction(words)
            action.setCheckable(True)
            action.setChecked(name == choice)
            action.setActionGroup(self._group)
            action.setData(name)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    @property
    def choice(self) -> str:
        """What was chosen."""
        return self._choice

    def choose(self, choice: str) -> None:
        """Change the theme."""
        self.show_choice(choice)
        self.chosen.emit(choice)

    def show_choice(self, choice: str) -> None:
        """Take a choice that was made elsewhere."""
        self._choice = choice
        for action in self._group.actions():
            action.setChecked(action.data() == choice)
        self.follow()

    def _system_changed(self) -> None:
        if self._choice == "system":
            self.follow()

    def follow(self) -> None:
        """Make the window look as chosen."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        name = theme_name(self._choice, app)
        if name != self._theme.name:
            self._theme.use(name, app)


def fill_menu(menu: QMenu, shortcuts: Shortcuts, themes: ThemeMenu) -> None:
    """Put the commands that a person looks for into `menu`."""
    before, after = MENU
    for name in before:
        menu.addAction(shortcuts.action(name))
    menu.addSeparator()
    menu.addMenu(themes)
    menu.addSeparator()
    for name in after:
        menu.addAction(shortcuts.action(name))
