"""The foot of the export dialog: where to save, what stands in the way, and the buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.export.save_place import SavePlace
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon, set_surface

_EDGES = 20 + 16 + 8


class ExportFoot(QFrame):
    """Says `message` in a row of its own, so that a long one moves no button."""

    def __init__(self, theme: Theme, stem: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("edge", "top")
        self.place = SavePlace(theme, stem, self)
        self.message = QLabel(self)
        self.message.setProperty("tone", "danger")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setFont(theme.font(12))
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the export"))
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.copy = QPushButton(self.tr("Copy"), self)
        self.replace = QPushButton(self.tr("Replace the file"), self)
        self.save = QPushButton(self.tr("Save"), self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        for part in (self.progress, self.message, self.replace):
            part.hide()
        set_surface(self, "surface")
        self._lay_out()
        self._theme = theme
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _lay_out(self) -> None:
        buttons = self._buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel, self.copy, self.replace, self.save):
            buttons.addWidget(button)
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(8)
        row.addWidget(self.place, 1)
        row.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 16, 12)
        for part in (self.progress, self.message):
            layout.addWidget(part)
        layout.addLayout(row)
        # Else a dialog could never be narrower than the one row.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _apply_theme(self) -> None:
        set_button_icon(self.copy, self._theme, "copy", "text2", 14)

    def use_width(self, width: int) -> None:
        """Put the buttons below the name where both have no room side by side in `width` pixels."""
        self._row.invalidate()
        needed = self.place.minimumSizeHint().width() + self._buttons.minimumSize().width()
        fits = needed + _EDGES <= width
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(sides if fits else below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self.use_width(self.width())

    def say(self, words: str, *, can_replace: bool = False) -> None:
        """Say what stands in the way, '' for nothing; offer to replace a file."""
        if words and words != self.message.text():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, words))
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.replace.setVisible(can_replace)
        self.use_width(self.width())
