"""Cutting documents anew after the chunker has changed, without a gap in what can be found.

A document keeps its former passages until its new ones and their vectors are there; then it changes
over in one transaction. Stopping at any moment loses nothing: what is left is found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from engine.extract.process.reader import DocumentReader
from engine.indexing.chunker import CHUNKER_VERSION
from engine.indexing.crawl import FoundFile
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import ReadFailure, ReadFile, as_read_file, save
from engine.model.document import FileState
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.documents import text_hash, text_to_embed, title_of
from engine.stores.catalog.rows import OutdatedFile, PendingEmbedding
from engine.stores.sync.indexes import Indexes

_FILES_A_STEP = 8

Embed = Callable[[Sequence[PendingEmbedding]], None]


class Rechunking:
    """Goes once through the files that another chunker cut. Indexing thread only."""

    def __init__(
        self, catalog: Catalog, indexes: Indexes, reader: DocumentReader, names: IgnoreRules
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._reader = reader
        self._names = names
        self._after = -1

    def use_rules(self, names: IgnoreRules) -> None:
        """Pass over what other rules say from now on."""
        self._names = names

    def step(self, embed: Embed) -> int:
        """Cut a few files anew; `embed` is to give texts their vectors. Return 0 when all are done.

        Files that are away or have changed are left to the next look.
        """
        files = self._catalog.outdated_files(CHUNKER_VERSION, self._after, _FILES_A_STEP)
        if not files:
            return 0
        roots = {folder.name: Path(folder.root) for folder in self._catalog.folders()}
        places = {roots[file.folder] / file.path: file for file in files}
        present = [path for path, file in places.items() if _is_as_indexed(path, file.state)]
        present.sort(key=lambda path: places[path].folder)  # each has a worker of its own
        now = datetime.now(UTC).isoformat(timespec="seconds")
        for path, answer in self._reader.read_all(present):
            file = places[path]
            read = as_read_file(FoundFile(file.path, file.state), answer, self._names)
            if not isinstance(read.own, ReadFailure):
                self._change_over(file, read, embed, now)
        self._indexes.synchronise()
        self._after = files[-1].number
        return len(files)

    def _change_over(self, file: OutdatedFile, read: ReadFile, embed: Embed, now: str) -> None:
        embed(list(_texts(read)))
        with self._catalog.change() as change:
            save(change, file.folder, read, now)


def _texts(read: ReadFile) -> Iterator[PendingEmbedding]:
    for document in read.documents:
        path = f"{read.file.path}/{document.name}" if document.name else read.file.path
        title = title_of(document.metadata, path)
        for chunk in document.chunks:
            yield PendingEmbedding(text_hash(title, chunk), text_to_embed(title, chunk))


def _is_as_indexed(path: Path, state: FileState) -> bool:
    try:
        return FileState.of(path.lstat()).looks_like(state)
    except OSError:
        return False
