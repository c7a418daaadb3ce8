from __future__ import annotations

import pytest

from engine.core.errors import ModelError
from engine.core.settings import SETTINGS
from engine.embedding.catalogue import MODELS, find_model
from engine.embedding.llama_context import POOLINGS
from engine.embedding.reference_vectors import REFERENCES


def test_default_of_the_setting_is_a_known_model():
    default = next(setting.default for setting in SETTINGS if setting.key == "embedding.model")

    assert find_model(str(default)).languages == "100 languages"


def test_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(ModelError, match="no model 'gpt'") as caught:
        find_model("gpt")

    assert "all-minilm-l6-v2" in caught.value.hint


@pytest.mark.parametrize("description", MODELS, ids=lambda model: model.name)
def test_every_model_is_fully_described(description):
    assert description.pooling in POOLINGS
    assert description.weights is not None
    assert len(description.weights.sha256) == 64
    assert len(REFERENCES[description.name]) >= 4
    assert all(len(ref.vector) == description.dimension for ref in REFERENCES[description.name])
