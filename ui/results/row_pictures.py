"""Rows as they were painted: scrolling moves most of them and changes none.

Painting a row takes one to two milliseconds, of which a frame has 16 for all that is in view; its
picture is copied in a twentieth of one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from engine.api import Hit
from ui.theme import Theme

# Three views of rows on a large screen.
_MOST_BYTES = 48_000_000
_LOOKS = (
    QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
    | QStyle.StateFlag.State_HasFocus
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Picture:
    # Held, so that no other hit can come to have its id.
    hit: Hit
    pixmap: QPixmap

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        return self.pixmap.width() * self.pixmap.height() * 4


_Key = tuple[int, int, int, int, object]


class RowPictures:
    """Keeps the pictures of the rows painted last; another theme forgets them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: OrderedDict[_Key, _Picture] = OrderedDict()
        self._bytes = 0
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._bytes = 0

    def most(self, size: QSize, ratio: float) -> int:
        """Return how many rows of such a size are kept."""
        return int(_MOST_BYTES / max(size.width() * size.height() * ratio * ratio * 4, 1))

    def has(self, option: QStyleOptionViewItem, hit: Hit, further: object, ratio: float) -> bool:
        """Say whether `of` has a picture at hand, and keep that for longer."""
        key = _key(option, hit, (further, ratio))
        if key not in self._kept:
            return False
        self._kept.move_to_end(key)
        return True

    def of(
        self,
        option: QStyleOptionViewItem,
        hit: Hit,
        further: object,
        ratio: float,
        paint: Callable[[QPainter], None],
    ) -> QPixmap | None:
        """Return the row of `hit` in the size and state of `option`, at `ratio` pixels a pixel.

        `further` is what else decides how it looks. `paint` paints it at (0, 0) where it is not
        known yet. None where its pixels would not fall on those of the screen.
        """
        size, top = option.rect.size(), option.rect.topLeft()
        lengths = (size.width(), size.height(), top.x(), top.y())
        if not all((length * ratio).is_integer() for length in lengths):
            return None
        key = _key(option, hit, (further, ratio))
        if key not in self._kept:
            self._keep(key, _Picture(hit, self._painted(size, ratio, paint)))
        self._kept.move_to_end(key)
        return self._kept[key].pixmap

    def _painted(self, size: QSize, ratio: float, paint: Callable[[QPainter], None]) -> QPixmap:
        pixmap = QPixmap(size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._theme.color("surface"))
        painter = QPainter(pixmap)
        try:
            paint(painter)
        finally:
            painter.end()  # Qt ends the whole program when a picture goes that is being painted
        return pixmap

    def _keep(self, key: _Key, picture: _Picture) -> None:
        self._kept[key] = picture
        self._bytes += picture.bytes
        while self._bytes > _MOST_BYTES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.bytes


def _key(option: QStyleOptionViewItem, hit: Hit, further: object) -> _Key:
    rect, looks = option.rect, (option.state & _LOOKS).value
    return id(hit), rect.width(), rect.height(), looks, further
