"""The real models are converted within seconds, without network access."""

from __future__ import annotations

from pathlib import Path

import pytest

from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.embedding.models.verification import verify
from twofold.engine.model.errors import ModelError

pytestmark = pytest.mark.real_model

SAME_FACT = (
    "Adults should eat about 0.8 grams of protein per kilogram of body weight each day.",
    "Erwachsene sollten täglich etwa 0,8 Gramm Eiweiß pro Kilogramm Körpergewicht essen.",
    "成人は1日に体重1キログラムあたり約0.8グラムのタンパク質を摂取すべきです。",
    "성인은 하루에 체중 1kg당 약 0.8g의 단백질을 섭취해야 합니다.",
)
UNRELATED = (
    "The train to Berlin leaves at nine.",
    "Der Vertrag wurde gestern unterschrieben.",
    "猫が窓辺で寝ている。",
    "파드가 사용할 수 있는 메모리를 제한합니다.",
)


def find_model(name):
    """Return one of the packaged models."""
    return KnownModels(Path()).find(name)


def test_answer_is_closer_than_unrelated_texts_in_every_language(models):
    description = find_model("multilingual-e5-small")
    path = provision(description, models, lambda _: None)
    e5 = load_model(path, description)
    query = e5.embed_query("how much protein should a person eat per day")
    same = e5.embed_passages(SAME_FACT) @ query
    other = e5.embed_passages(UNRELATED) @ query
    e5.close()

    assert same.min() > other.max() + 0.05
    assert verify(description, path) > 0.999  # as the original runtime computes


@pytest.mark.slow
def test_minilm_is_converted_and_not_mistaken_for_e5(tmp_path):
    minilm = find_model("all-minilm-l6-v2")
    path = provision(minilm, tmp_path, lambda _: None)

    assert verify(minilm, path) > 0.999
    with pytest.raises(ModelError, match="is not Multilingual E5 small"):
        verify(find_model("multilingual-e5-small"), path)
