"""Requests to an engine besides searches. A command that only searches imports none of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.request import FolderRules


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
class RestorePersonal:
    """Add the folders, tags, trust and collection of a backup to those there are.

    `copy` is the text of a `personal.json`.
    """

    copy: str


@dataclass(frozen=True, slots=True)
class RefreshLibrary:
    """Compare every folder with the disk and index what changed."""


@dataclass(frozen=True, slots=True)
class UseSettings:
    """Read files by these settings from now on (`Settings.values`); others wait for a new start.

    Files that a raised limit or another rule now admits are read at once.
    """

    values: tuple[tuple[str, bool | int | float | str], ...]


@dataclass(frozen=True, slots=True)
class StartIndexingAgain:
    """Start the process that reads files once more, after it was given up; else nothing."""


@dataclass(frozen=True, slots=True)
class RetryFailures:
    """Try files that could not be indexed once more.

    All of them, or those at or below `paths`: absolute, or as failures name them ('Notes/a.pdf').
    """

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetFolderRules:
    """Set which files of the folder called `name` are wanted; it is scanned again."""

    name: str
    rules: FolderRules


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


@dataclass(frozen=True, slots=True)
class ExplainFile:
    """Ask whether a file is or would be indexed, and why.

    `path` is absolute, or begins with the name of a library folder.
    """

    path: Path


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
class CheckLibrary:
    """Check the catalog, and compare both indexes with it."""


@dataclass(frozen=True, slots=True)
class UseModel:
    """Choose the embedding model by its catalogue name; vectors follow in the background."""

    name: str


@dataclass(frozen=True, slots=True)
class ReportStatus:
    """Ask for a StatusChanged event now."""
