"""Going back from a citation to its file, and saying what became of the passage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core.citation import Place


class CitationState(StrEnum):
    """What became of a cited passage."""

    EXACT = "exact"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"

    @property
    def holds(self) -> bool:
        """Whether the file still says, word for word, what was cited."""
        return self in {CitationState.EXACT, CitationState.MOVED}


@dataclass(frozen=True, slots=True)
class CheckCitation:
    """Go back to the passage that `uri` cites.

    `uri` is a citation URI, its path relative to a library folder or with the folder's name in
    front. `quotation` is what was cited; without it the passage as it was indexed counts.
    """

    uri: str
    quotation: str = ""


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A cited passage as the files have it now.

    `place` is where it stands now (None when it is gone), `text` what stands there; `quotation` is
    what was looked for, '' when nothing is known of it. `path` differs from the cited one when the
    file was renamed. `similarity` is the share of words in common, 1.0 word for word. `label` is
    what people call the place where its number alone does not. `sentence` says all of it to a
    person.
    """

    uri: str
    state: CitationState
    sentence: str
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
