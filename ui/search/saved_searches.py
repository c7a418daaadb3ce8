"""Recent and saved searches: storage, and new matches of a saved search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from PySide6.QtCore import QDate, QObject, Qt, QTimer, Signal

from twofold.engine.api import Hit, SearchMode, SearchResponse, SettingError, as_json_text
from twofold.ui.filters.selection import FilterChoice, FilterSelection, Section
from twofold.ui.filters.typed import take_filters, without_filters
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import day
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.widgets.messages import BarMessage, MessageBar
from twofold.ui.widgets.undo import UndoBar

MAX_RECENT = 50
_MAX_LETTERS = 200  # longer queries were pasted
_MAX_SEEN = 200
# From here on (CJK radicals), a single character can be a word.
_FIRST_OF_WORDS = "\u2e80"


class SearchHistoryStore(Protocol):
    """Storage of the search history as text. Methods raise SettingError if they fail."""

    def read(self) -> str:
        """Return the stored text; '' if there is none yet."""

    def set_aside(self) -> str:
        """Move the stored text to another file, so that it is not overwritten; return its path."""

    def write(self, text: str) -> None:
        """Store new text."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query with its mode and filters; `seen` are the passages found when it was last opened.

    The query is '' for filters alone. The name is '' unless the user has set one. `last_opened` is
    the day when the search was last opened. `news` are the passages found since then, without
    opening it.
    """

    query: str
    mode: SearchMode = SearchMode.HYBRID
    choices: tuple[FilterChoice, ...] = ()
    seen: frozenset[str] = frozenset()
    last_opened: str = ""
    name: str = ""
    news: frozenset[str] = frozenset()

    @property
    def selection(self) -> FilterSelection:
        """The filters of the search."""
        return FilterSelection(self.choices)

    def is_same(self, other: SavedSearch) -> bool:
        """Whether both have the same query, mode and filters."""
        asked = (self.query, self.mode, frozenset(self.choices))
        return asked == (other.query, other.mode, frozenset(other.choices))

    def new_among(self, hits: Iterable[Hit]) -> frozenset[str]:
        """Return the ids of the hits that were not found last time.

        Weak hits do not count, because the vector retriever ranks any new passage. A hit with a
        known copy is not new: of several copies, another one may be shown now.
        """
        return frozenset(
            hit.chunk_id
            for hit in hits
            if not hit.weak
            and hit.chunk_id not in self.seen
            and not any(one.is_exact and one.chunk_id in self.seen for one in hit.duplicates)
        )

    def opened_on(self, found: Iterable[str], day: str) -> SavedSearch:
        """Return the search as opened on `day`, with the passages it found."""
        seen = frozenset(list(found)[:_MAX_SEEN])
        return replace(self, seen=seen, last_opened=day, news=frozenset())

    def with_news(self, hits: Iterable[Hit]) -> SavedSearch:
        """Return the search with the new ones among `hits` as its news."""
        return replace(self, news=self.new_among(hits))


@dataclass(frozen=True, slots=True)
class SearchHistory:
    """Recent queries, newest first, and saved searches in the order they were saved."""

    recent: tuple[str, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    def with_recent(self, query: str) -> SearchHistory:
        """Return a history with `query` at the top, replacing recent prefixes of it."""
        query = take_filters(query, FilterSelection()).text  # the last filter may be unfinished
        query = _shortened(query.strip())
        if not _is_a_search(query):
            return self
        others = (known for known in self.recent if not query.startswith(known))
        return replace(self, recent=(query, *others)[:MAX_RECENT])

    def without_recent(self, query: str) -> SearchHistory:
        """Return a history without one recent query, or without any for ''."""
        kept = (known for known in self.recent if query and known != query)
        return replace(self, recent=tuple(kept))

    def with_recent_from(self, before: SearchHistory) -> SearchHistory:
        """Return a history with the recent queries of `before` added below the newer ones."""
        since = tuple(query for query in self.recent if query not in before.recent)
        return replace(self, recent=(*since, *before.recent)[:MAX_RECENT])

    def find(self, search: SavedSearch) -> SavedSearch | None:
        """Return the saved search with the same query, mode and filters; None if there is none."""
        return next((known for known in self.saved if known.is_same(search)), None)

    def with_saved(self, search: SavedSearch) -> SearchHistory:
        """Return a history with `search` saved; it replaces the same search if already saved."""
        if self.find(search) is None:
            return replace(self, saved=(*self.saved, search))
        saved = tuple(search if known.is_same(search) else known for known in self.saved)
        return replace(self, saved=saved)

    def with_saved_at(self, place: int, search: SavedSearch) -> SearchHistory:
        """Return a history with `search` restored at its former position."""
        others = self.without(search).saved
        return replace(self, saved=(*others[:place], search, *others[place:]))

    def without(self, search: SavedSearch) -> SearchHistory:
        """Return a history without a saved search."""
        saved = tuple(known for known in self.saved if not known.is_same(search))
        return replace(self, saved=saved)

    def as_text(self) -> str:
        """Return the history as JSON text."""
        value = {"recent": self.recent, "saved": [_written(search) for search in self.saved]}
        return as_json_text(value, indent=1)

    @classmethod
    def read(cls, text: str) -> tuple[SearchHistory, bool]:
        """Parse stored text; return the readable part and whether that is everything."""
        try:
            value = json.loads(text) if text.strip() else {}
        except (ValueError, RecursionError):
            return cls(), False
        if not isinstance(value, dict):
            return cls(), False
        recent, saved = value.get("recent", []), value.get("saved", [])
        queries = [one for one in _entries(recent) if isinstance(one, str)]
        searches = tuple(_readable(_entries(saved)))
        history = cls(tuple(filter(_is_a_search, queries))[:MAX_RECENT], searches)
        has_all = len(searches) == len(_entries(saved)) and saved == _entries(saved)
        return history, has_all and recent == queries


def _is_a_search(query: str) -> bool:
    """Whether a query is worth storing: at least two characters, or one CJK character."""
    bare = without_filters(query).strip(' *~"')
    return len(bare) > 1 or bare >= _FIRST_OF_WORDS


def _shortened(query: str) -> str:
    """Return a query cut after the last word that fits into the history."""
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
        "last_opened": search.last_opened,
        "name": search.name,
        "news": sorted(search.news),
    }


def _readable(entries: Iterable[dict[str, Any]]) -> Iterator[SavedSearch]:
    """Yield the entries that can be read; skip others, which a later version may have written."""
    for entry in entries:
        with suppress(ValueError, TypeError, KeyError):
            yield _read(entry)


def _read(entry: dict[str, Any]) -> SavedSearch:
    choices = (
        FilterChoice(Section(section), str(value), bool(excluded))
        for section, value, excluded in entry["filters"]
    )
    # Earlier versions stored filters as part of the query.
    asked = take_filters(str(entry["query"]), FilterSelection(tuple(choices)))
    return SavedSearch(
        query=asked.text,
        mode=SearchMode(entry["mode"]),
        choices=asked.selection.choices,
        seen=frozenset(str(chunk_id) for chunk_id in entry["seen"]),
        last_opened=str(entry["last_opened"]),
        name=str(entry.get("name", "")),
        news=frozenset(str(chunk_id) for chunk_id in entry.get("news", ())),
    )


# A query that is shown this long is stored, even if the user did nothing with its hits.
REMEMBER_AFTER_MS = 10_000


class SavedSearches(QObject):
    """Recent and saved searches, updated from the answers of the window.

    New matches are reported in `messages`. `selection` returns the current filters; `undo` offers
    to undo a removal.

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
        # New passages of the saved search that is shown.
        self.fresh: frozenset[str] = frozenset()
        self._fresh_in: SavedSearch | None = None
        self._last_removed: SavedSearch | None = None
        self.history = self._read(file)
        self._remember_soon = QTimer(self, singleShot=True, interval=REMEMBER_AFTER_MS)
        self._remember_soon.timeout.connect(self.remember)

    def take_answer(self, response: SearchResponse) -> None:
        """Record an answer that is shown."""
        before, self._response = self._response, response
        if self._fresh_in is None or not self._fresh_in.is_same(self._search(response)):
            self.fresh, self._fresh_in = frozenset(), None
        if not response.request.query.strip():
            self._remember_soon.stop()
        elif before is None or before.request.query != response.request.query:
            self._remember_soon.start()
        self.changed.emit()

    def record_opening(self, response: SearchResponse | None) -> None:
        """Report new matches of a saved search, once all its hits are available."""
        known = None if response is None else self._known(response)
        if known is None or response is None:
            return
        found = [chunk.chunk_id for chunk in response.ranking]
        new = known.new_among(response.hits)
        if new and known.last_opened:
            words = tr("{passages} new since {day}.")
            count = counts.documents if response.trace.filters_only else counts.passages
            self._show_message(words.format(passages=count(len(new)), day=day(known.last_opened)))
            # Passages stay marked as new while the same search is shown.
            self.fresh, self._fresh_in = self.fresh | new, known
            self.changed.emit()
        if new or known.news or known.last_opened != _today():
            self._store(self.history.with_saved(known.opened_on(found, _today())))

    def add_news(self, search: SavedSearch, hits: Iterable[Hit]) -> int:
        """Record what a saved search finds without being opened. Return how many are new."""
        known = self.history.find(search)
        if known is None:  # removed in the meantime
            return 0
        watched = known.with_news(hits)
        self._store(self.history.with_saved(watched))
        return len(watched.news - known.news)

    def remember(self, *_: object) -> None:
        """Add the query of the current answer to the recent searches."""
        self._remember_soon.stop()
        if self._response is not None:
            self.keep_query(self._response.request.query)

    def keep_query(self, query: str) -> None:
        """Add a query to the recent searches."""
        self._store(self.history.with_recent(query))

    def forget(self, query: str) -> None:
        """Remove a query from the recent searches, all for ''; offer to undo it."""
        self._remember_soon.stop()
        before = self.history
        if not self._store(before.without_recent(query)) or before == self.history:
            return
        words = tr("The search history was cleared.")
        if query:
            words = tr("The search was removed from the history.")
        self._offer_undo(words, lambda: self._store(self.history.with_recent_from(before)))

    @property
    def has_filters_alone(self) -> bool:
        """Whether the current search has filters only; it can be saved too."""
        return self._response is not None and _has_filters_alone(self._response)

    @property
    def is_saved(self) -> bool:
        """Whether the current search is saved."""
        return self._response is not None and self._known(self._response) is not None

    def toggle_saved(self) -> None:
        """Save the current search, or remove it if it is saved."""
        response = self._response
        if response is None or not _can_be_saved(response):
            return
        known = self._known(response)
        if known is not None:
            self.remove_saved(known)
            return
        found = [chunk.chunk_id for chunk in response.ranking]
        saved = self._search(response).opened_on(found, _today())
        if self._store(self.history.with_saved(saved)):
            self._show_message(tr("Saved. New matches are shown next time."))
            if self._last_removed is not None and saved.is_same(self._last_removed):
                self._undo.withdraw(_no_longer_saved())

    def remove_saved(self, search: SavedSearch) -> None:
        """Remove a saved search and offer to undo it."""
        place = self.history.saved.index(search)
        self._store(self.history.without(search))
        self._last_removed = search
        self._offer_undo(
            _no_longer_saved(), lambda: self._store(self.history.with_saved_at(place, search))
        )

    def rename_saved(self, search: SavedSearch, name: str) -> None:
        """Rename a saved search; '' removes its name."""
        self._store(self.history.with_saved(replace(search, name=name.strip())))

    def add_saved(self, entries: Iterable[dict[str, Any]]) -> None:
        """Add the searches of a backup; existing ones are not changed."""
        history = self.history
        for search in _readable(entries):
            if history.find(search) is None:
                history = history.with_saved(search)
        self._store(history)

    def _offer_undo(self, words: str, undo: Callable[[], object]) -> None:
        self._messages.withdraw_passing()
        self._undo.offer(words, undo)

    def _known(self, response: SearchResponse) -> SavedSearch | None:
        return self.history.find(self._search(response)) if _can_be_saved(response) else None

    def _search(self, response: SearchResponse) -> SavedSearch:
        request = response.request
        return SavedSearch(request.query.strip(), request.mode, self._selection().choices)

    def _store(self, history: SearchHistory) -> bool:
        if history == self.history:
            return True
        self.history = history
        self.changed.emit()
        problem = "" if self._file is None else _problem_of_writing(self._file, history)
        if problem:
            self._messages.show_message(BarMessage(problem))
        return not problem

    def _read(self, file: SearchHistoryStore) -> SearchHistory:
        """Read the stored history; move an unreadable file away and show a message."""
        try:
            history, is_whole = SearchHistory.read(file.read())
        except SettingError:
            history, is_whole = SearchHistory(), False
        if is_whole:
            return history
        words = tr("Some of your searches could not be read. The file was moved to {place}.")
        try:
            sentences = [words.format(place=file.set_aside())]
        except SettingError as error:
            self._file = None  # do not overwrite the existing file
            sentences = [error.message, error.hint]
        else:
            sentences.append(_problem_of_writing(file, history))
        message = BarMessage(translated(*sentences))
        # Wait until the window exists, so that screen readers announce the message.
        QTimer.singleShot(0, self, lambda: self._messages.show_message(message))
        return history

    def _show_message(self, words: str) -> None:
        self._messages.show_message(BarMessage(words, is_warning=False, is_passing=True))


def _problem_of_writing(file: SearchHistoryStore, history: SearchHistory) -> str:
    """Write the history; return the error message, or '' on success."""
    try:
        file.write(history.as_text())
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
