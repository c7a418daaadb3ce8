"""The hits of the quick search: those that are relevant, and the weak ones when asked for."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.api import Hit, SearchResponse
from ui.answer import Listing, listed
from ui.i18n.translation import tr
from ui.results.hit_delegate import LEFT, RIGHT, Index, paint_background, paint_place, paint_title
from ui.results.result_model import HitRole, ResultModel, file_icon
from ui.results.snippets import SnippetLayouts
from ui.theme import Theme

ROW = 68


class QuickRowDelegate(QStyledItemDelegate):
    """Rows with title, place and badge, and one line of the passage."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts = SnippetLayouts(theme)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of every row."""
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        hit: Hit = index.data(HitRole.HIT)
        theme, area = self._theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_background(painter, theme, area, option.state)
        painter.translate(area.topLeft())
        icon = theme.pixmap(file_icon(hit), "text2", 16, painter.device().devicePixelRatio())
        painter.drawPixmap(18, 8, icon)
        right, room = area.width() - RIGHT, area.width() - LEFT - RIGHT
        paint_title(painter, theme, hit, 6, (right, right))
        paint_place(painter, theme, QRectF(LEFT, 26, room, 16), hit)
        self._layouts.layout(hit, round(room), 1).paint(painter, theme, LEFT, 44)
        painter.restore()


class QuickHits(QListView):
    """A list that is as high as its rows. Like the main window, it hides weak matches at first."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = ResultModel(self)
        self._answer: SearchResponse | None = None
        self._weak_wanted = False
        self.setAccessibleName(tr("Passages found"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setModel(self._model)
        self.setItemDelegate(QuickRowDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys work in the field
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(self._tell_chosen)

    @property
    def current_hit(self) -> Hit | None:
        """The chosen hit."""
        hit = self.currentIndex().data(HitRole.HIT)
        return hit if isinstance(hit, Hit) else None

    @property
    def number(self) -> int:
        """How many hits are listed."""
        return self._model.rowCount()

    @property
    def shows_weak(self) -> bool:
        """Whether weak matches are listed too."""
        return self._weak_wanted

    @property
    def listing(self) -> Listing | None:
        """What the list holds of the answer, and beyond; None without one."""
        if self._answer is None:
            return None
        return listed(self._answer, self._answer, with_weak=self._weak_wanted)

    def take_answer(self, response: SearchResponse) -> None:
        """List the hits of an answer; the first one is chosen."""
        before, self._answer = self._answer, response
        if before is None or before.request.query != response.request.query:
            self._weak_wanted = False
        self._list(0)

    def show_weak(self, *, wanted: bool) -> None:
        """List the weak matches below the others, or hide them; the same row stays chosen."""
        row = max(0, self.currentIndex().row())
        self._weak_wanted = wanted
        self._list(row)

    def _list(self, row: int) -> None:
        if self._answer is None:
            return
        hits = self._answer.hits
        shown = hits if self._weak_wanted else tuple(hit for hit in hits if not hit.weak)
        self._model.set_response(replace(self._answer, hits=shown))
        if shown:
            self.setCurrentIndex(self._model.index(min(row, len(shown) - 1)))

    def forget(self) -> None:
        """List nothing."""
        self._answer = None
        self._model.clear()

    def show_at_most(self, rows: int) -> None:
        """Be as high as all rows, or as `rows`; the others are scrolled to."""
        self.setFixedHeight(min(rows, self.number) * ROW)

    def step(self, by: int) -> None:
        """Choose a hit so many rows below."""
        last = self.number - 1
        if last >= 0:
            row = min(max(self.currentIndex().row() + by, 0), last)
            self.setCurrentIndex(self._model.index(row))

    @property
    def is_at_end(self) -> bool:
        """Whether no hit is listed below the chosen one."""
        return self.currentIndex().row() >= self.number - 1

    def _tell_chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        words = current.data(Qt.ItemDataRole.AccessibleTextRole)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
