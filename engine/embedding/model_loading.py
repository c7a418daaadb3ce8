"""From a model file of unknown quality to an embedder."""

from __future__ import annotations

from pathlib import Path

from engine.embedding.catalogue import ModelDescription
from engine.embedding.gguf_embedder import GgufEmbedder, facts_of
from engine.embedding.on_demand import OnDemandEmbedder
from engine.embedding.probe import PROBE_COMMAND
from engine.embedding.safe_check import check_model


def load_model(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> GgufEmbedder:
    """Return the embedder of `path`, checked first so that no file can end this process.

    Raises ModelError with one sentence. `threads` 0 is automatic; `gpu` offers the layers to a
    graphics card, if llama.cpp was built for one; `command` starts the probe where `python -m`
    cannot (a packaged app).
    """
    checked = check_model(path, description, gpu=gpu, command=command)
    return GgufEmbedder(path, description, threads=threads, gpu=gpu, file_sha256=checked.sha256)


def load_on_demand(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> OnDemandEmbedder:
    """Return an embedder of `path`, checked now and loaded when first needed; as `load_model`."""
    checked = check_model(path, description, gpu=gpu, command=command)
    return OnDemandEmbedder(
        facts_of(description, checked),
        lambda: load_model(path, description, threads=threads, gpu=gpu, command=command),
    )
