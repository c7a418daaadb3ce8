"""Two arrows around a few words: '3 / 14', 'Match 1 of 7'."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from ui.key_tips import name_key
from ui.theme import Theme


class Stepper(QFrame):
    """Lets a person go forth and back.

    Signals:
        stepped: +1 or -1.
    """

    stepped = Signal(int)

    def __init__(
        self,
        theme: Theme,
        icons: tuple[str, str],
        names: tuple[str, str],
        commands: tuple[str, str] = ("", ""),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.setProperty("kind", "stepper")
        self.setFixedHeight(28)
        self._words = QLabel(self)
        self._words.setFont(theme.font(12, tabular=True))
        self._markup = ""
        self._words.setProperty("tone", "text2")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._back = self._button(names[0], commands[0], -1)
        self._forth = self._button(names[1], commands[1], +1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(2)
        for widget in (self._back, self._words, self._forth):
            layout.addWidget(widget)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _button(self, name: str, command: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setFixedSize(24, 24)
        button.setIconSize(QSize(14, 14))
        button.setAccessibleName(name)
        if command:
            name_key(button, name, command)
        else:
            button.setToolTip(name)
        button.clicked.connect(lambda: self.stepped.emit(step))
        return button

    def show_step(self, words: str, *, back: bool = True, forth: bool = True) -> None:
        """Show the words, and which ways are open."""
        self._markup = words
        self._say()
        self._back.setEnabled(back)
        self._forth.setEnabled(forth)

    @property
    def words(self) -> str:
        """The words between the arrows."""
        return self._markup

    def _say(self) -> None:
        """Write what changes in the colour of content, and fainter what stands around it."""
        strong = f'<b style="font-weight: 600; color: {self._theme.color("text").name()}">'
        self._words.setText(self._markup.replace("<b>", strong))

    def _apply_theme(self) -> None:
        self._say()
        self._back.setIcon(self._theme.icon(self._icons[0], "text2", 14))
        self._forth.setIcon(self._theme.icon(self._icons[1], "text2", 14))
