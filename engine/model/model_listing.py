"""Available models, and the events of a download or comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from twofold.engine.model.evaluation import ModelComparison
from twofold.engine.model.localized import EMPTY, Message

MAX_DIMENSION = 65_536  # of the vectors of a model


@dataclass(frozen=True, slots=True)
class ModelListing:
    """A model the user can choose.

    `is_ready` means that its file is on this computer; `size_bytes` is then the size of the file.
    Otherwise `host` is the server to download it from, and `size_bytes` the size of the download. A
    model without a host is converted from an installed package if `is_here`; the user has to add
    the file of another one. llama.cpp cannot run a model that is not `is_supported`.

    `ranks` is true for a reranking model. `dimension` is the length of the vectors of the file, and
    `cut_to` the length to which they are shortened, 0 for complete ones. `base` is the model with
    complete vectors whose file is used, '' if that is this one. `quality` is a published
    measure, `restriction` a condition of the licence, and `page` the address of the documentation.
    """

    name: str
    title: str
    languages: Message
    is_ready: bool
    license: str = ""
    size_bytes: int = 0
    host: str = ""
    ranks: bool = False
    is_supported: bool = True
    is_here: bool = True
    dimension: int = 0
    cut_to: int = 0
    base: str = ""
    quality: Message = EMPTY
    restriction: Message = EMPTY
    page: str = ""

    @property
    def is_usable(self) -> bool:
        """Whether the model can be used without a download."""
        return self.is_supported and self.is_here

    def as_json(self) -> dict[str, object]:
        """Return the listing as JSON for scripts."""
        return {
            "name": self.name,
            "title": self.title,
            "languages": self.languages,
            "ready": self.is_ready,
            "license": self.license,
            "size_bytes": self.size_bytes,
            "host": self.host,
            "kind": "reranking" if self.ranks else "semantic",
            "supported": self.is_supported,
            "dimension": self.cut_to or self.dimension,
            "quality": self.quality,
            "restriction": self.restriction,
            "page": self.page,
        }


@dataclass(frozen=True, slots=True)
class ModelFetchProgress:
    """Progress of a download in bytes; complete while the file is being verified."""

    name: str
    done_bytes: int
    all_bytes: int


@dataclass(frozen=True, slots=True)
class ModelFetched:
    """A model was downloaded and verified."""

    name: str


@dataclass(frozen=True, slots=True)
class ModelFetchFailed:
    """A download or comparison failed: the reason in one sentence, and what to do.

    Both are empty if it was cancelled.
    """

    name: str
    message: Message
    hint: Message = EMPTY


@dataclass(frozen=True, slots=True)
class ModelTrialProgress:
    """Progress of a comparison, in passages of both models."""

    name: str
    done: int
    all: int


@dataclass(frozen=True, slots=True)
class ModelTried:
    """A model was compared with the one in use."""

    name: str
    comparison: ModelComparison


ModelEvent = ModelFetchProgress | ModelFetched | ModelFetchFailed | ModelTrialProgress | ModelTried
# Compares a model, reporting the finished passages and their number; see ModelRegistry.try_model.
CompareModel = Callable[[str, Callable[[int, int], None]], ModelComparison]


class ModelRegistry(Protocol):
    """The models on this computer. Downloads report events to the registry's callback.

    Only `fetch` connects to the network, to the host in the listing.
    """

    def listings(self) -> tuple[ModelListing, ...]:
        """Return every model. Accesses the disk."""

    def fetch(self, name: str) -> None:
        """Start to download a model. ModelFetched or ModelFetchFailed follows."""

    def add_file(self, path: Path, name: str = "") -> None:
        """Start to add a GGUF file, as the model `name` if given.

        ModelFetched or ModelFetchFailed follows.
        """

    def try_model(self, name: str) -> None:
        """Start to compare a model with the one in use on passages of the library.

        ModelTried or ModelFetchFailed follows. Nothing is changed.
        """

    def remove(self, name: str) -> int:
        """Delete a model's file and return the number of bytes freed.

        The model must not be in use. Raise ModelError if the file is missing or cannot be deleted.
        """

    def cancel(self) -> None:
        """Cancel the download or comparison. The downloaded part is kept for the next attempt."""

    def close(self) -> None:
        """Stop, and return when all work has ended."""
