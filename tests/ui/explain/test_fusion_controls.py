from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from engine.api import AdaptiveWeights, FusionRule, FusionSettings
from ui.explain.fusion_controls import (
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
def test_a_balance_is_read_back_as_it_was_set(percent):
    fusion = with_meaning_percent(FusionSettings(), percent)
    assert meaning_percent(fusion) == percent
    assert fusion.lexical_weight + fusion.vector_weight == pytest.approx(2.0)
    assert with_meaning_percent(fusion, 50) == FusionSettings()


def test_only_what_a_person_moves_is_told_and_at_once(controls, moved):
    controls.show_fusion(FusionSettings(rrf_k=30, lexical_weight=3.0, vector_weight=1.0))
    assert (controls.balance_slider.value(), controls.sliders["rrf_k"].value()) == (25, 30)
    assert moved == []
    controls.balance_slider.setValue(75)
    controls.sliders["rrf_k"].setValue(10)
    assert moved == [
        FusionSettings(lexical_weight=0.5, vector_weight=1.5, rrf_k=30),
        FusionSettings(lexical_weight=0.5, vector_weight=1.5, rrf_k=10),
    ]


def test_the_keyboard_moves_the_balance_by_five(controls, moved, qtbot):
    qtbot.keyClick(controls.balance_slider, Qt.Key.Key_Right)
    assert meaning_percent(moved[-1]) == 55
    assert "55" in controls.balance_slider.accessibleDescription()


def test_what_is_changed_can_be_kept_or_taken_back(controls, moved):
    default, kept = FusionSettings(rrf_k=20), []
    controls.kept.connect(kept.append)
    controls.set_default(default)
    controls.show_fusion(default)
    assert not controls.reset.isEnabled()
    assert not controls.keep.isEnabled()
    controls.sliders["rrf_k"].setValue(5)
    controls.keep.click()
    assert kept == [FusionSettings(rrf_k=5)]
    controls.reset.click()
    assert moved[-1] == default
    assert not controls.reset.isEnabled()
    assert not controls.keep.isEnabled()


def test_depth_is_for_ranks_only(controls):
    controls.show_fusion(FusionSettings(rule=FusionRule.WEIGHTED))
    assert not controls.sliders["rrf_k"].isEnabled()
    assert controls.balance_slider.isEnabled()


def test_the_automatic_balance_is_a_choice_that_can_be_taken_back(controls, moved):
    by_hand = FusionSettings(rrf_k=33)
    controls.show_fusion(by_hand)
    controls.automatic.click()
    assert moved[-1] == replace(by_hand, rule=FusionRule.ADAPTIVE)
    assert not controls.balance_slider.isEnabled()
    controls.show_fusion(moved[-1], AdaptiveWeights(0.38, 0.62, "Both agree."))
    assert controls.balance_slider.value() == 62
    controls.automatic.click()
    assert moved[-1] == by_hand
