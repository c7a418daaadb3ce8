"""The menu of themes."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from twofold.ui.i18n.translation import tr
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme, theme_name


class ThemeMenu(QMenu):
    """Four choices; 'system' follows the desktop."""

    def __init__(self, theme: Theme, live: LiveSettings, parent: QWidget) -> None:
        super().__init__(tr("Theme"), parent)
        self._theme, self._live = theme, live
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
            action.setChecked(name == self.choice)
            action.setActionGroup(self._group)
            action.setData(name)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.follow)
        hints.accessibility().contrastPreferenceChanged.connect(self.follow)

    @property
    def choice(self) -> str:
        """What was chosen."""
        return self._live.settings.text("window.theme")

    def choose(self, choice: str) -> None:
        """Change the theme."""
        self._live.change("window.theme", choice)

    def follow(self) -> None:
        """Show the choice, and make the window look so."""
        for action in self._group.actions():
            action.setChecked(action.data() == self.choice)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            name = theme_name(self.choice, app)
            if name != self._theme.name:
                self._theme.use(name, app)
