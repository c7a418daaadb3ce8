"""What was found of a citation, as a value and as one sentence for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.model.citation import CheckedCitation, CitationState, Place
from engine.model.document import StoredDocument
from engine.model.sentences import place_in_words


@dataclass(frozen=True, slots=True)
class Cited:
    """What was cited: a URI read, and the text that stood there as far as it is known."""

    uri: str
    path: str
    place: Place
    parts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one file says of a cited passage; `document` is where it was found, or should be.

    `label` is what people call the place where its number alone does not (see Citation).
    """

    state: CitationState
    document: StoredDocument
    place: Place | None = None
    text: str = ""
    similarity: float = 0.0
    occurrences: int = 1
    label: str = ""


def verdict(
    cited: Cited, finding: Finding | None, document: StoredDocument | None
) -> CheckedCitation:
    """Put together the answer; without a `finding` there is no file."""
    found = finding.document if finding else document
    return CheckedCitation(
        uri=cited.uri,
        state=finding.state if finding else CitationState.GONE,
        sentence=_sentence(cited.path, finding, document),
        folder=found.folder if found else "",
        path=found.path if found else cited.path,
        absolute_path=found.absolute_path if found else "",
        title=(found.title or PurePosixPath(found.path).stem) if found else "",
        cited=cited.place,
        place=finding.place if finding else None,
        text=finding.text if finding else "",
        quotation="\n".join(cited.parts),
        similarity=finding.similarity if finding else 0.0,
        indexed_at=document.indexed_at if document else "",
        label=finding.label if finding else "",
    )


def _sentence(path: str, finding: Finding | None, document: StoredDocument | None) -> str:
    if finding is None:
        if document:
            return f"The passage is gone: there is no file {path} in its folder any more."
        return f"The passage is gone: there is no file {path} in the library."
    name = f"{finding.document.folder}/{finding.document.path}"
    if finding.place is None:
        return f"The passage is gone: {name} no longer says it."
    now = place_in_words(finding.place, finding.label)
    match finding.state:
        case CitationState.EXACT:
            return f"The passage stands in {name}, {now}, as cited.{_repeats(finding)}"
        case CitationState.MOVED:
            return f"The passage has moved to {now} of {name}.{_repeats(finding)}"
        case _:
            share = f"{finding.similarity:.0%}".replace("%", " %")
            return f"The passage has changed: {share} of its words stand in {name}, {now}."


def _repeats(finding: Finding) -> str:
    times = finding.occurrences
    return f" It stands there {times} times; this is the nearest." if times > 1 else ""
