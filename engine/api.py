"""The one door to the engine.

A front end creates requests, submits them to an `Engine`, and receives events on the callback it
gave. Nothing else of the engine is visible to it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engine.core.citation import Citation, Place, format_uri, parse_uri
from engine.core.citation_check import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
)
from engine.core.collection import (
    ChangeCollected,
    CollectedPassage,
    CollectionListed,
    CollectPassages,
    ExportCollection,
    ListCollection,
)
from engine.core.document import Block, BlockKind, DocumentFailure, FailureReason, PlaceKind
from engine.core.errors import (
    BadRequestError,
    CatalogError,
    DocumentError,
    EngineError,
    ExportError,
    IndexUnavailableError,
    JudgedSetError,
    LibraryInUseError,
    ModelError,
    SearchFailedError,
    SettingError,
)
from engine.core.evaluation import (
    ArmCandidate,
    ArmLists,
    EvaluationProgress,
    EvaluationRequest,
    QueryResult,
    RunComparison,
    RunResult,
    SetReport,
)
from engine.core.events import (
    FailuresListed,
    FileExplained,
    FileVerdict,
    FolderStatus,
    IndexingPhase,
    LibraryChecked,
    LibraryStatus,
    ModelStatus,
    Notice,
    PageImage,
    PixelBox,
    PlaceDescribed,
    Preview,
    PreviewReady,
    RequestDone,
    RequestFailed,
    SearchFinished,
    StatusChanged,
    UpcomingModel,
)
from engine.core.export_request import (
    SEPARATORS,
    USUAL_STYLES,
    CancelExport,
    CheckTarget,
    ExportFormat,
    ExportHits,
    ExportProgress,
    ExportRendered,
    TargetChecked,
    template_extension,
)
from engine.core.export_words import EXPORT_WORDS, IN_ENGLISH, ExportWords
from engine.core.folder_rules import FolderRules
from engine.core.hit import (
    Arm,
    ArmTrace,
    Candidate,
    Contribution,
    FacetCount,
    Facets,
    Hit,
    RankedChunk,
    Retrieval,
    ScoreKind,
    SearchResponse,
    SearchTrace,
    Snippet,
    TermStatistics,
    TextSpan,
)
from engine.core.hit_details import (
    Balance,
    DocumentShare,
    DocumentVote,
    HitCopy,
    RelevanceFloor,
    RerankTrace,
    RerankVote,
)
from engine.core.listed_passages import ClicksCounted, CountClicks, KindCounts, Listed
from engine.core.model_listing import (
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
)
from engine.core.nearest_passage_part import FindNearest, NearestFound
from engine.core.place_words import place_in_words
from engine.core.reordering import can_reorder, reordered
from engine.core.request import (
    AddFolder,
    ChangeTags,
    CheckLibrary,
    DescribePlace,
    ExplainFile,
    FusionRule,
    FusionSettings,
    ListFailures,
    NoteOpened,
    PauseEmbedding,
    PauseIndexing,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    RetryFailures,
    SearchFilters,
    SearchMode,
    SearchRequest,
    SetFolderRules,
    SetTrust,
    StartIndexingAgain,
    TieBreak,
    TrustLevel,
    UseModel,
    UseSettings,
)
from engine.core.settings import SETTINGS, Effect, Setting, Settings, SettingValue
from engine.core.source_language import source_language
from engine.core.wire import as_json_text, response_as_json
from engine.core.word_suggestions import Correction, SuggestWords, WordsSuggested

Request = (
    SearchRequest
    | PreviewRequest
    | AddFolder
    | RemoveFolder
    | RefreshLibrary
    | RetryFailures
    | StartIndexingAgain
    | PauseEmbedding
    | PauseIndexing
    | ListFailures
    | CheckLibrary
    | UseModel
    | UseSettings
    | ReportStatus
    | ExportHits
    | CancelExport
    | CheckTarget
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
    | SuggestWords
    | FindNearest
    | CountClicks
)

Event = (
    StatusChanged
    | SearchFinished
    | RequestDone
    | RequestFailed
    | PreviewReady
    | FailuresListed
    | LibraryChecked
    | ExportRendered
    | ExportProgress
    | TargetChecked
    | CitationChecked
    | CollectionListed
    | PlaceDescribed
    | FileExplained
    | WordsSuggested
    | NearestFound
    | ClicksCounted
    | Notice
)

EventCallback = Callable[[Event], None]


class Engine(Protocol):
    """A library being searched and indexed in the background.

    `submit` may be called from any thread and returns at once; its answer arrives as an event with
    the same request id, on an engine thread. Of several searches only the newest is sure to be
    carried out. `close` stops all work at the next safe point and returns when it has stopped.
    """

    def submit(self, request: Request) -> int:
        """Queue a request and return its id."""

    def close(self) -> None:
        """Stop; unfinished indexing goes on at the next start."""


class ModelShelf(Protocol):
    """The models of this computer. What is begun here is told to the callback given to the shelf.

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


