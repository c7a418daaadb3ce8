"""Requests to the engine other than searches: questions and changes to the library.

`service/routes.py` defines how each request is carried out, `events.py` contains the answers.
Commands that only search do not import this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.export import IN_ENGLISH, ExportWords
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.hit import SearchResponse, TextSpan
from twofold.engine.model.search_request import SearchRequest

# --- Questions about a query and a passage ---


@dataclass(frozen=True, slots=True)
class CountMatches:
    """Count the matches of `search`, restricted to `kinds` (fields of KindCounts) if given.

    The counts by kind always include all kinds.
    """

    search: SearchRequest
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestWords:
    """Request up to `most` frequent words that complete the last word of `text`."""

    text: str
    most: int = 6


@dataclass(frozen=True, slots=True)
class CorrectSpelling:
    """Request better spellings of the words of `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """Show the document of a passage at that passage.

    `page` requests another page of a paged document; `width` is the width to render at, in pixels.
    `nearest` requests the sentence nearest to the query, which requires embedding. With `like` (see
    SearchRequest), the words of that passage are marked instead of the query's. `words` are further
    spans of the passage to mark, because they match words of the query.
    """

    chunk_id: str
    query: str = ""
    page: int | None = None
    width: int = 800
    nearest: bool = False
    like: str = ""
    words: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class FindInDocument:
    """Count the occurrences of `text` on each page of the document of a passage.

    Without a text, count the words that a `PreviewRequest` with `query` and `like` would mark.
    """

    chunk_id: str
    text: str = ""
    query: str = ""
    like: str = ""


@dataclass(frozen=True, slots=True)
class FindNearest:
    """Find the sentence of a passage that is nearest to `query`.

    All sentences must be embedded for this. The request is cancelled by a later PreviewRequest,
    because the user is waiting for the preview.
    """

    chunk_id: str
    query: str
    snippet_chars: int = 300


@dataclass(frozen=True, slots=True)
class DescribeVersions:
    """Request the versions of a passage's document, and what changed in the passage.

    With the `doc_id` of `other`, the passage is compared with this version.
    """

    chunk_id: str
    other: str = ""


# --- Citations and the collection ---


@dataclass(frozen=True, slots=True)
class CheckCitation:
    """Compare the passage that `uri` cites with its file.

    The path of the URI is relative to a library folder, or starts with the folder's name.
    `quotation` is the cited text. Without it, the passage as it was indexed is compared.
    """

    uri: str
    quotation: str = ""


@dataclass(frozen=True, slots=True)
class CheckQuotations:
    """Find every quotation of a draft in the library and compare it word by word.

    The draft is `text`, or the file at `path`, which need not be in the library. The check reports
    its progress and is cancelled like an export.
    """

    text: str = ""
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class ListCollections:
    """Request the names and sizes of all collections."""


@dataclass(frozen=True, slots=True)
class CreateCollection:
    """Create an empty collection."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameCollection:
    """Rename a collection; the default one keeps its name."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class DeleteCollection:
    """Delete a collection with its passages and notes; the default one is only emptied."""

    name: str


@dataclass(frozen=True, slots=True)
class ListCollection:
    """Request the passages of a collection; the default one has the name ''."""

    collection: str = ""


@dataclass(frozen=True, slots=True)
class CheckCollection:
    """Request the passages of a collection, each compared with its file."""

    collection: str = ""


@dataclass(frozen=True, slots=True)
class CollectPassages:
    """Add passages to the end of a collection, by the ids of hits or by citation URIs."""

    chunk_ids: tuple[str, ...] = ()
    uris: tuple[str, ...] = ()
    note: str = ""
    collection: str = ""


@dataclass(frozen=True, slots=True)
class ChangeCollected:
    """Change a passage of a collection: its note or position (from 1), or remove or move it.

    `note` and `position` are unchanged if None. `passage` is its id or its number. `move_to` is
    the name of another collection, at the end of which the passage is added.
    """

    passage: str
    note: str | None = None
    position: int | None = None
    remove: bool = False
    collection: str = ""
    move_to: str | None = None


# --- Exports ---


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExportOptions:
    """The format and destination of an export.

    With a `target`, the file is written atomically. An existing file is replaced only with
    `overwrite`. Without a target, the export is returned in `ExportRendered`. `style` is the
    citation style (CSL) of the bibliography, '' for none. A user's `template` file replaces the
    format; a Word template (WORD_TEMPLATES) gives a Word export its styles, header and footer.
    `separator` separates CSV cells: one of SEPARATORS. Exports for readers (not for
    programs) are written in the language of `words`.
    """

    target: Path | None = None
    overwrite: bool = False
    style: str = ""
    template: Path | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH
    method_note: bool | None = None
    paths: bool = False


@dataclass(frozen=True, slots=True)
class ExportHits(_ExportOptions):
    """Render the hits of `response` named by `chunk_ids` (all of them when empty)."""

    format: ExportFormat
    response: SearchResponse
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportCollection(_ExportOptions):
    """Export a collection as `ExportHits` exports hits, after checking every citation.

    With a `limit`, only so many passages from its beginning are exported, without the check, for a
    preview. In a `memo`, the notes precede the quotations.
    """

    format: ExportFormat
    collection: str = ""
    limit: int | None = None
    memo: bool = False


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """Cancel a search, preview, check or export. A cancelled export leaves no partial file."""

    request_id: int


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """Request whether an export could be written to `target`. Nothing is written."""

    target: Path


@dataclass(frozen=True, slots=True)
class ListTemplates:
    """Request the list of export templates in the user's template folder."""

    folder: Path


# --- Folders and files ---


@dataclass(frozen=True, slots=True)
class AddFolder:
    """Add a folder to the library and scan it. `rules` replace the existing ones.

    `name` is the name of a new folder, if it differs from the directory name.
    """

    path: Path
    rules: FolderRules | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class RemoveFolder:
    """Remove a folder from the library. Its files are not changed.

    The index data is kept, hidden, for 30 days, so that the folder can be added again without
    reading its files. With `erase`, the index is deleted immediately.
    """

    name: str
    erase: bool = False


@dataclass(frozen=True, slots=True)
class DeleteRemoved:
    """Delete the kept index data of all removed folders immediately."""


@dataclass(frozen=True, slots=True)
class MoveFolder:
    """Record that the folder named `name` is now at `path`. Unchanged files are not read again.

    The request fails if the new folder contains none of the known files.
    """

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class SetFolderRules:
    """Set the rules of the folder named `name`, and scan it again."""

    name: str
    rules: FolderRules


@dataclass(frozen=True, slots=True)
class RefreshLibrary:
    """Compare every folder with the disk and index all changes."""


@dataclass(frozen=True, slots=True)
class RetryFailures:
    """Try again to index files that failed.

    With `paths`, only files at or below them are tried again. A path is absolute, or written as in
    the list of failures ('Notes/a.pdf').
    """

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListFailures:
    """Request the files that are not indexed, and the reasons.

    With `pending`, the answer also contains files that were found but not read yet, for example
    because the disk was full. This scans every folder.
    """

    pending: bool = False


@dataclass(frozen=True, slots=True)
class ReportCoverage:
    """Request the state of every file in all folders."""


@dataclass(frozen=True, slots=True)
class ExplainFile:
    """Request whether and why a file is or would be indexed.

    `path` is absolute, or starts with the name of a library folder.
    """

    path: Path


@dataclass(frozen=True, slots=True)
class ExplainAbsence:
    """Request why a file, or the passage with a sentence, is not in the list of a search.

    `subject` is a path as in ExplainFile, or a sentence of an indexed document.
    """

    subject: str
    search: SearchRequest


# --- Tags and trust ---


@dataclass(frozen=True, slots=True)
class ChangeTags:
    """Add or remove tags of a file, or of everything in a folder or directory.

    `place` is an absolute path, or a path that starts with the name of a library folder: 'Notes',
    'Notes/2026', 'Notes/2026/plan.md'.
    """

    place: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTrust:
    """Set the trust at `place` (see ChangeTags); None restores what the files declare."""

    place: str
    level: TrustLevel | None


@dataclass(frozen=True, slots=True)
class DescribePath:
    """Request the tags and trust set for `place` (see ChangeTags)."""

    place: str


# --- The library as a whole ---


@dataclass(frozen=True, slots=True)
class ReportStatus:
    """Request a StatusChanged event now."""


@dataclass(frozen=True, slots=True)
class CheckLibrary:
    """Check the catalog, and compare both indexes with it."""


@dataclass(frozen=True, slots=True)
class RestorePersonal:
    """Add the folders, tags, trust and collection of a backup to the library.

    `copy` is the text of a `personal.json`.
    """

    copy: str


@dataclass(frozen=True, slots=True)
class UseSettings:
    """Apply changed settings (`Settings.values`) to the reading of files from now on.

    Files that are no longer excluded by a limit or a rule are read immediately. Other settings take
    effect after a restart.
    """

    values: tuple[tuple[str, bool | int | float | str], ...]


@dataclass(frozen=True, slots=True)
class DescribeHome:
    """Request recent documents, and the changes of folders since a date-time (UTC, RFC 3339)."""

    since: str
    limit: int = 6


# --- Work in the background ---


@dataclass(frozen=True, slots=True)
class PauseEmbedding:
    """Stop (True) or continue (False) computing vectors in the background."""

    paused: bool


@dataclass(frozen=True, slots=True)
class PauseIndexing:
    """Stop (True) or continue (False) all background work: reading and embedding.

    Requests that require reading files wait until work continues.
    """

    paused: bool


@dataclass(frozen=True, slots=True)
class UseModel:
    """Choose the embedding model by its catalogue name. Vectors are computed in the background."""

    name: str


@dataclass(frozen=True, slots=True)
class NoteOpened:
    """Report that the user opened the document of a passage, so that it is embedded first.

    It is also listed among recent documents if the user opened it in another program.
    """

    chunk_id: str
    in_program: bool = False


@dataclass(frozen=True, slots=True)
class EmbedFirst:
    """Embed these passages of a search result next, once the current file has been read.

    RequestDone is sent when they are embedded, unless embedding is paused. If a newer request
    interrupts this one, the rest is embedded in the background.
    """

    chunk_numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StartIndexingAgain:
    """Restart the indexing process after it was given up; otherwise do nothing."""


Request = (
    SearchRequest
    | CountMatches
    | SuggestWords
    | CorrectSpelling
    | PreviewRequest
    | FindInDocument
    | FindNearest
    | DescribeVersions
    | CheckCitation
    | ListCollections
    | CreateCollection
    | RenameCollection
    | DeleteCollection
    | ListCollection
    | CheckCollection
    | CollectPassages
    | ChangeCollected
    | ExportHits
    | ExportCollection
    | CancelRequest
    | CheckTarget
    | ListTemplates
    | AddFolder
    | RemoveFolder
    | DeleteRemoved
    | MoveFolder
    | SetFolderRules
    | RefreshLibrary
    | RetryFailures
    | ListFailures
    | ReportCoverage
    | ExplainFile
    | ChangeTags
    | SetTrust
    | DescribePath
    | ReportStatus
    | DescribeHome
    | CheckLibrary
    | RestorePersonal
    | UseSettings
    | PauseEmbedding
    | PauseIndexing
    | UseModel
    | NoteOpened
    | EmbedFirst
    | StartIndexingAgain
    | CheckQuotations
    | ExplainAbsence
)
