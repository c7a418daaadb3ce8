"""Which models are ready on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.embedding.catalogue import MODELS, ModelDescription
from engine.embedding.packaged_weights import find_weights


@dataclass(frozen=True, slots=True)
class ModelState:
    """A known model on this machine.

    `installed`: its GGUF file is there. `available`: it is, or can be made without a network.
    `size_bytes` is that of the file, 0 while there is none.
    """

    description: ModelDescription
    path: Path
    installed: bool
    available: bool
    size_bytes: int


def model_path(description: ModelDescription, models_dir: Path) -> Path:
    """Return where the model's GGUF file is or will be; it comes there only after it was proven."""
    return models_dir / description.file_name


def list_models(models_dir: Path) -> tuple[ModelState, ...]:
    """Return the state of every known model, in the order of the catalogue."""
    return tuple(_state(description, models_dir) for description in MODELS)


def _state(description: ModelDescription, models_dir: Path) -> ModelState:
    path = model_path(description, models_dir)
    installed = path.is_file()
    return ModelState(
        description=description,
        path=path,
        installed=installed,
        available=installed or find_weights(description.weights) is not None,
        size_bytes=path.stat().st_size if installed else 0,
    )
