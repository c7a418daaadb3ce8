"""The view of a page image, with passage and matches painted over it."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from twofold.engine.api import PageImage, PixelBox, Preview
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.document_view import DocumentView
from twofold.ui.theme import Theme

_MARGIN = 16
_MAX_ZOOM = 5.0
# The minimum height of a line of the passage in pixels, with ascenders and descenders.
_MIN_LINE_HEIGHT = 12
_ZOOM_STEP = 1.2
_WHEEL_STEP = 120
_ZOOMING_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}

Boxes = tuple[PixelBox, ...]


class PageView(DocumentView[Boxes], QAbstractScrollArea):
    """Shows the page image at the width of the view, or enlarged.

    Signals:
        zoomed: the zoom has changed, so that a new page image may be needed.
    """

    zoomed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._page: PageImage | None = None
        self._image = QImage()
        self.zoom = 1.0
        self._is_zoom_chosen = False
        # Always visible, so that the available width does not change when a page is shown.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Page of the document"))
        theme.changed.connect(self.viewport().update)

    def render_width(self, available: int) -> int:
        """Return the width of a page image that is sharp in `available` logical pixels."""
        sheet = available - self._bar.sizeHint().width() - 2 * _MARGIN
        return max(200, round(sheet * self.zoom * self.devicePixelRatioF()))

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom by steps, 0 to fit the width; the viewport position `at` keeps its content.

        Without `at`, it is the center of the viewport.
        """
        before = self.zoom
        zoom = before * _ZOOM_STEP**steps if steps else 1.0
        self.zoom, self._is_zoom_chosen = min(_MAX_ZOOM, max(1.0, zoom)), True
        if self._page is None or self.zoom == before:
            return
        at = at or QPointF(self.viewport().rect().center())
        grown = self.zoom / before
        bars = ((self._bar, at.y()), (self.horizontalScrollBar(), at.x()))
        aims = [(bar, (bar.value() + place - _MARGIN) * grown - place) for bar, place in bars]
        self.fit()
        for bar, aim in aims:
            bar.setValue(round(aim + _MARGIN))
        self.viewport().update()
        self.zoomed.emit()

    def show_page(self, page: PageImage, *, keep_place: bool = False) -> None:
        """Show a page at its passage; with `keep_place`, the same page in another size."""
        has_moved, top = self.has_moved(), self._bar.value() / max(1.0, self._sheet_height())
        self.current = self.current if keep_place else -1
        self._page = page
        self.passage = page.passage_boxes or None
        self.nearest = page.nearest_boxes or None
        self.matches = [(box,) for box in page.match_boxes]
        inside = (number for number, match in enumerate(self.matches) if self.is_inside(match))
        self.first = next(inside, 0)
        # The pixels are not copied: a page has 5 to 50 MB, and `self._page` keeps them alive.
        self._image = QImage(
            page.pixels, page.width, page.height, page.stride, QImage.Format.Format_RGB32
        )
        if self.passage is not None and not keep_place and not self._is_zoom_chosen:
            self.zoom = self._readable_zoom(self.passage)
        self.fit()
        self.show_marks()
        if keep_place and has_moved:
            self._bar.setValue(round(top * self._sheet_height()))
        else:
            self.go_to_passage()

    def forget(self) -> None:
        """Clear the view and release the document."""
        self._page, self._image = None, QImage()
        self.passage, self.nearest, self.matches = None, None, ()
        self.first, self.current = 0, -1

    def set_nearest(self, preview: Preview) -> None:
        """Set the location of the most similar sentence; change nothing else."""
        self._page = preview.image
        self.nearest = preview.image.nearest_boxes or None if preview.image else None

    def show_marks(self) -> None:
        """Show all highlights and the current match."""
        height = max(1, self._page.height if self._page else 0)
        self._bar.set_marks([box.y / height for (box,) in self.matches])
        self.viewport().update()

    def is_inside(self, match: Boxes) -> bool:
        """Return whether a match belongs to the passage."""
        (box,) = match
        middle = QPointF(box.x + box.width / 2, box.y + box.height / 2)
        return any(_united((one,)).contains(middle) for one in self.passage or ())

    def area_of(self, mark: Boxes) -> QRectF:
        """Return the rectangle of a highlight in the viewport."""
        return self._on_sheet(*mark).translated(self._origin())

    def _on_sheet(self, *boxes: PixelBox) -> QRectF:
        """Return the bounding rectangle of boxes on the page."""
        return _united(boxes, self._scale())

    def _readable_zoom(self, passage: Boxes) -> float:
        """Return the zoom that makes the passage readable and keeps its full width visible."""
        scale = self._scale() / self.zoom
        line = median(box.height for box in passage) * scale
        widest = self.viewport().width() / (_united(passage, scale).width() + 2 * _MARGIN)
        zoom = min(_MIN_LINE_HEIGHT / max(line, 1.0), widest, _MAX_ZOOM)
        return zoom if zoom >= _ZOOM_STEP else 1.0

    def frame_margin(self, passage: Boxes) -> float:
        """Return the distance of the frame from the passage, less than the gap to other lines."""
        lines = sorted((box.y, box.y + box.height) for box in passage)
        gaps = [below[0] - above[1] for above, below in pairwise(lines) if below[0] > above[1]]
        gap = min(gaps, default=max(end - top for top, end in lines) / 4) * self._scale()
        return min(4.0, max(1.0, gap / 2))

    def _sheet_height(self) -> float:
        return self._page.height * self._scale() if self._page else 0.0

    def _scale(self) -> float:
        """Return logical pixels per image pixel; exactly one device pixel if the image fits."""
        if not self._page or not self._page.width:
            return 1.0
        ratio = self.devicePixelRatioF()
        width = (self.viewport().width() - 2 * _MARGIN) * self.zoom
        # Scaling by less than a pixel would blur every letter.
        fits = abs(width * ratio - self._page.width) <= 1
        return 1 / ratio if fits else width / self._page.width

    def _origin(self) -> QPointF:
        """Return the position of the page in the viewport, aligned to device pixels."""
        ratio = self.devicePixelRatioF()
        bars = (self.horizontalScrollBar(), self._bar)
        left, top = (round((_MARGIN - bar.value()) * ratio) / ratio for bar in bars)
        return QPointF(left, top)

    def place_cursor(self, mark: Boxes) -> None:
        """Scroll horizontally to a highlight of an enlarged page."""
        area, side = self.area_of(mark), self.horizontalScrollBar()
        if area.left() < 0 or area.right() > self.viewport().width():
            side.setValue(side.value() + round(area.left()) - _MARGIN)

    def fit(self) -> None:
        """Set the scroll ranges for the size of the page."""
        available = self.viewport().size()
        width = (available.width() - 2 * _MARGIN) * self.zoom if self._page else 0
        side = self.horizontalScrollBar()
        for bar, length, seen in (
            (side, width, available.width()),
            (self._bar, self._sheet_height(), available.height()),
        ):
            bar.setRange(0, max(0, round(length + 2 * _MARGIN - seen)))
            bar.setPageStep(seen)
            bar.setSingleStep(24)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer with Ctrl, otherwise scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y() / _WHEEL_STEP
            if steps:
                self.zoom_by(steps, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll with the arrow keys and zoom with Ctrl; leave other keys to the parent."""
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if key in _ZOOMING_KEYS:
                self.zoom_by(_ZOOMING_KEYS[key])
            else:
                event.ignore()
            return
        side = self.horizontalScrollBar()
        bar, step = {
            Qt.Key.Key_Up: (self._bar, -1),
            Qt.Key.Key_Down: (self._bar, 1),
            Qt.Key.Key_Left: (side, -1),
            Qt.Key.Key_Right: (side, 1),
        }.get(key, (self._bar, 0))
        if step and bar.maximum():
            bar.setValue(bar.value() + step * bar.singleStep())
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint background, page, highlights and passage box."""
        theme, painter = self._theme, QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.color("desk"))
        if self._page is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._origin())
        sheet = QRectF(0, 0, self._page.width * self._scale(), self._sheet_height())
        painter.drawImage(sheet, self._image)
        inside = QPainterPath()  # the highlights in the passage
        inside.setFillRule(Qt.FillRule.WindingFill)
        for match in filter(self.is_inside, self.matches):
            inside.addPath(_mark(self._on_sheet(*match)))
        # Multiplying tints the white of the page and keeps the ink. Two overlapping tints would
        # give a third color, so matches are left out of the similar sentence's tint.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(sheet, theme.color("page"))
        for box in self.nearest or ():
            area = self._on_sheet(box)
            painter.fillPath(_rounded(area, 0).subtracted(inside), theme.color("page_near"))
            _underline(painter, area, theme.color("page_near_line"))
        painter.fillPath(inside, theme.color("page_mark"))
        for index, match in enumerate(self.matches):
            area, is_current = self._on_sheet(*match), index == self.current
            if is_current and not self.is_inside(match):
                painter.fillPath(_mark(area), theme.color("page_mark"))
            if is_current or not self.is_inside(match):
                _underline(painter, area, theme.color("page_line"))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if self.passage is not None:
            margin = self.frame_margin(self.passage)
            frame = self._on_sheet(*self.passage).adjusted(-5, -margin, 5, margin)
            around = _rounded(frame, 3)
            # Without the highlights inside, so that their color does not change.
            painter.fillPath(around.subtracted(inside), theme.color("page_box", 0.055))
            painter.strokePath(around, QPen(theme.color("page_box"), 1.5))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRect(sheet)


def _underline(painter: QPainter, area: QRectF, colour: QColor) -> None:
    painter.setPen(QPen(colour, 1.5))
    below = QPointF(0, 1)
    painter.drawLine(area.bottomLeft() + below, area.bottomRight() + below)


def _mark(area: QRectF) -> QPainterPath:
    return _rounded(area.adjusted(-0.5, 0, 0.5, 0), 2)


def _rounded(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    return path


def _united(boxes: Boxes, scale: float = 1.0) -> QRectF:
    area = QRectF()
    for box in boxes:
        area |= QRectF(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
    return area
