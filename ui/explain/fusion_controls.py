"""Controls for trying out fusion: the weights of the retrievers and rule parameters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QPushButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    FUSION_PARAMETERS,
    AdaptiveWeights,
    FusionParameter,
    FusionRule,
    FusionSettings,
    Settings,
    SliderWords,
)
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.stacking_row import StackingRow
from twofold.ui.widgets.wheel import scroll_past

WIDTH = 200
_STEP, _EVEN = 5, 50
_SIDES = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
_ORIGINAL = Settings().fusion
_WITH_SLIDER: tuple[tuple[FusionParameter, SliderWords], ...] = tuple(
    (parameter, parameter.slider) for parameter in FUSION_PARAMETERS if parameter.slider
)


class FusionControls(QWidget):
    """Sliders, 'Automatic', 'Save as default' and 'Reset'.

    Attributes:
        sliders: The parameter sliders by parameter name.

    Signals:
        moved: the FusionSettings just set by the user.
        kept: the FusionSettings to save as the default.
    """

    moved = Signal(object)
    kept = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fusion = self._default = self._manual = FusionSettings(FusionRule.RRF)
        self._automatic_weights: AdaptiveWeights | None = None
        self.setAccessibleName(tr("Weights and depth"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        ends = (tr("Keywords"), tr("Meaning"))
        self._balance_row = _SliderRow(theme, tr("Weighting"), ends, (0, 100), _EVEN)
        self.balance_slider = self._balance_row.slider
        self.balance_slider.setAccessibleName(tr("Weighting of keywords and meaning"))
        self.balance_slider.setSingleStep(_STEP)
        self.balance_slider.setPageStep(4 * _STEP)
        self.balance_slider.valueChanged.connect(self._move_balance)
        column.addWidget(self._balance_row)
        self.automatic = QCheckBox(tr("Automatic for each query"))
        self.automatic.setFont(theme.font(12))
        self.automatic.setToolTip(tr("Adjusts the weights of keywords and meaning for each query"))
        self.automatic.clicked.connect(self._choose_rule)
        column.addWidget(self.automatic)
        self._rows: list[tuple[FusionParameter, float, _SliderRow]] = []
        for parameter, words in _WITH_SLIDER:
            ends = (translated(words.low), translated(words.high))
            limits = round(parameter.minimum / words.step), round(words.maximum / words.step)
            row = _SliderRow(theme, translated(words.label), ends, limits)
            row.slider.setAccessibleName(translated(words.name))
            row.slider.setToolTip(translated(words.tip))
            row.slider.valueChanged.connect(partial(self._move_parameter, parameter, words.step))
            self._rows.append((parameter, words.step, row))
            column.addSpacing(8)
            column.addWidget(row)
        self.sliders = {parameter.name: row.slider for parameter, _, row in self._rows}
        self._hint = make_label(theme, self, size=11, tone="text3", wrap=True)
        self.keep = QPushButton(tr("Save as default"))
        self.keep.setToolTip(tr("Use these values for all searches"))
        self.keep.clicked.connect(lambda: self.kept.emit(self._fusion))
        self.reset = QPushButton(tr("Reset"))
        self.reset.setToolTip(tr("Restore your default, or the original values"))
        self.reset.setProperty("kind", "flat")
        self.reset.setProperty("tone", "text2")
        self.reset.clicked.connect(lambda: self._set(self._reset_to))
        for button in (self.keep, self.reset):
            button.setProperty("size", "panel")
        parts = ((layouts.row(self.keep), 0), (layouts.row(self.reset), 0), (layouts.row(), 1))
        column.addStretch(1)
        column.addWidget(self._hint)
        column.addWidget(StackingRow(parts, self, spacing=(4, 4)))
        self.show_fusion(self._fusion)

    @property
    def default(self) -> FusionSettings:
        """The default settings for searches."""
        return self._default

    def set_default(self, default: FusionSettings) -> None:
        """Set the default settings for searches."""
        self._default = default
        self._enable()

    def show_fusion(self, fusion: FusionSettings, weights: AdaptiveWeights | None = None) -> None:
        """Show the settings in use, and the weights chosen automatically.

        No signal is emitted, because the user has changed nothing.
        """
        self._fusion, self._automatic_weights = fusion, weights
        percent = meaning_percent(fusion)
        hint = tr("The results change as you drag.")
        if fusion.rule is not FusionRule.ADAPTIVE:
            self._manual = fusion
        elif weights is not None:
            percent, hint = round(100 * weights.meaning), translated(weights.reason)
        self._hint.setText(hint)
        self._balance_row.show_value(percent, f"{100 - percent} : {percent}")
        words = tr("Keywords {keywords}, meaning {meaning}")
        described = words.format(keywords=100 - percent, meaning=percent)
        self.balance_slider.setAccessibleDescription(described)
        for parameter, step, row in self._rows:
            value = getattr(fusion, parameter.name)
            row.show_value(round(value / step), f"{value:g}")
        self._enable()

    @property
    def _reset_to(self) -> FusionSettings:
        """The settings that 'Reset' restores: the default, or if that is in use, Twofold's own."""
        return self._default if self._fusion != self._default else _ORIGINAL

    def _enable(self) -> None:
        """Enable the buttons that have an effect."""
        self.automatic.setChecked(self._fusion.rule is FusionRule.ADAPTIVE)
        for button, has_effect in (
            (self.keep, self._fusion != self._default),
            (self.reset, self._fusion != self._reset_to),
        ):
            if button.hasFocus() and not has_effect:  # else Qt moves the focus to the next widget
                self.balance_slider.setFocus()
            button.setEnabled(has_effect)

    def _move_balance(self, percent: int) -> None:
        """Set the share of meaning in the weights; this turns automatic weights off."""
        fusion = self._fusion
        if fusion.rule is FusionRule.ADAPTIVE:
            fusion = replace(fusion, rule=self._manual.rule)
        self._set(with_meaning_percent(fusion, percent))

    def _move_parameter(self, parameter: FusionParameter, step: float, position: int) -> None:
        """Set a parameter and the fusion rule to which it belongs, keeping the current weights."""
        value = type(parameter.default)(position * step)
        changed: dict[str, Any] = {parameter.name: value, "rule": parameter.rule}
        fusion = replace(self._fusion, **changed)
        if self._fusion.rule is FusionRule.ADAPTIVE:
            fusion = with_meaning_percent(fusion, self.balance_slider.value())
        self._set(fusion)

    def _choose_rule(self) -> None:
        self._set(self._fusion.automatic if self.automatic.isChecked() else self._manual)

    def _set(self, fusion: FusionSettings) -> None:
        self.show_fusion(fusion, self._automatic_weights)
        self.moved.emit(fusion)


