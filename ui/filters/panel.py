"""The filter column: every section with its counts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.api import (
    FacetCount,
    Facets,
    SearchResponse,
    TrustLevel,
)
from ui.filters.dates import DateSection
from ui.filters.model import FilterModel, Naming, facet_rows
from ui.filters.selection import DateSpan, FilterChoice, FilterSelection, FoundBy, Section
from ui.filters.tree import FilterSection
from ui.i18n.value_names import file_type_icon, file_type_name, language_name
from ui.theme import Theme

_ICONS = {Section.FOLDERS: "folder", Section.TAGS: "hash", Section.TRUST: "circle-check"}


class FilterPanel(QScrollArea):
    """Shows what an answer can be narrowed by.

    Signals:
        gestured: the Section, the value and the Gesture of a click on a row.
    """

    gestured = Signal(object, str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._query = ""
        self._is_new_query = False
        self._counts_all = False
        self._scrolls_along = False
        self.setObjectName("filter_panel")
        self.setAccessibleName(self.tr("Filters"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._models: dict[Section, FilterModel] = {}
        self.dates: DateSection  # made in its turn: so Tab comes to it
        self.sections = {section: self._make_section(section) for section in Section}
        self.setWidget(self._stack_sections())
        for widget in self.sections.values():
            widget.installEventFilter(self)

    def _make_section(self, section: Section) -> FilterSection | DateSection:
        if section is Section.DATES:
            self.dates = self._make_dates()
            return self.dates
        model = FilterModel(section, self._naming(section), _icons(section), self)
        self._models[section] = model
        widget = FilterSection(self.title(section), model, self._theme, self)
        widget.gestured.connect(
            lambda value, gesture, section=section: self.gestured.emit(section, value, gesture)
        )
        if section is Section.FOUND_BY:
            model.set_counts([FacetCount(kind.value, 0) for kind in FoundBy], reorder=False)
        return widget

    def _make_dates(self) -> DateSection:
        dates = DateSection(self.title(Section.DATES), self._theme, self)
        dates.gestured.connect(
            lambda value, gesture: self.gestured.emit(Section.DATES, value, gesture)
        )
        return dates

    def _stack_sections(self) -> QWidget:
        inner = QWidget(self)
        inner.setObjectName("filter_sections")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 8, 0, 16)
        layout.setSpacing(8)
        for widget in self.sections.values():
            layout.addWidget(widget)
        layout.addStretch(1)
        return inner

    def title(self, section: Section) -> str:
        """Return the heading of a section."""
        return {
            Section.FOUND_BY: self.tr("Found by"),
            Section.FOLDERS: self.tr("Folders"),
            Section.TAGS: self.tr("Tags"),
            Section.LANGUAGES: self.tr("Languages"),
            Section.TYPES: self.tr("Types"),
            Section.DATES: self.tr("Dates"),
            Section.TRUST: self.tr("Trust"),
        }[section]

    def _naming(self, section: Section) -> Naming:
        if section is Section.FOUND_BY:
            return self.found_by_name
        if section is Section.FOLDERS:
            return lambda value: value.rpartition("/")[2]
        if section is Section.LANGUAGES:
            return language_name
        if section is Section.TRUST:
            return self.trust_name
        return file_type_name if section is Section.TYPES else str

    def found_by_name(self, value: str) -> str:
        """Return the words for a way of being found."""
        return {
            FoundBy.BOTH.value: self.tr("Both"),
            FoundBy.KEYWORDS.value: self.tr("Keywords only"),
            FoundBy.MEANING.value: self.tr("Meaning only"),
        }[value]

    def trust_name(self, value: str) -> str:
        """Return the words for a least level of trust."""
        return {
            TrustLevel.PRIMARY.value: self.tr("Primary sources only"),
            TrustLevel.SECONDARY.value: self.tr("Nothing generated"),
        }[value]

    def choice_name(self, choice: FilterChoice) -> str:
        """Return what the chip of a filter says."""
        if choice.section is Section.TAGS:
            return f"#{choice.value}"
        if choice.section is Section.FOLDERS:
            return choice.value
        if choice.section is Section.DATES:
            return DateSpan.parse(choice.value).in_words()
        return self._naming(choice.section)(choice.value)

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this column."""
        return self.sections[Section.TRUST].last_stop

    def model(self, section: Section) -> FilterModel:
        """Return the rows of one section; dates have none."""
        return self._models[section]

    def models(self) -> tuple[FilterModel, ...]:
        """Return the rows of all sections that have some."""
        return tuple(self._models.values())

    def show_found_by(self, counts: Sequence[FacetCount]) -> None:
        """Show how many passages each way of being found gives."""
        self._set_counts(Section.FOUND_BY, counts, reorder=False)

    def show_response(self, response: SearchResponse) -> None:
        """Show that an answer is being counted; its numbers come by `show_counts`."""
        if response.request.query != self._query:
            self._query, self._is_new_query = response.request.query, True
        self._counts_all = not response.request.asks and response.request.filters.is_empty
        counts_documents = response.trace.filters_only or not response.request.asks
        for model in self.models():
            model.counts_documents = counts_documents
        self.dates.range.counts_documents = counts_documents

    def show_counts(self, facets: Facets) -> None:
        """Show what an answer holds; another query brings its most frequent values to the top."""
        calm = self.underMouse()  # no row may move under the pointer
        reorder, self._is_new_query = self._is_new_query and not calm, False
        for section, counts in facet_rows(facets).items():
            self._set_counts(section, counts, reorder=reorder)
            if self._counts_all and not calm:
                self.model(section).forget_gone()
                self.sections[section].refresh()
        self.dates.set_counts(facets.months)

    def _set_counts(self, section: Section, counts: Sequence[FacetCount], *, reorder: bool) -> None:
        self.model(section).set_counts(counts, reorder=reorder)
        self.sections[section].refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll by as much as the section under the pointer is moved by those above it."""
        if isinstance(event, QMoveEvent) and isinstance(watched, QWidget) and watched.underMouse():
            self._scroll_along(event.pos().y() - event.oldPos().y())
        return super().eventFilter(watched, event)

    def _scroll_along(self, way: int) -> None:
        """Scroll by some pixels. A bar that comes or goes moves the sections again, meanwhile.

        What fitted until now begins at its top.
        """
        bar = self.verticalScrollBar()
        if self._scrolls_along or not bar.maximum():
            return
        value = bar.value() + way
        self._scrolls_along = True
        bar.setMaximum(max(bar.maximum(), value))  # the area itself learns it a moment later
        bar.setValue(value)
        self._scrolls_along = False

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are chosen."""
        for model in self.models():
            model.set_selection(selection)
            self.sections[model.section].refresh()
        self.dates.show_days(selection.days)

    def set_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - of a Signal(bool)
        """Say that the counts are being computed anew while an answer is waited for."""
        if waiting:
            self.set_stale()

    def set_stale(self) -> None:
        """Say that the counts are those of another search."""
        for model in self.models():
            model.set_stale()
        self.dates.range.set_stale()


def _icons(section: Section) -> Naming:
    if section is Section.TYPES:
        return file_type_icon
    fixed = _ICONS.get(section, "")
    return lambda _value: fixed
