"""The documents of a judged set as a library: read, cut, indexed and embedded as files are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.embedding.embedder import Embedder
from engine.evaluation.judged_reader import JudgedReader, write_documents
from engine.evaluation.judged_set import JudgedDocument, JudgedSet
from engine.evaluation.passage_places import PassagePlaces
from engine.extract.limits import ReaderLimits
from engine.extract.reader import DocumentReader
from engine.indexing.embedding import EmbeddingPass
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import Indexer
from engine.indexing.summary import FolderSummary
from engine.model.errors import EngineError
from engine.model.settings import Settings
from engine.stores.sync.consistency import Indexes
from engine.stores.sync.lock import LibraryLock
from engine.stores.sync.opening import open_catalog

Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class LibraryParts:
    """What a judged library is made with: the settings, a model, and the child processes."""

    settings: Settings
    embedder: Embedder
    reader_command: tuple[str, ...]
    graph_command: tuple[str, ...]


class JudgedLibrary:
    """A library in a folder of its own. Used by one thread.

    Opening one that is there already reads every document again, by the program as it is now, but
    computes no vector twice.
    """

    def __init__(self, root: Path, parts: LibraryParts) -> None:
        self._root = root.resolve()
        self._parts = parts
        self._resources = ExitStack()
        with self._resources:
            self._open()
            self._resources = self._resources.pop_all()

    def _open(self) -> None:
        lock = LibraryLock.acquire(self._root / "library.lock")
        self._resources.callback(lock.release)
        self.catalog, _ = open_catalog(self._root / "catalog.sqlite")
        self._resources.callback(self.catalog.close)
        self.indexes, _ = Indexes.open(
            self.catalog, self._root / "lexical", graph_command=self._parts.graph_command
        )
        self._resources.callback(self.indexes.close)

    def close(self) -> None:
        """Close the catalog and both indexes."""
        self._resources.close()

    def fill(self, judged: JudgedSet, file_type: str, report: Report) -> tuple[PassagePlaces, int]:
        """Hold exactly the documents of `judged`; return their passages, and how many failed.

        `report` is told the step, what is done of it, and the total.
        """
        named = write_documents(self._root / "documents", judged.documents, file_type)
        failed = self._read(named, report)
        documents = {name: document.doc_id for name, document in named.items()}
        return PassagePlaces.of(self.catalog, documents), failed

    def _read(self, named: Mapping[str, JudgedDocument], report: Report) -> int:
        folder = self.catalog.add_folder(self._root / "documents")
        with self.catalog.change() as change:
            for path in self.catalog.known_files(folder.name):
                change.delete_file(folder.name, path)  # its vectors stay
        summary = FolderSummary()
        reader = self._new_reader()
        titles = {name: document.title for name, document in named.items()}
        indexer = Indexer(self.catalog, self.indexes, JudgedReader(reader, titles), IgnoreRules())
        try:
            for step in indexer.update_folder(folder, summary):
                if step.current_file:
                    report("reading", len(named) - step.pending, len(named))
        finally:
            reader.close()
        for other in self.catalog.folders():
            # From when the library lay elsewhere; its vectors serve the same texts here.
            if other.name != folder.name:
                self.catalog.remove_folder(other.name)
        self.indexes.settle()
        return summary.failed

    def embed(self, report: Report) -> None:
        """Give every passage its vector; raise EngineError when one cannot be had."""
        embedder = self._parts.embedder
        folder = self._root / "vectors" / embedder.fingerprint.replace("@", "-")
        self.indexes.use_model(folder, embedder.fingerprint, embedder.dimension)
        embedding = EmbeddingPass(self.catalog, self.indexes, embedder)
        total = self.catalog.counts(embedder.fingerprint).chunks
        while embedding.step(lambda: False):
            done = self.catalog.counts(embedder.fingerprint).vectors
            report("embedding", done, total)
        problems = self.indexes.check()
        if problems:
            raise EngineError(f"The library of the judged documents is not whole: {problems[0]}")

    def _new_reader(self) -> DocumentReader:
        settings = self._parts.settings
        limits = ReaderLimits(
            seconds=settings.whole("indexing.read_seconds"),
            memory_mb=settings.whole("indexing.read_memory_mb"),
            max_file_mb=settings.whole("indexing.max_file_mb"),
        )
        folder = self._root / "documents"
        return DocumentReader(
            limits, self._parts.reader_command, folders=lambda: (folder,), cuts=True
        )
