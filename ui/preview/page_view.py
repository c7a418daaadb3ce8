"""A page of a paged document as an image, with the passage and the matches painted over it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from engine.api import PageImage, PixelBox, Preview
from ui.preview.document_view import MarkedScrollBar
from ui.theme import Theme

_MARGIN = 16
_ABOVE_PASSAGE = 48


class PageView(QAbstractScrollArea):
    """Shows the page at the width of the view; the image itself is never changed.

    Signals:
        page_stepped: +1 or -1, for the page after or before.
    """

    page_stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PageImage | None = None
        self._image = QImage()
        self._current = -1
        self._opened_at = 0
        self._bar = MarkedScrollBar(theme)
        self.setVerticalScrollBar(self._bar)
        # Always there, so that the room for the page is the same before and after it is shown.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page of the document"))
        theme.changed.connect(self.viewport().update)

    @property
    def match_count(self) -> int:
        """How many matches this page has."""
        return len(self._page.match_boxes) if self._page else 0

    def render_width(self, room: int) -> int:
        """Return the pixels a page image should be wide to be sharp in `room` pixels."""
        sheet = room - self._bar.sizeHint().width() - 2 * _MARGIN
        return max(200, round(sheet * self.devicePixelRatioF()))

    def show_page(self, page: PageImage, *, keep_place: bool = False) -> None:
        """Show a page at its passage; `keep_place` for the page shown, in another size."""
        top = self._bar.value() / max(1.0, self._sheet_height())
        self._page = page
        if not keep_place:
            self._current = -1
        self._image = QImage(
            page.pixels, page.width, page.height, page.stride, QImage.Format.Format_RGB32
        ).copy()
        self._bar.set_marks([box.y / max(1, page.height) for box in page.match_boxes])
        self._set_range()
        if keep_place:
            self._bar.setValue(round(top * self._sheet_height()))
        else:
            self.go_to_passage()
        self.viewport().update()

    def _sheet_height(self) -> float:
        return self._page.height * self._scale() if self._page else 0.0

    def _scale(self) -> float:
        """Return logical pixels per pixel of the image, one to one on the screen where it fits."""
        if not self._page or not self._page.width:
            return 1.0
        width, ratio = self.viewport().width() - 2 * _MARGIN, self.devicePixelRatioF()
        # Stretched by a part of a pixel, every letter would be blurred.
        fits = abs(width * ratio - self._page.width) <= 1
        return 1 / ratio if fits else width / self._page.width

    def _offset(self) -> float:
        """Return where the sheet begins vertically, at a whole pixel of the screen."""
        ratio = self.devicePixelRatioF()
        return round((_MARGIN - self._bar.value()) * ratio) / ratio

    def _set_range(self) -> None:
        beyond = self._sheet_height() + 2 * _MARGIN - self.viewport().height()
        self._bar.setRange(0, max(0, round(beyond)))
        self._bar.setPageStep(self.viewport().height())
        self._bar.setSingleStep(24)

    def go_to_passage(self) -> None:
        """Scroll to the passage, or to the top where the page has none."""
        boxes = self._page.passage_boxes if self._page else ()
        top = min((box.y for box in boxes), default=0.0)
        self._bar.setValue(round(top * self._scale()) + _MARGIN - _ABOVE_PASSAGE)
        self._reach_nearest()
        self._opened_at = self._bar.value()

    def add_nearest(self, preview: Preview) -> None:
        """Mark the sentence found meanwhile, and scroll to it unless the person has scrolled."""
        self._page = preview.image
        if self._bar.value() == self._opened_at:
            self._reach_nearest()
        self.viewport().update()

    def _reach_nearest(self) -> None:
        """Scroll on to the nearest sentence where a long passage hides it."""
        boxes = self._page.nearest_boxes if self._page else ()
        bottom = max((box.y + box.height for box in boxes), default=0.0) * self._scale() + _MARGIN
        if boxes and bottom > self._bar.value() + self.viewport().height():
            self._show_in_upper_third(min(box.y for box in boxes) * self._scale() + _MARGIN)

    def _show_in_upper_third(self, top: float) -> None:
        self._bar.setValue(round(top - self.viewport().height() / 3))

    def first_match_in_passage(self) -> int:
        """Return the index of the match that 'Match n of m' begins with."""
        if self._page is None or not self._page.passage_boxes:
            return 0
        for index, match in enumerate(self._page.match_boxes):
            if self._in_passage(match):
                return index
        return 0

    def go_to_match(self, index: int) -> None:
        """Bring a match into view and mark it."""
        if self._page is None:
            return
        self._current = index
        self._show_match(self._page, index)
        self.viewport().update()

    def reach_match(self, index: int) -> None:
        """Scroll on to the match that is opened at, where a long passage hides it."""
        if self._page is not None and self._in_passage(self._page.match_boxes[index]):
            self._show_match(self._page, index)
            self._opened_at = self._bar.value()

    def _show_match(self, page: PageImage, index: int) -> None:
        top = page.match_boxes[index].y * self._scale() + _MARGIN
        if not self._bar.value() <= top <= self._bar.value() + self.viewport().height() - 40:
            self._show_in_upper_third(top)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page to the new width."""
        super().resizeEvent(event)
        self._set_range()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by the arrow keys and turn pages by PgUp and PgDn; all others go on."""
        pages = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if pages is not None:
            self.page_stepped.emit(pages)
            return
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self._bar.setValue(self._bar.value() + step * self._bar.singleStep())
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint desk, page, box and marks."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("desk"))
        if self._page is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_MARGIN, self._offset())
        scale = self._scale()
        sheet = QRectF(0, 0, self._page.width * scale, self._page.height * scale)
        painter.drawImage(sheet, self._image)
        # Multiplying tints the white of the page and leaves the ink as it is.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(sheet, self._theme.color("page"))
        self._paint_nearest(painter, scale)
        self._paint_marks(painter, scale)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._paint_box(painter, scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("border"), 1))
        painter.drawRect(sheet)

    def _paint_nearest(self, painter: QPainter, scale: float) -> None:
        boxes = self._page.nearest_boxes if self._page else ()
        # Two tints multiplied would be a third: a match is left white for its own.
        white = QPainterPath()
        for match in self._page.match_boxes if self._page and boxes else ():
            if self._in_passage(match):
                white.addRoundedRect(_mark_area(match, scale), 2, 2)
        for box in boxes:
            area = _scaled(box, scale)
            tint = QPainterPath()
            tint.addRect(area)
            painter.fillPath(tint.subtracted(white), self._theme.color("page_near"))
            painter.setPen(QPen(self._theme.color("page_near_line"), 1.5))
            below = QPointF(0, 1)
            painter.drawLine(area.bottomLeft() + below, area.bottomRight() + below)

    def _paint_marks(self, painter: QPainter, scale: float) -> None:
        boxes = self._page.match_boxes if self._page else ()
        for index, box in enumerate(boxes):
            area = _scaled(box, scale)
            if self._in_passage(box) or index == self._current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.color("page_mark"))
                painter.drawRoundedRect(_mark_area(box, scale), 2, 2)
            if index == self._current or not self._in_passage(box):
                painter.setPen(QPen(self._theme.color("page_line"), 1.5))
                below = QPointF(0, 1)
                painter.drawLine(area.bottomLeft() + below, area.bottomRight() + below)

    def _paint_box(self, painter: QPainter, scale: float) -> None:
        boxes = self._page.passage_boxes if self._page else ()
        if not boxes:
            return
        area = _scaled(boxes[0], scale)
        for box in boxes[1:]:
            area = area.united(_scaled(box, scale))
        area = area.adjusted(-5, -4, 5, 4)
        painter.fillPath(self._between_marks(area, scale), self._theme.color("page_box", 0.055))
        painter.setPen(QPen(self._theme.color("page_box"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 3, 3)

    def _between_marks(self, area: QRectF, scale: float) -> QPainterPath:
        """Return the box without the marks in it, so that a tint does not change theirs."""
        path = QPainterPath()
        path.addRoundedRect(area, 3, 3)
        for match in self._page.match_boxes if self._page else ():
            if self._in_passage(match):
                path.addRoundedRect(_mark_area(match, scale), 2, 2)
        return path

    def _in_passage(self, match: PixelBox) -> bool:
        boxes = self._page.passage_boxes if self._page else ()
        middle = QPointF(match.x + match.width / 2, match.y + match.height / 2)
        return any(QRectF(b.x, b.y, b.width, b.height).contains(middle) for b in boxes)


def _mark_area(box: PixelBox, scale: float) -> QRectF:
    return _scaled(box, scale).adjusted(-0.5, 0, 0.5, 0)


def _scaled(box: PixelBox, scale: float) -> QRectF:
    return QRectF(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
