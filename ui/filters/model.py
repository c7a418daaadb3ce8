"""The rows of one filter section: a label, a count, and whether the value is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from twofold.engine.api import FacetCount, Facets, FoundBy, TrustLevel
from twofold.ui.filters.selection import (
    ChoiceState,
    DateSpan,
    FilterChoice,
    FilterSelection,
    Section,
)
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line, plain_tip
from twofold.ui.i18n.translation import tr
from twofold.ui.i18n.value_names import file_type_icon, file_type_name, language_name


def section_title(section: Section) -> str:
    """Return the heading of a section."""
    return {
        Section.FOUND_BY: tr("Found by"),
        Section.FOLDERS: tr("Folders"),
        Section.TAGS: tr("Tags"),
        Section.LANGUAGES: tr("Languages"),
        Section.TYPES: tr("Types"),
        Section.DATES: tr("Dates"),
        Section.TRUST: tr("Trust"),
    }[section]


def value_name(section: Section, value: str) -> str:
    """Return what the row of a value says."""
    match section:
        case Section.FOUND_BY | Section.TRUST:
            return {
                FoundBy.BOTH.value: tr("Both"),
                FoundBy.KEYWORDS.value: tr("Keywords only"),
                FoundBy.MEANING.value: tr("Meaning only"),
                TrustLevel.PRIMARY.value: tr("Primary sources only"),
                TrustLevel.SECONDARY.value: tr("Nothing generated"),
            }[value]
        case Section.FOLDERS:
            return value.rpartition("/")[2]
        case Section.TAGS:
            return value
        case Section.LANGUAGES:
            return language_name(value)
        case Section.TYPES:
            return file_type_name(value)
        case Section.DATES:
            return DateSpan.parse(value).in_words()


def choice_name(choice: FilterChoice) -> str:
    """Return what the chip of a filter says."""
    if choice.section is Section.TAGS:
        return f"#{choice.value}"
    if choice.section is Section.FOLDERS:
        return choice.value
    return value_name(choice.section, choice.value)


_ICONS = {Section.FOLDERS: "folder", Section.TAGS: "hash", Section.TRUST: "circle-check"}


def value_icon(section: Section, value: str) -> str:
    """Return the icon before a value; '' where something else stands there."""
    return file_type_icon(value) if section is Section.TYPES else _ICONS.get(section, "")


def facet_rows(facets: Facets, *, has_trust: bool = False) -> dict[Section, tuple[FacetCount, ...]]:
    """Return the values of each section that has rows, with their counts.

    Each least level of trust counts what it leaves. Where all are primary sources these are only
    counted if the section has rows (`has_trust`), as other answers had other sources.
    """
    levels = {TrustLevel(level.value): level.count for level in facets.trust}
    primary = levels.pop(TrustLevel.PRIMARY, 0)
    at_least = (
        FacetCount(TrustLevel.PRIMARY.value, primary),
        FacetCount(TrustLevel.SECONDARY.value, primary + levels.get(TrustLevel.SECONDARY, 0)),
    )
    return {
        Section.FOLDERS: facets.folders,
        Section.TAGS: facets.tags,
        Section.LANGUAGES: facets.langs,
        Section.TYPES: facets.file_types,
        Section.TRUST: at_least if has_trust or any(levels.values()) else (),
    }


LabelRole = Qt.ItemDataRole.DisplayRole
ValueRole = Qt.ItemDataRole.UserRole + 1
CountRole = Qt.ItemDataRole.UserRole + 2
StateRole = Qt.ItemDataRole.UserRole + 3

_FITS = 20  # characters; longer labels may be cut, so a tooltip shows them
ROWS_AT_FIRST = 8
ROWS_AT_ONCE = 200  # tens of thousands of tags would hold the window

# Their rows stand as they are, however many passages each gives.
_FIXED = {Section.FOLDERS, Section.FOUND_BY, Section.TRUST}

Index = QModelIndex | QPersistentModelIndex


class FilterModel(QStandardItemModel):
    """Keeps the values of one query: a value that other filters rule out counts 0.

    There are rows for the most frequent values, and for those that are chosen; `show_more` adds
    others. A section of folders is a tree, whose values are 'Folder/sub/dir'; all others are lists.
    `layoutChanged` is emitted whenever anything has changed.
    """

    def __init__(self, section: Section, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.section = section
        self.is_stale = False  # the counts are those of another search
        self._of_documents = False
        self._selection = FilterSelection()
        self._items: dict[str, QStandardItem] = {}
        self._counts: dict[str, int] = {}
        self._room = ROWS_AT_FIRST

    def set_counts(
        self,
        facets: Sequence[FacetCount],
        *,
        reorder: bool = False,
        is_library: bool = False,
        of_documents: bool = False,
    ) -> None:
        """Show the counts of passages or `of_documents`, the most frequent value first.

        With `reorder` the rows follow the new order. Where the whole library was counted
        (`is_library`) values that do not occur lose their rows.
        """
        self._counts = {facet.value: facet.count for facet in facets}
        self.is_stale, self._of_documents = False, of_documents
        if is_library:
            self._forget_gone()
        if reorder and self.section not in _FIXED and any(self._counts.values()):
            self._reorder()
        self._add_rows()
        self.layoutChanged.emit()

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are chosen; a chosen value that has no row yet gets one."""
        self._selection = selection
        for choice in selection.choices:
            if choice.section is self.section:
                self._row_of(choice.value)
        self.layoutChanged.emit()

    def set_stale(self) -> None:
        """Say that the counts are being computed anew."""
        self.is_stale = True
        self.layoutChanged.emit()

    def show_more(self) -> None:
        """Make rows for more of the values that have none."""
        self._room = self.rowCount() + ROWS_AT_ONCE
        self._add_rows()
        self.layoutChanged.emit()

    @property
    def rowless(self) -> int:
        """How many values have no row, what is inside of them aside."""
        return len(set(self.top_values()) - self._items.keys())

    def known_values(self) -> tuple[str, ...]:
        """Return all values, also those inside of others and those without a row."""
        return tuple(dict.fromkeys((*self._counts, *self._items)))

    def top_values(self) -> tuple[str, ...]:
        """Return all values that are in no other."""
        return tuple(dict.fromkeys(map(self._top_of, self.known_values())))

    def count(self, value: str) -> int:
        """Return how many passages a value leaves."""
        return self._counts.get(value, 0)

    def state(self, value: str) -> ChoiceState:
        """Return whether a value is chosen."""
        return self._selection.state(self.section, value)

    # Rows

    def _top_of(self, value: str) -> str:
        return value.partition("/")[0] if self.section is Section.FOLDERS else value

    def _add_rows(self) -> None:
        """Make the rows that are missing, as far as there is room; none to count 0 in a list."""
        for value, count in self._counts.items():
            has_room = self.rowCount() < self._room and (count or self.section in _FIXED)
            if self._top_of(value) in self._items or has_room:
                self._row_of(value)

    def _row_of(self, value: str) -> QStandardItem:
        if value in self._items:
            return self._items[value]
        item = QStandardItem(one_line(value_name(self.section, value)))
        item.setData(value, ValueRole)
        item.setToolTip(plain_tip(item.text() if len(value) > _FITS else ""))
        parent, separator, _ = value.rpartition("/")
        is_inside = self.section is Section.FOLDERS and separator
        (self._row_of(parent) if is_inside else self.invisibleRootItem()).appendRow(item)
        self._items[value] = item
        return item

    def _reorder(self) -> None:
        """Keep the most frequent values and those that are chosen, by their counts."""
        self._room = min(self._room, ROWS_AT_ONCE)
        frequent = [value for value in islice(self._counts, self._room) if self.count(value)]
        chosen = [value for value in self._items if self.state(value) is not ChoiceState.REST]
        label = {value: value_name(self.section, value) for value in {*frequent, *chosen}}
        ordered = sorted(label, key=lambda value: (-self.count(value), label[value].casefold()))
        if ordered != list(self._items):
            self.removeRows(0, self.rowCount())
            self._items.clear()
            for value in ordered:
                self._row_of(value)

    def _forget_gone(self) -> None:
        """Take away rows of values that do not occur, unless chosen or above one that is."""
        for value in sorted(self._items, reverse=True):  # what is inside goes first
            item = self._items[value]
            is_wanted = value in self._counts or self.state(value) is not ChoiceState.REST
            if not (is_wanted or item.hasChildren()):
                del self._items[value]
                self.removeRow(item.row(), item.index().parent())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what the delegate paints and screen readers say; counts are not kept in items."""
        if role == CountRole:
            return self.count(index.data(ValueRole))
        if role == StateRole:
            return self.state(index.data(ValueRole)).value
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        return super().data(index, role)

    def _spoken(self, index: Index) -> str:
        state = self.state(index.data(ValueRole))
        if state is ChoiceState.OUT:
            words = tr("{label}, left out")
        elif state is ChoiceState.IN:
            words = tr("{label}, chosen") if self.is_stale else tr("{label}, {count}, chosen")
        else:
            words = "{label}" if self.is_stale else tr("{label}, {count}")
        count_in_words = counts.documents if self._of_documents else counts.passages
        count = count_in_words(int(index.data(CountRole)))
        return words.format(label=index.data(LabelRole), count=count)
