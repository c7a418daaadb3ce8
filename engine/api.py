"""The one door to the engine.

A front end creates requests, submits them to an `Engine`, and receives events on the callback it
gave. Nothing else of the engine is visible to it: what is imported here.
"""

from __future__ import annotations

from twofold.engine.model.citation import (
    FOUND_BY_NAME,
    Citation,
    CitationState,
    CollectedPassage,
    Place,
    format_uri,
    place_in_words,
)
from twofold.engine.model.citation_requests import (
    ChangeCollected,
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CollectionListed,
    CollectPassages,
    ListCollection,
)
from twofold.engine.model.coverage import CoverageEntry, CoverageList, CoverageState, FolderCoverage
from twofold.engine.model.document import (
    WAITING_FOR_OCR,
    WITHOUT_TEXT,
    Block,
    BlockKind,
    DocumentFailure,
    FailureReason,
    PlaceKind,
    column_heads_of,
    source_language,
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
    ModeSpeed,
    Percentiles,
    QueryResult,
    RunComparison,
    RunResult,
    SetReport,
    SpeedReport,
)
from twofold.engine.model.explanation import ExplanationRow, explanation_rows
from twofold.engine.model.export import (
    EXPORT_WORDS,
    IN_ENGLISH,
    SEPARATORS,
    USUAL_STYLES,
    CancelExport,
    CheckTarget,
    ExportCollection,
    ExportHits,
    ExportProgress,
    ExportRendered,
    ExportWords,
    ListTemplates,
    TargetChecked,
    TemplatesListed,
    template_extension,
    templates_in,
)
from twofold.engine.model.export_format import ExportFormat, FormatGroup
from twofold.engine.model.filters import (
    FILTERS,
    Filter,
    FilterValueError,
    LimitFilter,
    SearchFilters,
    TrustLevel,
    ValuesFilter,
    format_filters,
)
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
    DocumentShare,
    DocumentVote,
    FacetCount,
    Facets,
    FindNearest,
    FoundBy,
    Hit,
    HitDuplicate,
    NearestFound,
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
from twofold.engine.model.installed import how_to_add, is_packaged
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
from twofold.engine.model.message import (
    EMPTY,
    Argument,
    Message,
    filled,
    joined,
    message,
    system_reason,
)
from twofold.engine.model.messages import (
    Correction,
    CountMatches,
    CoverageReported,
    Engine,
    Event,
    EventCallback,
    FailuresListed,
    FileExplained,
    FileVerdict,
    Finding,
    FolderStatus,
    IndexingPhase,
    KindCounts,
    LibraryChecked,
    LibraryStatus,
    MatchCounts,
    MatchesCounted,
    ModelStatus,
    Notice,
    PageImage,
    PixelBox,
    PlaceDescribed,
    Preview,
    PreviewReady,
    RemovedFolder,
    Request,
    RequestDone,
    RequestFailed,
    SearchFinished,
    SharedLibraryStatus,
    StatusChanged,
    SuggestWords,
    UpcomingModel,
    WordsSuggested,
)
from twofold.engine.model.model_listing import (
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
    ModelRegistry,
)
from twofold.engine.model.query_tokens import WrittenFilter, written_filters
from twofold.engine.model.request import (
    FolderRules,
    SearchMode,
    SearchRequest,
)
from twofold.engine.model.settings import SETTINGS, Effect, Setting, Settings, SettingValue
from twofold.engine.model.wire import as_json_text, decoded, encoded, response_as_json
from twofold.engine.processes.this_process import (
    end_process,
    inherited_umask,
    make_new_files_private,
)
from twofold.engine.ranking.fusion import can_reorder, reordered
