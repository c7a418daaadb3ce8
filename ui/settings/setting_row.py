"""One setting in the dialog: what it does, its field, and the way back to its default."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont
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
from ui.i18n.translation import tr
from ui.settings.setting_words import choice_in_words, description, hint
from ui.theme import Theme

Choices = tuple[tuple[str, str], ...]

_FIELD_WIDTH = 256
_MOST_FIELD_WIDTH = 340
_LEAST_FIELD_WIDTH = 120
_TEXT_MARGIN = 6
_MOST = 2**31 - 1


class SettingRow(QFrame):
    """Shows one setting.

    `choices` (value, label) replaces those of the setting's metadata.

    Signals:
        edited: the key and the value the person chose.
        reset_requested: the key.
    """

    edited = Signal(str, object)
    reset_requested = Signal(str)

    def __init__(
        self,
        setting: Setting,
        theme: Theme,
        choices: Choices = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setting = setting
        self.setProperty("edge", "top")
        self.field = _make_field(setting, choices, self._emit_edit)
        self.field.setAccessibleName(description(setting))
        self.field.setAccessibleDescription(hint(setting))
        self.field.setToolTip(setting.key)
        self._field_width = _usual_width(self.field)
        self.reset = self._make_reset_button()
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(_label(description(setting), theme.font(13)))
        below = _label(hint(setting), theme.font(11, tabular=True))
        below.setProperty("tone", "text3")
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

    def _make_reset_button(self) -> QToolButton:
        reset = QToolButton(self)
        reset.setProperty("kind", "link")
        reset.setText(tr("Reset"))
        name = tr("Reset: {what}").format(what=description(self.setting))
        reset.setAccessibleName(name)
        reset.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        reset.clicked.connect(lambda: self.reset_requested.emit(self.setting.key))
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        return reset

    def set_narrow(self, *, narrow: bool) -> None:
        """Put the field below the words where both have no room side by side."""
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if narrow else sides)
        self._row.setSpacing(6 if narrow else 12)
        self._fields.setStretch(0, int(narrow))
        if self._field_width:
            self.field.setMaximumWidth(self._field_width)
            self.field.setMinimumWidth(_LEAST_FIELD_WIDTH if narrow else self._field_width)

    def show_value(self, value: SettingValue) -> None:
        """Show the value in force, without a signal."""
        with QSignalBlocker(self.field):
            match self.field:
                case QComboBox() as field:
                    field.setCurrentIndex(field.findData(value))
                case QCheckBox() as field:
                    field.setChecked(bool(value))
                case QSpinBox() as field:
                    field.setValue(int(value))
                case QDoubleSpinBox() as field:
                    field.setValue(float(value))
                case QLineEdit() as field:
                    field.setText(str(value))
        if value == self.setting.default and self.reset.hasFocus():
            self.field.setFocus()  # else the next setting would get the focus
        self.reset.setVisible(value != self.setting.default)

    def _emit_edit(self, value: object) -> None:
        self.edited.emit(self.setting.key, value)


def _label(words: str, font: QFont) -> QLabel:
    label = QLabel(without_lone_end(words))
    label.setFont(font)
    label.setWordWrap(True)
    return label


def _make_field(setting: Setting, choices: Choices, edited: Callable[[object], None]) -> QWidget:
    """Return the field for the type of a setting; `edited` is called when a person changes it."""
    named = choices or tuple((value, choice_in_words(value)) for value in setting.choices)
    if named:
        return _choice_field(named, edited)
    if isinstance(setting.default, bool):
        box = QCheckBox()
        box.toggled.connect(edited)
        return box
    if isinstance(setting.default, int | float):
        return _number_field(setting, edited)
    field = QLineEdit()
    field.editingFinished.connect(lambda: edited(field.text().strip()))
    return field


def _choice_field(named: Choices, edited: Callable[[object], None]) -> QComboBox:
    field = QComboBox()
    for value, label in named:
        field.addItem(label, value)
    field.activated.connect(lambda _: edited(field.currentData()))
    _ignore_wheel(field)
    return field


def _number_field(setting: Setting, edited: Callable[[object], None]) -> QAbstractSpinBox:
    field: QSpinBox | QDoubleSpinBox
    if isinstance(setting.default, int):
        field = QSpinBox()
        field.setRange(int(setting.minimum or 0), int(setting.maximum or _MOST))
        field.setGroupSeparatorShown(True)
    else:
        field = QDoubleSpinBox()
        field.setRange(setting.minimum or 0.0, setting.maximum or float(_MOST))
        field.setSingleStep(0.1)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
    field.valueChanged.connect(edited)
    _ignore_wheel(field)
    return field


def _usual_width(field: QWidget) -> int:
    """Return the width of a field where there is room, 0 for one that has its own."""
    if isinstance(field, QCheckBox):
        return 0
    words = field.sizeHint().width() if isinstance(field, QComboBox) else 0
    return min(max(_FIELD_WIDTH, words), _MOST_FIELD_WIDTH)


def _ignore_wheel(field: QWidget) -> None:
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
    field.installEventFilter(_WheelFilter(field))


class _WheelFilter(QObject):
    """Lets the wheel scroll the page unless the field has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True
