"""What an engine can be asked for, besides a search: questions and changes of the library.

`service/routes.py` says how each is carried out; `events.py` has the answers. A command that only
searches imports none of them.
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
    """Count what `search` finds: of the `kinds` (fields of KindCounts) alone where any is given.

    The counts of kinds themselves are of all of them.
    """

    search: SearchRequest
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestWords:
    """Ask for frequent words that complete the last word of `text`, `most` of them."""

    text: str
    most: int = 6


@dataclass(frozen=True, slots=True)
class CorrectSpelling:
    """Ask for better spellings of the words of `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """Show the document of one passage at that passage.

    `page` asks for another page of a paged document; `width` is the pixel width to render at.
    `nearest` asks for the sentence nearest to the query, which the model has to embed. `like` is
    that of the search: its words are marked then, not the query's. `words` are further spans
    of the passage to mark, as they answer words of the query.
    """

    chunk_id: str
    query: str = ""
    page: int | None = None
    width: int = 800
    nearest: bool = False
    like: str = ""
    words: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class FindNearest:
    """Find the sentence of a passage that is nearest to `query`; the model has to embed them all.

    It is given up as soon as a preview is asked for, which a person waits for.
    """

    chunk_id: str
    query: str
    snippet_chars: int = 300


# --- Citations and the collection ---


@dataclass(frozen=True, slots=True)
class CheckCitation:
    """Compare the passage that `uri` cites with its file.

    The path of the URI is relative to a library folder, or has the folder's name in front.
    `quotation` is the cited text; without it the passage as it was indexed is compared.
    """

    uri: str
    quotation: str = ""


@dataclass(frozen=True, slots=True)
class ListCollection:
    """Ask for the collection."""


@dataclass(frozen=True, slots=True)
class CheckCollection:
    """Ask for the collection, with every passage compared with its file."""


@dataclass(frozen=True, slots=True)
class CollectPassages:
    """Add passages to the end of the collection, by the ids of hits or by citation URIs."""

    chunk_ids: tuple[str, ...] = ()
    uris: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChangeCollected:
    """Change a passage of the collection: its note, its position (from 1), or remove it.

    `note` and `position` are unchanged when None. `passage` is its id or its number.
    """

    passage: str
    note: str | None = None
    position: int | None = None
    remove: bool = False


# --- Exports ---


@dataclass(frozen=True, slots=True, kw_only=True)
class _HowToExport:
    """How an export is written, and where to.

    With a `target` the file is written atomically, and an existing file is left alone unless
    `overwrite`; without one it comes back in `ExportRendered`. `style` names a citation style
    (CSL) for the bibliography, '' for none. A `template` file of the person's own takes the place
    of the format. `separator` stands between the cells of CSV: one of SEPARATORS. Formats for
    people are written in the language of `words`.
    """

    target: Path | None = None
    overwrite: bool = False
    style: str = ""
    template: Path | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH


@dataclass(frozen=True, slots=True)
class ExportHits(_HowToExport):
    """Render the hits of `response` named by `chunk_ids` (all of them when empty)."""

    format: ExportFormat
    response: SearchResponse
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportCollection(_HowToExport):
    """Write the collection as `ExportHits` writes hits, after checking every citation."""

    format: ExportFormat


@dataclass(frozen=True, slots=True)
class CancelExport:
    """Cancel the export submitted under `export_id`; no file is left of it."""

    export_id: int


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """Ask whether an export could be written to `target`; nothing is written."""

    target: Path


@dataclass(frozen=True, slots=True)
class ListTemplates:
    """Ask for the export templates in a person's folder of them."""

    folder: Path


# --- Folders and files ---


@dataclass(frozen=True, slots=True)
class AddFolder:
    """Add a folder to the library and bring it up to date; `rules` replace those it has.

    `name` is what a new one is called instead of its own name.
    """

    path: Path
    rules: FolderRules | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class RemoveFolder:
    """Remove a folder from the library; its files are not touched.

    Its index is kept, hidden, for 30 days, so that adding it again reads nothing. With
    `erase` it is deleted at once.
    """

    name: str
    erase: bool = False


@dataclass(frozen=True, slots=True)
class DeleteRemoved:
    """Delete at once what is kept of all folders that were removed."""


@dataclass(frozen=True, slots=True)
class MoveFolder:
    """Record that the folder called `name` is at `path` now; unchanged files are not read again.

    A folder that holds none of the files that are known of it is refused.
    """

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class SetFolderRules:
    """Set which files of the folder called `name` are wanted; it is scanned again."""

    name: str
    rules: FolderRules


@dataclass(frozen=True, slots=True)
class RefreshLibrary:
    """Compare every folder with the disk and index what changed."""


@dataclass(frozen=True, slots=True)
class RetryFailures:
    """Try files that could not be indexed once more.

    All of them, or those at or below `paths`: absolute, or as failures name them ('Notes/a.pdf').
    """

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListFailures:
    """Ask for the files that are not indexed, and why.

    With `pending` also for those that were found but not read yet, as when a disk was full: this
    takes a look at every folder.
    """

    pending: bool = False


@dataclass(frozen=True, slots=True)
class ReportCoverage:
    """Ask what becomes of every file on the disk; all folders are listed."""


@dataclass(frozen=True, slots=True)
class ExplainFile:
    """Ask whether a file is or would be indexed, and why.

    `path` is absolute, or begins with the name of a library folder.
    """

    path: Path


# --- Tags and trust ---


@dataclass(frozen=True, slots=True)
class ChangeTags:
    """Give tags to a place or take them away, for everything at or below it.

    `place` is an absolute path, or written 'Notes', 'Notes/2026', 'Notes/2026/plan.md'.
    """

    place: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTrust:
    """Set how far a place (see ChangeTags) is trusted; None leaves it to its files again."""

    place: str
    level: TrustLevel | None


@dataclass(frozen=True, slots=True)
class DescribePlace:
    """Ask for the tags and the trust given to a place (see ChangeTags)."""

    place: str


# --- The library as a whole ---


@dataclass(frozen=True, slots=True)
class ReportStatus:
    """Ask for a StatusChanged event now."""


@dataclass(frozen=True, slots=True)
class CheckLibrary:
    """Check the catalog, and compare both indexes with it."""


@dataclass(frozen=True, slots=True)
class RestorePersonal:
    """Add the folders, tags, trust and collection of a backup to those there are.

    `copy` is the text of a `personal.json`.
    """

    copy: str


@dataclass(frozen=True, slots=True)
class UseSettings:
    """Read files by these settings from now on (`Settings.values`); others wait for a new start.

    Files that a raised limit or another rule now admits are read at once.
    """

    values: tuple[tuple[str, bool | int | float | str], ...]


# --- Work in the background ---


@dataclass(frozen=True, slots=True)
class PauseEmbedding:
    """Stop (True) or continue (False) computing vectors in the background."""

    paused: bool


@dataclass(frozen=True, slots=True)
class PauseIndexing:
    """Stop (True) or continue (False) everything in the background: reading and embedding.

    Requests that need files to be read wait until it continues.
    """

    paused: bool


@dataclass(frozen=True, slots=True)
class UseModel:
    """Choose the embedding model by its catalogue name; vectors follow in the background."""

    name: str


@dataclass(frozen=True, slots=True)
class NoteOpened:
    """Report that the user has opened the document of a passage: it is embedded first."""

    chunk_id: str


@dataclass(frozen=True, slots=True)
class EmbedFirst:
    """Embed these passages before all others, after what is being read: a search found them.

    It is done, as far as embedding is not paused, when RequestDone comes; what a newer request
    interrupts is left to the background.
    """

    chunk_numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StartIndexingAgain:
    """Start the process that reads files once more, after it was given up; else nothing."""


Request = (
    SearchRequest
    | CountMatches
    | SuggestWords
    | CorrectSpelling
    | PreviewRequest
    | FindNearest
    | CheckCitation
    | ListCollection
    | CheckCollection
    | CollectPassages
    | ChangeCollected
    | ExportHits
    | ExportCollection
    | CancelExport
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
    | DescribePlace
    | ReportStatus
    | CheckLibrary
    | RestorePersonal
    | UseSettings
    | PauseEmbedding
    | PauseIndexing
    | UseModel
    | NoteOpened
    | EmbedFirst
    | StartIndexingAgain
)
