import pytest

from engine.model.errors import SettingError
from engine.model.fusion import FusionRule, FusionSettings, TieBreak
from engine.model.settings import SETTINGS, Setting, Settings

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
        ("search.k", True), ("search.k", 1.5), ("search.k", "10"), ("search.k", None),
        ("search.mode", "HYBRID"), ("search.mode", 1), ("embedding.model", 5),
        ("indexing.hidden_files", 1), ("indexing.hidden_files", "true"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_refused_with_key_value_and_what_is_allowed(key, value):
    allowed = next(setting for setting in SETTINGS if setting.key == key).allowed
    with pytest.raises(SettingError) as caught:
        Settings.from_mapping({key: value})
    assert caught.value.message == f"Setting {key} is '{value}', but must be {allowed}."


def test_a_value_is_kept_in_the_type_of_its_setting():
    settings = Settings.from_mapping({"search.k": 5.0, "search.lexical_weight": 2})
    assert dict(settings.values) == {"search.k": 5, "search.lexical_weight": 2.0}
    assert isinstance(dict(settings.values)["search.k"], int)
    assert isinstance(dict(settings.values)["search.lexical_weight"], float)


@pytest.mark.parametrize(("written", "mode"), [("keyword", "lexical"), ("semantic", "vector")])
def test_the_other_names_of_modes_are_allowed_as_on_the_command_line(written, mode):
    assert Settings.from_mapping({"search.mode": written}).text("search.mode") == mode


def test_a_setting_that_does_not_exist_is_named_beside_those_that_do():
    with pytest.raises(SettingError, match=r"no setting 'search\.K'") as caught:
        Settings.from_mapping({"search.K": 5})
    assert "search.k," in caught.value.hint


def test_what_is_allowed_is_said_in_words():
    said = {setting.key: setting.allowed for setting in SETTINGS}
    assert said["search.k"] == "a whole number from 1 to 1000"
    assert said["search.lexical_weight"] == "a number from 0 to 100"
    assert said["vector.index"] == "one of auto, exact, hnsw"
    assert said["indexing.hidden_files"] == "true or false"
    assert said["embedding.model"] == "a text"
    assert Setting("x", 0.5, "", 0, 1).check(1) == 1.0


def test_every_setting_of_fusion_reaches_it():
    chosen = Settings().replaced(
        search__fusion="blend",
        search__rrf_k=20,
        search__lexical_weight=0.25,
        search__vector_weight=0.75,
        search__tie_break="blend",
    )
    assert Settings().fusion == FusionSettings()
    assert chosen.fusion == FusionSettings(FusionRule.BLEND, 20, 0.25, 0.75, TieBreak.BLEND)


def test_replacing_a_value_keeps_the_others():
    settings = Settings.from_mapping({"search.k": 5, "search.rrf_k": 20}).replaced(search__k=7)
    assert (settings.whole("search.k"), settings.whole("search.rrf_k")) == (7, 20)
