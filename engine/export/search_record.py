"""How the passages of an export were found, so that the search can be repeated."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from engine.model.export import IN_ENGLISH, ExportWords
from engine.model.hit import SearchResponse
from engine.model.request import SearchFilters, SearchRequest
from engine.model.wire import filters_as_json, settings_as_json


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
    options += ["--fusion", fusion.rule.value, "--rrf-k", str(fusion.rrf_k)]
    options += ["--lexical-weight", f"{fusion.lexical_weight:g}"]
    options += ["--vector-weight", f"{fusion.vector_weight:g}"]
    for option, values in (
        ("--tag", filters.tags_any),
        ("--lang", filters.langs),
        ("--folder", filters.folders),
        ("--type", filters.file_types),
    ):
        options += [word for value in values for word in (option, value)]
    for option, single in (
        ("--path", filters.path_glob),
        ("--trust-min", filters.trust_min),
        ("--after", filters.after),
        ("--before", filters.before),
    ):
        options += [option, str(single)] if single else []
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
    filters = request.filters
    excluded = [
        f'-{name}:"{value}"'
        for name, values in (
            ("tag", filters.tags_none),
            ("lang", filters.langs_none),
            ("folder", filters.folders_none),
            ("type", filters.file_types_none),
        )
        for value in values
    ]
    return " ".join([request.query, *excluded])
