"""What goes into an engine and comes out of it: requests, events, and the engine as such."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from twofold.engine.model.citation_requests import (
    ChangeCollected,
    CheckCitation,
    CitationChecked,
    CollectionListed,
    CollectPassages,
    ListCollection,
)
from twofold.engine.model.coverage import FolderCoverage
from twofold.engine.model.document import Block, DocumentFailure, PlaceKind
from twofold.engine.model.export import (
    CancelExport,
    CheckTarget,
    ExportCollection,
    ExportHits,
    ExportProgress,
    ExportRendered,
    ListTemplates,
    TargetChecked,
    TemplatesListed,
)
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.hit import (
    Facets,
    FindNearest,
    NearestFound,
    SearchResponse,
    TermStatistics,
    TextSpan,
)
from twofold.engine.model.library_requests import (
    AddFolder,
    ChangeTags,
    CheckLibrary,
    DeleteRemoved,
    DescribePlace,
    EmbedFirst,
    ExplainFile,
    ListFailures,
    MoveFolder,
    NoteOpened,
    PauseEmbedding,
    PauseIndexing,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    ReportCoverage,
    ReportStatus,
    RestorePersonal,
    RetryFailures,
    SetFolderRules,
    SetTrust,
    StartIndexingAgain,
    UseModel,
    UseSettings,
)
from twofold.engine.model.message import EMPTY, Message
from twofold.engine.model.request import (
    FolderRules,
    SearchRequest,
)


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
class StatusChanged:
    """The library changed; sent at most a few times a second."""

    status: LibraryStatus


@dataclass(frozen=True, slots=True)
class SearchFinished:
    """The answer to the search submitted under `request_id`."""

    request_id: int
    response: SearchResponse


@dataclass(frozen=True, slots=True)
class RequestDone:
    """A request without an answer of its own was carried out; `message` may say what was done."""

    request_id: int
    message: Message = EMPTY


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """A request could not be carried out; `message` is one sentence, `hint` what to do next.

    `is_bad_request` says that the request itself was wrong, `can_try_again` that
    `StartIndexingAgain` may help.
    """

    request_id: int
    message: Message
    hint: Message = EMPTY
    is_bad_request: bool = False
    can_try_again: bool = False


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A rectangle in the pixels of a rendered page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: BGRA pixels, 4 bytes each, rows of `stride` bytes."""

    pixels: bytes
    width: int
    height: int
    stride: int
    passage_boxes: tuple[PixelBox, ...] = ()
    match_boxes: tuple[PixelBox, ...] = ()
    nearest_boxes: tuple[PixelBox, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """A document opened at a passage.

    Line documents: `text` is the whole extracted text, `passage` and `matches` are spans of it and
    `line_numbers[i]` is the file's line number of the i-th line of `text`. Paged documents: `page`
    of `pages` is in `image`, and `text` is that page's text. `notice` says when the file has
    changed since it was indexed and the passage was looked up again. `member` names the document
    inside the file at `absolute_path`; '' when it is the file. `nearest` is the sentence of the
    passage that is nearest to the query, when it was asked for and the model could tell. `blocks`
    are the headings, paragraphs, lists and rows of a line document; none where there is no layout.
    `slides` tells where each slide begins in `text`, and its number. `library` is the address of
    the shared library that it is from, '' for one's own.
    """

    chunk_id: str
    title: str
    absolute_path: str
    file_type: str
    place_kind: PlaceKind
    text: str
    passage: TextSpan | None
    matches: tuple[TextSpan, ...] = ()
    line_numbers: tuple[int, ...] = ()
    page: int = 0
    pages: int = 0
    image: PageImage | None = None
    notice: Message = EMPTY
    member: str = ""
    nearest: TextSpan | None = None
    blocks: tuple[Block, ...] = ()
    slides: tuple[tuple[int, int], ...] = ()
    library: str = ""


@dataclass(frozen=True, slots=True)
class PreviewReady:
    """The preview submitted under `request_id`; sent once more when a nearest sentence is found."""

    request_id: int
    preview: Preview


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing of an installation that was checked; `remedy` says what to do if it is not well."""

    name: Message
    is_well: bool
    detail: Message
    remedy: Message = EMPTY


@dataclass(frozen=True, slots=True)
class LibraryChecked:
    """What is wrong with the library, a sentence each; nothing when all is well."""

    request_id: int
    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class FailuresListed:
    """The files that are not searchable; `pending` are paths of those that wait to be read."""

    request_id: int
    failures: tuple[DocumentFailure, ...]
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverageReported:
    """The state of every file of each folder, in the order of their names."""

    request_id: int
    folders: tuple[FolderCoverage, ...]


@dataclass(frozen=True, slots=True)
class PlaceDescribed:
    """What the person said of a place; `own_tags` of just it, `tags` with those from above."""

    request_id: int
    place: str
    own_tags: tuple[str, ...]
    tags: tuple[str, ...]
    trust: TrustLevel | None


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """Whether a file is indexed, whether the rules want it, and why, in sentences."""

    path: str
    indexed: bool
    wanted: bool
    why: Message


@dataclass(frozen=True, slots=True)
class FileExplained:
    """Whether a file is or would be indexed."""

    request_id: int
    verdict: FileVerdict


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person should know that no request asked for (a repair, a lost drive).

    `can_try_again` says that `StartIndexingAgain` may help; what `is_passing` asks for nothing, and
    need not stay before the person's eyes.
    """

    message: Message
    hint: Message = EMPTY
    is_warning: bool = False
    can_try_again: bool = False
    is_passing: bool = False


@dataclass(frozen=True, slots=True)
class KindCounts:
    """Passages by the rankings that found them; `neither` are those of a literal search.

    Where filters alone are asked for, `neither` are documents.
    """

    both: int = 0
    keywords: int = 0
    meaning: int = 0
    neither: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.both + self.keywords + self.meaning + self.neither


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """All that a search finds: its keyword matches, and what is near enough in meaning.

    Weak matches do not count, near-duplicates each. Where no words are asked for, `passages` are
    documents, and so are the numbers of `facets`. Each facet is counted without its own filter: the
    others add up to `passages`, but for values that are in one another, or of which a document has
    several or none. `snapshot` is as in SearchResponse.
    """

    passages: int = 0
    documents: int = 0
    kinds: KindCounts = field(default_factory=KindCounts)
    facets: Facets = field(default_factory=Facets)
    snapshot: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CountMatches:
    """Count what `search` finds: of the `kinds` (fields of KindCounts) alone where any is given.

    The counts of kinds themselves are of all of them.
    """

    search: SearchRequest
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchesCounted:
    """The answer to CountMatches."""

    request_id: int
    counts: MatchCounts


@dataclass(frozen=True, slots=True)
class SuggestWords:
    """Ask for frequent words that complete the last word of `text`, `most` of them.

    With `spelling` better spellings of its words are looked for instead.
    """

    text: str
    most: int = 6
    spelling: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that hardly any passage holds, and one spelled alike that `passages` of them hold."""

    word: str
    instead: str
    passages: int


@dataclass(frozen=True, slots=True)
class WordsSuggested:
    """The answer to SuggestWords for `text`."""

    request_id: int
    text: str
    completions: tuple[TermStatistics, ...] = ()
    corrections: tuple[Correction, ...] = ()


Request = (
    SearchRequest
    | PreviewRequest
    | AddFolder
    | RemoveFolder
    | DeleteRemoved
    | MoveFolder
    | RestorePersonal
    | RefreshLibrary
    | RetryFailures
    | StartIndexingAgain
    | PauseEmbedding
    | PauseIndexing
    | ListFailures
    | ReportCoverage
    | CheckLibrary
    | UseModel
    | UseSettings
    | ReportStatus
    | ExportHits
    | CancelExport
    | CheckTarget
    | ListTemplates
    | CheckCitation
    | CollectPassages
    | ChangeCollected
    | ListCollection
    | ExportCollection
    | ChangeTags
    | SetTrust
    | SetFolderRules
    | DescribePlace
    | ExplainFile
    | NoteOpened
    | EmbedFirst
    | SuggestWords
    | FindNearest
    | CountMatches
)

Event = (
    StatusChanged
    | SearchFinished
    | RequestDone
    | RequestFailed
    | PreviewReady
    | FailuresListed
    | CoverageReported
    | LibraryChecked
    | ExportRendered
    | ExportProgress
    | TargetChecked
    | TemplatesListed
    | CitationChecked
    | CollectionListed
    | PlaceDescribed
    | FileExplained
    | WordsSuggested
    | NearestFound
    | MatchesCounted
    | Notice
)

EventCallback = Callable[[Event], None]


class Engine(Protocol):
    """A library being searched and indexed in the background.

    `submit` may be called from any thread and returns at once; its answer arrives as an event with
    the same request id, on an engine thread. Of several searches of one client (a window, the
    quick search) only the newest is sure to be carried out. `close` stops all work at the next safe
    point and returns when it has stopped.
    """

    def submit(self, request: Request, client: str = "") -> int:
        """Queue a request and return its id."""

    def close(self) -> None:
        """Stop; unfinished indexing goes on at the next start."""

    def prepare_exit(self) -> None:
        """Save what must not be lost, without waiting for other work; the process ends then."""

    @property
    def indexer_process_id(self) -> int:
        """The number of a child process that may outlive this one; 0 if there is none."""
