"""Keeps the library up to date: folders, failures, vectors. Everything here runs on one thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from engine.api import BadRequestError, EngineError, EventCallback, IndexingPhase, Notice
from engine.background_engine.status_report import Activity, StatusReport
from engine.embedding.embedder import Embedder
from engine.indexing.embedding_pass import EmbeddingPass
from engine.indexing.indexer import Indexer
from engine.indexing.summary import FolderSummary
from engine.job_queue import SearchPriority
from engine.stores.catalog import Catalog
from engine.stores.catalog_rows import Folder
from engine.stores.consistency import Indexes

logger = logging.getLogger(__name__)

# Embedding rests while a person types (a batch of the model takes both processors for a third of a
# second); reading goes on slowly, as what is not read yet cannot be found at all.
_EMBEDDING_STEPS_ASIDE = 2.0
_READING_STEPS_ASIDE = 0.02


class LibraryKeeper:
    """The indexing thread's work, in steps that stand aside while a search waits.

    `stop_requested` is asked between steps; unfinished work goes on at the next start. Embedding
    also ends early when `jobs_wait`, as keywords come before vectors. `between_steps` is called
    while folders are read, which may take long.
    """

    def __init__(
        self,
        *,
        catalog: Catalog,
        indexes: Indexes,
        indexer: Indexer,
        report: StatusReport,
        priority: SearchPriority,
        on_event: EventCallback,
        stop_requested: Callable[[], bool],
        jobs_wait: Callable[[], bool],
        between_steps: Callable[[], None],
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._indexer = indexer
        self._report = report
        self._priority = priority
        self._on_event = on_event
        self._stop_requested = stop_requested
        self._jobs_wait = jobs_wait
        self._between_steps = between_steps
        self._embedding: EmbeddingPass | None = None
        # After a failure (a full disk) embedding rests until the person asks for something again.
        self._embedding_failed = False
        self._paused = threading.Event()
        self._activity = Activity()

    def add_folder(self, path: Path) -> str:
        """Add a folder and index its keywords; return what was done in words."""
        root = _checked_folder(path, self._catalog.folders())
        return self._update((self._catalog.add_folder(root),))

    def remove_folder(self, name: str) -> str:
        """Forget a folder; its files are not touched."""
        self._catalog.remove_folder(name)
        self._indexes.settle()
        self._report.send()
        return f"'{name}' is no longer searched."

    def refresh(self) -> str:
        """Index what changed in any folder."""
        return self._update(self._catalog.folders())

    def retry_failures(self) -> str:
        """Read every file that could not be indexed once more."""
        return self._update(self._catalog.folders(), retry_failures=True)

    def use_embedder(self, embedder: Embedder) -> None:
        """Compute vectors with this model from now on."""
        self._embedding = EmbeddingPass(self._catalog, self._indexes, embedder)

    def pause(self, *, paused: bool) -> None:
        """Stop or go on computing vectors. May be called from any thread."""
        if paused:
            self._paused.set()
        else:
            self._embedding_failed = False
            self._paused.clear()

    def embed_some(self) -> bool:
        """Compute a few vectors; return False when there is nothing (more) to do for now."""
        if self._embedding is None or self._embedding_failed or self._paused.is_set():
            self._set_activity(IndexingPhase.PAUSED if self._paused.is_set() else None)
            return False
        try:
            done = self._embedding.step(self._interrupts_embedding)
        except EngineError as error:
            self._embedding_failed = True
            self._on_event(Notice(error.message, error.hint, is_warning=True))
            done = 0
        if not done:
            self._set_activity(None)
            self._indexes.refresh_graph()
        return done > 0

    @property
    def _embedding_rate(self) -> float:
        return self._embedding.rate if self._embedding else 0.0

    def _interrupts_embedding(self) -> bool:
        self._priority.step_aside(_EMBEDDING_STEPS_ASIDE)
        self._set_activity(IndexingPhase.EMBEDDING)
        return self._stop_requested() or self._paused.is_set() or self._jobs_wait()

    def _update(self, folders: tuple[Folder, ...], *, retry_failures: bool = False) -> str:
        self._embedding_failed = False
        summary = FolderSummary()
        for folder in folders:
            self._update_folder(folder, summary, retry_failures=retry_failures)
        if not self._stop_requested():
            self._indexes.settle()
        self._set_activity(None)
        return summary.in_words()

    def _update_folder(
        self, folder: Folder, summary: FolderSummary, *, retry_failures: bool
    ) -> None:
        steps = self._indexer.update_folder(folder, summary, retry_failures=retry_failures)
        self._set_activity(IndexingPhase.SCANNING, folder.name)
        for step in steps:
            if self._stop_requested():
                return
            self._activity = Activity(
                IndexingPhase.READING if step.pending else IndexingPhase.SCANNING,
                step.current_file,
                step.pending,
                step.folder,
                self._embedding_rate,
            )
            self._report.set_activity(self._activity)
            self._between_steps()
            self._priority.step_aside(_READING_STEPS_ASIDE)

    def _set_activity(self, phase: IndexingPhase | None, folder: str = "") -> None:
        self._activity = Activity(
            phase or IndexingPhase.IDLE,
            pending_folder=folder,
            embedding_rate=self._embedding_rate,
        )
        self._report.set_activity(self._activity)


def _checked_folder(path: Path, folders: tuple[Folder, ...]) -> Path:
    """Return the folder to index: `path` itself, or the library folder that holds it already."""
    try:
        root = path.resolve(strict=True)
        is_folder = root.is_dir()
    except OSError as error:
        raise BadRequestError(
            f"There is no folder '{path}'.", "Check the name, or connect its drive."
        ) from error
    if not is_folder:
        raise BadRequestError(
            f"'{path}' is a file, not a folder.", "Add the folder that holds it instead."
        )
    for folder in folders:
        known = Path(folder.root)
        if root.is_relative_to(known):
            return known
        if known.is_relative_to(root):
            raise BadRequestError(
                f"'{path}' holds the folder '{folder.name}', which is in the library already.",
                f"Remove '{folder.name}' from the library first.",
            )
    return root
