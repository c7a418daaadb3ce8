"""What every format writes: passages with their citations, their documents, and the search."""

from __future__ import annotations

import os
import shlex
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.export.bibliography.reference import Reference
from engine.export.bibliography.references import Source, source_of_collected, source_of_hit
from engine.export.text import one_line
from engine.model.citation import CheckedCitation, Citation, CitationState, Place, format_uri
from engine.model.collection import CollectedPassage
from engine.model.export import IN_ENGLISH, ExportWords
from engine.model.filters import FILTERS, SearchFilters, ValuesFilter, filters_as_json
from engine.model.hit import Hit, SearchResponse
from engine.model.request import SearchRequest
from engine.model.sentences import place_in_words
from engine.model.wire import settings_as_json


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """From which library a collection was exported, and when (an RFC 3339 date-time)."""

    library: str
    exported_at: str
    program: str

    @property
    def command(self) -> str:
        """The command line that writes the same again."""
        return shlex.join(["twofold", "--library", self.library, "collection", "export"])

    def lines(self, words: ExportWords = IN_ENGLISH) -> tuple[tuple[str, str], ...]:
        """Return the record as names and values for people."""
        exported = words.say("{date} by {program}")
        return (
            ("Library", self.library),
            ("Exported", exported.format(date=self.exported_at, program=self.program)),
            ("Command", self.command),
        )

    def in_one_line(self, words: ExportWords = IN_ENGLISH) -> str:
        """Return the record as one sentence."""
        return self._in_words(words.say("Exported on {date} by {program} with: {command}"))

    def _in_words(self, template: str) -> str:
        return template.format(date=self.exported_at, program=self.program, command=self.command)

    def as_json(self) -> dict[str, Any]:
        """Return the record as scripts read it."""
        return {
            "exported_at": self.exported_at,
            "program": self.program,
            "library": self.library,
            "command": self.command,
        }


@dataclass(frozen=True, slots=True)
class SearchRecord(CollectionRecord):
    """What was asked of which library, and when."""

    request: SearchRequest
    filters: SearchFilters
    mode: str

    @property
    def command(self) -> str:
        """The command line that repeats the search."""
        words = ["twofold", "--library", self.library, "search"]
        return shlex.join([*words, *_options(self.request), "--", _query(self.request)])

    def lines(self, words: ExportWords = IN_ENGLISH) -> tuple[tuple[str, str], ...]:
        """Return the record as names and values for people."""
        settings = ", ".join(
            f"{words.say(name.replace('_', ' '))} {words.say(_in_words(value))}"
            for name, value in settings_as_json(self.request).items()
            if name not in {"query", "mode"} and value != ""
        )
        filters = "; ".join(
            f"{words.say(name.replace('_', ' '))} {_filter_in_words(name, value, words)}"
            for name, value in filters_as_json(self.filters).items()
        )
        return (
            ("Query", self.request.query.strip() or words.say("none")),
            ("Mode", words.say(self.mode)),
            ("Settings", settings),
            ("Filters", filters or words.say("none")),
            *CollectionRecord.lines(self, words),
        )

    def in_one_line(self, words: ExportWords = IN_ENGLISH) -> str:
        """Return the record as one sentence."""
        return self._in_words(words.say("Found on {date} by {program} with: {command}"))

    def as_json(self) -> dict[str, Any]:
        """Return the record as scripts read it."""
        return CollectionRecord.as_json(self) | {
            "mode": self.mode,
            "settings": settings_as_json(self.request),
            "filters": filters_as_json(self.filters),
        }


def record_of(
    response: SearchResponse, library: str, exported_at: str, program: str
) -> SearchRecord:
    """Return the record of an answered search."""
    trace = response.trace
    return SearchRecord(
        library, exported_at, program, response.request, trace.filters, trace.mode.value
    )


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


def _filter_in_words(name: str, value: object, words: ExportWords) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return words.say(str(value)) if name == "trust_min" else str(value)


def _options(request: SearchRequest) -> list[str]:
    fusion, filters = request.fusion, request.filters
    options = ["--mode", request.mode.value, "--k", str(request.k)]
    options += ["--fusion", fusion.rule.value]
    for name, value in fusion.parameters.items():
        options += [f"--{name.replace('_', '-')}", f"{value:g}"]
    for known in FILTERS:
        if isinstance(known, ValuesFilter):
            chosen = getattr(filters, known.included)
        else:
            limit = getattr(filters, known.field)
            chosen = (str(limit),) if limit else ()
        options += [word for value in chosen for word in (known.option, value)]
    for flag, is_set in (
        ("--all-copies", not request.fold_copies),
        ("--group-by-document", request.group_by_document),
        ("--hide-weak" if request.hide_weak else "--no-hide-weak", True),
        ("--rerank" if request.rerank else "--no-rerank", True),
    ):
        options += [flag] if is_set else []
    return [*options, "--like", request.like] if request.like else options


def _query(request: SearchRequest) -> str:
    """Return the query, with what no option excludes written into it."""
    excluded = [
        f'-{known.word}:"{value}"'
        for known in FILTERS
        if isinstance(known, ValuesFilter)
        for value in getattr(request.filters, known.excluded)
    ]
    return " ".join([request.query, *excluded])


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


def by_reference(export: Export) -> dict[str, list[Passage]]:
    """Return the passages of each document, by the id of its reference."""
    grouped: dict[str, list[Passage]] = defaultdict(list)
    for passage in export.passages:
        grouped[passage.reference_id].append(passage)
    return grouped


def quotation_note(passage: Passage) -> str:
    """Return a passage in one line: the quotation, its place, its citation, the person's note."""
    quoted = f"“{one_line(passage.text)}” ({one_line(passage.place)}; {passage.uri})"
    return f"{quoted} {one_line(passage.note)}".strip()


def link_to(absolute_path: str, path: str, place: Place, beside: Path) -> str:
    """Return the link to a place from a file `beside` the document: a relative URI reference.

    On another drive it is a file URI. Of a document inside a file (`path` names it there), the link
    leads to the file. Links are resolved by name, so links on the disk are not followed here.
    """
    document = Path(absolute_path)
    try:
        relative = Path(os.path.relpath(document, beside.parent))
        whole = format_uri(relative.as_posix(), place)
    except ValueError:  # Windows has no way from one drive to another
        whole = f"{document.as_uri()}#{place.fragment}"
    is_inside = not f"/{document.as_posix()}".endswith(f"/{path}")
    return whole.partition("#")[0] if is_inside else whole
