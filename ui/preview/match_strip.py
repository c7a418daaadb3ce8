"""The pages of a document that contain matches of the query, as small images."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QMenu, QWidget

from twofold.engine.api import PageImage, PageMatches
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme

THUMBNAIL_WIDTH = 100
_IMAGE, _CELL, _WIDTH = QSize(84, 112), QSize(104, 156), 118
_MAX_IMAGES = 40
_MAX_IN_MENU = 30
_PAGE = Qt.ItemDataRole.UserRole


class MatchStrip(QListWidget):
    """A column of page images. Images are requested one at a time, only for visible pages.

    Signals:
        page_chosen: the number of a page that the user has clicked.
        image_requested: the number of a page, for `use_image`.
    """

    page_chosen = Signal(int)
    image_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._images: OrderedDict[int, QPixmap] = OrderedDict()
        self._awaited = 0
        self.matches: tuple[PageMatches, ...] = ()
        self.setAccessibleName(tr("Pages with matches"))
        self.setProperty("kind", "pages")
        self.setFixedWidth(_WIDTH)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setFlow(QListView.Flow.TopToBottom)
        self.setWrapping(False)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setIconSize(_IMAGE)
        self.setGridSize(_CELL)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask_for_image)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._soon.start())
        self.itemClicked.connect(self._on_chosen)
        self.itemActivated.connect(self._on_chosen)
        theme.changed.connect(self._draw_again)

    def show_matches(self, matches: tuple[PageMatches, ...]) -> None:
        """Show the pages of another document or query, without images for now."""
        self.clear()
        self._images.clear()
        self._awaited = 0
        self.matches = matches
        blank = _icon(self._framed(None))
        for one in matches:
            item = QListWidgetItem(blank, words_of(one, "\n"), self)
            item.setData(_PAGE, one.page)
            item.setToolTip(words_of(one))
        self._soon.start()

    def show_page(self, page: int) -> None:
        """Select the page that the preview shows, if it has matches."""
        pages = [one.page for one in self.matches]
        self.setCurrentRow(pages.index(page) if page in pages else -1)

    def use_image(self, page: int, image: PageImage | None) -> None:
        """Show the image of a page; None if it cannot be rendered."""
        if page != self._awaited:
            return
        self._awaited = 0
        self._images[page] = self._framed(image)
        self._set_icon(page, self._images[page])
        if len(self._images) > _MAX_IMAGES:
            oldest, _ = self._images.popitem(last=False)
            self._set_icon(oldest, self._framed(None))
        self._soon.start()

    def _set_icon(self, page: int, pixmap: QPixmap) -> None:
        row = next((n for n, one in enumerate(self.matches) if one.page == page), -1)
        if row >= 0:
            self.item(row).setIcon(_icon(pixmap))

    def _framed(self, image: PageImage | None) -> QPixmap:
        """Return a page with a frame, and with its matches."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(_IMAGE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = QSize(image.width, image.height) if image else QSize(100, 130)
        fitted = size.scaled(_IMAGE - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (_IMAGE.width() - fitted.width()) / 2, (_IMAGE.height() - fitted.height()) / 2
        sheet = QRectF(left, top, fitted.width(), fitted.height())
        painter.fillRect(sheet, self._theme.color("page"))
        if image is not None:
            form = QImage.Format.Format_RGB32
            shown = QImage(image.pixels, image.width, image.height, image.stride, form)
            painter.drawImage(sheet, shown)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            scale = fitted.width() / max(1, image.width)
            for box in image.match_boxes:
                mark = QRectF(box.x, box.y, box.width, box.height)
                spot = QRectF(mark.topLeft() * scale + sheet.topLeft(), mark.size() * scale)
                painter.fillRect(spot.adjusted(-1, -1, 1, 1), self._theme.color("page_mark"))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setPen(self._theme.color("border"))
        painter.drawRect(sheet)
        painter.end()
        return pixmap

    def _ask_for_image(self) -> None:
        """Request the image of the first visible page that has none."""
        if self._awaited or not self.isVisible():
            return
        view = self.viewport().rect()
        for row, one in enumerate(self.matches):
            area = self.visualItemRect(self.item(row))
            if area.top() > view.bottom():
                return
            if area.intersects(view) and one.page not in self._images:
                self._awaited = one.page
                self.image_requested.emit(one.page)
                return

    def _draw_again(self) -> None:
        page = next((item.data(_PAGE) for item in self.selectedItems()), 0)
        self.show_matches(self.matches)
        self.show_page(page)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        self.page_chosen.emit(item.data(_PAGE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request the images of the pages that have become visible."""
        super().resizeEvent(event)
        self._soon.start()

    def add_to(self, menu: QMenu, current: int) -> None:
        """Add the first pages with matches to a menu, for a preview without space for images."""
        for one in self.matches[:_MAX_IN_MENU]:
            action = menu.addAction(words_of(one))
            action.setCheckable(True)
            action.setChecked(one.page == current)
            action.triggered.connect(lambda _=False, page=one.page: self.page_chosen.emit(page))


def page_beyond(matches: Sequence[PageMatches], page: int, step: int) -> int:
    """Return the next (+1) or previous (-1) other page with matches, wrapping around; 0 if none."""
    others = [one.page for one in matches if one.page != page]
    if step > 0:
        return next((other for other in others if other > page), min(others, default=0))
    return next((other for other in reversed(others) if other < page), max(others, default=0))


def _icon(pixmap: QPixmap) -> QIcon:
    """Return an icon that is not tinted while it is selected."""
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def words_of(one: PageMatches, between: str = " \u00b7 ") -> str:
    """Return 'p. 12 \u00b7 3 matches'."""
    page = tr("p. {number}").format(number=one.page)
    count = tr("%Ln matches", "", one.count)
    return f"{page}{between}{count}"
