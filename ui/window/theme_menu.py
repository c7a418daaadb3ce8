"""The theme menu."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from twofold.ui.i18n.translation import tr
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme, theme_name


class ThemeMenu(QMenu):
    """Four themes; 'system' follows the desktop."""

    def __init__(self, theme: Theme, live: LiveSettings, parent: QWidget) -> None:
        super().__init__(tr("Theme"), parent)
        self._theme, self._live = theme, live
        self._group = QActionGroup(self)
        names = {
            "system": tr("Same as system"),
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
        hints.colorSchemeChanged.connect(self.update_theme)
        hints.accessibility().contrastPreferenceChanged.connect(self.update_theme)

    @property
    def choice(self) -> str:
        """The selected theme."""
        return self._live.settings.text("window.theme")

    def choose(self, choice: str) -> None:
        """Change the theme."""
        self._live.change("window.theme", choice)

    def update_theme(self) -> None:
        """Update the checked menu entry and the theme of the window."""
        for action in self._group.actions():
            action.setChecked(action.data() == self.choice)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            name = theme_name(self.choice, app)
            if name != self._theme.name:
                self._theme.use(name, app)
