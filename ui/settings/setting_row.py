"""One setting in the dialog: what it does, its field, and the way back to its default."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import Setting, SettingValue
from ui.i18n.label_text import without_lone_end
from ui.settings.setting_words import choice_in_words, description, hint
from ui.theme import Theme

_FIELD_WIDTH = 256
_MOST_FIELD_WIDTH = 340
_LEAST_FIELD_WIDTH = 120
_TEXT_MARGIN = 6
_MOST = 2**31 - 1


class SettingEditor(QObject):
    """Owns one field. A value that is set from outside is shown without a signal.

    `choices` replaces the choices of a setting whose words are not known to the metadata.

    Signals:
        edited: the value the person chose.
    """

    edited = Signal(object)

    def __init__(
        self, setting: Setting, choices: tuple[tuple[str, str], ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._width = 0  # what it likes to be
        named = choices or tuple((word, choice_in_words(word)) for word in setting.choices)
        if named:
            self.field: QWidget = self._choice(named, parent)
        elif isinstance(setting.default, bool):
            self.field = self._flag(parent)
        elif isinstance(setting.default, int):
            self.field = self._whole(setting, parent)
        elif isinstance(setting.default, float):
            self.field = self._number(setting, parent)
        else:
            self.field = self._text(parent)
        if isinstance(self.field, QAbstractSpinBox):
            self.field.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
        if isinstance(self.field, QAbstractSpinBox | QComboBox):
            self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
            self.field.installEventFilter(_CalmWheel(self.field))
        if not isinstance(self.field, QCheckBox):
            words = self.field.sizeHint().width() if isinstance(self.field, QComboBox) else 0
            self._width = min(max(_FIELD_WIDTH, words), _MOST_FIELD_WIDTH)
            self.field.setFixedWidth(self._width)

    def set_narrow(self, *, narrow: bool) -> None:
        """Let the field be less wide than it likes, or as wide as that again."""
        if self._width:
            self.field.setMinimumWidth(_LEAST_FIELD_WIDTH if narrow else self._width)

    def show_value(self, value: SettingValue) -> None:
        """Show a value."""
        field = self.field
        blocked = field.blockSignals(True)
        if isinstance(field, QComboBox):
            field.setCurrentIndex(field.findData(value))
        elif isinstance(field, QCheckBox):
            field.setChecked(bool(value))
        elif isinstance(field, QSpinBox):
            field.setValue(int(value))
        elif isinstance(field, QDoubleSpinBox):
            field.setValue(float(value))
        elif isinstance(field, QLineEdit):
            field.setText(str(value))
        field.blockSignals(blocked)

    def _choice(self, named: tuple[tuple[str, str], ...], parent: QWidget) -> QComboBox:
        field = QComboBox(parent)
        for word, name in named:
            field.addItem(name, word)
        field.activated.connect(lambda _: self.edited.emit(field.currentData()))
        return field

    def _flag(self, parent: QWidget) -> QCheckBox:
        field = QCheckBox(parent)
        field.toggled.connect(self.edited.emit)
        return field

    def _whole(self, setting: Setting, parent: QWidget) -> QSpinBox:
        field = QSpinBox(parent)
        field.setRange(int(setting.minimum or 0), int(setting.maximum or _MOST))
        field.setGroupSeparatorShown(True)
        field.setKeyboardTracking(False)
        field.valueChanged.connect(self.edited.emit)
        return field

    def _number(self, setting: Setting, parent: QWidget) -> QDoubleSpinBox:
        field = QDoubleSpinBox(parent)
        field.setRange(setting.minimum or 0.0, setting.maximum or float(_MOST))
        field.setSingleStep(0.1)
        field.setKeyboardTracking(False)
        field.valueChanged.connect(self.edited.emit)
        return field

    def _text(self, parent: QWidget) -> QLineEdit:
        field = QLineEdit(parent)
        field.editingFinished.connect(lambda: self.edited.emit(field.text().strip()))
        return field


class _CalmWheel(QObject):
    """Lets the wheel scroll the page unless the field has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True


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
