import pytest

from engine.model.errors import SettingError
from engine.model.fusion import FusionRule, FusionSettings, TieBreak
from engine.model.settings import SETTINGS, Settings

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
        ("search.k", True), ("search.k", 1.5), ("search.k", "10"), ("search.mode", "HYBRID"),
        ("embedding.model", 5), ("indexing.hidden_files", 1),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_refused_with_key_value_and_what_is_allowed(key, value):
    allowed = next(setting for setting in SETTINGS if setting.key == key).allowed
    with pytest.raises(SettingError) as caught:
        Settings.from_mapping({key: value})
    assert caught.value.message == f"Setting {key} is '{value}', but must be {allowed}."


def test_a_setting_that_does_not_exist_is_named_beside_those_that_do():
    with pytest.raises(SettingError, match=r"no setting 'search\.K'") as caught:
        Settings.from_mapping({"search.K": 5})
    assert "search.k," in caught.value.hint


def test_every_setting_of_fusion_reaches_it():
    chosen = Settings().replaced(
        search__fusion="blend",
        search__rrf_k=20,
        search__lexical_weight=0.25,
        search__vector_weight=0.75,
        search__tie_break="blend",
    )
    assert chosen.fusion == FusionSettings(FusionRule.BLEND, 20, 0.25, 0.75, TieBreak.BLEND)
