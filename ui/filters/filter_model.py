"""The rows of one filter section: a label, a count, and whether the value is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QStandardItem, QStandardItemModel

from engine.api import FacetCount
from ui import counts
from ui.filters.filter_selection import ChoiceState, FilterSelection, Section
from ui.plain_words import one_line, plain_tip

LabelRole = Qt.ItemDataRole.DisplayRole
ValueRole = Qt.ItemDataRole.UserRole + 1
CountRole = Qt.ItemDataRole.UserRole + 2
StateRole = Qt.ItemDataRole.UserRole + 3
IconRole = Qt.ItemDataRole.UserRole + 4
StaleRole = Qt.ItemDataRole.UserRole + 5

_FITS = 20  # characters; longer labels may be cut, so a tip tells them

# Their rows stand as they are, however many passages each gives.
_FIXED = {Section.FOLDERS, Section.FOUND_BY, Section.TRUST}

Naming = Callable[[str], str]
Index = QModelIndex | QPersistentModelIndex


class FilterModel(QStandardItemModel):
    """Keeps the values of one query: a value that other filters rule out counts 0.

    `label` and `icon` name a value and its icon. A section of folders is a tree, whose values are
    'Folder/sub/dir'; all others are lists.
    """

    def __init__(
        self, section: Section, label: Naming, icon: Naming, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.section = section
        self._label = label
        self._icon = icon
        self._items: dict[str, QStandardItem] = {}

    def set_counts(self, facets: Sequence[FacetCount], *, reorder: bool) -> None:
        """Show the counts; with `reorder` the most frequent values come first."""
        known = {facet.value: facet.count for facet in facets}
        for value in known:
            self._row_of(value)
        if reorder and self.section not in _FIXED:
            self._forget_others(known)
            self._reorder(known)
        for value, item in self._items.items():
            _change(item, known.get(value, 0), CountRole)
            _change(item, False, StaleRole)

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
        """Return the values of all rows, also those inside of others."""
        return tuple(self._items)

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

    def _forget_others(self, known: dict[str, int]) -> None:
        """Take away the values of other queries, unless chosen, or when this one has none."""
        if not any(known.values()):
            return
        for value, item in list(self._items.items()):
            if not known.get(value) and item.data(StateRole) == ChoiceState.REST:
                del self._items[value]
                self.removeRow(item.row())

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
        words = {
            ChoiceState.REST: _tr("{label}, {count}"),
            ChoiceState.IN: _tr("{label}, {count}, chosen"),
            ChoiceState.OUT: _tr("{label}, left out"),
        }[ChoiceState(index.data(StateRole))]
        count = counts.passages(int(index.data(CountRole)))
        return words.format(label=index.data(LabelRole), count=count)


def _change(item: QStandardItem, value: object, role: int) -> None:
    if item.data(role) != value:
        item.setData(value, role)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilterModel", text)
