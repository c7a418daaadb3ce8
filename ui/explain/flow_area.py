"""The rank flow, or its table, with the controls that move it at its side."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from engine.api import Hit, SearchResponse
from ui.explain.fusion_controls import WIDTH as CONTROLS_WIDTH
from ui.explain.fusion_controls import FusionControls
from ui.explain.rank_flow import RankFlow
from ui.explain.rank_table import RankTable
from ui.theme import Theme

_GAP = 24
_SIDE_BY_SIDE = 248 + _GAP + CONTROLS_WIDTH
_WIDEST = 16_777_215  # Qt's own


class FlowArea(QWidget):
    """Side by side where there is room, else one below the other.

    `hit_chosen` carries the Hit that was chosen in the flow or in the table.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flow = RankFlow(theme, self)
        self.table = RankTable(theme, self)
        self.controls = FusionControls(theme, self)
        self._told: tuple[SearchResponse, Hit] | None = None
        self._shown = QStackedWidget(self)
        self._shown.addWidget(self.flow)
        self._shown.addWidget(self.table)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._layout.addWidget(self._shown, 1)
        self._layout.addWidget(self.controls)
        self.flow.hit_clicked.connect(self.hit_chosen)
        self.table.hit_chosen.connect(self.hit_chosen)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show where `hit` stands in the lists of an answer."""
        self.flow.show_hit(response, hit)
        self._told = (response, hit)
        self._fill_table()

    def show_table(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Show the table in place of the chart, or the chart again."""
        self._shown.setCurrentWidget(self.table if wanted else self.flow)
        self._fill_table()
        self._arrange()

    def _fill_table(self) -> None:
        """Fill it once somebody looks at it: hundreds of rows take longer than all the rest."""
        if self._told is not None and self._shown.currentWidget() is self.table:
            self.table.show_hit(*self._told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the controls below the chart where they do not fit beside it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the controls beside the chart where they fit; a table needs the width for titles."""
        fits = self.width() >= _SIDE_BY_SIDE and self._shown.currentWidget() is self.flow
        direction = QBoxLayout.Direction
        self._layout.setDirection(direction.LeftToRight if fits else direction.TopToBottom)
        self.controls.setMaximumWidth(CONTROLS_WIDTH if fits else _WIDEST)
        self.controls.setMinimumWidth(CONTROLS_WIDTH if fits else 0)
