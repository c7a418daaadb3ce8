"""What every format writes: passages with their citations, their documents, and the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.citation_check import CheckedCitation, CitationState
from engine.core.collection import CollectedPassage
from engine.core.hit import Hit, SearchResponse
from engine.core.place_words import place_in_words
from engine.export.reference import Reference
from engine.export.search_record import CollectionRecord, SearchRecord
from engine.export.source import source_of_collected

Step = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Passage:
    """One quoted passage. `number` counts from 1; `rank` and `score` are None outside a search.

    `score` is None, too, where filters alone were asked for.
    """

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
    for; `response` is there for exports of a search. `separator` stands between cells.
    """

    heading: str
    record: SearchRecord | CollectionRecord
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...]
    bibliography: tuple[str, ...] = ()
    response: SearchResponse | None = None
    separator: str = ","


def passages_of(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """Return hits as numbered passages."""
    return tuple(_passage(number, hit) for number, hit in enumerate(hits, start=1))


def collected_passages(
    collected: Sequence[CollectedPassage], checks: Sequence[CheckedCitation]
) -> tuple[Passage, ...]:
    """Return the collection as numbered passages; what became of each is said in its note."""
    both = zip(collected, checks, strict=True)
    return tuple(_collected(number, *pair) for number, pair in enumerate(both, start=1))


def _collected(number: int, passage: CollectedPassage, check: CheckedCitation) -> Passage:
    is_there = check.state is CitationState.EXACT
    citation = passage.citation
    return Passage(
        number=number,
        text=passage.text,
        title=passage.title,
        section=passage.section,
        folder=passage.folder,
        path=passage.path,
        uri=citation.uri,
        fragment=citation.place.fragment,
        place=place_in_words(passage.place, passage.label),
        lang=passage.lang,
        tags=passage.tags,
        trust=passage.trust,
        date=passage.date,
        indexed_at=passage.indexed_at,
        stale=not is_there,
        file_type=passage.file_type,
        is_code=passage.is_code,
        reference_id=source_of_collected(passage).id,
        note="\n".join(filter(None, (passage.note, "" if is_there else check.sentence))),
    )


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
        score=None if hit.filters_only else hit.score,
        score_kind="" if hit.filters_only else hit.score_kind.value,
    )
