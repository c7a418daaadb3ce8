"""Events of an engine: answers to requests, and changes that no request asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.absence import AbsenceReport
from twofold.engine.model.citation import CheckedCitation, CollectedPassage, CollectionSummary
from twofold.engine.model.counts import MatchCounts
from twofold.engine.model.coverage import FileVerdict, FolderCoverage
from twofold.engine.model.failure import DocumentFailure
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.hit import Correction, SearchResponse, Snippet, TermStatistics
from twofold.engine.model.home import Home
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.preview import PageMatches, Preview
from twofold.engine.model.quotation import QuotationCheck
from twofold.engine.model.status import LibraryStatus
from twofold.engine.model.versions import VersionHistory


@dataclass(frozen=True, slots=True)
class SearchFinished:
    """The answer to the search submitted under `request_id`."""

    request_id: int
    response: SearchResponse


@dataclass(frozen=True, slots=True)
class RequestDone:
    """A request without a specific answer was carried out; `message` may describe the result."""

    request_id: int
    message: Message = EMPTY


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """A request failed; `message` is one sentence, `hint` what to do next.

    `is_bad_request` means that the request itself was wrong, `can_try_again` that
    `StartIndexingAgain` may help.
    """

    request_id: int
    message: Message
    hint: Message = EMPTY
    is_bad_request: bool = False
    can_try_again: bool = False


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The library changed; sent at most a few times a second."""

    status: LibraryStatus


@dataclass(frozen=True, slots=True)
class Notice:
    """Information for the user that no request asked for (a repair, a lost drive).

    `can_try_again` means that `StartIndexingAgain` may help. A notice that `is_passing` needs no
    action and may disappear by itself.
    """

    message: Message
    hint: Message = EMPTY
    is_warning: bool = False
    can_try_again: bool = False
    is_passing: bool = False


@dataclass(frozen=True, slots=True)
class MatchesCounted:
    """The answer to CountMatches."""

    request_id: int
    counts: MatchCounts


@dataclass(frozen=True, slots=True)
class WordsSuggested:
    """The answer to SuggestWords for `text`."""

    request_id: int
    text: str
    completions: tuple[TermStatistics, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewReady:
    """The preview requested under `request_id`; sent again when the nearest sentence is found."""

    request_id: int
    preview: Preview


@dataclass(frozen=True, slots=True)
class FoundInDocument:
    """The answer to FindInDocument: the pages with matches, in order.

    `is_complete` is False if the search took too long, so that later pages may have matches too.
    """

    request_id: int
    pages: tuple[PageMatches, ...]
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class NearestFound:
    """The part of a passage around the sentence nearest to the query; `snippet.matches` marks it.

    `snippet` is None if there is no such sentence, or if the search for it was cancelled.
    """

    request_id: int
    chunk_id: str
    snippet: Snippet | None


@dataclass(frozen=True, slots=True)
class VersionsDescribed:
    """The answer to DescribeVersions."""

    request_id: int
    history: VersionHistory


@dataclass(frozen=True, slots=True)
class CitationChecked:
    """The answer to a CheckCitation."""

    request_id: int
    citation: CheckedCitation


@dataclass(frozen=True, slots=True)
class QuotationsChecked:
    """The answer to CheckQuotations."""

    request_id: int
    check: QuotationCheck


@dataclass(frozen=True, slots=True)
class CollectionListed:
    """A collection in order. `checks` has one entry per passage; it is empty without a check."""

    request_id: int
    passages: tuple[CollectedPassage, ...]
    checks: tuple[CheckedCitation, ...] = ()
    collection: str = ""


@dataclass(frozen=True, slots=True)
class CollectionsListed:
    """All collections by name; the default one is the first."""

    request_id: int
    collections: tuple[CollectionSummary, ...]


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """The number of passages written, or quotations checked, so far, out of `total`."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ExportRendered:
    """A finished export; `target` is the requested path, or None.

    `file` is the same path with symbolic links resolved, for comparison with the library's folders.
    `replaced` is True if a file existed before. `data` are the bytes of the file. `text` is its
    content; for a binary format, the same content as plain text. `page` is simple HTML that looks
    like the document, for exports of documents without a target.
    """

    request_id: int
    text: str
    target: Path | None
    data: bytes = b""
    file: Path | None = None
    replaced: bool = False
    page: str = ""


@dataclass(frozen=True, slots=True)
class TargetChecked:
    """Why a file cannot be written, and what to do; '' if it can be written.

    `exists` is True if the only problem is an existing file of that name, which may be replaced.
    `has_folder` is whether the folder exists.
    """

    request_id: int
    problem: Message = EMPTY
    hint: Message = EMPTY
    exists: bool = False
    has_folder: bool = True


@dataclass(frozen=True, slots=True)
class TemplatesListed:
    """The available templates, by name."""

    request_id: int
    templates: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class FailuresListed:
    """The files that are not searchable; `pending` are paths of files waiting to be read."""

    request_id: int
    failures: tuple[DocumentFailure, ...]
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverageReported:
    """The state of every file of each folder, ordered by folder name."""

    request_id: int
    folders: tuple[FolderCoverage, ...]


@dataclass(frozen=True, slots=True)
class FileExplained:
    """Whether a file is or would be indexed."""

    request_id: int
    verdict: FileVerdict


@dataclass(frozen=True, slots=True)
class AbsenceExplained:
    """The answer to ExplainAbsence."""

    request_id: int
    report: AbsenceReport


@dataclass(frozen=True, slots=True)
class PathDescribed:
    """The user's tags and trust for a folder, directory or file.

    `own_tags` excludes tags inherited from parent folders, and `trust` is the trust set here.
    `effective_trust` is the one that applies: inherited from `trust_from`, or that of the file if
    `trust_from` is empty. It is None for a folder without trust. `file_tags` are the tags of an
    indexed file that come from the file itself.
    """

    request_id: int
    place: str
    own_tags: tuple[str, ...]
    tags: tuple[str, ...]
    trust: TrustLevel | None
    effective_trust: TrustLevel | None = None
    trust_from: str = ""
    file_tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LibraryChecked:
    """The problems found in the library, one sentence each; empty if there are none."""

    request_id: int
    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class HomeDescribed:
    """The answer to DescribeHome."""

    request_id: int
    home: Home


Event = (
    SearchFinished
    | RequestDone
    | RequestFailed
    | StatusChanged
    | Notice
    | MatchesCounted
    | WordsSuggested
    | PreviewReady
    | FoundInDocument
    | NearestFound
    | VersionsDescribed
    | HomeDescribed
    | CitationChecked
    | CollectionListed
    | CollectionsListed
    | ExportProgress
    | ExportRendered
    | TargetChecked
    | TemplatesListed
    | FailuresListed
    | CoverageReported
    | FileExplained
    | PathDescribed
    | LibraryChecked
    | QuotationsChecked
    | AbsenceExplained
)

EventCallback = Callable[[Event], None]
