from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from twofold.engine.api import AdaptiveWeights, FusionRule, FusionSettings, Settings
from twofold.ui.explain.fusion_controls import (
    FusionControls,
    meaning_percent,
    with_meaning_percent,
)


@pytest.fixture
def controls(theme, qtbot):
    controls = FusionControls(theme)
    qtbot.addWidget(controls)
    controls.show()
    return controls


@pytest.fixture
def moved(controls):
    found = []
    controls.moved.connect(found.append)
    return found


@pytest.mark.parametrize("percent", [0, 25, 50, 95])
def test_weights_are_converted_to_a_percentage_and_back(percent):
    fusion = with_meaning_percent(FusionSettings(), percent)
    assert meaning_percent(fusion) == percent
    assert fusion.lexical_weight + fusion.vector_weight == pytest.approx(2.0)
    assert with_meaning_percent(fusion, 50) == FusionSettings()


def test_only_user_changes_are_emitted_immediately(controls, moved):
    controls.show_fusion(FusionSettings(rrf_k=30, lexical_weight=3.0, vector_weight=1.0))
    assert (controls.balance_slider.value(), controls.sliders["rrf_k"].value()) == (25, 30)
    assert moved == []
    controls.balance_slider.setValue(75)
    controls.sliders["rrf_k"].setValue(10)
    assert moved == [
        FusionSettings(lexical_weight=0.5, vector_weight=1.5, rrf_k=30),
        FusionSettings(lexical_weight=0.5, vector_weight=1.5, rrf_k=10),
    ]


def test_the_keyboard_moves_the_weights_by_five(controls, moved, qtbot):
    qtbot.keyClick(controls.balance_slider, Qt.Key.Key_Right)
    assert meaning_percent(moved[-1]) == 55
    assert "55" in controls.balance_slider.accessibleDescription()


def test_changes_can_be_saved_or_reset(controls, moved):
    default, kept = FusionSettings(rrf_k=20), []
    controls.kept.connect(kept.append)
    controls.set_default(default)
    controls.show_fusion(default)
    assert not controls.keep.isEnabled()
    controls.sliders["rrf_k"].setValue(5)
    controls.keep.click()
    assert kept == [FusionSettings(rrf_k=5)]
    controls.reset.click()
    assert moved[-1] == default
    assert not controls.keep.isEnabled()


def test_reset_restores_the_default_and_then_the_original_values(controls, moved):
    controls.set_default(FusionSettings(rrf_k=5))
    controls.show_fusion(FusionSettings(rrf_k=5))
    controls.reset.click()
    assert moved[-1] == Settings().fusion
    assert controls.keep.isEnabled()
    controls.set_default(moved[-1])
    assert not controls.reset.isEnabled()
    assert not controls.keep.isEnabled()


@pytest.mark.parametrize("rule", [FusionRule.WEIGHTED, FusionRule.BLEND])
def test_moving_the_depth_selects_its_fusion_rule(controls, moved, rule):
    controls.show_fusion(FusionSettings(rule, lexical_weight=0.5, vector_weight=1.5))
    controls.sliders["rrf_k"].setValue(9)
    assert moved == [FusionSettings(rrf_k=9, lexical_weight=0.5, vector_weight=1.5)]


def test_automatic_weights_can_be_turned_on_and_off(controls, moved):
    by_hand = FusionSettings(rrf_k=33)
    controls.show_fusion(by_hand)
    controls.automatic.click()
    assert moved[-1] == replace(by_hand, rule=FusionRule.ADAPTIVE)
    controls.show_fusion(moved[-1], AdaptiveWeights(0.38, 0.62, "Both agree."))
    assert controls.balance_slider.value() == 62
    controls.automatic.click()
    assert moved[-1] == by_hand


def test_automatic_weights_ignore_the_slider(controls, moved):
    kept = []
    controls.kept.connect(kept.append)
    controls.show_fusion(Settings().fusion, AdaptiveWeights(0.59, 0.41, "Both agree."))
    controls.automatic.click()
    controls.balance_slider.setValue(99)
    controls.automatic.click()
    assert moved[-1] == Settings().fusion
    assert controls.balance_slider.value() == 41
    controls.set_default(FusionSettings())
    controls.keep.click()
    assert kept == [Settings().fusion]


def test_moving_the_weights_turns_automatic_off(controls, moved, qtbot):
    controls.show_fusion(Settings().fusion, AdaptiveWeights(0.6, 0.4, "Both agree."))
    qtbot.keyClick(controls.balance_slider, Qt.Key.Key_Right)
    assert moved == [FusionSettings(lexical_weight=1.1, vector_weight=0.9)]
    assert not controls.automatic.isChecked()


def test_moving_the_depth_turns_automatic_off_and_keeps_the_weights(controls, moved, qtbot):
    controls.show_fusion(Settings().fusion, AdaptiveWeights(0.6, 0.4, "Both agree."))
    qtbot.keyClick(controls.sliders["rrf_k"], Qt.Key.Key_Right)
    assert moved == [FusionSettings(rrf_k=61, lexical_weight=1.2, vector_weight=0.8)]
    assert not controls.automatic.isChecked()


def test_dragging_can_start_on_the_groove(controls, qtbot):
    slider = controls.balance_slider
    middle = slider.height() // 2
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 8, middle))
    assert slider.value() > 95
    qtbot.mouseMove(slider, QPoint(8, middle))
    assert slider.value() < 5
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(8, middle))
    assert not slider.isSliderDown()
