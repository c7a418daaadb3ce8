"""The state of a library and of an installation, as front ends show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.message import EMPTY, Message


class IndexingPhase(StrEnum):
    """What the indexing thread is doing."""

    IDLE = "idle"
    SCANNING = "scanning"
    READING = "reading"
    EMBEDDING = "embedding"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """One folder of the library. `available` is False while its drive is away.

    `is_counted` is False until the first scan of the folder has ended.
    `without_text` counts files with nothing to read: empty ones, and pictures. `seconds_to_read`
    estimates how long it would take to read all of it again, by keywords and by meaning.
    """

    name: str
    root: str
    documents: int
    failed: int
    pending: int
    chunks: int
    vectors: int
    without_text: int = 0
    available: bool = True
    rules: FolderRules = field(default_factory=FolderRules)
    seconds_to_read: float = 0.0
    is_counted: bool = True

    @property
    def keyword_coverage(self) -> float:
        """The fraction of its files that can be found by keywords, 0 to 1."""
        return _fraction(self.documents, self.documents + self.pending)

    @property
    def meaning_coverage(self) -> float:
        """The fraction of its passages that can be found by meaning, 0 to 1."""
        return _fraction(self.vectors, self.chunks)


def _fraction(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@dataclass(frozen=True, slots=True)
class RemovedFolder:
    """A folder that was removed from the library; what was read of it is kept for a while.

    `until` is in seconds since the epoch.
    """

    name: str
    root: str
    until: float


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """The embedding model in use; `problem` is a sentence when it cannot be used."""

    name: str
    title: str
    dimension: int = 0
    fingerprint: str = ""
    ready: bool = False
    problem: Message = EMPTY


@dataclass(frozen=True, slots=True)
class UpcomingModel:
    """A model whose vectors are being computed beside those that answer until all are there."""

    name: str
    title: str
    vectors_ready: int
    vectors_pending: int

    @property
    def coverage(self) -> float:
        """The fraction of the passages that have a vector of the model, 0 to 1."""
        return self.vectors_ready / max(self.vectors_ready + self.vectors_pending, 1)


@dataclass(frozen=True, slots=True)
class SharedLibraryStatus:
    """A shared library that is searched; `problem` is a sentence while it cannot be."""

    address: str
    passages: int = 0
    documents: int = 0
    publishers: tuple[str, ...] = ()
    problem: Message = EMPTY


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """The whole library at one moment. Times are seconds.

    `embedding_rate` is passages a second, `reading_rate` files a second; 0.0 while not known.
    `sandbox_warning` is a sentence where documents are read without a sandbox, or not at all;
    `shared` are the libraries on servers that are searched. `can_read_scans` is True if text
    recognition is installed.
    """

    folders: tuple[FolderStatus, ...] = ()
    documents_indexed: int = 0
    documents_pending: int = 0
    documents_failed: int = 0
    documents_without_text: int = 0
    chunks: int = 0
    vectors_ready: int = 0
    vectors_pending: int = 0
    model: ModelStatus = ModelStatus("", "")
    index_version: str = ""
    size_bytes: int = 0
    phase: IndexingPhase = IndexingPhase.IDLE
    current_file: str = ""
    embedding_rate: float = 0.0
    seconds_left: float | None = None
    read_only: bool = False
    upcoming: UpcomingModel | None = None
    reading_rate: float = 0.0
    sandbox_warning: Message = EMPTY
    shared: tuple[SharedLibraryStatus, ...] = ()
    can_read_scans: bool = False
    removed: tuple[RemovedFolder, ...] = ()

    @property
    def is_searchable(self) -> bool:
        """Whether there is a folder or a shared library to search in."""
        return bool(self.folders or self.shared)

    @property
    def is_counting(self) -> bool:
        """Whether it is not yet known how many files there are."""
        return any(not folder.is_counted for folder in self.folders)

    @property
    def documents_known(self) -> int:
        """How many documents can be found by keywords, or will be."""
        return self.documents_indexed + self.documents_pending

    @property
    def keyword_coverage(self) -> float:
        """The fraction of the known documents that can be found by keywords, 0 to 1."""
        return self.documents_indexed / max(self.documents_known, 1)

    @property
    def meaning_coverage(self) -> float:
        """The fraction of the passages that can be found by meaning, 0 to 1."""
        return self.vectors_ready / max(self.vectors_ready + self.vectors_pending, 1)

    @property
    def passages(self) -> int:
        """How many passages there are, including those of shared libraries."""
        return self.chunks + sum(one.passages for one in self.shared)

    @property
    def is_read(self) -> bool:
        """Whether all known files were read, and no folder is being scanned."""
        is_reading = self.phase in {IndexingPhase.SCANNING, IndexingPhase.READING}
        return not (self.documents_pending or is_reading)

    @property
    def is_embedded(self) -> bool:
        """Whether all passages have vectors, also those of a model that is to be used next."""
        return not self.vectors_pending and self.upcoming is None

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing is left to be done, even if the rest is paused."""
        is_resting = self.phase in {IndexingPhase.IDLE, IndexingPhase.PAUSED}
        is_read = not (self.documents_pending or self.is_counting)
        return is_resting and is_read and self.is_embedded

    @property
    def can_pause(self) -> bool:
        """Whether there is reading to pause, or a pause to end."""
        is_paused = self.phase is IndexingPhase.PAUSED
        return is_paused or bool(self.documents_pending) or not self.is_embedded


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing of an installation that was checked; `remedy` says what to do if it is not well."""

    name: Message
    is_well: bool
    detail: Message
    remedy: Message = EMPTY
