"""What a person may be about to type: words, tags, folders and saved searches, below the field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engine.api import SuggestWords, TermStatistics, WordsSuggested
from ui.client import EngineClient
from ui.i18n import counts
from ui.i18n.label_text import one_line
from ui.i18n.translation import tr
from ui.search.search_field import SearchField
from ui.theme import Theme

# Long enough not to flicker under someone who types on.
PAUSE_MS = 250
_MOST_OF_A_KIND = 3
_MOST_RECENT = 12
_MOST_WORDS = 5
_SHORTEST = 2
_ROW = 28
_SUGGESTION_ROLE = Qt.ItemDataRole.UserRole + 1


class Kind(Enum):
    """What is suggested. No StrEnum: Qt would hand it back as a plain string."""

    WORD = "search"
    TAG = "hash"
    FOLDER = "folder"
    SAVED = "bookmark"
    RECENT = "clock"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One row: what would be taken, and what is said beside it."""

    kind: Kind
    value: str
    note: str = ""


Known = Callable[[Kind], Iterable[str]]


class SuggestionList(QListView):
    """Lies over the hits, as wide as the field; it never takes the focus from it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setObjectName("suggestions")
        self.setAccessibleName(tr("Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.hide()

    def show_below(self, field: QWidget, suggestions: Iterable[Suggestion]) -> None:
        """Show suggestions below the field; none hides the list."""
        self._model.clear()
        for suggestion in suggestions:
            words = one_line(suggestion.value)
            item = QStandardItem(f"{words}   {suggestion.note}" if suggestion.note else words)
            item.setIcon(self._theme.icon(suggestion.kind.value, "text2", 14))
            item.setData(suggestion, _SUGGESTION_ROLE)
            self._model.appendRow(item)
        rows = self._model.rowCount()
        place = field.mapTo(self._over, QPoint(0, field.height() + 2))
        self.setGeometry(place.x(), place.y(), field.width(), rows * _ROW + 10)
        self.setCurrentIndex(QModelIndex())
        self.setVisible(rows > 0)
        self.raise_()

    def step(self, by: int) -> None:
        """Go to the next or the previous row; before the first there is none."""
        row = max(self.currentIndex().row() + by, -1)
        self.setCurrentIndex(self._model.index(min(row, self._model.rowCount() - 1), 0))

    def suggestion(self, index: QModelIndex) -> Suggestion | None:
        """Return what a row suggests."""
        found = index.data(_SUGGESTION_ROLE)
        return found if isinstance(found, Suggestion) else None

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return all that is suggested."""
        rows = (self._model.index(row, 0) for row in range(self._model.rowCount()))
        return tuple(found for index in rows if (found := self.suggestion(index)))


class Suggestions(QObject):
    """Watches the field. Down goes into the list, Enter or Tab takes, Esc closes it.

    In an empty field Down brings the saved and the recent searches; Delete takes the recent one
    that is chosen out of the history. `known` gives the tags, the
    folders, the saved or the recent searches there are.

    Signals:
        taken: the Suggestion that a person wants; a word is put into the field already.
        unwanted: a recent search that a person wants to see no more.
    """

    taken = Signal(object)
    unwanted = Signal(str)

    def __init__(
        self, client: EngineClient, theme: Theme, field: SearchField, known: Known, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._field = field
        self._known = known
        self.list = SuggestionList(theme, parent)
        self.list.clicked.connect(self._take)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask)
        field.textEdited.connect(self._typed)
        field.textChanged.connect(self.list.hide)
        field.installEventFilter(self)

    def _typed(self, text: str) -> None:
        self._client.forget(self)
        if len(_last_word(text)) >= _SHORTEST:
            self._soon.start()
        else:
            self._soon.stop()

    def _ask(self) -> None:
        if self._field.hasFocus():
            question = SuggestWords(self._field.text(), _MOST_WORDS)
            self._client.request(question, self, self._take_words, newest=True)

    def _take_words(self, reply: WordsSuggested) -> None:
        if self._field.hasFocus() and reply.text == self._field.text():
            self._show(reply.completions)

    def _show(self, words: Iterable[TermStatistics]) -> None:
        begun = _last_word(self._field.text()).casefold()
        found = [Suggestion(Kind.WORD, word.term, counts.passages(word.passages)) for word in words]
        for kind in (Kind.TAG, Kind.FOLDER, Kind.SAVED):
            fitting = (value for value in self._known(kind) if _fits(kind, value, begun))
            found += (Suggestion(kind, value) for value in islice(fitting, _MOST_OF_A_KIND))
        text = self._field.text().strip().casefold()
        earlier = (one for one in self._earlier() if one.value.casefold().startswith(text))
        other = (one for one in earlier if one.value.casefold() != text and one not in found)
        self.list.show_below(self._field, [*found, *islice(other, _MOST_OF_A_KIND)])

    def _earlier(self) -> tuple[Suggestion, ...]:
        """Return the saved searches, the newest first, and the recent ones that are not saved."""
        saved = tuple(self._known(Kind.SAVED))[::-1]
        recent = (query for query in self._known(Kind.RECENT) if query not in saved)
        return (
            *(Suggestion(Kind.SAVED, query) for query in saved),
            *(Suggestion(Kind.RECENT, query) for query in recent),
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the list its keys while it is open; it closes when the field is left."""
        if event.type() is QEvent.Type.FocusOut:
            self._soon.stop()
            self.list.hide()
        elif self._asks_for_earlier(event):
            self.list.show_below(self._field, self._earlier()[:_MOST_RECENT])
            self.list.step(1)
            return self.list.isVisible()
        elif self.list.isVisible() and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()  # else the window would clear the query
            elif event.type() is QEvent.Type.KeyPress and self._use_key(event):
                return True
        return super().eventFilter(watched, event)

    def _asks_for_earlier(self, event: QEvent) -> bool:
        # All else is asked only then: other events come while the field is being taken down too.
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Down:
            return False
        if event.type() is not QEvent.Type.KeyPress:
            return False
        return not (self.list.isVisible() or self._field.text().strip())

    def _use_key(self, event: QKeyEvent) -> bool:
        key, current = event.key(), self.list.currentIndex()
        if key == Qt.Key.Key_Escape:
            self.list.hide()
        elif key == Qt.Key.Key_Down:
            self.list.step(1)
        elif key == Qt.Key.Key_Up:
            self.list.step(-1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab} and current.isValid():
            self._take(current)
        elif key == Qt.Key.Key_Delete:
            return self._give_up(current)
        else:
            return False
        return True

    def _give_up(self, index: QModelIndex) -> bool:
        suggestion = self.list.suggestion(index) if index.isValid() else None
        if suggestion is None or suggestion.kind is not Kind.RECENT:
            return False
        self.list.hide()
        self.unwanted.emit(suggestion.value)
        return True

    def _take(self, index: QModelIndex) -> None:
        suggestion = self.list.suggestion(index)
        self.list.hide()
        if suggestion is None:
            return
        text = self._field.text()
        before = text[: len(text) - len(_last_word(text))]
        if suggestion.kind is Kind.WORD:
            self._field.set_query(f"{before}{suggestion.value} ")
        elif suggestion.kind is Kind.RECENT:
            self._field.set_query(suggestion.value)
        elif suggestion.kind is not Kind.SAVED:
            self._field.set_query(before)
        self.taken.emit(suggestion)


def _last_word(text: str) -> str:
    return text.rpartition(" ")[2]


def _fits(kind: Kind, value: str, begun: str) -> bool:
    name = value.casefold()
    if kind is Kind.SAVED:
        return begun in name
    return name.rpartition("/")[2].startswith(begun.removeprefix("#"))
