"""What follows from the declaration of fusion: nothing is forgotten when a rule is added."""

from dataclasses import replace

import pytest

from engine.export.contents import _options
from engine.model.export import EXPORT_WORDS
from engine.model.fusion import FUSION_PARAMETERS, FusionRule, FusionSettings, ScoreKind
from engine.model.hit import Candidate
from engine.model.request import SearchRequest
from engine.model.settings import SETTINGS, Settings
from engine.ranking.fusion import fuse
from scripts.write_schemas import SCHEMAS, written

RANKING = (Candidate(1, 2.0, 1), Candidate(2, 1.0, 2))


@pytest.mark.parametrize("rule", FusionRule)
def test_a_rule_has_a_label_a_score_and_a_function(rule):
    assert rule.label
    assert ScoreKind(rule.value)
    assert rule.value in EXPORT_WORDS
    assert [one.chunk_number for one in fuse(RANKING, RANKING, FusionSettings(rule))] == [1, 2]


@pytest.mark.parametrize("parameter", FUSION_PARAMETERS, ids=lambda one: one.name)
def test_a_parameter_is_a_setting_and_an_option(parameter):
    key = f"search.{parameter.name}"
    setting = next(one for one in SETTINGS if one.key == key)
    assert (setting.default, setting.minimum) == (parameter.default, parameter.minimum)
    other = type(parameter.default)(parameter.maximum)
    changed = {parameter.name: other}
    fusion = Settings.from_mapping({key: other}).fusion
    assert fusion == replace(FusionSettings(), **changed)
    options = _options(SearchRequest("words", fusion=fusion))
    assert options[options.index(f"--{parameter.name.replace('_', '-')}") + 1] == f"{other:g}"
    assert parameter.name.replace("_", " ") in EXPORT_WORDS


@pytest.mark.parametrize("name", ["search_hit.v1.json", "search_response.v1.json"])
def test_the_schemas_have_every_rule_and_parameter(name):
    assert (SCHEMAS / name).read_text(encoding="utf-8") == written(name), "run: make fix"
