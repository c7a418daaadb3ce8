"""What every format writes: passages, their documents as references, and how they were found."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.export.bibliography.reference import Reference
from engine.export.passages import Passage
from engine.model.export import IN_ENGLISH, ExportWords
from engine.model.filters import FILTERS, SearchFilters, ValuesFilter, filters_as_json
from engine.model.hit import SearchResponse
from engine.model.request import SearchRequest
from engine.model.wire import settings_as_json


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """The library a collection was exported from, and when (an RFC 3339 date-time)."""

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
    """The search whose hits were exported: the request, its filters and its mode."""

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
        ("--all-copies", not request.collapse_duplicates),
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


@dataclass(frozen=True, slots=True)
class Export:
    """All that one export holds. `references` are by document, in the order of the passages.

    `bibliography` holds formatted entries (with the marks of engine.export.text) when a style was
    asked for; `response` is None for exports of the collection. `separator` stands between cells.
    `words` are those that the heading and the passages are written in.
    """

    heading: str
    record: SearchRecord | CollectionRecord
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...] = ()
    bibliography: tuple[str, ...] = ()
    response: SearchResponse | None = None
    separator: str = ","
    words: ExportWords = IN_ENGLISH

    def record_in_words(
        self, written: Callable[[str, str], str], name_written: Callable[[str], str] = str
    ) -> Iterator[str]:
        """Yield 'name: value' of each part of the record, as a format writes names and values."""
        line = self.words.say("{name}: {value}")
        for name, value in self.record.lines(self.words):
            said = name_written(self.words.say(name))
            yield line.format(name=said, value=written(name, value))

    def section_in_words(self, passage: Passage, written: Callable[[str], str]) -> str:
        """Return ', “section”' of a passage, or ''."""
        if not passage.section:
            return ""
        return ", " + self.words.say("“{section}”").format(section=written(passage.section))

    def by_reference(self) -> dict[str, list[Passage]]:
        """Return the passages of each document, by the id of its reference."""
        grouped: dict[str, list[Passage]] = defaultdict(list)
        for passage in self.passages:
            grouped[passage.reference_id].append(passage)
        return grouped
