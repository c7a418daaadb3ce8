"""All keys of the window in one list."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from ui.actions import Command
from ui.theme import Theme


class ShortcutDialog(QDialog):
    """Two columns of keys and what they do."""

    def __init__(
        self, commands: tuple[Command, ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        rows = (len(commands) + 1) // 2
        for place, command in enumerate(commands):
            column, row = divmod(place, rows)
            keys = QLabel(command.shown_keys, self)
            keys.setFont(theme.font(11, 500, mono=True))
            keys.setProperty("tone", "text2")
            words = QLabel(command.words, self)
            words.setFont(theme.font(13))
            grid.addWidget(keys, row, 2 * column)
            grid.addWidget(words, row, 2 * column + 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(grid)
        layout.addWidget(buttons)
