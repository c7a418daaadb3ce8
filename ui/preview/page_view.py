"""The view of a page image, with passage and matches painted over it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import pairwise
from statistics import median

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from twofold.engine.api import PageImage, PixelBox, Preview, TextSpan, find_text
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.document_view import MAX_FOUND, MAX_MARKED, ZOOM_STEP, DocumentView
from twofold.ui.preview.page_selection import PageSelection, PageText, Unit
from twofold.ui.preview.page_shapes import Boxes, mark, rounded, underline, united
from twofold.ui.theme import Theme

_MARGIN = 16
_POINTS_PER_PIXEL = 72 / 96  # of a usual screen
_MIN_ZOOM, _MAX_ZOOM = 0.25, 5.0
# The height of a line of the passage, with ascenders and descenders, that needs no enlargement.
_READABLE_LINE_HEIGHT = 16
_MIN_ENLARGEMENT = 1.08  # less is not worth a horizontal scroll bar
# A page that is larger than this on the screen, relative to paper, does not fill a wide view.
_LARGE_MAGNIFICATION = 1.25
# A wider image would need more than 50 MB; it is enlarged instead.
_MAX_SHARP_WIDTH = 3_000
_SCROLL_INTERVAL_MS = 50
_TURN_AFTER = 240  # two notches of the wheel
_NEAR = 6  # pixels between the clicks of a double click

_Key = QKeySequence.StandardKey
# The unit by which a key moves the end of the selection, its direction, and whether it moves to the
# end of the line.
_SELECTING_KEYS = {
    _Key.SelectNextChar: (Unit.CHARACTER, 1, False),
    _Key.SelectPreviousChar: (Unit.CHARACTER, -1, False),
    _Key.SelectNextWord: (Unit.WORD, 1, False),
    _Key.SelectPreviousWord: (Unit.WORD, -1, False),
    _Key.SelectNextLine: (Unit.LINE, 1, False),
    _Key.SelectPreviousLine: (Unit.LINE, -1, False),
    _Key.SelectEndOfLine: (Unit.LINE, 1, True),
    _Key.SelectStartOfLine: (Unit.LINE, -1, True),
}


class Fit(Enum):
    """The basis of the zoom of a page: the size of something, or the user."""

    PASSAGE = auto()
    WIDTH = auto()
    PAGE = auto()
    CHOSEN = auto()


class PageView(DocumentView[Boxes], QAbstractScrollArea):
    """Shows the page image at the width of the view, or enlarged. Its text can be selected.

    Signals:
        zoomed: the zoom has changed, so that a new page image may be needed.
        turned: the user scrolls on beyond the end (+1) or the beginning (-1) of the page.
    """

    zoomed = Signal()
    turned = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._page: PageImage | None = None
        self._image = QImage()
        self.selection = PageSelection()
        self.fitting = Fit.PASSAGE
        self._chosen_scale = 1.0  # pixels per point, chosen by the user
        self._beyond = 0  # how far the wheel was turned beyond an edge of the page
        self._clicks, self._since_click = 0, QElapsedTimer()
        self._since_click.start()
        self._pointer = QPointF()
        self._scroll_to_pointer = QTimer(self, interval=_SCROLL_INTERVAL_MS)
        self._scroll_to_pointer.timeout.connect(self._follow_pointer)
        # Always visible, so that the available width does not change when a page is shown.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Page of the document"))
        self.viewport().setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def render_width(self, available: int) -> int:
        """Return the width of a page image that is sharp in `available` logical pixels."""
        sheet = available - self._bar.sizeHint().width() - 2 * _MARGIN
        width = max(200, round(sheet * self.zoom * self.devicePixelRatioF()))
        return min(_MAX_SHARP_WIDTH, width)

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom by steps, 0 as a document opens; the viewport position `at` keeps its content.

        Without `at`, it is the center of the viewport.
        """
        if not steps:
            self.fit_to(Fit.PASSAGE)
            return
        self.fitting = Fit.CHOSEN
        self._zoom_to(self.zoom * ZOOM_STEP**steps, at)
        self._chosen_scale = self.zoom * self._width_scale()

    @property
    def magnification(self) -> float:
        """The size on the screen relative to the size on paper."""
        return self.zoom * self._width_scale() * _POINTS_PER_PIXEL

    def _width_scale(self) -> float:
        """Return the pixels per point of a page that fits the width."""
        if self._page is None:
            return 1.0
        width = max(1, self.viewport().width() - 2 * _MARGIN)
        return width * self._page.unit / max(1, self._page.width)

    def fit_to(self, fitting: Fit) -> None:
        """Zoom until the passage, the width or the page fits, also for later pages."""
        self.fitting = fitting
        is_elsewhere = fitting is Fit.PASSAGE and self.passage is None
        self._zoom_to(self._large_zoom() if is_elsewhere else self._fitting_zoom())
        if fitting is Fit.PASSAGE and self.passage is not None:
            self.go_to_passage()

    def _zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        """Enlarge the image immediately; a sharp one is requested by `zoomed`."""
        before, self.zoom = self.zoom, min(_MAX_ZOOM, max(_MIN_ZOOM, zoom))
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

    def _fitting_zoom(self) -> float:
        """Return the zoom for what has to fit; without a passage, the current zoom."""
        if self.fitting is Fit.WIDTH:
            return 1.0
        if self.fitting is Fit.PAGE:
            height = self._sheet_height() / self.zoom
            return min(1.0, (self.viewport().height() - 2 * _MARGIN) / max(height, 1.0))
        if self.fitting is Fit.PASSAGE and self.passage is not None:
            return self._readable_zoom(self.passage)
        if self.fitting is Fit.CHOSEN:
            return min(_MAX_ZOOM, max(_MIN_ZOOM, self._chosen_scale / self._width_scale()))
        return self.zoom

    def show_page(self, page: PageImage, text: str, *, keep_place: bool = False) -> None:
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
        if not keep_place:
            self.selection.clear()
            self.found, self.found_at = (), -1
            self.zoom = self._fitting_zoom()
        self.selection.use(PageText(text, page.letters))
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
        self.found, self.found_at = (), -1
        self.selection.use(PageText())

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
        return any(united((one,)).contains(middle) for one in self.passage or ())

    def area_of(self, mark: Boxes) -> QRectF:
        """Return the rectangle of a highlight in the viewport."""
        return self._on_sheet(*mark).translated(self._origin())

    def _on_sheet(self, *boxes: PixelBox) -> QRectF:
        """Return the bounding rectangle of boxes on the page."""
        return united(boxes, self._scale())

    def _readable_zoom(self, passage: Boxes) -> float:
        """Return the zoom that makes the passage readable and keeps its full width visible."""
        scale = self._scale() / self.zoom
        line = median(box.height for box in passage) * scale
        widest = self.viewport().width() / (united(passage, scale).width() + 2 * _MARGIN)
        zoom = min(_READABLE_LINE_HEIGHT / max(line, 1.0), widest, _MAX_ZOOM)
        return zoom if zoom >= _MIN_ENLARGEMENT else self._large_zoom()

    def _large_zoom(self) -> float:
        """Return the zoom that fits the width, or less for a small page in a wide view."""
        large = _LARGE_MAGNIFICATION / (self._width_scale() * _POINTS_PER_PIXEL)
        return max(_MIN_ZOOM, min(1.0, large))

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
        unused = (self.viewport().width() - 2 * _MARGIN) * (1 - min(1.0, self.zoom))
        return QPointF(left + round(unused / 2 * ratio) / ratio, top)

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
        """Scroll or zoom; beyond an edge of the page, turn to the next page."""
        before, delta = self._bar.value(), event.angleDelta().y()
        super().wheelEvent(event)
        is_zoom = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        is_momentum = event.phase() is Qt.ScrollPhase.ScrollMomentum  # not intended
        if is_zoom or is_momentum or self._bar.value() != before or self._beyond * delta < 0:
            self._beyond = 0
            return
        self._beyond += delta
        if abs(self._beyond) >= _TURN_AFTER:
            self.turned.emit(-1 if self._beyond > 0 else 1)
            self._beyond = 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what fits the view fitting."""
        if self._page is not None and event.size() != event.oldSize():
            self.zoom = self._fitting_zoom()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll and select with the arrow keys, copy; leave other keys to the parent."""
        if event.matches(QKeySequence.StandardKey.Copy):
            if text := self.selected_text():
                QGuiApplication.clipboard().setText(text)
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
            return
        for key, (unit, step, to_line_end) in _SELECTING_KEYS.items():
            if event.matches(key) and len(self.selection.page):
                self._extend_selection(unit, step, to_line_end=to_line_end)
                return
        side = self.horizontalScrollBar()
        bar, step = {
            Qt.Key.Key_Up: (self._bar, -1),
            Qt.Key.Key_Down: (self._bar, 1),
            Qt.Key.Key_Left: (side, -1),
            Qt.Key.Key_Right: (side, 1),
        }.get(Qt.Key(event.key()), (self._bar, 0))
        if step and bar.maximum():
            bar.setValue(bar.value() + step * bar.singleStep())
        else:
            event.ignore()

    # Selecting text

    def selected_text(self) -> str:
        """Return the text that the user has selected; '' if there is none."""
        return self.selection.text

    def has_moved(self) -> bool:
        """Return whether the user has scrolled or selected text."""
        return super().has_moved() or bool(self.selection.text)

    def select_all(self) -> None:
        """Select the text of the page."""
        self.selection.select_all()
        self.viewport().update()

    def _extend_selection(self, unit: Unit, step: int, *, to_line_end: bool) -> None:
        """Move the end of the selection and scroll to it; it begins at the passage."""
        start = self._in_image(QPointF(0, 0))
        if self.passage is not None:
            start = QPointF(self.passage[0].x, self.passage[0].y + self.passage[0].height / 2)
        end = self.selection.step(unit, step, start, to_line_end=to_line_end)
        beside = TextSpan(max(end - 1, 0), end + 1)
        self._show_areas(self.selection.page.areas(beside))

    def find_all(self, text: str) -> None:
        """Set `found` to the occurrences of a text on the page; '' for none."""
        if text and self.found_at >= 0:
            self.selection.clear()  # of an earlier text
        self.found, self.found_at = find_text(self.selection.page.text, text)[:MAX_FOUND], -1
        self.viewport().update()

    def go_to_found(self, index: int) -> None:
        """Select one of the found spans and scroll to it."""
        self.found_at = index
        self.selection.select(self.found[index])
        self._show_areas(self.selection.areas())

    def _show_areas(self, areas: Sequence[QRectF]) -> None:
        """Scroll to the first of some rectangles of the page."""
        if areas:
            first, scale, view = areas[0], self._scale(), self.viewport().rect()
            spot = QRectF(first.topLeft() * scale, first.size() * scale).translated(self._origin())
            if not QRectF(view).contains(spot):
                for bar, beyond in (
                    (self._bar, spot.center().y() - view.height() / 3),
                    (self.horizontalScrollBar(), spot.center().x() - view.width() / 2),
                ):
                    bar.setValue(bar.value() + round(beyond))
        self.viewport().update()

    def _in_image(self, at: QPointF) -> QPointF:
        """Return the pixel of the image at a position of the viewport."""
        return (at - self._origin()) / self._scale()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start or extend the selection; a second and third click selects the word and line."""
        if event.button() is not Qt.MouseButton.LeftButton or self._page is None:
            return
        is_near = (event.position() - self._pointer).manhattanLength() < _NEAR
        is_soon = (
            self._since_click.restart() < QGuiApplication.styleHints().mouseDoubleClickInterval()
        )
        self._clicks = self._clicks + 1 if is_near and is_soon else 1
        self._pointer = event.position()
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.selection.press(self._in_image(self._pointer), self._clicks, extends=extends)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Count a second click like any other."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the selection while the button is pressed; show a text cursor over text."""
        if event.buttons() & Qt.MouseButton.LeftButton and self._page is not None:
            if event.position() != self._pointer:
                self._pointer = event.position()
                self._follow_pointer()
            inside = self.viewport().rect().contains(self._pointer.toPoint())
            self._scroll_to_pointer.stop() if inside else self._scroll_to_pointer.start()
            return
        is_text = self.selection.page.is_text(self._in_image(event.position()))
        shape = Qt.CursorShape.IBeamCursor if is_text else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End the selection."""
        self._scroll_to_pointer.stop()

    def _follow_pointer(self) -> None:
        """Extend the selection to the pointer, and scroll towards a pointer outside the view."""
        area, at = self.viewport().rect(), self._pointer
        for bar, place, size in (
            (self._bar, at.y(), area.height()),
            (self.horizontalScrollBar(), at.x(), area.width()),
        ):
            beyond = min(place, 0.0) + max(place - size, 0.0)
            bar.setValue(bar.value() + round(beyond / 2))
        self.selection.move(self._in_image(at))
        self.viewport().update()

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
            inside.addPath(mark(self._on_sheet(*match)))
        # Multiplying tints the white of the page and keeps the ink. Two overlapping tints would
        # give a third color, so matches are left out of the similar sentence's tint.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(sheet, theme.color("page"))
        for box in self.nearest or ():
            area = self._on_sheet(box)
            painter.fillPath(rounded(area, 0).subtracted(inside), theme.color("page_near"))
            underline(painter, area, theme.color("page_near_line"))
        painter.fillPath(inside, theme.color("page_mark"))
        for index, match in enumerate(self.matches):
            area, is_current = self._on_sheet(*match), index == self.current
            if is_current and not self.is_inside(match):
                painter.fillPath(mark(area), theme.color("page_mark"))
            if is_current or not self.is_inside(match):
                underline(painter, area, theme.color("page_line"))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._paint_selection(painter)
        if self.passage is not None:
            margin = self.frame_margin(self.passage)
            frame = self._on_sheet(*self.passage).adjusted(-5, -margin, 5, margin)
            around = rounded(frame, 3)
            # Without the highlights inside, so that their color does not change.
            painter.fillPath(around.subtracted(inside), theme.color("page_box", 0.055))
            painter.strokePath(around, QPen(theme.color("page_box"), 1.5))
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRect(sheet)

    def _paint_selection(self, painter: QPainter) -> None:
        """Paint found text and the selection over the ink, whose color cannot be changed."""
        scale, page = self._scale(), self.selection.page
        found = [area for span in self.found[:MAX_MARKED] for area in page.areas(span)]
        for areas, opacity in ((found, 0.15), (self.selection.areas(), 0.3)):
            lines = QPainterPath()
            lines.setFillRule(Qt.FillRule.WindingFill)  # lines may overlap
            for area in areas:
                lines.addRect(QRectF(area.topLeft() * scale, area.size() * scale))
            painter.fillPath(lines, self._theme.color("page_box", opacity))
