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
from twofold.ui.i18n.label_text import button_text, isolated
from twofold.ui.i18n.translation import tr
from twofold.ui.results.hit_delegate import HitDelegate
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.results.result_model import HitRole, ResultModel, file_icon
from twofold.ui.theme import Theme


class Preserve(Enum):
    """The state of the previous list that is preserved when another answer is shown.

    PLACE preserves the selection and the scroll position, CHOICE only the selection.
    """

    NOTHING = "nothing"
    CHOICE = "choice"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class _Place:
    """The selection, and the hit at the top edge with its first `hidden` pixels scrolled off.

    If the user selected no hit, `current` is '', and the first hit of the next list is selected.
    """

    current: str
    selected: frozenset[str]
    top: str
    hidden: int


class ResultList(QListView):
    """Shows the hits of an answer. One hit is current; several may be selected for export.

    Signals:
        hit_chosen: the current Hit, or None.
        document_opened: the Hit whose document link was clicked.
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
        self._is_chosen = False  # selected by the user, not as the first hit
        self._kept: frozenset[str] = frozenset()  # selected before and not fetched yet
        self._selected: frozenset[str] = frozenset()  # the selection at that time

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
        """Prefer the width of the center column."""
        return QSize(660, 600)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show two snippet lines instead of three."""
        self._delegate.lines = 2 if compact else 3
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint each part separately: Qt would paint all rows between the first and last part."""
        for part in event.region():  # type: ignore[attr-defined]  # the stubs lack it
            super().paintEvent(QPaintEvent(part))

    # Answers

    @property
    def hit_model(self) -> ResultModel:
        """The model with the hits."""
        return self._model

    def set_answer(self, answer: PresentedAnswer, keep: Preserve = Preserve.NOTHING) -> None:
        """Show another answer and select its first hit, unless `keep` preserves the selection."""
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
        """Append more hits; if all hits were selected, select the new ones too."""
        known = self._model.rowCount()
        all_selected = known > 1 and len(self.selectedIndexes()) == known
        kept = self._selected_ids()
        self._model.add_rest(answer)
        if all_selected:
            self.selectAll()
        else:
            self.select_too(kept)

    def _selected_ids(self) -> frozenset[str]:
        """Return the selected passages, including earlier ones that may still be fetched."""
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
        self.setAutoScroll(False)  # keep the scroll position
        self._make_current(row or 0)
        self.setAutoScroll(True)
        self._is_chosen = row is not None
        self.select_too(place.selected)
        if len(place.selected) > 1:
            self._kept = place.selected.difference(listed)
            self._selected = place.selected & frozenset(listed)
        top = self._model.row_of(place.top) if keep is Preserve.PLACE else None
        self.doItemsLayout()  # updates the range of the scroll bar
        bar = 0 if top is None else top * self._delegate.row_height + place.hidden
        self.verticalScrollBar().setValue(bar)
        if keep is Preserve.CHOICE:
            self.scrollTo(self.currentIndex())

    # Visible, current and selected hits

    def hits_in_view(self) -> tuple[Hit, ...]:
        """Return the visible hits, including partly visible ones."""
        top, height = self.verticalScrollBar().value(), self._delegate.row_height
        last = (top + self.viewport().height() - 1) // height
        return self._model.hits[top // height : last + 1]

    def current_hit(self) -> Hit | None:
        """Return the hit shown in preview and explanation."""
        return _hit(self.currentIndex())

    def selected_hits(self) -> tuple[Hit, ...]:
        """Return the selected hits in list order."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self._model.hits[row] for row in rows)

    def selected_with(self, hit: Hit) -> tuple[Hit, ...]:
        """Return all selected hits if `hit` is one of them, else only `hit`."""
        selected = self.selected_hits()
        return selected if hit in selected else (hit,)

    def choose(self, hit: Hit) -> None:
        """Make `hit` current and scroll to it."""
        row = self._model.row_of(hit.chunk_id)
        if row is not None:
            self._make_current(row)
            self._is_chosen = True
            self.scrollTo(self.currentIndex())

    def _make_current(self, row: int) -> None:
        """Select only this row; QListView would extend the selection while a modifier is held."""
        alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._model.index(row), alone)

    def select_too(self, chunk_ids: frozenset[str]) -> None:
        """Add these passages to the selection if they are listed."""
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
        """Record that the user navigates."""
        self._is_chosen = True
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Record that the user selects a hit, even the current one."""
        self._is_chosen = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `document_opened` if the document link was clicked."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and index.isValid():
            area = self._delegate.document_link(index, self.visualRect(index), self.width())
            if area.contains(event.position()):
                self.document_opened.emit(_hit(index))

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: typed text goes to the search field."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Announce the current hit to screen readers, after Qt has announced the list."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self._announce_current_row)

    def _announce_current_row(self) -> None:
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            announced = QAccessibleEvent(self, QAccessible.Event.Focus)
            announced.setChild(current.row())
            QAccessible.updateAccessibility(announced)

    # Dragging

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Start dragging the selected hits."""
        drag = self.make_drag()
        if drag is not None:
            drag.exec(actions)

    def make_drag(self) -> QDrag | None:
        """Return the drag object with a small picture of the hits; None without a selection.

        Qt's default picture would hide the target.
        """
        hits = self.selected_hits()
        if not hits:
            return None
        picture = QToolButton()
        picture.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        picture.setProperty("kind", "dragged")
        picture.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        picture.setIcon(self._theme.icon(file_icon(hits[0])))
        middle = Qt.TextElideMode.ElideMiddle
        words = self.fontMetrics().elidedText(drag_text(hits), middle, _MAX_TITLE_WIDTH)
        picture.setText(button_text(words))
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData(self.selectedIndexes()))
        drag.setPixmap(picture.grab())
        drag.setHotSpot(_BESIDE_POINTER)
        return drag


def _hit(index: QModelIndex) -> Hit | None:
    found = index.data(HitRole.HIT)
    return found if isinstance(found, Hit) else None


_MAX_TITLE_WIDTH = 240
_BESIDE_POINTER = QPoint(-12, -12)


def drag_text(hits: Sequence[Hit]) -> str:
    """Return 'Graceful deletion', or 'Graceful deletion and 2 more'."""
    title = shown_title(hits[0])
    if len(hits) == 1:
        return title
    words = tr("{title} and {number} more")
    return words.format(title=isolated(title), number=grouped(len(hits) - 1))
