"""A page of a paged document as an image, with the passage and the matches painted over it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from engine.api import PageImage, PixelBox, Preview
from ui.i18n.translation import tr
from ui.preview.document_view import DocumentView
from ui.theme import Theme

_MARGIN = 16

Boxes = tuple[PixelBox, ...]


class PageView(DocumentView[Boxes], QAbstractScrollArea):
    """Shows the page at the width of the view; the image itself is never changed.

    Signals:
        page_stepped: +1 or -1, for the page after or before.
    """

    page_stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._page: PageImage | None = None
        self._image = QImage()
        # Always there, so that the room for the page is the same before and after it is shown.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Page of the document"))
        theme.changed.connect(self.viewport().update)

    def render_width(self, room: int) -> int:
        """Return the pixels a page image should be wide to be sharp in `room` pixels."""
        sheet = room - self._bar.sizeHint().width() - 2 * _MARGIN
        return max(200, round(sheet * self.devicePixelRatioF()))

    def show_page(self, page: PageImage, *, keep_place: bool = False) -> None:
        """Show a page at its passage; `keep_place` for the page shown, in another size."""
        has_moved, top = self.has_moved(), self._bar.value() / max(1.0, self._sheet_height())
        self.current = self.current if keep_place else -1
        self._page = page
        self.passage = page.passage_boxes or None
        self.nearest = page.nearest_boxes or None
        self.matches = [(box,) for box in page.match_boxes]
        inside = (number for number, match in enumerate(self.matches) if self.is_inside(match))
        self.first = next(inside, 0)
        self._image = QImage(
            page.pixels, page.width, page.height, page.stride, QImage.Format.Format_RGB32
        ).copy()
        self.fit()
        self.show_marks()
        if keep_place and has_moved:
            self._bar.setValue(round(top * self._sheet_height()))
        else:
            self.go_to_passage()

    def set_nearest(self, preview: Preview) -> None:
        """Take over where the nearest sentence stands; all else is as it was."""
        self._page = preview.image
        self.nearest = preview.image.nearest_boxes or None if preview.image else None

    def show_marks(self) -> None:
        """Show what is marked, and which match was gone to."""
        height = max(1, self._page.height if self._page else 0)
        self._bar.set_marks([box.y / height for (box,) in self.matches])
        self.viewport().update()

    def is_inside(self, match: Boxes) -> bool:
        """Say whether a match belongs to the passage."""
        (box,) = match
        middle = QPointF(box.x + box.width / 2, box.y + box.height / 2)
        return any(_scaled(one, 1).contains(middle) for one in self.passage or ())

    def area_of(self, mark: Boxes) -> QRectF:
        """Return where a mark stands in the viewport."""
        return _united(mark, self._scale()).translated(_MARGIN, self._offset())

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

    def fit(self) -> None:
        """Scroll as far as the page is high in this width."""
        beyond = self._sheet_height() + 2 * _MARGIN - self.viewport().height()
        self._bar.setRange(0, max(0, round(beyond)))
        self._bar.setPageStep(self.viewport().height())
        self._bar.setSingleStep(24)

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
        # Two tints multiplied would be a third: a match is left white for its own.
        white = self._marks_inside(scale)
        for box in self.nearest or ():
            area = _scaled(box, scale)
            tint = QPainterPath()
            tint.addRect(area)
            painter.fillPath(tint.subtracted(white), self._theme.color("page_near"))
            _underline(painter, area, self._theme, "page_near_line")

    def _paint_marks(self, painter: QPainter, scale: float) -> None:
        painter.fillPath(self._marks_inside(scale), self._theme.color("page_mark"))
        for index, match in enumerate(self.matches):
            is_current, is_inside = index == self.current, self.is_inside(match)
            area = _united(match, scale)
            if is_current and not is_inside:
                painter.fillPath(_rounded(_mark_area(area), 2), self._theme.color("page_mark"))
            if is_current or not is_inside:
                _underline(painter, area, self._theme, "page_line")

    def _paint_box(self, painter: QPainter, scale: float) -> None:
        if self.passage is None:
            return
        box = _rounded(_united(self.passage, scale).adjusted(-5, -4, 5, 4), 3)
        # Without the marks in it, so that its tint does not change theirs.
        tinted = box.subtracted(self._marks_inside(scale))
        painter.fillPath(tinted, self._theme.color("page_box", 0.055))
        painter.strokePath(box, QPen(self._theme.color("page_box"), 1.5))

    def _marks_inside(self, scale: float) -> QPainterPath:
        """Return the marks of the matches in the passage."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for match in filter(self.is_inside, self.matches):
            path.addPath(_rounded(_mark_area(_united(match, scale)), 2))
        return path


def _underline(painter: QPainter, area: QRectF, theme: Theme, colour: str) -> None:
    painter.setPen(QPen(theme.color(colour), 1.5))
    below = QPointF(0, 1)
    painter.drawLine(area.bottomLeft() + below, area.bottomRight() + below)


def _rounded(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    return path


def _mark_area(area: QRectF) -> QRectF:
    return area.adjusted(-0.5, 0, 0.5, 0)


def _united(boxes: Boxes, scale: float) -> QRectF:
    area = QRectF()
    for box in boxes:
        area = area.united(_scaled(box, scale))
    return area


def _scaled(box: PixelBox, scale: float) -> QRectF:
    return QRectF(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
