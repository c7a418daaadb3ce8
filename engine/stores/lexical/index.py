"""The lexical index: finds chunks by their words and ranks them by BM25 (k1 = 1.2, b = 0.75).

The index is derived from the catalog and can always be rebuilt from it. A marker document, replaced
in the same commit as the chunks, contains the generation of the catalog that the index has reached.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING

import tantivy

from twofold.engine.model.document import StoredChunk
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import EMPTY, message
from twofold.engine.model.search_request import ParsedQuery
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.query import BuiltQueries
from twofold.engine.stores.lexical.storage import (
    check_by_queries,
    committed_state,
    damaged,
    links_to,
    suspect_mark,
    translated,
)
from twofold.engine.stores.lexical.term_queries import all_of, filter_query, sum_of
from twofold.engine.stores.lexical.tiers import MAX_HITS, answer_of, tiers_of
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.lexical.words import IndexWords
from twofold.engine.stores.ports import (
    LexicalAnswer,
    LiteralHolders,
    PreTokenised,
    TermDictionary,
    Tiers,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WRITER_HEAP_BYTES = 64_000_000


class LexicalIndex(IndexWords):
    """A folder with a Tantivy index.

    Searching is thread-safe; `apply` and `close` are called by the writing thread.
    """

    def __init__(self, folder: Path, index: tantivy.Index, schema: tantivy.Schema) -> None:
        super().__init__(BuiltQueries(schema, Vocabulary(index.searcher(), schema)), folder)
        self.folder = folder
        self._index = index
        self._schema = schema
        self._writer: tantivy.IndexWriter | None = None
        self._writing = Lock()
        self._read_only = False
        self._was_suspect = False
        self._links: TemporaryDirectory[str] | None = None
        self._refreshed: tuple[int, frozenset[str]] | None = None

    @classmethod
    def open(cls, folder: Path, read_only: bool = False) -> LexicalIndex:  # noqa: FBT001, FBT002
        """Open the index in `folder`, creating an empty one if there is none.

        Raise IndexUnavailableError if it is damaged or of another version. Then remove it
        (`discard`) and fill a new one from the catalog.
        """
        schema = fields.build_schema()
        with translated(
            message("The keyword index cannot be opened."),
            message("It will be rebuilt automatically."),
        ):
            if read_only and not (folder.is_dir() and tantivy.Index.exists(str(folder))):
                raise IndexUnavailableError(message("There is no keyword index yet."))
            folder.mkdir(parents=True, exist_ok=True)
            if suspect_mark(folder).exists():
                raise damaged()
            links = links_to(folder) if read_only and not os.access(folder, os.W_OK) else None
            place = str(folder) if links is None else links.name
            opened = cls(folder, fields.open_index(place, schema), schema)
            opened._read_only, opened._links = read_only, links
            opened._check_version()
            if not read_only:
                check_by_queries(opened.vocabulary.searcher)
        return opened

    @property
    def version(self) -> str:
        """The version of schema and analysis. An index of another version is rebuilt."""
        return fields.LEXICAL_VERSION

    @property
    def generation(self) -> int | None:
        """The catalog generation that the index has reached; None if it was never filled."""
        return self.vocabulary.generation

    @property
    def size(self) -> int:
        """The number of indexed chunks."""
        return self.vocabulary.passages

    @property
    def segments(self) -> int:
        """The number of segments of the index."""
        return int(self.vocabulary.searcher.num_segments)

    def apply(
        self,
        put: Iterable[StoredChunk],
        deleted: Iterable[int],
        generation: int,
        ready: PreTokenised = fields.NOTHING_PRE_TOKENISED,
    ) -> None:
        """Add or replace the chunks `put` and remove the chunks `deleted`, in one commit.

        `ready` contains token streams that were computed earlier.

        On failure nothing is changed and IndexUnavailableError is raised; the same call may be
        repeated.
        """
        with self._writing, translated(message("The keyword index cannot be written."), EMPTY):
            try:
                made = fields.ChunkDocuments(self._schema, ready)
                self._write(list(put), list(deleted), generation, made)
            except BaseException:
                self._abandon_writer()
                raise
            self._reload()

    @property
    def is_suspect(self) -> bool:
        """Whether a search has found damage.

        After `rewrite` was called because of it, this process no longer checks.
        """
        return not self._was_suspect and suspect_mark(self.folder).exists()

    @property
    def deleted_docs(self) -> int:
        """The number of replaced or deleted documents that BM25's statistics still count."""
        with translated(
            message("The keyword index cannot be read."),
            message("Restart Twofold. A damaged index is rebuilt automatically."),
        ):
            return self.vocabulary.deleted_docs

    def rewrite(self, every: Iterable[StoredChunk], generation: int) -> None:
        """Write all chunks of the catalog again in one commit, so that the statistics are exact.

        Otherwise Tantivy counts replaced documents until all documents of their segment are
        deleted. Searches see the old state until the end. On failure nothing is changed and
        IndexUnavailableError is raised.
        """
        with self._writing, translated(message("The keyword index cannot be written."), EMPTY):
            try:
                self._rewrite(every, generation)
            except BaseException:
                self._abandon_writer()
                raise
            self._was_suspect = self._was_suspect or self.is_suspect
            suspect_mark(self.folder).unlink(missing_ok=True)
            self._reload()

    def refresh(self) -> None:
        """Load the commits of other processes. Cheap if there are none."""
        with translated(
            message("The keyword index cannot be read."),
            message("Restart Twofold. A damaged index is rebuilt automatically."),
        ):
            committed = committed_state(self.folder)
            if committed != self._refreshed:
                self._reload()
                self._refreshed = committed

    def search(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        prefix_last: bool = False,  # noqa: FBT001, FBT002
    ) -> LexicalAnswer:
        """Return the best `limit` (1 to 10,000) chunks. Chunks with all terms precede the others.

        `allowed` are the numbers of documents that match `filters`, needed for filters whose values
        are not indexed. Equal scores are ordered by chunk number.
        """
        limit = max(1, min(limit, MAX_HITS))
        tiers = self.tiers(query, limit, filters, allowed, prefix_last=prefix_last)
        return answer_of(tiers, limit)

    def tiers(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        *,
        prefix_last: bool = False,
        statistics: TermDictionary | None = None,
    ) -> Tiers:
        """Return the tiers from which `search` builds its answer.

        If several indexes use the same global `statistics`, their scores are comparable.
        """
        with self._answering():
            queries = self._queries
            wanted = queries.of(query, prefix_last=prefix_last, statistics=statistics)
            passing = filter_query(self._schema, filters, allowed)
            return tiers_of(queries.vocabulary, wanted, passing, limit)

    def count_matches(
        self,
        query: ParsedQuery,
        documents: NDArray[np.int64],
        least_coverage: float = 0.0,
        *,
        prefix_last: bool = False,
        among: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the documents with matching chunks, and how many each has. Filters are ignored.

        A chunk matches if it contains at least `least_coverage` of the query's words, weighted by
        rarity. `documents` are the numbers of all documents, ascending. With `among`, only these
        chunks are counted.
        """
        from twofold.engine.stores.lexical import counting  # noqa: PLC0415 (imports numpy, which only it needs)

        with self._answering():
            queries = self._queries
            wanted = queries.of(query, prefix_last=prefix_last)
            found = counting.matching(wanted, queries.vocabulary, least_coverage)
            if found is None or (among is not None and not len(among)):
                return counting.NOTHING, counting.NOTHING
            if among is not None:
                found = all_of([found, counting.one_of_chunks(queries.vocabulary, among)])
            return counting.count_by_document(queries.vocabulary, found, documents)

    def chunks_with_words(
        self, query: ParsedQuery, chunks: Sequence[int], *, prefix_last: bool = False
    ) -> frozenset[int]:
        """Return the `chunks` that contain any word of `query`."""
        import numpy as np  # noqa: PLC0415 (as above)

        from twofold.engine.stores.lexical import counting  # noqa: PLC0415 (as above)

        with self._answering():
            queries = self._queries
            wanted = counting.matching(
                queries.of(query, prefix_last=prefix_last), queries.vocabulary
            )
            if wanted is None or not chunks:
                return frozenset()
            numbers = np.array(chunks, dtype=np.int64)
            return frozenset(counting.chunks_among(queries.vocabulary, wanted, numbers).tolist())

    def excluded_chunks(self, query: ParsedQuery, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the `chunks` that contain what `query` excludes."""
        from twofold.engine.stores.lexical import counting  # noqa: PLC0415 (as above)

        with self._answering():
            queries = self._queries
            unwanted = queries.of(query, prefix_last=False).unwanted
            if not unwanted or not len(chunks):
                return counting.NOTHING
            return counting.chunks_among(queries.vocabulary, sum_of(unwanted), chunks)

    def without_excluded(
        self, query: ParsedQuery, documents: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the `documents` (ascending numbers) without a passage that `query` excludes."""
        from twofold.engine.stores.lexical import counting  # noqa: PLC0415 (as above)

        with self._answering():
            return counting.ExcludedDocuments(self._queries, query).left_of(documents)

    def term_counts(self) -> dict[str, dict[str, int]]:
        """Return how many chunks contain each term, by field, including `deleted_docs`."""
        with self._answering():
            searcher = self.vocabulary.searcher
            names = (fields.BODY, fields.STEM, fields.TITLE, fields.HEADING, fields.STEMMER)
            return {name: dict(searcher.terms_with_prefix(name, "")) for name in names}

    def literal_holders(self, folded: str) -> LiteralHolders | None:
        """Return the passages that may contain a case-folded text; None if unknown."""
        from twofold.engine.stores.lexical.literal import LiteralCandidates  # noqa: PLC0415 (rarely needed)

        with self._answering():
            return LiteralCandidates(self.vocabulary).holders(folded)

    def passages_with_runs(
        self, text: str, limit: int, *, single_words: bool = True
    ) -> Sequence[int]:
        """Return the chunks that share the most and rarest runs of words with `text`, best first.

        With `single_words`, chunks with the rarest words of the text are also found.
        """
        from twofold.engine.stores.lexical import word_runs  # noqa: PLC0415 (rarely needed)

        with self._answering():
            return word_runs.passages_with_runs(
                self.vocabulary, text, limit, single_words=single_words
            )

    def close(self) -> None:
        """Close all files. Committed changes are kept."""
        with self._writing:
            self._abandon_writer()
            if self._links is not None:
                self._links.cleanup()

    @staticmethod
    def discard(folder: Path) -> None:
        """Remove the index in `folder`, which can be rebuilt from the catalog."""
        shutil.rmtree(folder, ignore_errors=True)

    def _write(
        self,
        put: list[StoredChunk],
        deleted: list[int],
        generation: int,
        made: fields.ChunkDocuments,
    ) -> None:
        writer = self._open_writer()
        try:
            numbers = [stored.number for stored in put] + deleted
            if numbers and self.vocabulary.passages:
                writer.delete_documents_by_query(
                    tantivy.Query.term_set_query(self._schema, fields.CHUNK, numbers)
                )
            newest = {stored.number: stored for stored in put}
            for stored in newest.values():
                writer.add_document(made.of(stored))
            writer.delete_documents_by_query(fields.marker_query(self._schema))
            writer.add_document(fields.marker_document(self._schema, generation))
            writer.commit()
        finally:
            # A stored traceback would keep the writer alive, and with it Tantivy's lock.
            del writer

    def _rewrite(self, every: Iterable[StoredChunk], generation: int) -> None:
        writer = self._open_writer()
        try:
            if self.is_suspect:
                # This opens none of the damaged files. It is not used for an index that still
                # works, because a merge may delete files before the commit.
                writer.delete_all_documents()
            else:
                writer.delete_documents_by_query(tantivy.Query.all_query())
            made = fields.ChunkDocuments(self._schema)
            for stored in every:
                writer.add_document(made.of(stored))
            writer.add_document(fields.marker_document(self._schema, generation))
            writer.commit()
        finally:
            # A stored traceback would keep the writer alive, and with it Tantivy's lock.
            del writer

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._read_only:
            raise IndexUnavailableError(message("The library is currently read-only."))
        if self._writer is None:
            self._writer = self._index.writer(heap_size=_WRITER_HEAP_BYTES, num_threads=1)
            # Remove the files of a killed writer, because files with the same names would make a
            # commit fail.
            self._writer.garbage_collect_files()
        return self._writer

    def _abandon_writer(self) -> None:
        """Roll back and drop the writer, because after a failure its commits would be empty."""
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                with translated(message("The keyword index cannot be written."), EMPTY):
                    writer.rollback()
            finally:
                del writer

    def _reload(self) -> None:
        self._index.reload()
        now = Vocabulary(self._index.searcher(), self._schema)
        self._queries = BuiltQueries(self._schema, now)

    def _check_version(self) -> None:
        marker = self.vocabulary.marker
        if marker is None and self.vocabulary.searcher.num_docs:
            raise IndexUnavailableError(message("The keyword index is incomplete."))
        if marker is not None and fields.LEXICAL_VERSION not in marker[fields.MARKER]:
            raise fields.other_version()
