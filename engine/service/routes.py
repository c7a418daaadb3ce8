"""The table of requests: where each is carried out, and what it may interrupt or replace.

A new request needs its dataclass in `engine/model/requests.py`, its route here, and a handler: in
`answers.py` for questions, in `writer.py` for changes. The name of a request in the protocol is the
name of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from twofold.engine.api import (
    AddFolder,
    CancelRequest,
    ChangeCollected,
    ChangeTags,
    CheckCitation,
    CheckCollection,
    CheckLibrary,
    CheckQuotations,
    CheckTarget,
    CollectPassages,
    CorrectSpelling,
    CountMatches,
    CreateCollection,
    DeleteCollection,
    DeleteRemoved,
    DescribeHome,
    DescribePath,
    DescribeVersions,
    EmbedFirst,
    ExplainAbsence,
    ExplainFile,
    ExportCollection,
    ExportHits,
    FindInDocument,
    FindNearest,
    ListCollection,
    ListCollections,
    ListFailures,
    ListTemplates,
    MoveFolder,
    NoteOpened,
    PauseEmbedding,
    PauseIndexing,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    RenameCollection,
    ReportCoverage,
    ReportStatus,
    Request,
    RestorePersonal,
    RetryFailures,
    SearchRequest,
    SetFolderRules,
    SetTrust,
    StartIndexingAgain,
    SuggestWords,
    UseModel,
    UseSettings,
)


class Process(Enum):
    """The process that carries out a request, if indexing runs in a separate process."""

    WINDOW = auto()
    INDEXER = auto()
    BOTH = auto()  # the indexer answers
    INDEXER_IF_RUNNING = auto()  # otherwise the window's process
    SUPERVISOR = auto()  # the supervisor of the indexer, in the window's process


# Requests of these processes are sent to the indexer.
FOR_INDEXER = frozenset({Process.INDEXER, Process.BOTH, Process.INDEXER_IF_RUNNING})


class Lane(Enum):
    """The thread that carries out a request; the value is the thread's name."""

    SEARCH = "search"
    PREVIEW = "preview"  # also suggestions, citations and the collection
    # Also requests that read a whole document or draft, list folders or wait for a drive.
    EXPORT = "export"
    INDEXING = "indexing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """How requests of one type are carried out.

    If `is_newest_only`, only the newest waiting request of each client is kept. A request is
    cancelled when the same client sends a newer request of the type `outdated_by`. If `is_urgent`,
    background work in both processes yields to the request.

    If `changes_library`, the request is handled by the writer, and rejected if the library is
    read-only. If `is_kept`, it is carried out even while the engine is closing; otherwise the
    user's change would be lost. If `is_short`, it is carried out while folders are being read;
    requests about one folder stay in order. If `is_pinned`, it is also sent to every indexer
    process that is started later. If `is_relayed`, a process that may not write to the library
    sends it to the one that does.
    """

    lane: Lane
    process: Process = Process.WINDOW
    is_newest_only: bool = False
    outdated_by: type[Request] | None = None
    is_urgent: bool = False
    changes_library: bool = False
    is_kept: bool = False
    is_short: bool = False
    is_pinned: bool = False
    is_relayed: bool = False


def _change(
    lane: Lane = Lane.INDEXING,
    process: Process = Process.INDEXER,
    *,
    is_kept: bool = False,
    is_short: bool = False,
    is_pinned: bool = False,
    is_relayed: bool = False,
) -> Route:
    return Route(
        lane=lane,
        process=process,
        changes_library=True,
        is_kept=is_kept,
        is_short=is_short,
        is_pinned=is_pinned,
        is_relayed=is_kept or is_relayed,
    )


ROUTES: dict[type[Request], Route] = {
    # Questions
    SearchRequest: Route(
        lane=Lane.SEARCH, is_newest_only=True, outdated_by=SearchRequest, is_urgent=True
    ),
    CountMatches: Route(lane=Lane.SEARCH, is_newest_only=True),
    ListFailures: Route(lane=Lane.SEARCH),
    DescribePath: Route(lane=Lane.SEARCH),
    ExplainFile: Route(lane=Lane.SEARCH),
    ExplainAbsence: Route(lane=Lane.SEARCH),
    ReportStatus: Route(lane=Lane.SEARCH, process=Process.INDEXER_IF_RUNNING),
    PreviewRequest: Route(lane=Lane.PREVIEW, is_newest_only=True, outdated_by=PreviewRequest),
    FindInDocument: Route(lane=Lane.EXPORT, is_newest_only=True, outdated_by=FindInDocument),
    FindNearest: Route(lane=Lane.PREVIEW, is_newest_only=True, outdated_by=PreviewRequest),
    DescribeVersions: Route(lane=Lane.PREVIEW, is_newest_only=True),
    DescribeHome: Route(lane=Lane.PREVIEW, is_newest_only=True),
    SuggestWords: Route(lane=Lane.PREVIEW, is_newest_only=True),
    CorrectSpelling: Route(lane=Lane.PREVIEW),  # several parts of a window wait for an answer
    ListCollections: Route(lane=Lane.PREVIEW, is_newest_only=True),
    ListCollection: Route(lane=Lane.PREVIEW, is_newest_only=True),
    CheckCitation: Route(lane=Lane.PREVIEW),
    CheckQuotations: Route(lane=Lane.EXPORT),
    # It reads all files, so it must not delay lists, changes and previews.
    CheckCollection: Route(lane=Lane.EXPORT, is_newest_only=True, outdated_by=CheckCollection),
    ExportHits: Route(lane=Lane.EXPORT),
    ExportCollection: Route(lane=Lane.EXPORT),
    CheckTarget: Route(lane=Lane.EXPORT),
    ListTemplates: Route(lane=Lane.EXPORT),
    ReportCoverage: Route(lane=Lane.EXPORT),
    CancelRequest: Route(lane=Lane.SEARCH),  # not queued after the export
    CheckLibrary: Route(lane=Lane.INDEXING),  # so that nothing changes during the check
    StartIndexingAgain: Route(lane=Lane.SEARCH, process=Process.SUPERVISOR),
    # Changes
    AddFolder: _change(is_kept=True),
    RemoveFolder: _change(is_kept=True, is_short=True),
    DeleteRemoved: _change(is_kept=True, is_short=True),
    MoveFolder: _change(is_kept=True),
    SetFolderRules: _change(is_kept=True, is_short=True),
    RestorePersonal: _change(is_kept=True),
    RefreshLibrary: _change(is_relayed=True),
    RetryFailures: _change(is_relayed=True),
    ChangeTags: _change(is_kept=True, is_short=True),
    SetTrust: _change(is_kept=True, is_short=True),
    CreateCollection: _change(Lane.PREVIEW, is_kept=True),
    RenameCollection: _change(Lane.PREVIEW, is_kept=True),
    DeleteCollection: _change(Lane.PREVIEW, is_kept=True),
    CollectPassages: _change(Lane.PREVIEW, is_kept=True),
    ChangeCollected: _change(Lane.PREVIEW, is_kept=True),
    PauseEmbedding: _change(is_pinned=True),
    PauseIndexing: _change(is_pinned=True),
    UseModel: _change(is_short=True, is_pinned=True),
    UseSettings: _change(process=Process.BOTH, is_short=True, is_pinned=True),
    NoteOpened: _change(),
    EmbedFirst: _change(),
}
