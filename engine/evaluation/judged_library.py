"""Libraries of judged documents, which are read, chunked, indexed and embedded like other files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from twofold.engine.embedding.ports import Embedder
from twofold.engine.evaluation.judged_set import JudgedDocument, JudgedSet
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.embedding import EmbeddingPass
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.pipeline import Indexer
from twofold.engine.indexing.scan import FolderSummary, Scan
from twofold.engine.model.document import CutText, ExtractedText, as_id
from twofold.engine.model.errors import DocumentError, EngineError, JudgedSetError
from twofold.engine.model.hit import RankedChunk
from twofold.engine.model.localized import Message
from twofold.engine.model.settings import Settings
from twofold.engine.processes.sandbox import SandboxPolicy
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.library_files import LibraryLock
from twofold.engine.stores.sync.indexes import Indexes, folder_of_model, open_catalog

MAX_DOCUMENTS = 100
Report = Callable[[str, int, int], None]
"""Called with the name of a step, the number of completed items and the total."""

_PASSAGE_BATCH = 2000
# File names are searched like titles. These letters form no words or numbers.
_HEXADECIMAL_AS_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")

# Seconds since 1970. The same for all files and long ago, because recent files are read twice.
_FILE_TIME = 946_684_800


def file_name(doc_id: str, file_type: str) -> str:
    """Return a safe, unique and meaningless file name for the document."""
    digest = blake2b(doc_id.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{digest.translate(_HEXADECIMAL_AS_LETTERS)}.{file_type}"


def write_documents(
    folder: Path, documents: Sequence[JudgedDocument], file_type: str
) -> dict[str, JudgedDocument]:
    """Write each document to `folder`, replacing its contents; return them by file name."""
    named = {file_name(document.doc_id, file_type): document for document in documents}
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, document in named.items():
            content = document.text if document.text.strip() else document.title
            (folder / name).write_bytes(content.encode("utf-8", "replace"))
            os.utime(folder / name, (_FILE_TIME, _FILE_TIME))
    except OSError as error:
        raise JudgedSetError(
            Message(f"Cannot write the documents to {folder}: {error.strerror or error}."),
            Message("Choose another folder for the library, or free some space."),
        ) from error
    return named


class JudgedReader:
    """Reads the files of judged documents and sets their titles to the judged ones."""

    def __init__(self, reader: DocumentReader, titles: Mapping[str, str]) -> None:
        self._reader = reader
        self._titles = titles

    def read_all(
        self, paths: Iterable[Path]
    ) -> Iterator[tuple[Path, ExtractedText | CutText | DocumentError]]:
        """Yield every path in order, with its text or an error."""
        for path, answer in self._reader.read_all(paths):
            title = self._titles.get(path.name, "")
            if isinstance(answer, DocumentError) or not title:
                yield path, answer
            else:
                metadata = replace(answer.metadata, title=title)
                yield path, replace(answer, metadata=metadata)


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """A passage of a judged document: the characters [start, end) of its text."""

    document: str
    start: int
    end: int


class PassagePlaces:
    """The passages' positions in the documents, by chunk id."""

    def __init__(self, places: Mapping[str, PassagePlace]) -> None:
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @classmethod
    def of(cls, catalog: Catalog, documents: Mapping[str, str]) -> PassagePlaces:
        """Read the positions; `documents` maps file paths to document ids."""
        places: dict[str, PassagePlace] = {}
        numbers = catalog.chunk_numbers()
        for first in range(0, len(numbers), _PASSAGE_BATCH):
            some = catalog.chunks(numbers[first : first + _PASSAGE_BATCH])
            for number, stored in some.items():
                document = documents[stored.document.path]
                places[as_id(number)] = PassagePlace(document, stored.chunk.start, stored.chunk.end)
        return cls(places)

    def of_chunk(self, chunk_id: str) -> PassagePlace:
        """Return the position of one passage."""
        return self._places[chunk_id]

    def documents(self, ranking: Iterable[RankedChunk]) -> tuple[str, ...]:
        """Return at most MAX_DOCUMENTS documents, ranked by their best passages."""
        found: dict[str, None] = {}
        for ranked in ranking:
            found.setdefault(self._places[ranked.chunk_id].document)
            if len(found) == MAX_DOCUMENTS:
                break
        return tuple(found)


@dataclass(frozen=True, slots=True)
class LibraryParts:
    """The parts of a judged library: settings, a model and commands of child processes."""

    settings: Settings
    embedder: Embedder
    reader_command: tuple[str, ...]
    graph_command: tuple[str, ...]


class JudgedLibrary:
    """A library in its own folder; for one thread.

    In an existing library, all documents are read again with the current program, but vectors are
    kept.
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
        """Close the catalog and the indexes."""
        self._resources.close()

    def fill(self, judged: JudgedSet, file_type: str, report: Report) -> tuple[PassagePlaces, int]:
        """Index exactly the documents of `judged`.

        Return their passages and the number of failures.
        """
        named = write_documents(self._root / "documents", judged.documents, file_type)
        failed = self._read(named, report)
        documents = {name: document.doc_id for name, document in named.items()}
        return PassagePlaces.of(self.catalog, documents), failed

    def _read(self, named: Mapping[str, JudgedDocument], report: Report) -> int:
        folder = self.catalog.add_folder(self._root / "documents")
        with self.catalog.change() as change:
            for path in self.catalog.files.known(folder.name):
                change.delete_file(folder.name, path)  # keeps its vectors
        summary = FolderSummary()
        reader = self._new_reader()
        titles = {name: document.title for name, document in named.items()}
        indexer = Indexer(self.catalog, self.indexes, JudgedReader(reader, titles), IgnoreRules())
        try:
            for step in indexer.update([Scan(folder)], summary):
                if step.current_file:
                    report("reading", len(named) - step.pending, len(named))
        finally:
            reader.close()
        for other in self.catalog.folders():
            # The library was moved here; the vectors of its old folder are used for the same texts.
            if other.name != folder.name:
                self.catalog.remove_folder(other.name)
        self.indexes.purge_deletes()
        return summary.not_searchable

    def embed(self, report: Report) -> None:
        """Embed every passage without a vector; raise EngineError if the index is incomplete."""
        embedder = self._parts.embedder
        folder = folder_of_model(self._root / "vectors", embedder.fingerprint)
        self.indexes.use_model(folder, embedder.fingerprint, embedder.dimension)
        embedding = EmbeddingPass(self.catalog, self.indexes, embedder)
        total = self.catalog.counts(embedder.fingerprint).chunks
        while embedding.step(lambda: False):
            done = self.catalog.counts(embedder.fingerprint).vectors
            report("embedding", done, total)
        problems = self.indexes.check()
        if problems:
            raise EngineError(
                Message(f"The library of the judged documents is not whole: {problems[0]}")
            )

    def _new_reader(self) -> DocumentReader:
        settings = self._parts.settings
        limits = ReaderLimits(
            seconds=settings.whole("indexing.read_seconds"),
            memory_mb=settings.whole("indexing.read_memory_mb"),
            max_file_mb=settings.whole("indexing.max_file_mb"),
            sandbox=SandboxPolicy(settings.text("reading.sandbox")),
        )
        folder = self._root / "documents"
        return DocumentReader(
            limits, self._parts.reader_command, folders=lambda: (folder,), cuts=True
        )