__all__ = [
    "EXPORT_WORDS",
    "IN_ENGLISH",
    "SEPARATORS",
    "SETTINGS",
    "USUAL_STYLES",
    "AddFolder",
    "Arm",
    "ArmCandidate",
    "ArmLists",
    "ArmTrace",
    "BadRequestError",
    "Balance",
    "Block",
    "BlockKind",
    "CancelExport",
    "Candidate",
    "CatalogError",
    "ChangeCollected",
    "ChangeTags",
    "CheckCitation",
    "CheckLibrary",
    "CheckTarget",
    "CheckedCitation",
    "Citation",
    "CitationChecked",
    "CitationState",
    "ClicksCounted",
    "CollectPassages",
    "CollectedPassage",
    "CollectionListed",
    "Contribution",
    "Correction",
    "CountClicks",
    "DescribePlace",
    "DocumentError",
    "DocumentFailure",
    "DocumentShare",
    "DocumentVote",
    "Effect",
    "Engine",
    "EngineError",
    "EvaluationProgress",
    "EvaluationRequest",
    "Event",
    "EventCallback",
    "ExplainFile",
    "ExportCollection",
    "ExportError",
    "ExportFormat",
    "ExportHits",
    "ExportProgress",
    "ExportRendered",
    "ExportWords",
    "FacetCount",
    "Facets",
    "FailureReason",
    "FailuresListed",
    "FileExplained",
    "FileVerdict",
    "FindNearest",
    "FolderRules",
    "FolderStatus",
    "FusionRule",
    "FusionSettings",
    "Hit",
    "HitCopy",
    "IndexUnavailableError",
    "IndexingPhase",
    "JudgedSetError",
    "KindCounts",
    "LibraryChecked",
    "LibraryInUseError",
    "LibraryStatus",
    "ListCollection",
    "ListFailures",
    "Listed",
    "ModelError",
    "ModelEvent",
    "ModelFetchFailed",
    "ModelFetchProgress",
    "ModelFetched",
    "ModelListing",
    "ModelShelf",
    "ModelStatus",
    "NearestFound",
    "NoteOpened",
    "Notice",
    "PageImage",
    "PauseEmbedding",
    "PauseIndexing",
    "PixelBox",
    "Place",
    "PlaceDescribed",
    "PlaceKind",
    "Preview",
    "PreviewReady",
    "PreviewRequest",
    "QueryResult",
    "RankedChunk",
    "RefreshLibrary",
    "RelevanceFloor",
    "RemoveFolder",
    "ReportStatus",
    "Request",
    "RequestDone",
    "RequestFailed",
    "RerankTrace",
    "RerankVote",
    "Retrieval",
    "RetryFailures",
    "RunComparison",
    "RunResult",
    "ScoreKind",
    "SearchFailedError",
    "SearchFilters",
    "SearchFinished",
    "SearchMode",
    "SearchRequest",
    "SearchResponse",
    "SearchTrace",
    "SetFolderRules",
    "SetReport",
    "SetTrust",
    "Setting",
    "SettingError",
    "SettingValue",
    "Settings",
    "Snippet",
    "StartIndexingAgain",
    "StatusChanged",
    "SuggestWords",
    "TargetChecked",
    "TermStatistics",
    "TextSpan",
    "TieBreak",
    "TrustLevel",
    "UpcomingModel",
    "UseModel",
    "UseSettings",
    "WordsSuggested",
    "as_json_text",
    "can_reorder",
    "format_uri",
    "parse_uri",
    "place_in_words",
    "reordered",
    "response_as_json",
    "source_language",
    "template_extension",
]
