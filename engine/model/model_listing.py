"""Models that can be chosen, and what happens while one of them comes to this computer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from twofold.engine.model.message import EMPTY, Message


@dataclass(frozen=True, slots=True)
class ModelListing:
    """A model a person can choose.

    `is_ready` means that its file is here; then `size_bytes` is the file's. Otherwise `host` names
    the server its file would be fetched from, and `size_bytes` is what would be fetched; without a
    host it is made from what is installed.
    """

    name: str
    title: str
    languages: Message
    is_ready: bool
    license: str = ""
    size_bytes: int = 0
    host: str = ""

    def as_json(self) -> dict[str, object]:
        """Return the listing as scripts read it."""
        return {
            "name": self.name,
            "title": self.title,
            "languages": self.languages,
            "ready": self.is_ready,
            "license": self.license,
            "size_bytes": self.size_bytes,
            "host": self.host,
        }


@dataclass(frozen=True, slots=True)
class ModelFetchProgress:
    """So many bytes of a model's file are here; all of them when it is being checked."""

    name: str
    done_bytes: int
    all_bytes: int


@dataclass(frozen=True, slots=True)
class ModelFetched:
    """A model has come and has been checked."""

    name: str


@dataclass(frozen=True, slots=True)
class ModelFetchFailed:
    """A model has not come: why, in one sentence, and what to do; no sentence when cancelled."""

    name: str
    message: Message
    hint: Message = EMPTY


ModelEvent = ModelFetchProgress | ModelFetched | ModelFetchFailed


class ModelRegistry(Protocol):
    """The models of this computer. Events of what is begun here go to the registry's callback.

    Only `fetch` opens a connection to the network, to the host that the listing names.
    """

    def listings(self) -> tuple[ModelListing, ...]:
        """Return every model; looks at the disk."""

    def fetch(self, name: str) -> None:
        """Begin to fetch a model's file; ModelFetched or ModelFetchFailed follows."""

    def add_file(self, path: Path) -> None:
        """Begin to add a GGUF file; ModelFetched or ModelFetchFailed follows."""

    def remove(self, name: str) -> int:
        """Delete a model's file and return how many bytes that frees.

        It must not be in use. Raises ModelError when it cannot be deleted or is not there.
        """

    def cancel(self) -> None:
        """Stop what is being fetched; what has arrived is kept for the next time."""

    def close(self) -> None:
        """Stop, and return when nothing runs any more."""
