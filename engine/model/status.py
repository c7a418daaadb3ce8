"""The state of a library and of an installation, as shown by front ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import EMPTY, Message


class IndexingPhase(StrEnum):
    """The current work of the indexing thread."""

    IDLE = "idle"
    SCANNING = "scanning"
    READING = "reading"
    EMBEDDING = "embedding"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """One folder of the library. `available` is False while its drive is not connected.

    A copy of a shared library (`is_copy`) has no files and is never available.
    `is_counted` is False until the first scan of the folder has ended. `without_text` counts files
    without readable text: empty files and images. `seconds_to_read` estimates how long it would
    take to read and embed the whole folder again.
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
    is_copy: bool = False

    @property
    def keyword_coverage(self) -> float:
        """The fraction of the folder's files that can be found by keywords, 0 to 1."""
        return _fraction(self.documents, self.documents + self.pending)

    @property
    def meaning_coverage(self) -> float:
        """The fraction of the folder's passages that can be found by meaning, 0 to 1."""
        return _fraction(self.vectors, self.chunks)


def _fraction(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@dataclass(frozen=True, slots=True)
class RemovedFolder:
    """A folder that was removed from the library. Its index data is kept for a while.

    `until` is in seconds since the epoch.
    """

    name: str
    root: str
    until: float


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """The embedding model in use; `problem` is a sentence if it cannot be used."""

    name: str
    title: str
    dimension: int = 0
    fingerprint: str = ""
    ready: bool = False
    problem: Message = EMPTY


@dataclass(frozen=True, slots=True)
class UpcomingModel:
    """A model whose vectors are being computed while the current model is still in use."""

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
    """A shared library that is searched; `problem` is a sentence while it is not available."""

    address: str
    passages: int = 0
    documents: int = 0
    publishers: tuple[str, ...] = ()
    problem: Message = EMPTY


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """The state of the whole library at one moment. Times are in seconds.

    `embedding_rate` is passages per second, `reading_rate` files per second; 0.0 while unknown.
    `sandbox_warning` is a sentence if documents are read without a sandbox, or not at all. `shared`
    are the shared libraries that are searched. `can_read_scans` is True if OCR is installed.
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
        """Whether there is a folder or a shared library to search."""
        return bool(self.folders or self.shared)

    @property
    def is_counting(self) -> bool:
        """Whether the number of files is not yet known."""
        return any(not folder.is_counted for folder in self.folders)

    @property
    def documents_known(self) -> int:
        """The number of documents that can be found by keywords now or later."""
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
        """The number of passages, including those of shared libraries."""
        return self.chunks + sum(one.passages for one in self.shared)

    @property
    def is_read(self) -> bool:
        """Whether all known files were read, and no folder is being scanned."""
        is_reading = self.phase in {IndexingPhase.SCANNING, IndexingPhase.READING}
        return not (self.documents_pending or is_reading)

    @property
    def is_embedded(self) -> bool:
        """Whether all passages have vectors, including those of an upcoming model."""
        return not self.vectors_pending and self.upcoming is None

    @property
    def is_up_to_date(self) -> bool:
        """Whether no work is left, even if work is paused."""
        is_resting = self.phase in {IndexingPhase.IDLE, IndexingPhase.PAUSED}
        is_read = not (self.documents_pending or self.is_counting)
        return is_resting and is_read and self.is_embedded

    @property
    def can_pause(self) -> bool:
        """Whether there is work to pause, or a pause to end."""
        is_paused = self.phase is IndexingPhase.PAUSED
        return is_paused or bool(self.documents_pending) or not self.is_embedded


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked item of an installation; `remedy` describes what to do if it is not OK."""

    name: Message
    is_well: bool
    detail: Message
    remedy: Message = EMPTY
