"""The list of hits."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engine.api import Hit, SearchResponse
from ui.results.hit_delegate import HitDelegate
from ui.results.result_model import HitRole, ResultModel
from ui.theme import Theme

_MEASURED_AT_ONCE = 10


class ResultList(QListView):
    """Shows the hits of an answer; one is current, several may be selected for export.

    `hit_chosen` carries the current Hit, or None when there is none; `hit_activated` the Hit that
    was double-clicked or opened with Enter; `text_typed` what was typed while the list had the
    focus, so that the search field can take it.
    """

    hit_chosen = Signal(object)
    hit_activated = Signal(object)
    text_typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = ResultModel(self)
        self._delegate = HitDelegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self._set_up_view()
        # Not `activated`: some desktops emit that at a single click.
        self.doubleClicked.connect(self._activate)
        self.selectionModel().currentChanged.connect(self._choose)
        theme.changed.connect(self.viewport().update)

    def set_response(self, response: SearchResponse) -> None:
        """Show another answer; its first hit becomes the current one."""
        had_hits = self._model.rowCount() > 0
        self._model.set_response(response)
        self.scrollToTop()
        if self._model.rowCount():
            self.setCurrentIndex(self._model.index(0))
        elif had_hits:
            self.hit_chosen.emit(None)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show two lines of each snippet instead of three."""
        self._delegate.max_lines = 2 if compact else 3
        self.doItemsLayout()

    def current_hit(self) -> Hit | None:
        """Return the hit that preview and explanation show."""
        return _hit(self.currentIndex())

    def selected_hits(self) -> tuple[Hit, ...]:
        """Return the selected hits in the order of the answer."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self._model.hits[row] for row in rows)

    def choose(self, hit: Hit) -> None:
        """Make `hit` the current one and bring it into view."""
        row = self._model.row_of(hit.chunk_id)
        if row is not None:
            self.setCurrentIndex(self._model.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the current hit with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self._activate(self.currentIndex())
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Give typed text away instead of jumping to a title that begins with it."""
        self.text_typed.emit(search)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out again: their heights follow the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        """Prefer the width of the centre column."""
        return QSize(660, 600)

    def _set_up_view(self) -> None:
        self.setAccessibleName(self.tr("Passages found"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        # Each row is measured by laying its snippet out, so long answers are measured in parts.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_MEASURED_AT_ONCE)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMinimumWidth(320)

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.hit_chosen.emit(_hit(current))

    def _activate(self, index: QModelIndex) -> None:
        if (hit := _hit(index)) is not None:
            self.hit_activated.emit(hit)


def _hit(index: QModelIndex) -> Hit | None:
    found = index.data(HitRole.HIT)
    return found if isinstance(found, Hit) else None
