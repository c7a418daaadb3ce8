"""The rows of one filter section: a label, a count, and whether the value is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QStandardItem, QStandardItemModel

from engine.api import FacetCount, Facets, TrustLevel
from ui.filters.selection import ChoiceState, FilterSelection, Section
from ui.i18n import counts
from ui.i18n.label_text import one_line, plain_tip


def facet_rows(facets: Facets) -> dict[Section, tuple[FacetCount, ...]]:
    """Return the values of each section that has rows, with their counts."""
    return {
        Section.FOLDERS: facets.folders,
        Section.TAGS: facets.tags,
        Section.LANGUAGES: facets.langs,
        Section.TYPES: facets.file_types,
        Section.TRUST: _least_trust(facets.trust),
    }


def _least_trust(levels: Sequence[FacetCount]) -> tuple[FacetCount, ...]:
    """Return how many passages each least level leaves; nothing where all are primary sources."""
    counts = {TrustLevel(level.value): level.count for level in levels}
    if not any(count for level, count in counts.items() if level is not TrustLevel.PRIMARY):
        return ()
    primary = counts.get(TrustLevel.PRIMARY, 0)
    secondary = primary + counts.get(TrustLevel.SECONDARY, 0)
    return (
        FacetCount(TrustLevel.PRIMARY.value, primary),
        FacetCount(TrustLevel.SECONDARY.value, secondary),
    )


LabelRole = Qt.ItemDataRole.DisplayRole
ValueRole = Qt.ItemDataRole.UserRole + 1
CountRole = Qt.ItemDataRole.UserRole + 2
StateRole = Qt.ItemDataRole.UserRole + 3
IconRole = Qt.ItemDataRole.UserRole + 4
StaleRole = Qt.ItemDataRole.UserRole + 5

_FITS = 20  # characters; longer labels may be cut, so a tip tells them

# Their rows stand as they are, however many passages each gives.
_FIXED = {Section.FOLDERS, Section.FOUND_BY, Section.TRUST}

# Tens of thousands of tags would hold the window: the rows of others are made when asked for.
ROWS_AT_ONCE = 200

Naming = Callable[[str], str]
Index = QModelIndex | QPersistentModelIndex


class FilterModel(QStandardItemModel):
    """Keeps the values of one query: a value that other filters rule out counts 0.

    A list has rows for the most frequent values only, and for those that are chosen.

    `label` and `icon` name a value and its icon. A section of folders is a tree, whose values are
    'Folder/sub/dir'; all others are lists. Counts are of passages, or it `counts_documents`.
    """

    def __init__(
        self, section: Section, label: Naming, icon: Naming, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.section = section
        self._label = label
        self._icon = icon
        self._items: dict[str, QStandardItem] = {}
        self._counts: dict[str, int] = {}
        self._most_rows = ROWS_AT_ONCE
        self.counts_documents = False

    def set_counts(self, facets: Sequence[FacetCount], *, reorder: bool) -> None:
        """Show the counts; with `reorder` the most frequent values come first."""
        self._counts = known = {facet.value: facet.count for facet in facets}
        if reorder and self.section not in _FIXED:
            self._most_rows = ROWS_AT_ONCE
            self._forget_others(set(islice(known, self._most_rows)))
        self._add_rows()
        for value, item in self._items.items():
            _change(item, known.get(value, 0), CountRole)
            _change(item, False, StaleRole)
        if reorder and self.section not in _FIXED:
            self._reorder(known)

    def _add_rows(self) -> None:
        """Make the rows that are missing, as far as there is room."""
        has_room = self.section in _FIXED
        for value in self._counts:
            if value not in self._items and (has_room or len(self._items) < self._most_rows):
                self._row_of(value)

    @property
    def rowless(self) -> int:
        """How many values have no row."""
        return len(self._counts.keys() - self._items.keys())

    def add_rows(self) -> None:
        """Make rows for more of the values that have none."""
        self._most_rows = len(self._items) + ROWS_AT_ONCE
        self._add_rows()
        for value, item in self._items.items():
            _change(item, self._counts.get(value, 0), CountRole)

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are chosen; a chosen value that has no row yet gets one."""
        for choice in selection.choices:
            if choice.section is self.section:
                self._row_of(choice.value)
        for value, item in self._items.items():
            _change(item, selection.state(self.section, value).value, StateRole)

    def set_stale(self) -> None:
        """Say that the counts are being computed anew."""
        for item in self._items.values():
            _change(item, True, StaleRole)

    def values(self) -> Iterator[str]:
        """Return the values of the rows, as they stand in the list."""
        order = [self.item(row) for row in range(self.rowCount())]
        return (item.data(ValueRole) for item in order)

    def known_values(self) -> tuple[str, ...]:
        """Return all values, also those inside of others and those without a row."""
        return tuple(dict.fromkeys((*self._counts, *self._items)))

    def _row_of(self, value: str) -> QStandardItem:
        if value in self._items:
            return self._items[value]
        item = QStandardItem(one_line(self._label(value)))
        item.setEditable(False)
        item.setData(value, ValueRole)
        item.setToolTip(plain_tip(item.text() if len(value) > _FITS else ""))
        item.setData(0, CountRole)
        item.setData(ChoiceState.REST.value, StateRole)
        item.setData(self._icon(value), IconRole)
        item.setData(False, StaleRole)
        self._parent_of(value).appendRow(item)
        self._items[value] = item
        return item

    def _parent_of(self, value: str) -> QStandardItem:
        parent, separator, _ = value.rpartition("/")
        if self.section is Section.FOLDERS and separator:
            return self._row_of(parent)
        return self.invisibleRootItem()

    def _forget_others(self, wanted: set[str]) -> None:
        """Take away the values of other queries, unless chosen, or when this one has none."""
        if not any(self._counts.values()):
            return
        for value, item in list(self._items.items()):
            is_wanted = value in wanted and self._counts[value] > 0
            if not is_wanted and item.data(StateRole) == ChoiceState.REST:
                del self._items[value]
                self.removeRow(item.row())

    def forget_gone(self) -> None:
        """Take away the rows of values that are in no document any more, unless chosen.

        Called when the whole library was counted. A folder stays above one that is chosen.
        """
        for value, item in sorted(self._items.items(), reverse=True):  # what is inside goes first
            is_gone = value not in self._counts and not item.hasChildren()
            if is_gone and item.data(StateRole) == ChoiceState.REST:
                del self._items[value]
                place = item.index()
                self.removeRow(place.row(), place.parent())

    def _reorder(self, known: dict[str, int]) -> None:
        def key(item: QStandardItem) -> tuple[int, str]:
            return -known.get(item.data(ValueRole), 0), item.text().casefold()

        rows = [self.item(row) for row in range(self.rowCount())]
        ordered = sorted(rows, key=key)
        if rows == ordered:
            return
        taken = {id(item): item for item in (self.takeRow(0)[0] for _ in rows)}
        for item in ordered:
            self.appendRow(taken[id(item)])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what the delegate paints; the spoken words are made only when asked for."""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        return super().data(index, role)

    def _spoken(self, index: Index) -> str:
        unknown = bool(index.data(StaleRole))  # which is grey to the eye
        words = {
            ChoiceState.REST: "{label}" if unknown else _tr("{label}, {count}"),
            ChoiceState.IN: _tr("{label}, chosen") if unknown else _tr("{label}, {count}, chosen"),
            ChoiceState.OUT: _tr("{label}, left out"),
        }[ChoiceState(index.data(StateRole))]
        count_in_words = counts.documents if self.counts_documents else counts.passages
        count = count_in_words(int(index.data(CountRole)))
        return words.format(label=index.data(LabelRole), count=count)


def _change(item: QStandardItem, value: object, role: int) -> None:
    if item.data(role) != value:
        item.setData(value, role)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilterModel", text)
