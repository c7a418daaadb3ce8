"""Making a model ready: found in its package, converted, proven, kept in the models folder."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

import numpy as np

from engine.core.errors import ModelError
from engine.embedding.catalogue import MODELS, ModelDescription, PackagedWeights
from engine.embedding.model_loading import load_model
from engine.embedding.probe import PROBE_COMMAND
from engine.embedding.reference_vectors import REFERENCES

_LEAST_COSINE = 0.995


@dataclass(frozen=True, slots=True)
class ModelState:
    """A known model on this machine. `size_bytes` is 0 while it is not `installed`."""

    description: ModelDescription
    path: Path
    installed: bool
    available: bool
    size_bytes: int


def model_path(description: ModelDescription, models_dir: Path) -> Path:
    """Return where the model's GGUF file is or will be."""
    return models_dir / description.file_name


def is_installed(description: ModelDescription, models_dir: Path) -> bool:
    """Say whether the model's file is there; it came there only after it was proven."""
    return model_path(description, models_dir).is_file()


def list_models(models_dir: Path) -> tuple[ModelState, ...]:
    """Return every known model; `available` means installed or convertible without network."""
    return tuple(_state(description, models_dir) for description in MODELS)


def provision(
    description: ModelDescription,
    models_dir: Path,
    progress: Callable[[str], None],
    *,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> Path:
    """Return the model's GGUF file, converting it first when it is missing; takes seconds.

    `progress` gets one line a step. The file appears under its name only when complete and proven.
    """
    target = model_path(description, models_dir)
    if target.is_file():
        return target
    source = _checked_source(description, progress)
    temporary = models_dir / f".{description.name}.{os.getpid()}.gguf"
    try:
        models_dir.mkdir(parents=True, exist_ok=True)
        progress(f"{description.title}: converting to GGUF")
        _convert(source, description, temporary)
        progress(f"{description.title}: checking its vectors")
        verify(description, temporary, command=command)
        temporary.replace(target)
    except OSError as error:
        raise ModelError(
            f"{description.title} cannot be kept in {models_dir}: {error.strerror}.",
            "Make room or allow writing there, then start again.",
        ) from error
    finally:
        for leftover in models_dir.glob(f"{temporary.name}*"):
            with suppress(OSError):
                leftover.unlink()
    progress(f"{description.title}: ready")
    return target


def verify(
    description: ModelDescription, path: Path, *, command: tuple[str, ...] = PROBE_COMMAND
) -> float:
    """Return the least cosine of known sentences to their reference vectors.

    Raises ModelError when it is below 0.995 or the file cannot be used. A model without reference
    vectors counts as 1.0 once it loads.
    """
    references = REFERENCES.get(description.name, ())
    embedder = load_model(path, description, command=command)
    try:
        vectors = embedder.embed_passages([reference.text for reference in references])
    finally:
        embedder.close()
    expected = [reference.vector for reference in references]
    cosines = [float(np.dot(a, b)) for a, b in zip(vectors, expected, strict=True)]
    least = min(cosines, default=1.0)
    if least < _LEAST_COSINE:
        raise ModelError(
            f"{description.title} does not compute what it should (cosine {least:.3f} to the "
            "reference).",
            "Delete its file and let Twofold convert it again.",
        )
    return least


def _state(description: ModelDescription, models_dir: Path) -> ModelState:
    path = model_path(description, models_dir)
    installed = path.is_file()
    return ModelState(
        description=description,
        path=path,
        installed=installed,
        available=installed or _find_source(description.weights) is not None,
        size_bytes=path.stat().st_size if installed else 0,
    )


def _convert(source: Path, description: ModelDescription, target: Path) -> None:
    # The converter takes a moment to import and is needed once in the life of a library.
    from engine.embedding.conversion import convert  # noqa: PLC0415

    if description.weights is not None:
        convert(source, description.weights, description, target)


def _checked_source(description: ModelDescription, progress: Callable[[str], None]) -> Path:
    source = _find_source(description.weights)
    if description.weights is None or source is None:
        raise ModelError(
            f"The weights of {description.title} are not on this machine.",
            "Run `make setup`, which installs them.",
        )
    progress(f"{description.title}: checking the packaged weights")
    with source.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    if digest != description.weights.sha256:
        raise ModelError(
            f"The packaged weights of {description.title} are not the ones they should be "
            f"(sha256 {digest[:12]}..., expected {description.weights.sha256[:12]}...).",
            "Install the package again.",
        )
    return source


def _find_source(weights: PackagedWeights | None) -> Path | None:
    """Return the weights' file in the installed package, or in the folder of a packaged app."""
    if weights is None:
        return None
    folders = []
    if bundle := getattr(sys, "_MEIPASS", None):
        folders.append(Path(bundle) / weights.package)
    specification = importlib.util.find_spec(weights.package)
    if specification is not None and specification.origin is not None:
        folders.append(Path(specification.origin).parent)
    files = (folder / weights.file for folder in folders)
    return next((file for file in files if file.is_file()), None)
