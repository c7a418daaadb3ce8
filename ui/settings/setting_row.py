"""One setting in the dialog: its description, its field, and a reset button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLocale, QSignalBlocker, Qt
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

from twofold.engine.api import Effect, FusionRule, Setting, SettingValue
from twofold.ui.i18n.formatting import decimal, grouped
from twofold.ui.i18n.label_text import without_lone_end
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme
from twofold.ui.widgets.wheel import scroll_past

Choices = tuple[tuple[str, str], ...]
OnEdit = Callable[[SettingValue], object]

_FIELD_WIDTH = 256
_MAX_FIELD_WIDTH = 340
_MIN_FIELD_WIDTH = 120
_TEXT_MARGIN = 6
_MAX_NUMBER = 2**31 - 1


class SettingRow(QFrame):
    """Shows one setting and changes it; `choices` (value, label) replace the declared ones."""

    def __init__(
        self,
        setting: Setting,
        live: LiveSettings,
        theme: Theme,
        choices: Choices = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setting, self._live = setting, live
        self.setProperty("edge", "top")
        self.field = _make_field(setting, choices, lambda value: live.change(setting.key, value))
        self.field.setAccessibleName(description(setting))
        self.field.setAccessibleDescription(hint(setting))
        self.field.setToolTip(setting.key)
        self._field_width = _usual_width(self.field)
        reset = self.reset = QToolButton(self)
        reset.setProperty("kind", "link")
        reset.setText(tr("Reset"))
        reset.setAccessibleName(tr("Reset: {what}").format(what=description(setting)))
        reset.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        reset.clicked.connect(lambda _=False: live.reset(setting.key))
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
        live.changed.connect(self._show_value)
        live.refused.connect(self._show_value)
        self._show_value()

    def set_narrow(self, *, narrow: bool) -> None:
        """Put the field below the description if both do not fit side by side."""
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if narrow else sides)
        self._row.setSpacing(6 if narrow else 12)
        self._fields.setStretch(0, int(narrow))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(not narrow)
        self.reset.setSizePolicy(policy)
        if self._field_width:
            self.field.setMaximumWidth(self._field_width)
            self.field.setMinimumWidth(_MIN_FIELD_WIDTH if narrow else self._field_width)

    def _show_value(self) -> None:
        """Show the current value without emitting a signal."""
        value = self._live.settings.value(self.setting.key)
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
            self.field.setFocus()  # otherwise the next setting would get the focus
        self.reset.setVisible(value != self.setting.default)


def _label(words: str, font: QFont) -> QLabel:
    label = QLabel(without_lone_end(words))
    label.setFont(font)
    label.setWordWrap(True)
    return label


def _make_field(setting: Setting, choices: Choices, edited: OnEdit) -> QWidget:
    """Return the field for the type of a setting; `edited` is called when the user changes it."""
    named = choices or tuple((value, choice_label(value)) for value in setting.choices)
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


def _choice_field(named: Choices, edited: OnEdit) -> QComboBox:
    field = QComboBox()
    for value, label in named:
        field.addItem(label, value)
    field.activated.connect(lambda _: edited(field.currentData()))
    scroll_past(field)
    return field


def _number_field(setting: Setting, edited: OnEdit) -> QAbstractSpinBox:
    field: QSpinBox | QDoubleSpinBox
    if isinstance(setting.default, int):
        field = QSpinBox()
        field.setRange(int(setting.minimum or 0), int(setting.maximum or _MAX_NUMBER))
        field.setGroupSeparatorShown(True)
    else:
        field = QDoubleSpinBox()
        field.setRange(setting.minimum or 0.0, setting.maximum or float(_MAX_NUMBER))
        field.setSingleStep(0.1)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
    field.valueChanged.connect(edited)
    scroll_past(field)
    return field


def _usual_width(field: QWidget) -> int:
    """Return the width of a field if space allows; 0 for a field with its own width."""
    if isinstance(field, QCheckBox):
        return 0
    words = field.sizeHint().width() if isinstance(field, QComboBox) else 0
    return min(max(_FIELD_WIDTH, words), _MAX_FIELD_WIDTH)


def group_title(section: str) -> str:
    """Return the heading of the settings whose keys start with `section`."""
    titles = {
        "search": tr("Search"),
        "rerank": tr("Reranking"),
        "vector": tr("Search by meaning"),
        "embedding": tr("Semantic model"),
        "indexing": tr("Indexing"),
        "libraries": tr("Searched libraries"),
        "ocr": tr("Text recognition"),
        "reading": tr("Sandbox"),
        "open": tr("Opening documents"),
        "window": tr("Window"),
    }
    return titles.get(section, section.capitalize())


def description(setting: Setting) -> str:
    """Return the description of a setting in the user's language."""
    return translated(setting.description)


def hint(setting: Setting) -> str:
    """Return range, default and effect of a setting on one line."""
    parts = []
    if setting.minimum is not None and setting.maximum is not None:
        lowest, highest = f"{setting.minimum:g}", grouped(int(setting.maximum))
        parts.append(tr("{lowest} to {highest}").format(lowest=lowest, highest=highest))
    parts.append(tr("default: {value}").format(value=format_value(setting.default)))
    return " · ".join((*parts, effect_label(setting.effect)))


def matches(setting: Setting, words: str) -> bool:
    """Return whether the texts of a setting contain all `words`."""
    names = " ".join(choice_label(choice) for choice in setting.choices)
    text = f"{description(setting)} {hint(setting)} {names} {setting.key}".casefold()
    return all(word in text for word in words.casefold().split())


def effect_label(effect: Effect) -> str:
    """Return when a changed setting takes effect."""
    return {
        Effect.AT_ONCE: tr("takes effect immediately"),
        Effect.NEXT_FILES: tr("applies to newly indexed and failed files"),
        Effect.NEXT_START: tr("takes effect after a restart"),
    }[effect]


def format_value(value: SettingValue) -> str:
    """Return a value as text."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, int):
        return grouped(value)
    if isinstance(value, float):
        return decimal(value, 2)
    return choice_label(value)


def choice_label(choice: str) -> str:
    """Return the label of a choice; an unknown choice is its own label."""
    names = {
        "hybrid": tr("Both"),
        "lexical": tr("Keywords"),
        "vector": tr("Meaning"),
        "substring": tr("Exact text"),
        "auto": tr("Automatic"),
        **{rule.value: translated(rule.label) for rule in FusionRule},
        "lexical_rank": tr("Better keyword rank"),
        "exact": tr("Exact (all passages)"),
        "hnsw": tr("Approximate (HNSW)"),
        "none": tr("Never"),
        "required": tr("Required"),
        "off": tr("Never"),
        "system": tr("Same as system"),
        "light": tr("Light"),
        "dark": tr("Dark"),
        "contrast": tr("High contrast"),
        "roomy": tr("Comfortable"),
        "compact": tr("Compact"),
        "": tr("none"),
    }
    return names.get(choice) or _language_name(choice) or choice


def _language_name(choice: str) -> str:
    """Return the name of a language in that language; '' if `choice` is not a language."""
    if len(choice) != 2:
        return ""
    locale = QLocale(choice)
    name = "" if locale.language() is QLocale.Language.C else locale.nativeLanguageName()
    return "English" if choice == "en" else name[:1].upper() + name[1:]
