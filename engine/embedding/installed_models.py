"""Where the files of models are kept on this machine."""

from __future__ import annotations

from pathlib import Path

from engine.embedding.catalogue import ModelDescription


def model_path(description: ModelDescription, models_dir: Path) -> Path:
    """Return where the model's GGUF file is or will be; it comes there only after it was proven."""
    return models_dir / description.file_name
