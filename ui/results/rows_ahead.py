"""Rows painted before they come into view: a frame has no time for a page of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtWidgets import QListView, QStyleOptionViewItem

from ui.results.hit_delegate import HitDelegate

# Those in view, before and after them, around the current row, and at both ends.
_PAGES = 7


class RowsAhead(QObject):
    """Paints rows while the window has nothing else to do, one in each turn of the event loop.

    First come those of the next and the previous page, then those that a key leads to: around the
    current row, at the beginning and at the end. `seen` tells the first and the last row in view.
    """

    def __init__(
        self, view: QListView, delegate: HitDelegate, seen: Callable[[], tuple[int, int]]
    ) -> None:
        super().__init__(view)
        self._view = view
        self._delegate = delegate
        self._seen = seen
        # Each row is painted once for each place of the list, however few pictures are kept.
        self._rows: Iterator[int] = iter(())
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._paint_one)
        view.verticalScrollBar().valueChanged.connect(lambda _: self.begin(0))

    def begin(self, milliseconds: int) -> None:
        """Begin anew, so many milliseconds later."""
        self._rows = self._rows_to_paint()
        self._next.start(milliseconds)

    def _paint_one(self) -> None:
        view, model = self._view, self._view.model()
        option = QStyleOptionViewItem()
        view.initViewItemOption(option)
        ratio = view.viewport().devicePixelRatioF()
        for row in self._rows:
            index = model.index(row, 0)
            if not index.isValid():
                continue
            height = self._delegate.sizeHint(option, index).height()
            option.rect = QRect(0, 0, view.viewport().width(), height)
            if self._delegate.prepare(option, index, ratio):
                self._next.start(0)
                return

    def _rows_to_paint(self) -> Iterator[int]:
        # It begins when the first row is asked for: the list has been painted by then.
        first, last = self._seen()
        if first < 0:
            return
        page, end = last - first + 1, self._view.model().rowCount()
        yield from range(last + 1, last + 1 + page)
        yield from range(max(first - page, 0), first)
        if _PAGES * page > self._delegate.pictures_kept(self._view):
            return
        current = self._view.currentIndex().row()
        if current >= 0 and not first <= current <= last:
            yield from range(max(current - page, 0), current + page)
        yield from range(page)
        yield from range(max(end - page, 0), end)
