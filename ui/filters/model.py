"""The rows of a filter section: label, count, and whether the value is selected."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from twofold.engine.api import FacetCount, Facets, FoundBy, TrustLevel, VersionChoice
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
        Section.VERSIONS: tr("Versions"),
    }[section]


def value_name(section: Section, value: str) -> str:
    """Return the label of a value in its row."""
    match section:
        case Section.FOUND_BY | Section.TRUST | Section.VERSIONS:
            return {
                FoundBy.BOTH.value: tr("Both"),
                FoundBy.KEYWORDS.value: tr("Keywords only"),
                FoundBy.MEANING.value: tr("Meaning only"),
                TrustLevel.PRIMARY.value: tr("Primary sources only"),
                TrustLevel.SECONDARY.value: tr("No generated documents"),
                VersionChoice.NEWEST.value: tr("Newest versions only"),
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
            return DateSpan.parse(value).label()


def choice_name(choice: FilterChoice) -> str:
    """Return the label of a filter's chip."""
    if choice.section is Section.TAGS:
        return f"#{choice.value}"
    if choice.section is Section.FOLDERS:
        return choice.value
    return value_name(choice.section, choice.value)


_ICONS = {Section.FOLDERS: "folder", Section.TAGS: "hash", Section.TRUST: "circle-check"}


def value_icon(section: Section, value: str) -> str:
    """Return the icon of a value; '' if the section paints something else."""
    return file_type_icon(value) if section is Section.TYPES else _ICONS.get(section, "")


def facet_rows(facets: Facets, *, has_trust: bool = False) -> dict[Section, tuple[FacetCount, ...]]:
    """Return the values of each section that has rows, with their counts.

    Each minimum trust level counts all documents at or above it. If all documents are primary
    sources, these levels are returned only if the section already has rows (`has_trust`).
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

_FITS = 20  # characters; longer labels may be elided and get a tooltip
ROWS_AT_FIRST = 8
ROWS_AT_ONCE = 200  # tens of thousands of tags would block the window

# The row order of these sections does not depend on the counts.
_FIXED = {Section.FOLDERS, Section.FOUND_BY, Section.TRUST}

Index = QModelIndex | QPersistentModelIndex


class FilterModel(QStandardItemModel):
    """The values of one filter section; a value ruled out by other filters counts 0.

    There are rows for the most frequent and for the selected values; `show_more` adds others. The
    folders section is a tree with values such as 'Folder/sub/dir'; all others are lists.
    `layoutChanged` is emitted after every change.
    """

    def __init__(self, section: Section, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.section = section
        self.is_stale = False  # the counts belong to another search
        self._of_documents = False
        self._selection = FilterSelection()
        self._items: dict[str, QStandardItem] = {}
        self._counts: dict[str, int] = {}
        self._max_rows = ROWS_AT_FIRST

    def set_counts(
        self,
        facets: Sequence[FacetCount],
        *,
        reorder: bool = False,
        is_library: bool = False,
        of_documents: bool = False,
    ) -> None:
        """Show counts of passages, or of documents if `of_documents`, most frequent first.

        With `reorder`, the rows are sorted by the new counts. If the whole library was counted
        (`is_library`), the rows of values that no longer occur are removed.
        """
        self._counts = {facet.value: facet.count for facet in facets}
        self.is_stale, self._of_documents = False, of_documents
        if is_library:
            self._remove_missing()
        if reorder and self.section not in _FIXED and any(self._counts.values()):
            self._reorder()
        self._add_rows()
        self.layoutChanged.emit()

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are selected, adding missing rows for them."""
        self._selection = selection
        for choice in selection.choices:
            if choice.section is self.section:
                self._row_of(choice.value)
        self.layoutChanged.emit()

    def set_stale(self) -> None:
        """Mark the counts as outdated until new ones arrive."""
        self.is_stale = True
        self.layoutChanged.emit()

    def show_more(self) -> None:
        """Add rows for more values."""
        self._max_rows = self.rowCount() + ROWS_AT_ONCE
        self._add_rows()
        self.layoutChanged.emit()

    @property
    def hidden_values(self) -> int:
        """The number of top-level values without a row."""
        return len(set(self.top_values()) - self._items.keys())

    def known_values(self) -> tuple[str, ...]:
        """Return all values, including nested ones and those without a row."""
        return tuple(dict.fromkeys((*self._counts, *self._items)))

    def top_values(self) -> tuple[str, ...]:
        """Return all top-level values."""
        return tuple(dict.fromkeys(map(self._top_of, self.known_values())))

    def count(self, value: str) -> int:
        """Return the number of passages with a value."""
        return self._counts.get(value, 0)

    def state(self, value: str) -> ChoiceState:
        """Return whether a value is selected or excluded."""
        return self._selection.state(self.section, value)

    # Rows

    def _top_of(self, value: str) -> str:
        return value.partition("/")[0] if self.section is Section.FOLDERS else value

    def _add_rows(self) -> None:
        """Add missing rows up to the maximum; in lists, skip values that count 0."""
        for value, count in self._counts.items():
            fits = self.rowCount() < self._max_rows and (count or self.section in _FIXED)
            if self._top_of(value) in self._items or fits:
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
        """Sort the rows by count, keeping the most frequent and the selected values."""
        self._max_rows = min(self._max_rows, ROWS_AT_ONCE)
        frequent = [value for value in islice(self._counts, self._max_rows) if self.count(value)]
        chosen = [value for value in self._items if self.state(value) is not ChoiceState.REST]
        label = {value: value_name(self.section, value) for value in {*frequent, *chosen}}
        ordered = sorted(label, key=lambda value: (-self.count(value), label[value].casefold()))
        if ordered != list(self._items):
            self.removeRows(0, self.rowCount())
            self._items.clear()
            for value in ordered:
                self._row_of(value)

    def _remove_missing(self) -> None:
        """Remove rows of values that no longer occur, except selected ones and their parents."""
        for value in sorted(self._items, reverse=True):  # children before parents
            item = self._items[value]
            is_wanted = value in self._counts or self.state(value) is not ChoiceState.REST
            if not (is_wanted or item.hasChildren()):
                del self._items[value]
                self.removeRow(item.row(), item.index().parent())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a role; counts and states are computed, not stored in items."""
        if role == CountRole:
            return self.count(index.data(ValueRole))
        if role == StateRole:
            return self.state(index.data(ValueRole)).value
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._accessible_text(index)
        return super().data(index, role)

    def _accessible_text(self, index: Index) -> str:
        state = self.state(index.data(ValueRole))
        if state is ChoiceState.OUT:
            words = tr("{label}, excluded")
        elif state is ChoiceState.IN:
            words = tr("{label}, selected") if self.is_stale else tr("{label}, {count}, selected")
        else:
            words = "{label}" if self.is_stale else tr("{label}, {count}")
        format_count = counts.documents if self._of_documents else counts.passages
        count = format_count(int(index.data(CountRole)))
        return words.format(label=index.data(LabelRole), count=count)
