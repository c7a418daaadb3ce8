"""Suggestions below the field while typing: words, tags, folders, saved and recent searches.

This is not a QCompleter: the popup window of a QCompleter takes the keyboard shortcuts of the
window and the first click outside. This list opens without being requested, so it must not block
them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import islice

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from twofold.engine.api import (
    CountMatches,
    FacetCount,
    Facets,
    MatchesCounted,
    SearchRequest,
    SuggestWords,
    TermStatistics,
    TrustLevel,
    VersionChoice,
    WordsSuggested,
)
from twofold.ui.client import EngineClient
from twofold.ui.filters.model import facet_rows, value_name
from twofold.ui.filters.selection import Section
from twofold.ui.filters.typed import SECTIONS
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.search.saved_searches import SavedSearches
from twofold.ui.search.search_field import SearchField
from twofold.ui.theme import Theme

# Long enough to avoid flicker while typing continues.
PAUSE_MS = 250
_MAX_OF_A_KIND = 3
_MAX_RECENT = 12
_MAX_WORDS = 5
_MAX_VALUES = 10
_CALLER = "values of filters"
_MIN_LETTERS = 2
_ROW = 28
_SUGGESTION_ROLE = Qt.ItemDataRole.UserRole + 1


class Kind(Enum):
    """The kind of a suggestion; its value is the icon. Qt turns a StrEnum into a plain str."""

    WORD = "search"
    TAG = "hash"
    FOLDER = "folder"
    LANGUAGE = "languages"
    TYPE = "file-text"
    DATE = "calendar"
    TRUST = "circle-check"
    VERSIONS = "layers"
    SAVED = "bookmark"
    RECENT = "clock"


FILTERS = {Kind.TAG: Section.TAGS, Kind.FOLDER: Section.FOLDERS}
_KINDS = {
    Section.TAGS: Kind.TAG,
    Section.FOLDERS: Kind.FOLDER,
    Section.LANGUAGES: Kind.LANGUAGE,
    Section.TYPES: Kind.TYPE,
    Section.DATES: Kind.DATE,
    Section.TRUST: Kind.TRUST,
    Section.VERSIONS: Kind.VERSIONS,
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested value and a note shown beside it.

    For a filter value, `written` is the text to insert into the query.
    """

    kind: Kind
    value: str
    note: str = ""
    written: str = ""


