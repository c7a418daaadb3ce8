"""The filter column: every section with its counts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.api import FacetCount, Facets, SearchResponse
from ui.answer import RANKED
from ui.filters.dates import DateSection
from ui.filters.model import FilterModel, facet_rows
from ui.filters.selection import FilterSelection, Section
from ui.filters.tree import FilterSection
from ui.i18n.translation import tr
from ui.theme import Theme


class FilterPanel(QScrollArea):
    """Shows what an answer can be narrowed by.

    Signals:
        gestured: the Section, the value and the Gesture of a click on a row.
    """

    gestured = Signal(object, str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._is_new_query = False
        self._counts_all = False
        self._scrolls_along = False
        self.setObjectName("filter_panel")
        self.setAccessibleName(tr("Filters"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows = [section for section in Section if section is not Section.DATES]
        self._models: dict[Section, FilterModel] = {one: FilterModel(one, self) for one in rows}
        self.show_found_by([FacetCount(kind.value, 0) for kind in RANKED])
        inner = QWidget(self)
        inner.setObjectName("filter_sections")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 8, 0, 16)
        layout.setSpacing(8)
        self.sections: dict[Section, FilterSection | DateSection] = {}
        for section in Section:  # made in their order, in which Tab comes to them
            widget = self._make_section(section, theme, inner)
            widget.tree.gestured.connect(self.gestured)
            self.sections[section] = widget
            widget.installEventFilter(self)
            layout.addWidget(widget)
        layout.addStretch(1)
        self.setWidget(inner)

    def _make_section(
        self, section: Section, theme: Theme, parent: QWidget
    ) -> FilterSection | DateSection:
        if section is Section.DATES:
            self.dates = DateSection(theme, parent)
            return self.dates
        return FilterSection(self._models[section], theme, parent)

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
        self._models[Section.FOUND_BY].set_counts(counts)

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
        is_library = self._counts_all and not calm
        for section, counts in facet_rows(facets).items():
            self._models[section].set_counts(counts, reorder=reorder, is_library=is_library)
        self.dates.set_counts(facets.months)

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
