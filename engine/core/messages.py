"""What goes into an engine and comes out of it: requests, events, and the engine as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.core.citation_check import (
    CheckCitation,
    CitationChecked,
)
from engine.core.collection import (
    ChangeCollected,
    CollectionListed,
    CollectPassages,
    ExportCollection,
    ListCollection,
)
from engine.core.events import (
    FailuresListed,
    FileExplained,
    LibraryChecked,
    Notice,
    PlaceDescribed,
    PreviewReady,
    RequestDone,
    RequestFailed,
    SearchFinished,
    StatusChanged,
)
from engine.core.export_request import (
    CancelExport,
    CheckTarget,
    ExportHits,
    ExportProgress,
    ExportRendered,
    TargetChecked,
)
from engine.core.listed_passages import (
    ClicksCounted,
    CountClicks,
)
from engine.core.nearest_passage_part import (
    FindNearest,
    NearestFound,
)
from engine.core.request import (
    AddFolder,
    ChangeTags,
    CheckLibrary,
    DescribePlace,
    ExplainFile,
    ListFailures,
    NoteOpened,
    PauseEmbedding,
    PauseIndexing,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    RetryFailures,
    SearchRequest,
    SetFolderRules,
    SetTrust,
    StartIndexingAgain,
    UseModel,
    UseSettings,
)
from engine.core.word_suggestions import (
    SuggestWords,
    WordsSuggested,
)

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
