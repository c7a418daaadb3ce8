"""Every setting, fusion rule and fusion parameter is completely declared."""

from dataclasses import replace

import pytest

from scripts.write_schemas import SCHEMAS, written
from twofold.engine.model.errors import SettingError
from twofold.engine.model.fusion import (
    FUSION_PARAMETERS,
    FusionRule,
    FusionSettings,
    TieBreak,
)
from twofold.engine.model.hit import Candidate
from twofold.engine.model.settings import SETTINGS, Settings
from twofold.engine.ranking.fusion import fuse

NUMBERS = [setting for setting in SETTINGS if not isinstance(setting.default, bool | str)]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_default_is_allowed_and_explained(setting):
    assert setting.check(setting.default) == setting.default
    assert setting.description.endswith(".")


@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.key)
def test_numbers_are_allowed_up_to_their_bounds_and_no_further(setting):
    assert setting.check(setting.minimum) == setting.minimum
    assert setting.check(setting.maximum) == setting.maximum
    for value in (setting.minimum - 1, setting.maximum + 1, float("nan"), float("inf")):
        with pytest.raises(SettingError):
            setting.check(value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("search.limit", True), ("search.limit", 1.5), ("search.limit", "10"),
        ("search.mode", "HYBRID"), ("embedding.model", 5), ("indexing.hidden_files", 1),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_refused_with_key_value_and_what_is_allowed(key, value):
    allowed = next(setting for setting in SETTINGS if setting.key == key).allowed
    with pytest.raises(SettingError) as caught:
        Settings.from_mapping({key: value})
    assert all(part in caught.value.message for part in (key, str(value), allowed))


def test_a_setting_that_does_not_exist_is_named_beside_those_that_do():
    with pytest.raises(SettingError, match=r"no setting 'search\.K'") as caught:
        Settings.from_mapping({"search.K": 5})
    assert "search.limit," in caught.value.hint


RANKING = (Candidate(1, 2.0, 1), Candidate(2, 1.0, 2))


@pytest.mark.parametrize("rule", FusionRule)
def test_a_rule_has_a_label_and_a_function(rule):
    assert rule.label
    assert [one.chunk_number for one in fuse(RANKING, RANKING, FusionSettings(rule))] == [1, 2]


@pytest.mark.parametrize("parameter", FUSION_PARAMETERS, ids=lambda one: one.name)
def test_a_parameter_is_a_setting_and_an_option(parameter):
    key = f"search.{parameter.name}"
    setting = next(one for one in SETTINGS if one.key == key)
    assert (setting.default, setting.minimum) == (parameter.default, parameter.minimum)
    other = type(parameter.default)(parameter.maximum)
    changed = {parameter.name: other}
    fusion = Settings.from_mapping({key: other, "search.fusion": "rrf"}).fusion
    assert fusion == replace(FusionSettings(FusionRule.RRF), **changed)


def test_the_automatic_rule_ignores_stored_weights():
    weights = {"search.lexical_weight": 0.02, "search.vector_weight": 1.98}
    automatic = Settings.from_mapping({**weights, "search.fusion": "adaptive", "search.rrf_k": 9})
    assert automatic.fusion == FusionSettings(FusionRule.ADAPTIVE, rrf_k=9)
    by_hand = automatic.replaced(search__fusion="rrf").fusion
    assert (by_hand.lexical_weight, by_hand.vector_weight) == (0.02, 1.98)


def test_the_rule_and_the_order_of_equal_scores_are_settings():
    fusion = Settings().replaced(search__fusion="blend", search__tie_break="blend").fusion
    assert fusion == FusionSettings(FusionRule.BLEND, tie_break=TieBreak.BLEND)


@pytest.mark.parametrize("name", ["search_hit.v1.json", "search_response.v1.json"])
def test_the_schemas_have_every_rule_and_parameter(name):
    assert (SCHEMAS / name).read_text(encoding="utf-8") == written(name), "run: make fix"
