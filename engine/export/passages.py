"""What every format writes: passages with their citations, their documents, and the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.export.links import link_to
from engine.export.reference import Reference
from engine.export.search_record import CollectionRecord, SearchRecord
from engine.export.source import Source, source_of_collected, source_of_hit
from engine.model.citation import CheckedCitation, Citation, CitationState, Place
from engine.model.collection import CollectedPassage
from engine.model.export import IN_ENGLISH, ExportWords
from engine.model.hit import Hit, SearchResponse
from engine.model.sentences import place_in_words

Step = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Passage:
    """One quoted passage. `number` counts from 1; `rank` and `score` are None outside a search.

    `score` is None, too, where filters alone were asked for. `link` leads to the passage from the
    file that is saved; '' where no file is.
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
    link: str = ""

    @property
    def href(self) -> str:
        """Where a link to the passage leads: `link`, or the citation itself where there is none."""
        return self.link or self.uri

    def indexed(self, words: ExportWords) -> str:
        """Return when the passage was indexed, and whether its file has changed since."""
        when = "indexed {date}; the file has changed since" if self.stale else "indexed {date}"
        return words.say(when).format(date=self.indexed_at[:10])

    @property
    def where(self) -> str:
        """The path with its folder's name in front."""
        return f"{self.folder}/{self.path}" if self.folder else self.path


@dataclass(frozen=True, slots=True)
class Export:
    """All that one export holds. `references` are by document, in the order of the passages.

    `bibliography` holds formatted entries (marked as `marked_text` says) when a style was asked
    for; `response` is there for exports of a search. `separator` stands between cells. The words
    are those the heading and the passages have been said in.
    """

    heading: str
    record: SearchRecord | CollectionRecord
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...]
    bibliography: tuple[str, ...] = ()
    response: SearchResponse | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH


def passages_of(
    hits: Sequence[Hit], words: ExportWords = IN_ENGLISH, target: Path | None = None
) -> tuple[Passage, ...]:
    """Return hits as numbered passages, with links from the file that is saved at `target`."""
    return tuple(_passage(number, hit, words, target) for number, hit in enumerate(hits, start=1))


def collected_passages(
    collected: Sequence[CollectedPassage],
    checks: Sequence[CheckedCitation],
    words: ExportWords = IN_ENGLISH,
    target: Path | None = None,
) -> tuple[Passage, ...]:
    """Return the collection as numbered passages; what became of each is said in its note."""
    numbered = enumerate(zip(collected, checks, strict=True), start=1)
    return tuple(_collected(number, *pair, words, target) for number, pair in numbered)


def _collected(
    number: int,
    passage: CollectedPassage,
    check: CheckedCitation,
    words: ExportWords,
    target: Path | None,
) -> Passage:
    is_there = check.state is CitationState.EXACT
    state = "" if is_there else words.sentence(check.sentence)
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
        place=_place(passage.place, passage.label, words),
        lang=passage.lang,
        tags=passage.tags,
        trust=passage.trust,
        date=passage.date,
        indexed_at=passage.indexed_at,
        stale=not is_there,
        file_type=passage.file_type,
        is_code=passage.is_code,
        reference_id=source_of_collected(passage).id,
        note="\n".join(filter(None, (passage.note, state))),
        link=_link(source_of_collected(passage), citation, target),
    )


def _place(place: Place, label: str, words: ExportWords) -> str:
    return place_in_words(place, words.sentence(label) if label else "", words.say)


def _link(source: Source, citation: Citation, target: Path | None) -> str:
    if target is None or not source.absolute_path:
        return ""
    return link_to(source.absolute_path, source.path, citation.place, target)


def _passage(number: int, hit: Hit, words: ExportWords, target: Path | None) -> Passage:
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
        place=_place(citation.place, citation.label, words),
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
        link=_link(source_of_hit(hit), citation, target),
    )
