"""The contents of every export: passages, references to their documents, and the search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from twofold.engine.export.passages import Passage
from twofold.engine.model.export import IN_ENGLISH, ExportWords
from twofold.engine.model.filter_texts import filters_as_json
from twofold.engine.model.filters import (
    FIELD_LABELS,
    FILTERS,
    SearchFilters,
    ValuesFilter,
)
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.reference import Reference
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.wire import settings_as_json


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """When a collection was exported (an RFC 3339 date-time), and by which program.

    Exports are shared with others, so a record contains no paths or commands of this computer.
    """

    exported_at: str
    program: str

    @property
    def query(self) -> str:
        """The query including excluded words, or '' for a collection."""
        return ""

    def lines(self, words: ExportWords = IN_ENGLISH) -> tuple[tuple[str, str], ...]:
        """Return the record as names and values to display."""
        exported = words.say("{date} by {program}")
        return (("Exported", exported.format(date=self.exported_at, program=self.program)),)

    def in_one_line(self, words: ExportWords = IN_ENGLISH) -> str:
        """Return the record as one sentence."""
        exported = words.say("Exported on {date} by {program}")
        return exported.format(date=self.exported_at, program=self.program)

    def without_folders(self) -> Self:
        """Return the record without the names of the user's folders."""
        return self

    def as_json(self) -> dict[str, Any]:
        """Return the record as JSON for scripts."""
        return {"exported_at": self.exported_at, "program": self.program}


@dataclass(frozen=True, slots=True)
class SearchRecord(CollectionRecord):
    """The search whose hits are exported: request, filters and mode.

    `warnings` are those of the search, such as filters that a shared library did not apply.
    """

    request: SearchRequest
    filters: SearchFilters
    mode: str
    warnings: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The query, with the filters' excluded values added as words."""
        excluded = [
            f'-{known.word}:"{value}"'
            for known in FILTERS
            if isinstance(known, ValuesFilter)
            for value in getattr(self.request.filters, known.excluded)
        ]
        return " ".join([self.request.query.strip(), *excluded]).strip()

    def lines(self, words: ExportWords = IN_ENGLISH) -> tuple[tuple[str, str], ...]:
        """Return the record as names and values to display, without search settings."""
        filters = "; ".join(
            f"{words.say(FIELD_LABELS[name])} {_format_filter(name, value, words)}"
            for name, value in filters_as_json(self.filters).items()
        )
        return (
            ("Query", self.request.query.strip() or words.say("none")),
            *([("Filters", filters)] if filters else []),
            *(("Warning", words.sentence(one)) for one in self.warnings),
            *CollectionRecord.lines(self, words),
        )

    def in_one_line(self, words: ExportWords = IN_ENGLISH) -> str:
        """Return the record as one sentence."""
        found = words.say("Found on {date} by {program} for: {query}")
        query = self.query or words.say("none")
        return found.format(date=self.exported_at, program=self.program, query=query)

    def without_folders(self) -> Self:
        """Return the record without the filters that name the user's folders."""
        asked = replace(self.request, filters=_without_folders(self.request.filters))
        return replace(self, request=asked, filters=_without_folders(self.filters))

    def as_json(self) -> dict[str, Any]:
        """Return the record as JSON for scripts."""
        return CollectionRecord.as_json(self) | {
            "mode": self.mode,
            "settings": settings_as_json(self.request),
            "filters": filters_as_json(self.filters),
        }


def _without_folders(filters: SearchFilters) -> SearchFilters:
    return replace(filters, folders=(), folders_none=(), path_glob=None)


def _format_filter(name: str, value: object, words: ExportWords) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return words.say(str(value)) if name == "trust_min" else str(value)


@dataclass(frozen=True, slots=True)
class Export:
    """The contents of an export; `references` are by document, in the order of the passages.

    `bibliography` has formatted entries (with the marks of engine.export.text) if a style was
    requested. `response` is None in exports of the collection. `separator` separates the cells of a
    table. `words` translates the heading and the descriptions of passages. `has_method_note` adds
    how the passages were found. In a memo, the notes precede the quotations. `word_template` is the
    user's template for Word, if any. `pictures` shows scanned passages (PNG), by their numbers.
    """

    heading: str
    record: SearchRecord | CollectionRecord
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...] = ()
    bibliography: tuple[str, ...] = ()
    response: SearchResponse | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH
    has_method_note: bool = True
    is_memo: bool = False
    word_template: Path | None = None
    pictures: Mapping[int, bytes] = field(default_factory=lambda: MappingProxyType({}))

    def format_record(
        self, written: Callable[[str], str], name_written: Callable[[str], str] = str
    ) -> Iterator[str]:
        """Yield 'name: value' for each part of the record, in the notation of a format."""
        line = self.words.say("{name}: {value}")
        passages = ("Passages", str(len(self.passages)))
        for name, value in (*self.record.lines(self.words), passages):
            said = name_written(self.words.say(name))
            yield line.format(name=said, value=written(value))

    def format_section(self, passage: Passage, written: Callable[[str], str]) -> str:
        """Return ', “section”' for a passage, or ''."""
        if not passage.section:
            return ""
        return ", " + self.words.say("“{section}”").format(section=written(passage.section))

    def by_reference(self) -> dict[str, list[Passage]]:
        """Return the passages of each document by the id of its reference."""
        grouped: dict[str, list[Passage]] = defaultdict(list)
        for passage in self.passages:
            grouped[passage.reference_id].append(passage)
        return grouped
