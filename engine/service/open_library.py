"""An open library: catalog, indexes, searcher and extraction workers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from twofold.engine.citations.citation_checker import CitationChecker
from twofold.engine.citations.collection import Collection
from twofold.engine.citations.quotation_checker import QuotationChecker
from twofold.engine.embedding.on_demand import OnDemandReranker
from twofold.engine.embedding.ports import Embedder, RerankerChoice
from twofold.engine.export.exporter import Exporter
from twofold.engine.export.template import TemplateProcess
from twofold.engine.extract import ocr
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.coverage import folder_coverage
from twofold.engine.indexing.explain import explain_file
from twofold.engine.indexing.ocr_pass import OcrPass
from twofold.engine.indexing.pipeline import Indexer
from twofold.engine.indexing.scan import Scan, scan_folder
from twofold.engine.model.absence import AbsenceReason, AbsenceReport
from twofold.engine.model.counts import MatchCounts
from twofold.engine.model.coverage import FileVerdict, FolderCoverage
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    OcrText,
    StoredChunk,
    document_number,
)
from twofold.engine.model.errors import (
    EngineError,
    LibraryInUseError,
    ModelError,
)
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.localized import Message, message
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.processes.sandbox import sandbox_warning
from twofold.engine.processes.this_process import release_free_memory
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.search.preview import PreviewBuilder
from twofold.engine.search.scatter import Scatter
from twofold.engine.service.absence import explain_file_absence, explain_passage_absence
from twofold.engine.service.reading_settings import ReadingSettings
from twofold.engine.service.shared_search import SharedAccess, SharedChoice, SharedSearch
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.removed_folders import RemovedFolders
from twofold.engine.stores.library_files import LibraryLock
from twofold.engine.stores.library_folder import folder_of
from twofold.engine.stores.ocr_cache import OcrCache
from twofold.engine.stores.ports import VECTOR_PLANS
from twofold.engine.stores.sync.indexes import (
    Indexes,
    disk_size,
    folder_of_model,
    open_catalog,
    set_newer_aside,
)

logger = logging.getLogger(__name__)

# Loads the model of a name. The second argument takes lines about the progress.
EmbedderLoader = Callable[[str, Callable[[str], None]], Embedder]

_OUTDATED = message(
    "Some documents were indexed by another version of Twofold. They are being indexed again in "
    "the background. Until then, searches use the old passages."
)
_READ_LESS = message(
    "This version of Twofold reads more of some documents. They are being read again."
)
_RECOGNISED = message(
    "Text recognition has changed. Files without recognised text are being read again."
)
_RAISED = message("Limits were raised. Files that exceeded the old limits are being read again.")

_MAX_PATH_LENGTH = 4096


@dataclass(frozen=True, slots=True)
class LibraryPlaces:
    """The paths of a library's files; `own` are folders that the program itself writes."""

    catalog: Path
    lexical: Path
    vectors: Path
    lock: Path
    own: tuple[Path, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of the library."""
        return self.lock.parent


@dataclass(frozen=True, slots=True)
class ChildCommands:
    """The commands that start the engine's child processes."""

    reader: tuple[str, ...]
    graph_builder: tuple[str, ...]
    templates: TemplateProcess = field(default_factory=TemplateProcess)


class OpenLibrary:
    """An open library. The searcher may be replaced (for another model) while searches run."""

    def __init__(
        self,
        places: LibraryPlaces,
        settings: Settings,
        commands: ChildCommands,
        *,
        read_only: bool,
        choose_reranker: RerankerChoice = lambda _settings: None,
        access: SharedAccess | None = None,
        chosen: SharedChoice | None = None,
    ) -> None:
        self.read_only = read_only
        self.repairs: tuple[Message, ...] = ()
        # The documents of a recovered catalog must be read again.
        self.is_recovered = False
        self.why_read_only: EngineError = LibraryInUseError(
            message(
                "This library is open for searching only, because another Twofold "
                "process is updating it."
            ),
            message("Close the other window or command first."),
        )
        self._places = places
        self._settings = settings
        self._reading = self._reading_settings(settings)
        self._commands = commands
        self._model_problem = message("the semantic model is still being prepared")
        self._embedder: Embedder | None = None
        self._choose_reranker = choose_reranker
        self._reranker = self._chosen_reranker()
        self._searching = threading.Lock()
        self.shared = SharedSearch(access, chosen or SharedChoice.of(settings))
        self._resources = ExitStack()
        self._resources.callback(self.shared.close)
        self._resources.callback(self._close_reranker)
        with self._resources:
            self._open()
            self._resources = self._resources.pop_all()

    def _open(self) -> None:
        places = self._places
        self._lock = None if self.read_only else LibraryLock.acquire(places.lock)
        if self._lock is not None:
            self._resources.callback(self._lock.release)
        saved: tuple[Message, ...] = ()
        if self.read_only:
            self.catalog = Catalog.open(places.catalog, read_only=True)
        else:
            self.catalog, saved = open_catalog(places.catalog, places.vectors)
        self._resources.callback(self.catalog.close)
        self.indexes, repairs = Indexes.open(
            self.catalog,
            places.lexical,
            graph_command=self._commands.graph_builder,
            plan=VECTOR_PLANS[self._settings.text("vector.index")],
        )
        newer = () if self.read_only else set_newer_aside(self.catalog, places.vectors)
        self.repairs = (*saved, *repairs, *newer)
        self.is_recovered = bool(saved)
        self._resources.callback(self.indexes.close)
        self._searcher = self._new_searcher()
        self._resources.callback(self._close_searcher)
        self._ocr = "" if self.read_only else ocr.engine_name()
        self.can_read_scans = not self.read_only and ocr.is_installed()
        self.recognised = OcrCache(
            places.catalog.with_name("recognised.sqlite"), self._ocr, read_only=self.read_only
        )
        self.removed = RemovedFolders(places.catalog.with_name("removed.sqlite"), self.catalog)
        self._preview_reader = self._new_reader(recognised=self._recognised_in)
        self.previews = self._new_previews()
        self.exporter = self._new_exporter()
        self.citations = CitationChecker(self.catalog, self._preview_reader, self._shared_document)
        self.quotations = QuotationChecker(self.catalog, self.indexes.lexical, self._preview_reader)
        self.collection = Collection(self.catalog, self.citations)
        self._index_reader = self._new_reader(cuts=True)
        self.indexer = Indexer(
            self.catalog,
            self.indexes,
            self._index_reader,
            self._reading.rules,
            max_bytes=self._reading.limits.max_bytes,
        )
        self._scan_reader = self._new_reader(self._reading.scan_limits, cuts=True)
        self.scans = OcrPass(self.catalog, self.indexes, self._scan_reader, self.recognised)
        self._resources.callback(self.scans.close)
        if not self.read_only:
            self.repairs = (*self.repairs, *self._mark_for_rereading())
            self.forget_recognised()

    def _mark_for_rereading(self) -> Iterator[Message]:
        """Mark unchanged files that must be read again. Yield a sentence for each reason."""
        if self.has_other_chunks:
            yield _OUTDATED
        if self.catalog.files.mark_outdated():
            yield _READ_LESS
        if self._retry_where_limits_rose():
            yield _RAISED
        if self._ocr and self.catalog.files.retry_where_recognised(
            self._ocr, self.recognised.files_to_retry
        ):
            yield _RECOGNISED

    def forget_recognised(self) -> None:
        """Delete the cached OCR results of deleted files.

        Nothing is deleted while scans are waiting for OCR, because these may be the same files
        under other names.
        """
        if not self.is_recovered and not (self.wants_scans and self.catalog.failures.count_scans()):
            self.recognised.forget_others(
                lambda digests: (
                    self.catalog.files.known_digests(digests) | self.removed.known_digests(digests)
                )
            )

    def use_reading_settings(self, settings: Settings) -> bool:
        """Use these settings for reading. Return whether the folders must be scanned.

        Indexing thread only.
        """
        former, self._reading = self._reading.rules, self._reading_settings(settings)
        for reader in (self._index_reader, self._preview_reader):
            reader.use_limits(self._reading.limits)
        self.exporter = self._new_exporter()
        self._scan_reader.use_limits(self._reading.scan_limits)
        self.indexer.use_rules(self._reading.rules, self._reading.limits.max_bytes)
        return not self.read_only and (
            self._retry_where_limits_rose() or self._reading.rules != former
        )

    def _retry_where_limits_rose(self) -> bool:
        """Mark files that exceeded a limit which is higher now. Return whether there are any."""
        usual = self._reading_settings(Settings())
        now, before = self._reading.limits_by_key, usual.limits_by_key
        return self.catalog.files.retry_where_raised(now, before) > 0

    @property
    def has_other_chunks(self) -> bool:
        """Whether some passages were created by another version of the chunker."""
        return self.catalog.files.has_other_chunker(CHUNKER_VERSION)

    def explain_file(self, path: Path) -> FileVerdict:
        """Return whether and why a file is or would be indexed. Thread-safe."""
        return explain_file(self.catalog, self._reading.rules, path, self._reading.limits.max_bytes)

    def explain_absence(self, subject: str, search: SearchRequest) -> AbsenceReport:
        """Return why a file, or the passage with a sentence, is not in the list of a search.

        Search thread only.
        """
        if self._is_path(subject):
            verdict = self.explain_file(Path(subject))
            return explain_file_absence(self.catalog, verdict, search, self._explain_in_list)
        return explain_passage_absence(
            self.catalog, self.indexes.lexical, subject, search, self._explain_in_list
        )

    def _is_path(self, subject: str) -> bool:
        """Return whether a text names a file, and is not a sentence."""
        if "\n" in subject or len(subject) > _MAX_PATH_LENGTH:
            return False
        path, names = PurePath(subject), {folder.name for folder in self.catalog.folders()}
        is_name = " " not in subject and bool(path.suffix)
        return path.is_absolute() or is_name or path.parts[:1] in {(name,) for name in names}

    def _explain_in_list(
        self,
        search: SearchRequest,
        passages: tuple[StoredChunk, ...],
        is_document: bool,  # noqa: FBT001
    ) -> tuple[tuple[AbsenceReason, ...], int | None]:
        self.shared.wait_until_open()
        with self._searching:
            return self._searcher.explain_absence(search, passages, is_document=is_document)

    def _vectors_of(self, fingerprint: str) -> Path:
        return folder_of_model(self._places.vectors, fingerprint)

    def coverage(self, is_cancelled: Callable[[], bool]) -> tuple[FolderCoverage, ...]:
        """Return the state of every file in the folders. Thread-safe."""
        folders = (one for one in self.catalog.folders() if not is_cancelled())
        return tuple(folder_coverage(self.catalog, one, self._reading.rules) for one in folders)

    def pending_files(self) -> tuple[str, ...]:
        """Scan every folder and return the files that the next update would read. Thread-safe."""
        scans = (Scan(folder) for folder in self.catalog.folders())
        scanned = (scan_folder(self.catalog, scan, self._reading.rules) for scan in scans)
        return tuple(
            f"{one.folder.name}/{file.path}"
            for one in scanned
            if one is not None
            for file in one.to_read
        )

    @property
    def wants_scans(self) -> bool:
        """Whether OCR of scans is enabled."""
        return self._reading.wants_scans

    def end_scan_reader(self) -> None:
        """Release the memory used for OCR."""
        self._scan_reader.end_idle()

    def _recognised_in(self, path: Path, member: str) -> OcrText | None:
        """Return the recognised text of a file or an embedded document. Thread-safe."""
        found = folder_of(self.catalog.folders(), path)
        if found is None:
            return None
        folder, inside = found
        name = f"{inside}/{member}" if member else inside
        document = self.catalog.document(document_number(folder.name, name))
        return self.recognised.of_document(document.state.digest, member) if document else None

    def _reading_settings(self, settings: Settings) -> ReadingSettings:
        own = frozenset(str(place.resolve()) for place in self._places.own)
        return ReadingSettings(settings, own)

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Answer a search. `is_outdated` returns whether a newer one is waiting.

        Search thread only.
        """
        self.shared.wait_until_open()
        with self._searching:
            return self._searcher.search(request, is_outdated)

    def count(self, request: SearchRequest, kinds: Sequence[str]) -> MatchCounts:
        """Count the matches of a search; `kinds` are as in CountMatches. Search thread only."""
        with self._searching:
            return self._searcher.count(request, kinds)

    def use_embedder(self, embedder: Embedder) -> tuple[Message, ...]:
        """Search with this model's vectors from now on. Return a sentence for each repair."""
        if self.read_only:
            embedder.limit_threads(1)  # only for previews, as the writing process needs the rest
        folder = self._vectors_of(embedder.fingerprint)
        model = (embedder.fingerprint, embedder.dimension)
        repairs = self.indexes.use_model(folder, *model, is_loaded=True)
        with self._searching:
            # A running search must not embed its query with one model and search the vectors of
            # another.
            self._embedder = embedder
            previous, self._searcher = self._searcher, self._new_searcher()
        previous.close()
        return repairs

    def rerank_with(self, settings: Settings) -> None:
        """Rerank with the model of these settings from now on. Indexing thread only."""
        self._settings = settings
        former = self._reranker
        with self._searching:
            self._reranker = self._chosen_reranker()
            previous, self._searcher = self._searcher, self._new_searcher()
        previous.close()
        if former is not None:
            former.close()

    def keep_vectors_in_step(self) -> tuple[Message, ...]:
        """Keep the vectors of the current model up to date while the model is not loaded.

        Otherwise, deleted or changed passages would still be found by their old text. Return a
        sentence for each repair.
        """
        fingerprint = "" if self.read_only else self.catalog.vectors.answering_model
        if not fingerprint:
            return ()
        return self.indexes.follow_model(self._vectors_of(fingerprint), fingerprint)

    def follow(self) -> None:
        """Make the changes of the process that writes to this library searchable."""
        if self.read_only:
            self.indexes.refresh()

    def set_model_problem(self, sentence: Message) -> None:
        """Set the reason why there is no model. Searches by meaning fail with this message."""
        self._model_problem = sentence

    @property
    def index_version(self) -> str:
        """The versions of both indexes, as in responses."""
        lexical = self.indexes.lexical.version
        vectors = self.indexes.vectors
        return f"hybrid:{lexical}+{vectors.version}" if vectors else lexical

    @property
    def searchable_vectors(self) -> int | None:
        """The number of vectors that can be searched now; None without a vector index."""
        vectors = self.indexes.vectors
        return vectors.count if vectors else None

    def release_memory(self) -> None:
        """Release unneeded memory. Takes some milliseconds. Thread-safe."""
        if (vectors := self.indexes.vectors) is not None:
            vectors.release_pages()
        release_free_memory()

    @property
    def sandbox_warning(self) -> Message:
        """A warning for the user about the sandbox for reading documents."""
        readers = self._index_reader, self._preview_reader, self._scan_reader
        failures = filter(None, (reader.sandbox_failure for reader in readers))
        return sandbox_warning(self._reading.limits.sandbox, next(failures, ""))

    def search_in(self, chosen: SharedChoice) -> None:
        """Search the `chosen` libraries from now on. Indexing thread only."""
        if not self.shared.choose(chosen):
            return
        with self._searching:
            previous, self._searcher = self._searcher, self._new_searcher()
            self.previews = self._new_previews()
        previous.close()
        self.shared.close_former()

    @property
    def size_bytes(self) -> int:
        """The disk space used by catalog and indexes."""
        places = self._places
        return disk_size(places.catalog, (places.lexical, places.vectors))

    def _close_searcher(self) -> None:
        self._searcher.close()

    def announce_closing(self) -> None:
        """Make the next process that wants to write to the library wait a moment."""
        if self._lock is not None:
            self._lock.announce_closing()

    def stop_readers(self) -> None:
        """Stop the extraction workers, so that their threads can end."""
        for reader in (self._index_reader, self._preview_reader, self._scan_reader):
            reader.close()

    def _shared_document(self, path: str) -> tuple[StoredChunk, ...]:
        return self.scatter.shared_document(path)

    @property
    def scatter(self) -> Scatter:
        """Access to the passages of this library and of shared ones."""
        return self._searcher.scatter

    def close(self) -> None:
        """Close everything. No thread may use the library afterwards."""
        self.stop_readers()
        self._resources.close()

    def _new_searcher(self) -> Searcher:
        model = self._embedder.fingerprint if self._embedder is not None else ""
        return open_searcher(
            self.catalog,
            self.indexes.lexical,
            self.indexes.vectors,
            self._embedder_or_problem,
            self._settings,
            reranker=self._reranker,
            shared=self.shared.beside_own(model),
        )

    def _new_previews(self) -> PreviewBuilder:
        return PreviewBuilder(self.scatter, self._preview_reader, self._embedder_or_problem)

    def _chosen_reranker(self) -> OnDemandReranker | None:
        load = self._choose_reranker(self._settings)
        return OnDemandReranker(load) if load else None

    def _close_reranker(self) -> None:
        if self._reranker is not None:
            self._reranker.close()

    def _embedder_or_problem(self) -> Embedder:
        if self._embedder is None:
            raise ModelError(self._model_problem)
        return self._embedder

    def _new_exporter(self) -> Exporter:
        return Exporter(
            self._preview_reader,
            templates=replace(self._commands.templates, sandbox=self._reading.limits.sandbox),
        )

    def _new_reader(
        self,
        limits: ReaderLimits | None = None,
        *,
        cuts: bool = False,
        recognised: Callable[[Path, str], OcrText | None] = lambda _path, _member: None,
    ) -> DocumentReader:
        return DocumentReader(
            limits or self._reading.limits,
            self._commands.reader,
            folders=lambda: (Path(folder.root) for folder in self.catalog.folders()),
            cuts=cuts,
            recognised=recognised,
        )
