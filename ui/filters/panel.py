"""The scroll area with all filter sections."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from twofold.engine.api import RANKED, FacetCount
from twofold.ui.filters.dates import DateSection
from twofold.ui.filters.model import FilterModel, facet_rows
from twofold.ui.filters.selection import COLUMN_SECTIONS, FilterSelection, Section
from twofold.ui.filters.tree import FilterSection
from twofold.ui.i18n.translation import tr
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.theme import Theme


class FilterPanel(QScrollArea):
    """Shows the filter sections with their counts.

    Signals:
        action_requested: the Section, the value and the FilterAction of a click on a row.
    """

    action_requested = Signal(object, str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted = ("", False)  # query of the counts, and whether weak matches count
        # Counts whose row order is applied when the pointer has left the panel.
        self._waiting: PresentedAnswer | None = None
        self._is_scrolling = False
        self.selection = FilterSelection()
        self.setObjectName("filter_panel")
        self.setAccessibleName(tr("Filters"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows = [section for section in COLUMN_SECTIONS if section is not Section.DATES]
        self._models: dict[Section, FilterModel] = {one: FilterModel(one, self) for one in rows}
        self._models[Section.FOUND_BY].set_counts([FacetCount(kind.value, 0) for kind in RANKED])
        inner = QWidget(self)
        inner.setObjectName("filter_sections")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 8, 0, 16)
        layout.setSpacing(8)
        self.sections: dict[Section, FilterSection | DateSection] = {}
        for section in COLUMN_SECTIONS:  # creation order is the tab order
            widget: FilterSection | DateSection
            if section is Section.DATES:
                widget = self.dates = DateSection(theme, self.action_requested.emit, inner)
            else:
                widget = FilterSection(
                    self._models[section], theme, self.action_requested.emit, inner
                )
            self.sections[section] = widget
            widget.installEventFilter(self)
            layout.addWidget(widget)
        layout.addStretch(1)
        self.setWidget(inner)

    @property
    def last_stop(self) -> QWidget:
        """The last widget of this column in the tab order."""
        return self.sections[Section.TRUST].last_stop

    def model(self, section: Section) -> FilterModel:
        """Return the model of a section; the dates section has none."""
        return self._models[section]

    def models(self) -> tuple[FilterModel, ...]:
        """Return the models of all sections that have one."""
        return tuple(self._models.values())

    def show_answer(self, answer: PresentedAnswer) -> None:
        """Show the number of passages per value; unknown numbers are hidden.

        The rows are sorted again for another query, or when weak matches are shown or hidden.
        """
        found_by, facets = answer.found_by, answer.facets
        if found_by is not None:
            self._models[Section.FOUND_BY].set_counts(found_by)
        else:
            self._models[Section.FOUND_BY].set_stale()
        if facets is None:
            self._set_facets_stale()
            return
        request, calm = answer.response.request, self.underMouse()  # rows under the pointer stay
        counted = (request.query, answer.shows_weak)
        reorder = counted != self._counted or self._waiting is not None
        self._waiting = answer if reorder and calm else None
        reorder = reorder and not calm
        is_library = not request.asks and request.filters.is_empty and not calm
        of_documents = answer.response.trace.filters_only or not request.asks
        self._counted = counted
        has_trust = self._models[Section.TRUST].rowCount() > 0
        for section, counts in facet_rows(facets, has_trust=has_trust).items():
            self._models[section].set_counts(
                counts, reorder=reorder, is_library=is_library, of_documents=of_documents
            )
        self.dates.set_counts(facets.months, of_documents=of_documents)

    def leaveEvent(self, event: QEvent) -> None:
        """Sort the rows if this was postponed until the pointer left the panel."""
        super().leaveEvent(event)
        if self._waiting is not None and not self._models[Section.TAGS].is_stale:
            self.show_answer(self._waiting)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the section under the pointer in place when sections above it change height."""
        if (
            isinstance(event, QMoveEvent)
            and isinstance(watched, FilterSection | DateSection)
            and watched.underMouse()
        ):
            self._scroll_by(event.pos().y() - event.oldPos().y())
        return super().eventFilter(watched, event)

    def _scroll_by(self, delta: int) -> None:
        """Scroll by `delta` pixels, unless everything fits.

        Showing or hiding the scroll bar moves the sections again, so nested calls are ignored.
        """
        bar = self.verticalScrollBar()
        if self._is_scrolling or not bar.maximum():
            return
        value = bar.value() + delta
        self._is_scrolling = True
        bar.setMaximum(max(bar.maximum(), value))  # the scroll area updates it later
        bar.setValue(value)
        self._is_scrolling = False

    def set_selection(self, selection: FilterSelection) -> None:
        """Show which values are selected."""
        self.selection = selection
        for model in self.models():
            model.set_selection(selection)
        self.dates.show_days(selection.days)

    def set_stale(self, stale: bool = True) -> None:  # noqa: FBT001, FBT002 - of a Signal(bool)
        """Hide the counts, which belong to another search, until new ones arrive."""
        if stale:
            self._models[Section.FOUND_BY].set_stale()
            self._set_facets_stale()

    def _set_facets_stale(self) -> None:
        for section, model in self._models.items():
            if section is not Section.FOUND_BY:
                model.set_stale()
        self.dates.range.set_stale()
