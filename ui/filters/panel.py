"""The filter column: every section with its counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMoveEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.api import (
    FacetCount,
    Facets,
    SearchFilters,
    SearchRequest,
    SearchResponse,
    TrustLevel,
)
from ui.answer import weak_coming
from ui.filters.click_counts import Row
from ui.filters.dates import DateSection
from ui.filters.found_by import count_found_by
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
        rows_shown: other rows can be seen, because a person asked for them.
    """

    gestured = Signal(object, str, object)
    rows_shown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._query = ""
        self._is_search = False
        self._counted_alone: set[Section] = set()
        self._unordered: set[Section] = set()
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
            widget.rows_shown.connect(self.rows_shown)
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

    def showEvent(self, event: QShowEvent) -> None:
        """Rows come into view."""
        super().showEvent(event)
        self.rows_shown.emit()

    def counted_rows(self) -> tuple[Row, ...]:
        """Return the rows that can be seen and whose clicks are searches, from the top."""
        if not self.isVisible():
            return ()
        return tuple(
            (section, value)
            for section, widget in self.sections.items()
            if section is not Section.FOUND_BY and widget.isVisibleTo(self)
            for value in widget.visible_values()
        )

    def show_clicks(self, section: Section, numbers: Mapping[str, int]) -> None:
        """Show what a click on some values of a section would list."""
        if section is Section.DATES:
            self.dates.show_clicks(numbers)
            return
        self.model(section).show_clicks(numbers)
        if section in self._unordered and not self._has_stale_rows(section):
            self._unordered.discard(section)
            if not self.underMouse():
                self.model(section).order_counted()
                self.sections[section].refresh()

    def _has_stale_rows(self, section: Section) -> bool:
        """Whether some row that can be seen is still being counted."""
        model, seen = self.model(section), set(self.sections[section].visible_values())
        return any(value in seen for value in model.stale_values())

    def show_found_by(self, response: SearchResponse, *, with_weak: bool) -> None:
        """Show what a click on each way of being found would list."""
        counts = count_found_by(response, with_weak=with_weak)
        self._set_counts(Section.FOUND_BY, counts, reorder=False)
        if weak_coming(response) is None and not with_weak:
            self.model(Section.FOUND_BY).set_stale()

    def show_response(self, response: SearchResponse) -> None:
        """Show the counts of an answer; another query brings its own values to the top.

        Those of a search are grey until `show_clicks` tells what a click would list.
        """
        other_query = response.request.query != self._query
        self._unordered = set(Section) if other_query else set()
        self._query = response.request.query
        calm = self.underMouse()  # no row may move under the pointer
        self._is_search = bool(self._query.strip() or response.request.like)
        self._count_documents(response.trace.filters_only or not response.request.asks)
        counts_all = _counts_all(response.request)
        for section, facets in facet_rows(response.facets).items():
            if section not in self._counted_alone or other_query:
                self._set_counts(section, facets, reorder=other_query and not calm)
            if counts_all and not calm:
                self.model(section).forget_gone()
                self.sections[section].refresh()
            if self._is_search or section in self._counted_alone:
                self.model(section).set_stale()
        if Section.DATES not in self._counted_alone:
            self.dates.set_counts(response.facets.months, are_known=not self._is_search)

    def _count_documents(self, wanted: bool) -> None:  # noqa: FBT001 - reads as what it sets
        """Say what is counted: where no words are asked for, a click lists documents."""
        for model in self.models():
            model.counts_documents = wanted
        self.dates.range.counts_documents = wanted

    def show_section_counts(self, section: Section, facets: Facets) -> None:
        """Show the values of a section, counted without its own choices.

        Those of a search are grey until `show_clicks`, as in `show_response`.
        """
        if section is Section.DATES:
            self.dates.set_counts(facets.months, are_known=not self._is_search)
            return
        self._set_counts(section, facet_rows(facets)[section], reorder=False)
        if self._is_search:
            self.model(section).set_stale()

    def _set_counts(self, section: Section, facets: Sequence[FacetCount], *, reorder: bool) -> None:
        self.model(section).set_counts(facets, reorder=reorder)
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
        """Show which values are chosen.

        The sections that they are in are counted without them, by `show_section_counts`.
        """
        self._counted_alone = {choice.section for choice in selection.choices} - {Section.FOUND_BY}
        for model in self.models():
            model.set_selection(selection)
            self.sections[model.section].refresh()
        self.dates.show_days(selection.days)

    def set_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - of a Signal(bool)
        """Say that the counts are being computed anew while an answer is waited for."""
        for model in self.models() if waiting else ():
            model.set_stale()
        if waiting:
            self.dates.range.set_stale()


def _counts_all(request: SearchRequest) -> bool:
    """Whether the answer counts every document there is."""
    asks_nothing = not (request.query.strip() or request.like)
    return asks_nothing and request.with_facets and request.filters == SearchFilters()


def _icons(section: Section) -> Naming:
    if section is Section.TYPES:
        return file_type_icon
    fixed = _ICONS.get(section, "")
    return lambda _value: fixed