class _SliderRow(QWidget):
    """A slider with its name and value above and the labels of its ends below."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        ends: tuple[str, str],
        limits: tuple[int, int],
        mark: int | None = None,
    ) -> None:
        super().__init__()
        self.slider = MarkedSlider(theme, limits, mark)
        self._value = make_label(theme, self, tone="text2")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.addWidget(make_label(theme, self, name, weight=500), 0, 0)
        grid.addWidget(self._value, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        for column, (words, side) in enumerate(zip(ends, _SIDES, strict=True)):
            end = make_label(theme, self, words, size=11, tone="text3")
            grid.addWidget(end, 2, column, side)

    def show_value(self, value: int, words: str) -> None:
        """Show a value without emitting a signal."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(value)
        self._value.setText(words)


class MarkedSlider(QSlider):
    """A horizontal slider with a tick mark at the value `mark`."""

    def __init__(self, theme: Theme, limits: tuple[int, int], mark: int | None) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._mark = mark
        self.setRange(*limits)
        self.setFixedHeight(20)
        self.setMinimumWidth(80)
        scroll_past(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the handle to a click on the groove, so that dragging starts there."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = QStyle.SubControl.SC_SliderHandle
        control = QStyle.ComplexControl.CC_Slider
        knob = self.style().subControlRect(control, option, handle, self)
        at = event.position().toPoint()
        if event.button() is Qt.MouseButton.LeftButton and not knob.contains(at):
            left, way = at.x() - knob.width() // 2, self.width() - knob.width()
            limits = self.minimum(), self.maximum()
            value = QStyle.sliderValueFromPosition(*limits, left, way, option.upsideDown)
            self.setSliderPosition(value)
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tick mark below groove and handle."""
        if self._mark is not None:
            painter = QPainter(self)
            x = 8 + (self.width() - 16) * self._mark / self.maximum()
            painter.fillRect(QRectF(x - 0.5, 4, 1, 12), self._theme.color("border_strong"))
            painter.end()
        super().paintEvent(event)


def meaning_percent(fusion: FusionSettings) -> int:
    """Return the share of meaning in the total weight, from 0 to 100."""
    total = fusion.lexical_weight + fusion.vector_weight
    return round(100 * fusion.vector_weight / total) if total > 0 else _EVEN


def with_meaning_percent(fusion: FusionSettings, percent: int) -> FusionSettings:
    """Return settings with this share of meaning; both weights are 1 at 50."""
    return replace(fusion, lexical_weight=(100 - percent) / _EVEN, vector_weight=percent / _EVEN)
