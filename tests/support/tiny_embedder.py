"""A loader of the tiny model with the interface of the engine's model loader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.ports import Embedder
from twofold.engine.service.open_library import EmbedderLoader


def tiny_embedder_loader(folder: Path) -> EmbedderLoader:
    """Return a loader of the tiny model, which is created in `folder` once."""
    folder.mkdir(exist_ok=True)
    model = tiny_model(folder)

    def load(_name: str, _progress: Callable[[str], None]) -> Embedder:
        return GgufEmbedder(*model, threads=1)

    return load
