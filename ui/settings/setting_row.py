"""One setting in the dialog: what it does, its field, and the way back to its default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import Setting, SettingValue
from ui.settings.setting_editor import SettingEditor
from ui.settings.setting_words import choice_in_words, description, hint
from ui.spaced_text import without_lone_end
from ui.theme import Theme


class SettingRow(QFrame):
    """Shows one setting.

    Signals:
        edited: the key and the value the person chose.
        reset_wanted: the key.
    """

    edited = Signal(str, object)
    reset_wanted = Signal(str)

    def __init__(
        self,
        setting: Setting,
        theme: Theme,
        choices: tuple[tuple[str, str], ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setting = setting
        self.setProperty("edge", "top")
        words = QLabel(without_lone_end(description(setting)), self)
        words.setFont(theme.font(13))
        words.setWordWrap(True)
        below = QLabel(without_lone_end(hint(setting)), self)
        below.setFont(theme.font(11, tabular=True))
        below.setProperty("tone", "text3")
        below.setWordWrap(True)
        self._editor = SettingEditor(setting, choices, self)
        self.field = self._editor.field
        self.field.setAccessibleName(description(setting))
        self.field.setAccessibleDescription(hint(setting))
        self.field.setToolTip(setting.key)
        self._editor.edited.connect(self._take_edit)
        self.reset = QToolButton(self)
        self.reset.setProperty("kind", "link")
        self.reset.setText(self.tr("Reset"))
        self.reset.setAccessibleName(self.tr("Reset: {what}").format(what=description(setting)))
        self.reset.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.reset.clicked.connect(lambda: self.reset_wanted.emit(setting.key))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(words)
        text.addWidget(below)
        fields = self._fields = QHBoxLayout()
        fields.setSpacing(12)
        fields.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
        fields.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 10, 0, 10)
        row.addLayout(text, 1)
        row.addLayout(fields)
        self.set_narrow(narrow=False)

    def set_narrow(self, *, narrow: bool) -> None:
        """Put the field below the words where both have no room side by side."""
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if narrow else sides)
        self._row.setSpacing(6 if narrow else 12)
        self._fields.setStretch(0, int(narrow))
        self._editor.set_narrow(narrow=narrow)

    def show_value(self, value: SettingValue) -> None:
        """Show the value that holds."""
        self._editor.show_value(value)
        if value == self.setting.default and self.reset.hasFocus():
            self.field.setFocus()  # else the next setting had the keys, and the next press
        self.reset.setVisible(value != self.setting.default)

    def matches(self, words: str) -> bool:
        """Say whether every one of the `words` is in what can be read of the setting."""
        setting = self.setting
        names = " ".join(choice_in_words(choice) for choice in setting.choices)
        text = f"{description(setting)} {hint(setting)} {names} {setting.key}".casefold()
        return all(word in text for word in words.casefold().split())

    def _take_edit(self, value: object) -> None:
        self.edited.emit(self.setting.key, value)
