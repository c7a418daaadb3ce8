"""The field in which one setting is changed, chosen by the type of the setting."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from engine.api import Setting, SettingValue
from ui.settings.setting_words import choice_in_words

_FIELD_WIDTH = 256
_MOST_FIELD_WIDTH = 340
_LEAST_FIELD_WIDTH = 120
_MARGIN = 6
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
            self.field.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)
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
