"""The list of hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QDrag,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QToolButton, QWidget

from twofold.engine.api import Hit
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.label_text import button_words, isolated
from twofold.ui.i18n.translation import tr
from twofold.ui.results.hit_delegate import HitDelegate
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.results.result_model import HitRole, ResultModel, file_icon
from twofold.ui.theme import Theme


class Preserve(Enum):
    """What stays of the list before when another answer is shown.

    PLACE are the hits that a person chose and what is seen, CHOICE the hits alone.
    """

    NOTHING = "nothing"
    CHOICE = "choice"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class _Place:
    """Which hits a person chose, and which one is seen at the top, `hidden` pixels of it above.

    `current` is '' where nobody chose one: then the first hit of the list is current.
    """

    current: str
    selected: frozenset[str]
    top: str
    hidden: int


class ResultList(QListView):
    """Shows the hits of an answer; one is current, several may be selected for export.

    Signals:
        hit_chosen: the current Hit, or None when there is none.
        document_opened: the Hit whose number of passages in its document was clicked.
    """

    hit_chosen = Signal(object)
    document_opened = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = ResultModel(self)
        self._delegate = HitDelegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self._set_up_view()
        self.selectionModel().currentChanged.connect(self._choose)
        theme.changed.connect(self.viewport().update)
        self._is_chosen = False  # by a person, not as the first of its list
        self._kept: frozenset[str] = frozenset()  # selected before, and not in the first page
        self._selected: frozenset[str] = frozenset()  # what was selected when these were missing

    def _set_up_view(self) -> None:
        self.setAccessibleName(tr("Passages found"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMinimumWidth(320)

    def sizeHint(self) -> QSize:
        """Prefer the width of the centre column."""
        return QSize(660, 600)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show two lines of each snippet instead of three."""
        self._delegate.lines = 2 if compact else 3
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows of each part: Qt alone paints all rows between the first and the last."""
        for part in event.region():  # type: ignore[attr-defined]  # the stubs lack it
            super().paintEvent(QPaintEvent(part))

    # Answers

    @property
    def hit_model(self) -> ResultModel:
        """The hits as rows."""
        return self._model

    def set_answer(self, answer: PresentedAnswer, keep: Preserve = Preserve.NOTHING) -> None:
        """Show another answer; its first hit becomes the current one, unless another is kept."""
        had_hits = self._model.rowCount() > 0
        place = self._place() if keep is not Preserve.NOTHING and had_hits else None
        self._kept = frozenset()
        self._model.set_answer(answer)
        if not self._model.rowCount():
            if had_hits:
                self.hit_chosen.emit(None)
        elif place is None:
            self.scrollToTop()
            self._make_current(0)
            self._is_chosen = False
        else:
            self._restore(place, keep)

    def add_rest(self, answer: PresentedAnswer) -> None:
        """Add the hits after those shown; who had selected all hits has selected these too."""
        known = self._model.rowCount()
        all_selected = known > 1 and len(self.selectedIndexes()) == known
        kept = self._selected_ids()
        self._model.add_rest(answer)
        if all_selected:
            self.selectAll()
        else:
            self.select_too(kept)

    def _selected_ids(self) -> frozenset[str]:
        """Return the selected passages, and those that were selected before and may still come."""
        selected = frozenset(hit.chunk_id for hit in self.selected_hits())
        return selected | self._kept if selected == self._selected else selected

    def _place(self) -> _Place:
        current, selected = self.current_hit(), self._selected_ids()
        bar = self.verticalScrollBar().value()
        row, hidden = divmod(bar, self._delegate.row_height)
        is_chosen = current is not None and (self._is_chosen or len(selected) > 1)
        return _Place(
            current=current.chunk_id if current is not None and is_chosen else "",
            selected=selected if is_chosen else frozenset(),
            top=self._model.hits[row].chunk_id if bar else "",
            hidden=hidden,
        )

    def _restore(self, place: _Place, keep: Preserve) -> None:
        listed = [hit.chunk_id for hit in self._model.hits]
        others = (row for row, chunk_id in enumerate(listed) if chunk_id in place.selected)
        row = self._model.row_of(place.current)
        row = next(others, None) if row is None else row
        self.setAutoScroll(False)  # the current hit may be out of sight, and stays so
        self._make_current(row or 0)
        self.setAutoScroll(True)
        self._is_chosen = row is not None
        self.select_too(place.selected)
        if len(place.selected) > 1:
            self._kept = place.selected.difference(listed)
            self._selected = place.selected & frozenset(listed)
        top = self._model.row_of(place.top) if keep is Preserve.PLACE else None
        self.doItemsLayout()  # the scroll bar has the range of the new rows from now on
        bar = 0 if top is None else top * self._delegate.row_height + place.hidden
        self.verticalScrollBar().setValue(bar)
        if keep is Preserve.CHOICE:
            self.scrollTo(self.currentIndex())

    # Hits in view, chosen and selected

    def hits_in_view(self) -> tuple[Hit, ...]:
        """Return the hits that are seen, wholly or in part."""
        top, height = self.verticalScrollBar().value(), self._delegate.row_height
        last = (top + self.viewport().height() - 1) // height
        return self._model.hits[top // height : last + 1]

    def current_hit(self) -> Hit | None:
        """Return the hit that preview and explanation show."""
        return _hit(self.currentIndex())

    def selected_hits(self) -> tuple[Hit, ...]:
        """Return the selected hits in the order of the answer."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self._model.hits[row] for row in rows)

    def together_with(self, hit: Hit) -> tuple[Hit, ...]:
        """Return all selected hits where `hit` is one of them, else `hit` alone."""
        selected = self.selected_hits()
        return selected if hit in selected else (hit,)

    def choose(self, hit: Hit) -> None:
        """Make `hit` the current one and bring it into view."""
        row = self._model.row_of(hit.chunk_id)
        if row is not None:
            self._make_current(row)
            self._is_chosen = True
            self.scrollTo(self.currentIndex())

    def _make_current(self, row: int) -> None:
        """Choose a hit alone, whichever keys are held: Qt's own way extends what is selected."""
        alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._model.index(row), alone)

    def select_too(self, chunk_ids: frozenset[str]) -> None:
        """Select those of some passages that are listed, besides what is selected."""
        selection = QItemSelection()
        for row, hit in enumerate(self._model.hits):
            if hit.chunk_id in chunk_ids:
                index = self._model.index(row)
                selection.select(index, index)
        flag = QItemSelectionModel.SelectionFlag.Select
        self.selectionModel().select(selection, flag)

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._is_chosen = True
        self.hit_chosen.emit(_hit(current))

    # Keys and screen readers

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Note that a person chooses."""
        self._is_chosen = True
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note that a person chooses, even the hit that is current already."""
        self._is_chosen = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open up a document where its number of passages is clicked."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and index.isValid():
            area = self._delegate.document_link(index, self.visualRect(index), self.width())
            if area.contains(event.position()):
                self.document_opened.emit(_hit(index))

    def keyboardSearch(self, search: str) -> None:
        """Do not jump to a title that begins with it: typed text goes to the search field."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell screen readers which hit is chosen, once Qt has told them of the list alone."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self._tell_current_row)

    def _tell_current_row(self) -> None:
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            told = QAccessibleEvent(self, QAccessible.Event.Focus)
            told.setChild(current.row())
            QAccessible.updateAccessibility(told)

    # Dragging

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the selected hits out of the window."""
        drag = self.make_drag()
        if drag is not None:
            drag.exec(actions)

    def make_drag(self) -> QDrag | None:
        """Return what is dragged, None without a selection; Qt's own picture hides where."""
        hits = self.selected_hits()
        if not hits:
            return None
        picture = QToolButton()
        picture.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        picture.setProperty("kind", "dragged")
        picture.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        picture.setIcon(self._theme.icon(file_icon(hits[0])))
        middle = Qt.TextElideMode.ElideMiddle
        words = self.fontMetrics().elidedText(drag_words(hits), middle, _WIDEST_TITLE)
        picture.setText(button_words(words))
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData(self.selectedIndexes()))
        drag.setPixmap(picture.grab())
        drag.setHotSpot(_BESIDE_POINTER)
        return drag


def _hit(index: QModelIndex) -> Hit | None:
    found = index.data(HitRole.HIT)
    return found if isinstance(found, Hit) else None


_WIDEST_TITLE = 240
_BESIDE_POINTER = QPoint(-12, -12)


def drag_words(hits: Sequence[Hit]) -> str:
    """'Graceful deletion', or 'Graceful deletion and 2 more'."""
    title = shown_title(hits[0])
    if len(hits) == 1:
        return title
    words = tr("{title} and {number} more")
    return words.format(title=isolated(title), number=grouped(len(hits) - 1))
