"""How the two rankings become one, to be tried out: their balance, and parameters of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.api import (
    FUSION_PARAMETERS,
    AdaptiveWeights,
    FusionParameter,
    FusionRule,
    FusionSettings,
    SliderWords,
)
from ui.i18n.message_catalogue import translated
from ui.theme import Theme

_EVEN = 50


def meaning_percent(fusion: FusionSettings) -> int:
    """Return the part of meaning in all weight, from 0 to 100."""
    total = fusion.lexical_weight + fusion.vector_weight
    return round(100 * fusion.vector_weight / total) if total > 0 else _EVEN


def with_meaning_percent(fusion: FusionSettings, percent: int) -> FusionSettings:
    """Return settings of this balance; both weights are 1 where it is even."""
    return replace(fusion, lexical_weight=(100 - percent) / _EVEN, vector_weight=percent / _EVEN)


def balance_in_words(percent: int) -> str:
    """'40 : 60' for 60 percent of meaning."""
    return f"{100 - percent} : {percent}"


WIDTH = 200
_STEP = 5
_WITH_SLIDER: tuple[tuple[FusionParameter, SliderWords], ...] = tuple(
    (parameter, parameter.slider) for parameter in FUSION_PARAMETERS if parameter.slider
)


class FusionControls(QWidget):
    """Sliders, 'Automatic', 'Keep as default' and 'Reset'.

    Attributes:
        sliders: Those of the parameters that have one, by the parameter's name.

    Signals:
        moved: the FusionSettings that a person has just set.
        kept: the FusionSettings that every search is to begin with from now on.
    """

    moved = Signal(object)
    kept = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fusion = self._default = self._by_hand = FusionSettings()
        self._balance: AdaptiveWeights | None = None
        self.setAccessibleName(self.tr("Balance and depth"))
        self._make_parts()
        self._lay_out()
        self.balance_slider.valueChanged.connect(self._move_balance)
        for name, slider in self.sliders.items():
            slider.valueChanged.connect(partial(self._move_parameter, name))
        self.automatic.clicked.connect(self._choose_rule)
        self.keep.clicked.connect(lambda: self.kept.emit(self._fusion))
        self.reset.clicked.connect(lambda: self._set(self._default))
        self.show_fusion(self._fusion)

    @property
    def fusion(self) -> FusionSettings:
        """The settings shown."""
        return self._fusion

    def set_default(self, default: FusionSettings) -> None:
        """Say what 'Reset' goes back to."""
        self._default = default
        self._apply_theme()

    def show_fusion(self, fusion: FusionSettings, balance: AdaptiveWeights | None = None) -> None:
        """Show settings that are in use, and the balance that an automatic one chose.

        Nothing is told: they are not a person's wish.
        """
        self._fusion, self._balance = fusion, balance
        percent = meaning_percent(fusion)
        hint = self.tr("Results re-order as you drag.")
        if fusion.rule is not FusionRule.ADAPTIVE:
            self._by_hand = fusion
        elif balance is not None:
            percent, hint = round(100 * balance.meaning), translated(balance.reason)
        self._hint.setText(hint)
        with QSignalBlocker(self.balance_slider):
            self.balance_slider.setValue(percent)
        for name, slider in self.sliders.items():
            value = getattr(fusion, name)
            with QSignalBlocker(slider):
                slider.setValue(value)
            self._values[name].setText(str(value))
        self._balance_value.setText(balance_in_words(percent))
        self.balance_slider.setAccessibleDescription(
            self.tr("Keywords {keywords}, meaning {meaning}").format(
                keywords=100 - percent, meaning=percent
            )
        )
        self._apply_theme()

    def _apply_theme(self) -> None:
        automatic = self._fusion.rule is FusionRule.ADAPTIVE
        with QSignalBlocker(self.automatic):
            self.automatic.setChecked(automatic)
        self.balance_slider.setEnabled(not automatic)
        for parameter, _ in _WITH_SLIDER:
            self.sliders[parameter.name].setEnabled(self._fusion.rule is parameter.rule)
        changed = self._fusion != self._default
        if not changed and (self.keep.hasFocus() or self.reset.hasFocus()):
            # What cannot be pressed has no focus, and Qt gives it to whatever comes next.
            (self.automatic if automatic else self.balance_slider).setFocus()
        self.keep.setEnabled(changed)
        self.reset.setEnabled(changed)

    def _move_balance(self, percent: int) -> None:
        self._set(with_meaning_percent(self._fusion, percent))

    def _move_parameter(self, name: str, value: int) -> None:
        changed: dict[str, Any] = {name: value}
        self._set(replace(self._fusion, **changed))

    def _choose_rule(self) -> None:
        if self.automatic.isChecked():
            self._set(replace(self._fusion, rule=FusionRule.ADAPTIVE))
        else:
            self._set(self._by_hand)

    def _set(self, fusion: FusionSettings) -> None:
        self.show_fusion(fusion, self._balance)
        self.moved.emit(fusion)

    def _make_parts(self) -> None:
        self.balance_slider = MarkedSlider(self._theme, 100, _EVEN)
        self.balance_slider.setAccessibleName(self.tr("Balance of keywords and meaning"))
        self.balance_slider.setSingleStep(_STEP)
        self.balance_slider.setPageStep(4 * _STEP)
        self._balance_value = self._label("", "text2", tabular=True)
        self.sliders: dict[str, MarkedSlider] = {}
        self._values: dict[str, QLabel] = {}
        for parameter, words in _WITH_SLIDER:
            slider = MarkedSlider(self._theme, words.maximum)
            slider.setMinimum(int(parameter.minimum))
            slider.setAccessibleName(translated(words.name))
            slider.setToolTip(translated(words.tip))
            self.sliders[parameter.name] = slider
            self._values[parameter.name] = self._label("", "text2", tabular=True)
        self.automatic = QCheckBox(self.tr("Automatic for each query"))
        self.automatic.setFont(self._theme.font(12))
        self.automatic.setToolTip(self.tr("Lets each query decide which ranking counts more"))
        self._hint = self._label("", "text3", size=11)
        self._hint.setWordWrap(True)
        self.keep = QPushButton(self.tr("Keep as default"))
        self.keep.setProperty("room", "panel")
        self.keep.setToolTip(self.tr("Every search begins with this from now on"))
        self.reset = QPushButton(self.tr("Reset"))
        self.reset.setProperty("room", "panel")
        self.reset.setProperty("kind", "flat")
        self.reset.setProperty("tone", "text2")

    def _label(
        self, words: str, tone: str, *, tabular: bool = False, size: int = 12, weight: int = 400
    ) -> QLabel:
        label = QLabel(words)
        label.setFont(self._theme.font(size, weight, tabular=tabular))
        label.setProperty("tone", tone)
        return label

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(
            _line(self._label(self.tr("Balance"), "text", weight=500), self._balance_value)
        )
        column.addWidget(self.balance_slider)
        column.addLayout(self._ends(self.tr("Keywords"), self.tr("Meaning")))
        column.addWidget(self.automatic)
        for parameter, words in _WITH_SLIDER:
            label = self._label(translated(words.label), "text", weight=500)
            column.addSpacing(8)
            column.addLayout(_line(label, self._values[parameter.name]))
            column.addWidget(self.sliders[parameter.name])
            column.addLayout(self._ends(translated(words.low), translated(words.high)))
        column.addStretch(1)
        column.addWidget(self._hint)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.reset)
        buttons.addStretch(1)
        column.addLayout(buttons)

    def _ends(self, left: str, right: str) -> QHBoxLayout:
        return _line(self._label(left, "text3", size=11), self._label(right, "text3", size=11))


class MarkedSlider(QSlider):
    """A level slider; `mark` is a value that is told by a small stroke."""

    def __init__(self, theme: Theme, maximum: int, mark: int | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._mark = mark
        self.setRange(0, maximum)
        self.setFixedHeight(20)
        self.setMinimumWidth(80)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the stroke below groove and knob."""
        if self._mark is not None:
            painter = QPainter(self)
            x = 8 + (self.width() - 16) * self._mark / self.maximum()
            painter.fillRect(QRectF(x - 0.5, 4, 1, 12), self._theme.color("border_strong"))
            painter.end()
        super().paintEvent(event)


def _line(left: QWidget, right: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(left)
    row.addStretch(1)
    row.addWidget(right)
    return row
