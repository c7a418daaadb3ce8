"""Requests about citations and the collection, with their answers."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.model.citation import CitationState, CollectedPassage, Place
from twofold.engine.model.message import Message


@dataclass(frozen=True, slots=True)
class CheckCitation:
    """Compare the passage that `uri` cites with its file.

    The path of the URI is relative to a library folder, or has the folder's name in front.
    `quotation` is the cited text; without it the passage as it was indexed is compared.
    """

    uri: str
    quotation: str = ""


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A cited passage as it is now.

    `place` is where it is now (None if it is gone), with the text `text`; `quotation` is the text
    that was looked for, '' when it is not known. `path` differs from the cited one when the file
    was renamed. `similarity` is the share of words in common, 1.0 when the text is the same.
    `label` is that of the place, as in Citation. `sentence` is the result for the user.
    """

    uri: str
    state: CitationState
    sentence: Message
    folder: str
    path: str
    absolute_path: str
    title: str
    cited: Place
    place: Place | None
    text: str
    quotation: str
    similarity: float
    indexed_at: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class CitationChecked:
    """The answer to a CheckCitation."""

    request_id: int
    citation: CheckedCitation


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


@dataclass(frozen=True, slots=True)
class ListCollection:
    """Ask for the collection; with `check` every passage is compared with its file."""

    check: bool = False


@dataclass(frozen=True, slots=True)
class CollectionListed:
    """The collection in its order; `checks` are parallel to it, or empty without `check`."""

    request_id: int
    passages: tuple[CollectedPassage, ...]
    checks: tuple[CheckedCitation, ...] = ()