class Suggestions(QListView):
    """A list over the hits, as wide as `field`, which keeps the focus.

    Down moves into the list, Enter or Tab accepts, Esc closes. In an empty field, Down opens the
    saved and recent searches; Delete removes the selected recent search from the history.
    `known` returns the values of a filter section.

    Signals:
        taken: the accepted Suggestion; a word has already been inserted into the field.
    """

    taken = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        field: SearchField,
        searches: SavedSearches,
        *,
        known: Callable[[Section], Iterable[str]],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._theme = theme
        self._field = field
        self._searches = searches
        self._known = known
        self._over = parent
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setObjectName("suggestions")
        self.setAccessibleName(tr("Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.clicked.connect(self._take)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask)
        field.textEdited.connect(self._on_edit)
        field.textChanged.connect(self.hide)
        field.installEventFilter(self)
        self.hide()

    # Suggestions

    def _on_edit(self, text: str) -> None:
        self._client.forget(self)
        if len(_last_word(text)) >= _MIN_LETTERS:
            self._soon.start()
        else:
            self._soon.stop()

    def _ask(self) -> None:
        text = self._field.text()
        if not self._field.hasFocus():
            return
        begun = begun_filter(text)
        if begun is not None:
            whole_library = CountMatches(SearchRequest("", limit=1))
            take = partial(self._on_counts, text, begun)
            self._client.request(whole_library, self, take, newest=True, caller=_CALLER)
        else:
            question = SuggestWords(text, _MAX_WORDS)
            self._client.request(question, self, self._on_words, newest=True)

    def _on_counts(self, text: str, begun: BegunFilter, reply: MatchesCounted) -> None:
        if self._field.hasFocus() and text == self._field.text():
            values = begun.values(reply.counts.facets)
            self._show(islice(values, _MAX_VALUES))

    def _on_words(self, reply: WordsSuggested) -> None:
        if self._field.hasFocus() and reply.text == self._field.text():
            self._show(self._suggest(reply.completions))

    def _suggest(self, words: Iterable[TermStatistics]) -> list[Suggestion]:
        begun = _last_word(self._field.text()).casefold()
        found = [Suggestion(Kind.WORD, word.term, counts.passages(word.passages)) for word in words]
        for kind, section in FILTERS.items():
            names = ((value, value.casefold().rpartition("/")[2]) for value in self._known(section))
            fitting = (value for value, name in names if name.startswith(begun.removeprefix("#")))
            found += (Suggestion(kind, value) for value in islice(fitting, _MAX_OF_A_KIND))
        saved = (query for query in self._saved() if begun in query.casefold())
        found += (Suggestion(Kind.SAVED, query) for query in islice(saved, _MAX_OF_A_KIND))
        text = self._field.text().strip().casefold()
        earlier = (one for one in self._earlier() if one.value.casefold().startswith(text))
        other = (one for one in earlier if one.value.casefold() != text and one not in found)
        return [*found, *islice(other, _MAX_OF_A_KIND)]

    def _saved(self) -> list[str]:
        return [search.query for search in self._searches.history.saved if search.query]

    def _earlier(self) -> list[Suggestion]:
        """Return the saved searches, newest first, and the recent ones that are not saved."""
        saved = self._saved()
        recent = (query for query in self._searches.history.recent if query not in saved)
        return [
            *(Suggestion(Kind.SAVED, query) for query in reversed(saved)),
            *(Suggestion(Kind.RECENT, query) for query in recent),
        ]

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return all current suggestions."""
        rows = range(self._model.rowCount())
        return tuple(self._model.index(row, 0).data(_SUGGESTION_ROLE) for row in rows)

    def _show(self, suggestions: Iterable[Suggestion]) -> None:
        """Show suggestions below the field; hide the list if there are none."""
        self._model.clear()
        for suggestion in suggestions:
            words = one_line(suggestion.value)
            item = QStandardItem(f"{words}   {suggestion.note}" if suggestion.note else words)
            item.setIcon(self._theme.icon(suggestion.kind.value, "text2", 14))
            item.setData(suggestion, _SUGGESTION_ROLE)
            self._model.appendRow(item)
        field, rows = self._field, self._model.rowCount()
        place = field.mapTo(self._over, QPoint(0, field.height() + 2))
        self.setGeometry(place.x(), place.y(), field.width(), rows * _ROW + 10)
        self.setCurrentIndex(QModelIndex())
        self.setVisible(rows > 0)
        self.raise_()

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the field while the list is open; close it on focus loss."""
        if watched is not self._field:
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.FocusOut:
            self._soon.stop()
            self.hide()
        elif isinstance(event, QKeyEvent):
            is_pressed = event.type() is QEvent.Type.KeyPress
            if self.isVisible():
                if not is_pressed and event.key() == Qt.Key.Key_Escape:
                    event.accept()  # otherwise the window would clear the query
                return is_pressed and self._use_key(event.key())
            if is_pressed and event.key() == Qt.Key.Key_Down and not self._field.text().strip():
                self._show(self._earlier()[:_MAX_RECENT])
                self._step(1)
                return self.isVisible()
        return False

    def _use_key(self, key: int) -> bool:
        current = self.currentIndex()
        if key == Qt.Key.Key_Escape:
            self.hide()
        elif key in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab} and current.isValid():
            self._take(current)
        elif key == Qt.Key.Key_Tab and begun_filter(self._field.text()) is not None:
            self._take(self._model.index(0, 0))  # as a shell completes
        elif key == Qt.Key.Key_Delete and current.isValid():
            suggestion: Suggestion = current.data(_SUGGESTION_ROLE)
            if suggestion.kind is not Kind.RECENT:
                return False
            self.hide()
            self._searches.forget(suggestion.value)
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        """Move the selection by one row; moving up from the first row clears it."""
        row = max(self.currentIndex().row() + by, -1)
        self.setCurrentIndex(self._model.index(min(row, self._model.rowCount() - 1), 0))

    def _take(self, index: QModelIndex) -> None:
        suggestion: Suggestion = index.data(_SUGGESTION_ROLE)
        self.hide()
        text = self._field.text()
        before = text[: len(text) - len(_last_word(text))]
        begun = begun_filter(text)
        if begun is not None and suggestion.written:
            self._field.set_query(f"{text[: begun.start]}{suggestion.written} ")
            return
        if suggestion.kind is Kind.WORD:
            self._field.set_query(f"{before}{suggestion.value} ")
        elif suggestion.kind is Kind.RECENT:
            self._field.set_query(suggestion.value)
        elif suggestion.kind in FILTERS:
            self._field.set_query(before)
        self.taken.emit(suggestion)


def _last_word(text: str) -> str:
    return text.rpartition(" ")[2]


@dataclass(frozen=True, slots=True)
class BegunFilter:
    """A filter at the end of a query whose value is still being typed.

    `before` is the text before this value: '-tag:' or, after a comma, 'tag:a -tag:'.
    """

    word: str
    before: str
    value: str
    start: int

    def values(self, facets: Facets) -> Iterator[Suggestion]:
        """Yield the values of the library that start with the typed text, most frequent first."""
        section, begun = SECTIONS[self.word], self.value.casefold()
        for facet in _facet_values(section, facets):
            name = value_name(section, facet.value) if section is not Section.DATES else ""
            starts = (facet.value, name, facet.value.rpartition("/")[2])
            if any(start.casefold().startswith(begun) for start in starts):
                found = counts.passages(facet.count) if facet.count else ""
                is_named = name and section in _NAMED
                note = " · ".join(filter(None, (name if is_named else "", found)))
                value = f'"{facet.value}"' if " " in facet.value else facet.value
                yield Suggestion(_KINDS[section], facet.value, note, f"{self.before}{value}")


_NAMED = {Section.LANGUAGES, Section.TYPES, Section.TRUST, Section.VERSIONS}
_BEGUN = re.compile(r'(?:\A|(?<=\s))(-?)([A-Za-z]+):(?:"([^"]*)|([^\s"]*))\Z')


def begun_filter(text: str) -> BegunFilter | None:
    """Return the unfinished filter at the end of `text`; None if there is none."""
    found = _BEGUN.search(text)
    word = found[2].lower() if found else ""
    if found is None or word not in SECTIONS:
        return None
    *others, value = (found[3] or found[4] or "").split(",")
    field = f"{found[1]}{word}:"
    earlier = "".join(f"{field}{other} " for other in others if other)
    return BegunFilter(word, f"{earlier}{field}", value.removeprefix("#"), found.start())


def _facet_values(section: Section, facets: Facets) -> Iterable[FacetCount]:
    if section is Section.DATES:
        years = Counter[str]()
        for month in facets.months:
            years[month.value[:4]] += month.count
        return (FacetCount(year, years[year]) for year in sorted(years, reverse=True))
    if section is Section.TRUST:
        return (FacetCount(level.value, 0) for level in (TrustLevel.PRIMARY, TrustLevel.SECONDARY))
    if section is Section.VERSIONS:
        return (FacetCount(VersionChoice.NEWEST.value, 0),)
    return facet_rows(facets)[section]
