from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.llama.embedder import GgufEmbedder


@pytest.fixture(scope="session")
def tiny(tmp_path_factory) -> tuple[Path, ModelDescription]:
    """A tiny model file shared by several tests, which must not change it."""
    return tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def tiny_copy(tmp_path, tiny) -> Path:
    """A tiny model file that the test may change."""
    path = tmp_path / "model.gguf"
    path.write_bytes(tiny[0].read_bytes())
    return path


@pytest.fixture
def forge():
    """Overwrite a number in a file. `place` is its offset after a key or name."""

    def overwrite(path: Path, after: bytes, place: int, layout: str, value: int) -> None:
        data = bytearray(path.read_bytes())
        struct.pack_into(f"<{layout}", data, data.index(after) + len(after) + place, value)
        path.write_bytes(data)

    return overwrite


@pytest.fixture
def embedder(tiny):
    path, description = tiny
    embedder = GgufEmbedder(path, description, threads=1)
    yield embedder
    embedder.close()
