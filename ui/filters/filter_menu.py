"""The menu behind '+ Filter': the same values as in the filter column."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from ui.filters.filter_model import (
    CountRole,
    FilterModel,
    LabelRole,
    StaleRole,
    StateRole,
    ValueRole,
)
from ui.filters.filter_panel import FilterPanel
from ui.filters.filter_selection import ChoiceState, Gesture
from ui.i18n.formatting import grouped
from ui.i18n.label_text import button_words

_MOST_VALUES = 24


class FilterMenu(QMenu):
    """Filled anew each time it opens.

    Signals:
        gestured: the Section, the value and the Gesture.
    """

    gestured = Signal(object, str, object)

    def __init__(self, panel: FilterPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer every value that occurs."""
        self.clear()
        for model in self._panel.models():
            if model.rowCount():
                self._fill_section(self.addMenu(self._panel.title(model.section)), model)

    def _fill_section(self, menu: QMenu, model: FilterModel) -> None:
        for row in range(min(model.rowCount(), _MOST_VALUES)):
            index = model.index(row, 0)
            label = button_words(str(index.data(LabelRole)))
            count = "" if index.data(StaleRole) else f"\t{grouped(int(index.data(CountRole)))}"
            action = menu.addAction(f"{label}{count}")
            action.setCheckable(True)
            action.setChecked(index.data(StateRole) == ChoiceState.IN)
            value = str(index.data(ValueRole))
            action.triggered.connect(
                lambda _=False, value=value, section=model.section: self.gestured.emit(
                    section, value, Gesture.ADD
                )
            )
