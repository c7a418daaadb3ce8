"""Searches that a person made lately or has saved, private to the library they were made in.

They are kept as a text (JSON) in a file that the application gives. A text that cannot be read
whole is never written over: its file is set aside, and what could be read goes into a new one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from engine.api import SearchMode, as_json_text
from ui.filters.filter_selection import FilterChoice, FilterSelection, Section

MOST_RECENT = 50
_MOST_SEEN = 200
# From here on (CJK radicals) one character of a script may be a word.
_FIRST_OF_WORDS = "\u2e80"


class MemoryFile(Protocol):
    """Where the text is kept. Each method raises SettingError for what cannot be done."""

    def read(self) -> str:
        """Return the text; '' when there is none yet."""

    def set_aside(self) -> str:
        """Keep the text elsewhere, where nothing is written over it; return the place."""

    def write(self, text: str) -> None:
        """Keep another text."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query with its mode and filters; `seen` are the passages it found when last looked at.

    The query is '' where filters alone are asked for.
    """

    query: str
    mode: SearchMode = SearchMode.HYBRID
    choices: tuple[FilterChoice, ...] = ()
    seen: frozenset[str] = frozenset()
    looked: str = ""

    @property
    def selection(self) -> FilterSelection:
        """Its filters."""
        return FilterSelection(self.choices)

    def is_same(self, other: SavedSearch) -> bool:
        """Whether both ask for the same."""
        asked = (self.query, self.mode, frozenset(self.choices))
        return asked == (other.query, other.mode, frozenset(other.choices))

    def new_among(self, found: Iterable[str]) -> frozenset[str]:
        """Return those of `found` that were not there the last time."""
        return frozenset(found) - self.seen

    def looked_at(self, found: Iterable[str], day: str) -> SavedSearch:
        """Return it as it stands after a look at `day`."""
        return replace(self, seen=frozenset(list(found)[:_MOST_SEEN]), looked=day)


@dataclass(frozen=True, slots=True)
class SearchMemory:
    """Recent queries, newest first, and saved searches, in the order they were saved."""

    recent: tuple[str, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    def queries(self, *, recent: bool) -> tuple[str, ...]:
        """Return the recent queries, or those of the saved searches."""
        saved = (search.query for search in self.saved if search.query)
        return self.recent if recent else tuple(saved)

    def saved_as(self, query: str) -> tuple[SavedSearch, ...]:
        """Return the saved searches for a query."""
        return tuple(search for search in self.saved if search.query == query)

    def with_recent(self, query: str) -> SearchMemory:
        """Return it with one more query at the top."""
        query = query.strip()
        if not _is_a_search(query):
            return self
        others = (known for known in self.recent if known != query)
        return replace(self, recent=(query, *others)[:MOST_RECENT])

    def without_recent(self, query: str) -> SearchMemory:
        """Return it without one recent query, or without any where that is ''."""
        kept = (known for known in self.recent if query and known != query)
        return replace(self, recent=tuple(kept))

    def with_recent_of(self, before: SearchMemory) -> SearchMemory:
        """Return it with the recent queries of an earlier state, below those that came since."""
        since = tuple(query for query in self.recent if query not in before.recent)
        return replace(self, recent=(*since, *before.recent)[:MOST_RECENT])

    def find(self, search: SavedSearch) -> SavedSearch | None:
        """Return the saved search that asks for the same."""
        return next((known for known in self.saved if known.is_same(search)), None)

    def with_saved(self, search: SavedSearch) -> SearchMemory:
        """Return it with a search saved, in its place when it was already."""
        if self.find(search) is None:
            return replace(self, saved=(*self.saved, search))
        saved = tuple(search if known.is_same(search) else known for known in self.saved)
        return replace(self, saved=saved)

    def with_saved_at(self, place: int, search: SavedSearch) -> SearchMemory:
        """Return it with a search back in the place it had."""
        others = self.without(search).saved
        return replace(self, saved=(*others[:place], search, *others[place:]))

    def without(self, search: SavedSearch) -> SearchMemory:
        """Return it without a saved search."""
        saved = tuple(known for known in self.saved if not known.is_same(search))
        return replace(self, saved=saved)

    def as_text(self) -> str:
        """Write it."""
        value = {"recent": self.recent, "saved": [_written(search) for search in self.saved]}
        return as_json_text(value, indent=1)

    @classmethod
    def from_text(cls, text: str) -> SearchMemory:
        """Read back what can be read."""
        return cls.read(text)[0]

    @classmethod
    def read(cls, text: str) -> tuple[SearchMemory, bool]:
        """Read back what can be read, and say whether that is all."""
        try:
            value = json.loads(text) if text.strip() else {}
        except (ValueError, RecursionError):
            return cls(), False
        if not isinstance(value, dict):
            return cls(), False
        recent, saved = value.get("recent", []), value.get("saved", [])
        queries = [one for one in _entries(recent) if isinstance(one, str)]
        searches = tuple(_readable(_entries(saved)))
        memory = cls(tuple(filter(_is_a_search, queries))[:MOST_RECENT], searches)
        has_all = len(searches) == len(_entries(saved)) and saved == _entries(saved)
        return memory, has_all and recent == queries


def _is_a_search(query: str) -> bool:
    """Whether a query was meant: a letter alone is the beginning of one, an ideograph is a word."""
    bare = query.strip(' *~"')
    return len(bare) > 1 or bare >= _FIRST_OF_WORDS


def _entries(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _written(search: SavedSearch) -> dict[str, Any]:
    return {
        "query": search.query,
        "mode": search.mode.value,
        "filters": [[c.section.value, c.value, c.excluded] for c in search.choices],
        "seen": sorted(search.seen),
        "looked": search.looked,
    }


def _readable(entries: Iterable[dict[str, Any]]) -> Iterator[SavedSearch]:
    """Read what can be read: one search of a later version does not lose all others."""
    for entry in entries:
        with suppress(ValueError, TypeError, KeyError):
            yield _read(entry)


def _read(entry: dict[str, Any]) -> SavedSearch:
    return SavedSearch(
        query=str(entry["query"]),
        mode=SearchMode(entry["mode"]),
        choices=tuple(
            FilterChoice(Section(section), str(value), bool(excluded))
            for section, value, excluded in entry["filters"]
        ),
        seen=frozenset(str(chunk_id) for chunk_id in entry["seen"]),
        looked=str(entry["looked"]),
    )
