"""All available models: packaged, downloadable, or added as a file."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twofold.engine.durable_files import replace_file
from twofold.engine.embedding.catalogue import (
    MODELS,
    Download,
    ModelDescription,
    PackagedWeights,
    Quality,
)
from twofold.engine.embedding.llama.light_form import all_light_files
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import EMPTY, message, system_reason
from twofold.engine.model.model_listing import ModelListing

_SUFFIX = ".model.json"

# Texts of the JSON catalogue, here for the translators.
CATALOGUE_TEXTS = (
    message("English"),
    message("14 languages"),
    message("52 languages and code"),
    message("100 languages"),
    message("The Gemma Terms of Use forbid some uses: ai.google.dev/gemma/terms"),
)


@dataclass(frozen=True, slots=True)
class KnownModels:
    """The built-in models, those in the JSON file `catalogue`, and those added to `models_dir`.

    The description of an added model is stored next to its file.
    """

    models_dir: Path
    catalogue: Path | None = None

    def all(self) -> tuple[ModelDescription, ...]:
        """Return every model, each name once, followed by its variants with shorter vectors."""
        known: dict[str, ModelDescription] = {}
        for description in (*MODELS, *self._fetched(), *self._added()):
            for model in (description, *description.variants()):
                known.setdefault(model.name, model)
        return tuple(known.values())

    def find(self, name: str) -> ModelDescription:
        """Return the model named `name`. Raise ModelError listing the known ones."""
        known = self.all()
        for description in known:
            if description.name == name:
                return description
        names = ", ".join(description.name for description in known if not description.base)
        raise ModelError(
            message("There is no model '{name}'.", name=name),
            message("Known models: {names}.", names=names),
        )

    def dimension_of(self, fingerprint: str) -> int:
        """Return the dimension of the model with a fingerprint; 0 if unknown on this computer."""
        for description in self.all():
            if description.name == fingerprint.partition("@")[0]:
                path = model_path(description, self.models_dir)
                return description.cut_to or description.dimension or _recorded_dimension(path)
        return 0

    def listings(self) -> tuple[ModelListing, ...]:
        """Return the state of every model on this computer.

        Variants with shorter vectors are listed only if the model's file is on this computer.
        """
        listings = (self._listing(description) for description in self.all())
        return tuple(listing for listing in listings if listing.is_ready or not listing.base)

    def describe(self, description: ModelDescription) -> None:
        """Save the description of a model whose file was added."""
        needed = {"name", "title", "languages"}
        values = {k: value for k, value in asdict(description).items() if value or k in needed}
        path = self._description_path(description.name)
        replace_file(path, json.dumps(values, indent=1).encode("ascii"))

    def remove(self, name: str) -> int:
        """Delete a model's file and return its size.

        The model must not be in use. An added model is unknown afterwards; others can be downloaded
        or created again. Raise ModelError if there is no file, or if it cannot be deleted.
        """
        path = model_path(self.find(name), self.models_dir)
        try:
            size = path.stat().st_size
            path.unlink()
            for beside in (self._description_path(name), record_path(path), *all_light_files(path)):
                beside.unlink(missing_ok=True)
        except OSError as error:
            raise ModelError(
                message(
                    "The model file {name} cannot be deleted: {strerror}.",
                    name=path.name,
                    strerror=system_reason(error),
                ),
                message("Check the permissions of {models_dir}.", models_dir=self.models_dir),
            ) from error
        return size

    def _description_path(self, name: str) -> Path:
        return self.models_dir / f"{name}{_SUFFIX}"

    def _fetched(self) -> Iterator[ModelDescription]:
        if self.catalogue is not None and self.catalogue.is_file():
            for values in json.loads(self.catalogue.read_text(encoding="utf-8")):
                yield _described(values)

    def _added(self) -> Iterator[ModelDescription]:
        for path in sorted(self.models_dir.glob(f"*{_SUFFIX}")):
            try:
                description = _described(json.loads(path.read_text(encoding="utf-8")))
            except (OSError, ValueError, TypeError, AttributeError):
                continue  # the user may have put any file there
            if description.name == path.name.removesuffix(_SUFFIX):
                yield description

    def _listing(self, description: ModelDescription) -> ModelListing:
        path = model_path(description, self.models_dir)
        is_ready = path.is_file()
        is_here = is_ready or find_weights(description.weights) is not None
        source = None if is_here or not description.is_supported else description.source
        size = path.stat().st_size if is_ready else 0
        return ModelListing(
            name=description.name,
            title=description.title,
            languages=description.languages,
            is_ready=is_ready,
            license=description.license,
            size_bytes=source.size_bytes if source else size,
            host=source.host if source else "",
            ranks=description.ranks,
            is_supported=description.is_supported,
            is_here=is_here,
            dimension=description.dimension,
            cut_to=description.cut_to,
            base=description.base,
            quality=description.quality.text if description.quality else EMPTY,
            restriction=description.restriction,
            page=description.page,
        )


def _described(values: dict[str, Any]) -> ModelDescription:
    download, quality = values.get("download"), values.get("quality")
    known = {
        "download": Download(**download) if download else None,
        "quality": Quality(**quality) if quality else None,
        "shorter": tuple(values.get("shorter", ())),
        # As in CATALOGUE_TEXTS.
        "languages": message(values.get("languages", "")),
        "restriction": message(values.get("restriction", "")),
    }
    return ModelDescription(**{**values, **known})


def model_path(description: ModelDescription, models_dir: Path) -> Path:
    """Return the path at which a model's verified GGUF file is stored."""
    return models_dir / description.file_name


def record_path(path: Path) -> Path:
    """Return the path of the recorded check of a model file."""
    return path.with_name(path.name + ".checked.json")


def _recorded_dimension(path: Path) -> int:
    try:
        dimension = json.loads(record_path(path).read_text(encoding="utf-8"))["model"]["dimension"]
    except (OSError, ValueError, TypeError, KeyError):
        return 0
    return dimension if isinstance(dimension, int) else 0


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
