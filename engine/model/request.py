"""What a search is asked for: the request, its settings, and the parsed query."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Self

from engine.model.filters import SearchFilters, TrustLevel
from engine.model.fusion import FusionSettings
from engine.model.message import EMPTY, Message


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Which files of a folder are wanted, as patterns in the syntax of .gitignore files.

    `exclude` leaves out what matches. With `include` only files that match one of its patterns are
    wanted. Both come before every ignore file inside the folder.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def leaves_out(self, path: str) -> bool:
        """Whether a rule of its own leaves out the file at `path`, and none after it lets it in."""
        literal = _literal(path)
        if literal not in self.exclude:
            return False
        later = self.exclude[self.exclude.index(literal) + 1 :]
        return not any(pattern.startswith("!") for pattern in later)

    def leaving_out(self, path: str) -> Self:
        """Return these rules with one more, the last: the file at `path` in the folder is out."""
        return replace(self, exclude=(*self.letting_in(path).exclude, _literal(path)))

    def letting_in(self, path: str) -> Self:
        """Return these rules without the one that `leaving_out` adds for the file at `path`."""
        literal = _literal(path)
        return replace(self, exclude=tuple(one for one in self.exclude if one != literal))


def _literal(path: str) -> str:
    """Return the pattern that only this path in the folder matches."""
    literal = "/" + re.sub(r"[\\*?\[]", r"\\\g<0>", path)
    if not literal[-1].isspace():
        return literal
    # gitignore(5) drops a space at the end that stands as it is, and others any white space
    return f"{literal[:-1]}\\ " if literal.endswith(" ") else f"{literal[:-1]}[{literal[-1]}]"


MODE_ALIASES = {"keyword": "lexical", "semantic": "vector"}


class SearchMode(StrEnum):
    """Which rankings answer. `keyword` and `semantic` are accepted as aliases by `parse`."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"
    VECTOR = "vector"
    SUBSTRING = "substring"
    AUTO = "auto"

    @classmethod
    def parse(cls, text: str) -> SearchMode:
        """Return the mode called `text`; raise ValueError when there is none."""
        return cls(MODE_ALIASES.get(text, text))


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search. `prefix_last` lets the last word match as a prefix, for results while typing.

    `collapse_duplicates` shows passages of the same text as one hit, `group_by_document` the best
    passage of each document (`k` counts documents then), `hide_weak` leaves weak hits out, and
    `rerank` has a cross-encoder read the best candidates. `like` is the id of a passage to find
    similar ones of; only filters count in `query` then. `offset` leaves out as many hits at the
    beginning of the list, which goes on in an order that does not change.
    """

    query: str
    mode: SearchMode = SearchMode.HYBRID
    k: int = 20
    filters: SearchFilters = field(default_factory=SearchFilters)
    fusion: FusionSettings = field(default_factory=FusionSettings)
    snippet_chars: int = 300
    prefix_last: bool = False
    collapse_duplicates: bool = True
    group_by_document: bool = False
    hide_weak: bool = False
    rerank: bool = False
    like: str = ""
    offset: int = 0

    @property
    def asks(self) -> bool:
        """True when there is anything to answer: a query, a passage, or filters alone."""
        return bool(self.query.strip() or self.like or not self.filters.is_empty)


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """Show the document of one passage at that passage.

    `page` asks for another page of a paged document; `width` is the pixel width to render at.
    `nearest` asks for the sentence nearest to the query, which the model has to embed. `like` is
    that of the search: its words are marked then, not the query's.
    """

    chunk_id: str
    query: str = ""
    page: int | None = None
    width: int = 800
    nearest: bool = False
    like: str = ""


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
    """Say that the folder called `name` lies at `path` now; what did not change is not read again.

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

    What a raised limit or another rule lets in is read at once.
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
    """Say which files of the folder called `name` are wanted; it is looked at again."""

    name: str
    rules: FolderRules


@dataclass(frozen=True, slots=True)
class ChangeTags:
    """Give tags to a place or take them away, for all that lies there and below.

    `place` is an absolute path, or written 'Notes', 'Notes/2026', 'Notes/2026/plan.md'.
    """

    place: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTrust:
    """Say how far a place (see ChangeTags) is trusted; None leaves it to its files again."""

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
    """Tell that the person has opened the document of a passage: it is embedded first."""

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
    """Stop (True) or go on (False) computing vectors in the background."""

    paused: bool


@dataclass(frozen=True, slots=True)
class PauseIndexing:
    """Stop (True) or go on (False) with everything in the background: reading and embedding.

    What is asked for meanwhile and needs files to be read is done when it goes on.
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


class ClauseKind(StrEnum):
    """How a clause is matched."""

    WORDS = "words"
    PHRASE = "phrase"
    PREFIX = "prefix"
    FUZZY = "fuzzy"
    TITLE = "title"
    WILDCARD = "wildcard"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Clause:
    """One searched word or phrase. Clauses with the same `group` are alternatives (OR).

    `distance` is how far apart the words of a phrase may be in addition, or how many words apart
    the two `operands` of NEAR are at most, in any order.
    """

    text: str
    kind: ClauseKind = ClauseKind.WORDS
    group: int = 0
    excluded: bool = False
    distance: int = 0
    operands: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The clause as explanations name it."""
        if self.kind is ClauseKind.NEAR:
            return f" w/{self.distance} ".join(self.operands)
        return f"{self.text}~{self.distance}" if self.distance else self.text


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What was understood.

    `free_text` is the query without operators, exclusions and fields: what the vector retriever
    embeds. `filters` come from fields written in the query (tag:, lang:, path: ...).
    `understood_as` is a line for the person when something was repaired or left out, else ''.
    `unsupported` says which operators and fields are unknown; it is part of `understood_as`.
    `explicit` is True for an expression in single quotes: only passages with all of it match.
    """

    clauses: tuple[Clause, ...]
    free_text: str
    filters: SearchFilters
    understood_as: Message = EMPTY
    explicit: bool = False
    unsupported: tuple[Message, ...] = ()
