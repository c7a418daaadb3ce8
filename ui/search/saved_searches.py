"""Recent and saved searches: how they are kept, and what is new in a saved one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from PySide6.QtCore import QDate, QObject, Qt, QTimer, Signal

from twofold.engine.api import SearchMode, SearchResponse, SettingError, as_json_text
from twofold.ui.filters.selection import FilterChoice, FilterSelection, Section
from twofold.ui.filters.typed import take_filters, without_filters
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import day
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.widgets.messages import BarMessage, MessageBar
from twofold.ui.widgets.undo import UndoBar

MAX_RECENT = 50
_MAX_LETTERS = 200  # what is longer was pasted
_MAX_SEEN = 200
# From here on (CJK radicals) one character of a script may be a word.
_FIRST_OF_WORDS = "\u2e80"


class SearchHistoryStore(Protocol):
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

    The query is '' for filters alone; the name is '' until the user gives one.
    """

    query: str
    mode: SearchMode = SearchMode.HYBRID
    choices: tuple[FilterChoice, ...] = ()
    seen: frozenset[str] = frozenset()
    looked: str = ""
    name: str = ""

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
        return replace(self, seen=frozenset(list(found)[:_MAX_SEEN]), looked=day)


@dataclass(frozen=True, slots=True)
class SearchHistory:
    """Recent queries, newest first, and saved searches, in the order they were saved."""

    recent: tuple[str, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    def with_recent(self, query: str) -> SearchHistory:
        """Return it with one more query at the top, in place of its own beginnings."""
        query = take_filters(query, FilterSelection()).text  # the last filter may be unfinished
        query = _shortened(query.strip())
        if not _is_a_search(query):
            return self
        others = (known for known in self.recent if not query.startswith(known))
        return replace(self, recent=(query, *others)[:MAX_RECENT])

    def without_recent(self, query: str) -> SearchHistory:
        """Return it without one recent query, or without any where that is ''."""
        kept = (known for known in self.recent if query and known != query)
        return replace(self, recent=tuple(kept))

    def with_recent_of(self, before: SearchHistory) -> SearchHistory:
        """Return it with the recent queries of an earlier state, below those that came since."""
        since = tuple(query for query in self.recent if query not in before.recent)
        return replace(self, recent=(*since, *before.recent)[:MAX_RECENT])

    def find(self, search: SavedSearch) -> SavedSearch | None:
        """Return the saved search that asks for the same."""
        return next((known for known in self.saved if known.is_same(search)), None)

    def with_saved(self, search: SavedSearch) -> SearchHistory:
        """Return it with a search saved, in its place when it was already."""
        if self.find(search) is None:
            return replace(self, saved=(*self.saved, search))
        saved = tuple(search if known.is_same(search) else known for known in self.saved)
        return replace(self, saved=saved)

    def with_saved_at(self, place: int, search: SavedSearch) -> SearchHistory:
        """Return it with a search back in the place it had."""
        others = self.without(search).saved
        return replace(self, saved=(*others[:place], search, *others[place:]))

    def without(self, search: SavedSearch) -> SearchHistory:
        """Return it without a saved search."""
        saved = tuple(known for known in self.saved if not known.is_same(search))
        return replace(self, saved=saved)

    def as_text(self) -> str:
        """Write it."""
        value = {"recent": self.recent, "saved": [_written(search) for search in self.saved]}
        return as_json_text(value, indent=1)

    @classmethod
    def read(cls, text: str) -> tuple[SearchHistory, bool]:
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
        memory = cls(tuple(filter(_is_a_search, queries))[:MAX_RECENT], searches)
        has_all = len(searches) == len(_entries(saved)) and saved == _entries(saved)
        return memory, has_all and recent == queries


def _is_a_search(query: str) -> bool:
    """Whether a query was meant: a letter alone is the beginning of one, an ideograph is a word."""
    bare = without_filters(query).strip(' *~"')
    return len(bare) > 1 or bare >= _FIRST_OF_WORDS


def _shortened(query: str) -> str:
    """Return a query up to the last word that fits into the history."""
    if len(query) <= _MAX_LETTERS:
        return query
    return query[:_MAX_LETTERS].rpartition(" ")[0].rstrip() or query[:_MAX_LETTERS]


def _entries(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _written(search: SavedSearch) -> dict[str, Any]:
    return {
        "query": search.query,
        "mode": search.mode.value,
        "filters": [[c.section.value, c.value, c.excluded] for c in search.choices],
        "seen": sorted(search.seen),
        "looked": search.looked,
        "name": search.name,
    }


def _readable(entries: Iterable[dict[str, Any]]) -> Iterator[SavedSearch]:
    """Read what can be read: one search of a later version does not lose all others."""
    for entry in entries:
        with suppress(ValueError, TypeError, KeyError):
            yield _read(entry)


def _read(entry: dict[str, Any]) -> SavedSearch:
    choices = (
        FilterChoice(Section(section), str(value), bool(excluded))
        for section, value, excluded in entry["filters"]
    )
    # An earlier version left filters in the query.
    asked = take_filters(str(entry["query"]), FilterSelection(tuple(choices)))
    return SavedSearch(
        query=asked.text,
        mode=SearchMode(entry["mode"]),
        choices=asked.selection.choices,
        seen=frozenset(str(chunk_id) for chunk_id in entry["seen"]),
        looked=str(entry["looked"]),
        name=str(entry.get("name", "")),
    )


# A query that stood this long was meant, also when nothing was done with what it found.
MEANT_MS = 10_000


class SavedSearches(QObject):
    """Recent and saved searches, updated from the answers of the window.

    News appears in `messages`. `selection` returns the filters of the search that is shown; `undo`
    offers to undo a removal.

    Signals:
        changed: the recent or saved searches or `fresh` have changed.
    """

    changed = Signal()

    def __init__(
        self,
        file: SearchHistoryStore,
        selection: Callable[[], FilterSelection],
        messages: MessageBar,
        undo: UndoBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._file: SearchHistoryStore | None = file  # None if it cannot be read or moved
        self._selection = selection
        self._messages = messages
        self._undo = undo
        self._response: SearchResponse | None = None
        # The passages that are new in the saved search that is shown.
        self.fresh: frozenset[str] = frozenset()
        self._fresh_in: SavedSearch | None = None
        self._gone: SavedSearch | None = None
        self.memory = self._read(file)
        self._meant = QTimer(self, singleShot=True, interval=MEANT_MS)
        self._meant.timeout.connect(self.remember)

    def take_answer(self, response: SearchResponse) -> None:
        """Note an answer that is shown."""
        before, self._response = self._response, response
        if self._fresh_in is None or not self._fresh_in.is_same(self._search(response)):
            self.fresh, self._fresh_in = frozenset(), None
        if not response.request.query.strip():
            self._meant.stop()
        elif before is None or before.request.query != response.request.query:
            self._meant.start()
        self.changed.emit()

    def look_at(self, response: SearchResponse | None) -> None:
        """Tell what is new in a saved search, once all its hits are here.

        A weak hit is no news: meaning ranks whatever was added, also what is about something else.
        """
        known = None if response is None else self._known(response)
        if known is None or response is None:
            return
        found = [chunk.chunk_id for chunk in response.ranking]
        new = known.new_among(hit.chunk_id for hit in response.hits if not hit.weak)
        if new and known.looked:
            words = tr("{passages} new since {day}.")
            count = counts.documents if response.trace.filters_only else counts.passages
            self._say(words.format(passages=count(len(new)), day=day(known.looked)))
            # What was new a moment ago stays so while the same search is shown.
            self.fresh, self._fresh_in = self.fresh | new, known
            self.changed.emit()
        if new or known.looked != _today():
            self._keep(self.memory.with_saved(known.looked_at(found, _today())))

    def remember(self, *_: object) -> None:
        """Put the query of the answer among the recent ones: it was used."""
        self._meant.stop()
        if self._response is not None:
            self.keep_query(self._response.request.query)

    def keep_query(self, query: str) -> None:
        """Put a query among the recent ones."""
        self._keep(self.memory.with_recent(query))

    def forget(self, query: str) -> None:
        """Take a query out of the recent ones, '' for all of them; it can be taken back."""
        self._meant.stop()
        before = self.memory
        if not self._keep(before.without_recent(query)) or before == self.memory:
            return
        words = tr("The search history is cleared.")
        if query:
            words = tr("Removed from the search history.")
        self._offer_undo(words, lambda: self._keep(self.memory.with_recent_of(before)))

    @property
    def has_filters_alone(self) -> bool:
        """Whether filters without words are shown, which can be saved too."""
        return self._response is not None and _has_filters_alone(self._response)

    @property
    def is_saved(self) -> bool:
        """Whether the search that is shown is saved."""
        return self._response is not None and self._known(self._response) is not None

    def toggle_saved(self) -> None:
        """Save the search that is shown, or remove it from the saved ones."""
        response = self._response
        if response is None or not _can_be_saved(response):
            return
        known = self._known(response)
        if known is not None:
            self.remove_saved(known)
            return
        found = [chunk.chunk_id for chunk in response.ranking]
        saved = self._search(response).looked_at(found, _today())
        if self._keep(self.memory.with_saved(saved)):
            self._say(tr("Saved. New matches are shown next time."))
            if self._gone is not None and saved.is_same(self._gone):
                self._undo.withdraw(_no_longer_saved())

    def remove_saved(self, search: SavedSearch) -> None:
        """Remove a saved search; it comes back by undo."""
        place = self.memory.saved.index(search)
        self._keep(self.memory.without(search))
        self._gone = search
        self._offer_undo(
            _no_longer_saved(), lambda: self._keep(self.memory.with_saved_at(place, search))
        )

    def rename_saved(self, search: SavedSearch, name: str) -> None:
        """Give a saved search another name, '' for none."""
        self._keep(self.memory.with_saved(replace(search, name=name.strip())))

    def add_saved(self, entries: Iterable[dict[str, Any]]) -> None:
        """Save the searches of a backup; what there is already stays as it is."""
        memory = self.memory
        for search in _readable(entries):
            if memory.find(search) is None:
                memory = memory.with_saved(search)
        self._keep(memory)

    def _offer_undo(self, words: str, undo: Callable[[], object]) -> None:
        self._messages.withdraw_passing()
        self._undo.offer(words, undo)

    def _known(self, response: SearchResponse) -> SavedSearch | None:
        return self.memory.find(self._search(response)) if _can_be_saved(response) else None

    def _search(self, response: SearchResponse) -> SavedSearch:
        request = response.request
        return SavedSearch(request.query.strip(), request.mode, self._selection().choices)

    def _keep(self, memory: SearchHistory) -> bool:
        if memory == self.memory:
            return True
        self.memory = memory
        self.changed.emit()
        problem = "" if self._file is None else _problem_of_writing(self._file, memory)
        if problem:
            self._messages.show_message(BarMessage(problem))
        return not problem

    def _read(self, file: SearchHistoryStore) -> SearchHistory:
        """Read what is kept; a file that cannot be read whole is set aside, with a message."""
        try:
            memory, is_whole = SearchHistory.read(file.read())
        except SettingError:
            memory, is_whole = SearchHistory(), False
        if is_whole:
            return memory
        words = tr("Searches you kept could not all be read. Their file is now {place}.")
        try:
            sentences = [words.format(place=file.set_aside())]
        except SettingError as error:
            self._file = None  # nothing may be written over what is there
            sentences = [error.message, error.hint]
        else:
            sentences.append(_problem_of_writing(file, memory))
        message = BarMessage(translated(*sentences))
        # Once the window is there, in which a screen reader hears it.
        QTimer.singleShot(0, self, lambda: self._messages.show_message(message))
        return memory

    def _say(self, words: str) -> None:
        self._messages.show_message(BarMessage(words, is_warning=False, is_passing=True))


def _problem_of_writing(file: SearchHistoryStore, memory: SearchHistory) -> str:
    """Write what is kept; return why that is not possible, else ''."""
    try:
        file.write(memory.as_text())
    except SettingError as error:
        return translated(error.message, error.hint)
    return ""


def _can_be_saved(response: SearchResponse) -> bool:
    return bool(response.request.query.strip()) or _has_filters_alone(response)


def _has_filters_alone(response: SearchResponse) -> bool:
    return response.trace.filters_only and not response.request.query.strip()


def _no_longer_saved() -> str:
    return tr("This search is no longer saved.")


def _today() -> str:
    return QDate.currentDate().toString(Qt.DateFormat.ISODate)
