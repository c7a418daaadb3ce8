"""What every format writes: passages with their citations, their documents, and the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.hit import Hit, SearchResponse
from engine.core.place_words import place_in_words
from engine.export.reference import Reference
from engine.export.search_record import SearchRecord

Step = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Passage:
    """One quoted passage. `number` counts from 1; `rank` and `score` are None outside a search."""

    number: int
    text: str
    title: str
    section: str
    folder: str
    path: str
    uri: str
    fragment: str
    place: str
    lang: str
    tags: tuple[str, ...]
    trust: str
    date: str
    indexed_at: str
    stale: bool
    file_type: str
    is_code: bool
    reference_id: str
    rank: int | None = None
    score: float | None = None
    score_kind: str = ""
    note: str = ""

    @property
    def where(self) -> str:
        """The path with its folder's name in front."""
        return f"{self.folder}/{self.path}" if self.folder else self.path


@dataclass(frozen=True, slots=True)
class Export:
    """All that one export holds. `references` are by document, in the order of the passages.

    `bibliography` holds formatted entries (marked as `marked_text` says) when a style was asked
    for; `response` is there for exports of a search.
    """

    heading: str
    record: SearchRecord | None
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...]
    bibliography: tuple[str, ...] = ()
    response: SearchResponse | None = None

    def passages_of(self, reference: Reference) -> tuple[Passage, ...]:
        """Return the passages from one document."""
        return tuple(p for p in self.passages if p.reference_id == reference.id)


def passages_of(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """Return hits as numbered passages."""
    return tuple(_passage(number, hit) for number, hit in enumerate(hits, start=1))


def _passage(number: int, hit: Hit) -> Passage:
    citation = hit.citation
    return Passage(
        number=number,
        text=hit.text or hit.snippet.text,
        title=hit.title,
        section=hit.section_label,
        folder=hit.folder,
        path=hit.doc_path,
        uri=citation.uri,
        fragment=citation.place.fragment,
        place=place_in_words(citation.place, citation.label),
        lang=hit.lang,
        tags=hit.tags,
        trust=hit.trust_level.value,
        date=hit.date,
        indexed_at=hit.indexed_at,
        stale=hit.stale,
        file_type=hit.file_type,
        is_code=hit.snippet.is_code,
        reference_id=hit.doc_id,
        rank=hit.rank,
        score=hit.score,
        score_kind=hit.score_kind.value,
    )
