"""The public interface of the engine.

Front ends create requests, submit them to an `Engine`, and receive events through the callback they
passed. They use only what this module exports: all requests and events, and the values in them.
"""

from __future__ import annotations

from typing import Protocol

from twofold.engine.model.absence import (
    AbsenceAction,
    AbsenceCause,
    AbsenceReason,
    AbsenceReport,
)
from twofold.engine.model.citation import (
    FOUND_BY_NAME,
    CheckedCitation,
    Citation,
    CitationState,
    CollectedPassage,
    CollectionSummary,
    Locator,
    format_locator,
    format_uri,
)
from twofold.engine.model.codec import decoded, encoded
from twofold.engine.model.counts import KindCounts, MatchCounts
from twofold.engine.model.coverage import (
    CoverageEntry,
    CoverageList,
    CoverageState,
    FileVerdict,
    FolderCoverage,
)
from twofold.engine.model.document import (
    Block,
    BlockKind,
    LocatorKind,
    column_heads_of,
)
from twofold.engine.model.errors import (
    BadRequestError,
    CatalogError,
    EngineError,
    LibraryInUseError,
    ModelError,
    SettingError,
)
from twofold.engine.model.evaluation import (
    EvaluationProgress,
    EvaluationRequest,
    ListedCandidate,
    ModelComparison,
    ModelMeasures,
    ModelVerdict,
    ModeSpeed,
    Percentiles,
    QueryResult,
    RunComparison,
    RunResult,
    SetReport,
    SpeedReport,
)
from twofold.engine.model.events import *
from twofold.engine.model.explanation import ExplanationRow, explanation_rows
from twofold.engine.model.export import (
    EXPORT_WORDS,
    IN_ENGLISH,
    SEPARATORS,
    USUAL_STYLES,
    ExportWords,
    is_word_template,
    template_extension,
)
from twofold.engine.model.export_format import ExportFormat, FormatGroup
from twofold.engine.model.failure import (
    WAITING_FOR_OCR,
    WITHOUT_TEXT,
    DocumentFailure,
    FailureReason,
)
from twofold.engine.model.filter_texts import format_filters
from twofold.engine.model.filters import (
    FILTERS,
    Filter,
    FilterValueError,
    LimitFilter,
    SearchFilters,
    TrustLevel,
    ValuesFilter,
    VersionChoice,
)
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.fusion import (
    FUSION_PARAMETERS,
    FusionParameter,
    FusionRule,
    FusionSettings,
    ScoreKind,
    SliderWords,
)
from twofold.engine.model.hit import (
    RANKED,
    AdaptiveWeights,
    Candidate,
    Contribution,
    Correction,
    DocumentShare,
    DocumentVote,
    FacetCount,
    Facets,
    FoundBy,
    Hit,
    HitDuplicate,
    Outcome,
    RankedChunk,
    RelevanceFloor,
    RerankTrace,
    RerankVote,
    Retrieval,
    RetrieverKind,
    RetrieverTrace,
    SearchResponse,
    SearchTrace,
    Snippet,
    TermStatistics,
    TextSpan,
    WordMatch,
)
from twofold.engine.model.home import FolderNews, Home, HomeDocument
from twofold.engine.model.installed import how_to_add, is_packaged
from twofold.engine.model.localized import (
    EMPTY,
    Argument,
    Message,
    filled,
    joined,
    message,
    system_reason,
)
from twofold.engine.model.model_listing import (
    CompareModel,
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
    ModelRegistry,
    ModelTrialProgress,
    ModelTried,
)
from twofold.engine.model.preview import PageImage, PageMatches, PixelBox, Preview, find_text
from twofold.engine.model.publication import stated_publication
from twofold.engine.model.query_tokens import WrittenFilter, written_filters
from twofold.engine.model.quotation import (
    CheckedQuotation,
    QuotationCheck,
    QuotationMark,
    QuotationSource,
    QuotationState,
    WordDifference,
    check_as_json,
)
from twofold.engine.model.requests import *
from twofold.engine.model.search_request import (
    SearchMode,
    SearchRequest,
)
from twofold.engine.model.settings import SETTINGS, Effect, Setting, Settings, SettingValue
from twofold.engine.model.source_languages import source_language
from twofold.engine.model.status import (
    Finding,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    RemovedFolder,
    SharedLibraryStatus,
    UpcomingModel,
)
from twofold.engine.model.versions import (
    ChangeKind,
    DocumentVersion,
    TextChange,
    VersionHistory,
)
from twofold.engine.model.wire import as_json_text, response_as_json
from twofold.engine.processes.this_process import (
    end_process,
    inherited_umask,
    make_new_files_private,
)
from twofold.engine.ranking.fusion import can_reorder, reordered


class Engine(Protocol):
    """A library that is searched and indexed in the background.

    `submit` may be called from any thread and returns immediately. The answer arrives as an event
    with the same request id, on an engine thread. Of several searches of one client (a window, the
    quick search), only the newest is guaranteed to run. `close` stops all work at the next safe
    point and returns when it has stopped.
    """

    def submit(self, request: Request, client: str = "") -> int:
        """Queue a request and return its id."""

    def close(self) -> None:
        """Stop. Unfinished indexing continues at the next start."""

    def prepare_exit(self) -> None:
        """Save unsaved data without waiting for other work; the process then exits."""

    @property
    def indexer_process_id(self) -> int:
        """The process id of a child process that may outlive this one; 0 if there is none."""
