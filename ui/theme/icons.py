"""Icons: Lucide drawings, recoloured and cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from ui.theme.resource_files import ICONS

# The small signs need a heavier line to be seen at 12 pixels.
_HEAVY = frozenset({"check", "minus", "plus", "x"})


class IconSet:
    """Draws icons by name in any colour; every drawing is made once."""

    def __init__(self) -> None:
        self._pixmaps: dict[tuple[str, int, int, float], QPixmap] = {}

    def pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """Return the icon for a screen with `ratio` device pixels per pixel."""
        key = (name, colour.rgba(), size, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = _render(icon_svg(name, colour), size, ratio)
        return self._pixmaps[key]


class ThemedIconEngine(QIconEngine):
    """Draws an icon in the colours that the theme has when it is painted.

    `pixmap_of` returns the drawing for a screen with so many device pixels per pixel, faded for a
    disabled button. The icon is `size` pixels wide, with `gap` empty pixels at its right.
    """

    def __init__(self, pixmap_of: Callable[[float, bool], QPixmap], size: int, gap: int) -> None:
        super().__init__()
        self._pixmap_of, self._size, self._gap = pixmap_of, size, gap

    def clone(self) -> QIconEngine:
        """Return a copy."""
        return ThemedIconEngine(self._pixmap_of, self._size, self._gap)

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        """Return its own size, or less where there is less room."""
        return QSize(self._size + self._gap, self._size).boundedTo(size)

    def scaledPixmap(
        self, _size: QSize, mode: QIcon.Mode, _state: QIcon.State, scale: float
    ) -> QPixmap:
        """Return the drawing for a screen with `scale` device pixels per pixel."""
        drawing = self._pixmap_of(scale, mode == QIcon.Mode.Disabled)
        if not self._gap:
            return drawing
        wide = QPixmap(round((self._size + self._gap) * scale), round(self._size * scale))
        wide.setDevicePixelRatio(scale)
        wide.fill(Qt.GlobalColor.transparent)
        painter = QPainter(wide)
        painter.drawPixmap(0, 0, drawing)
        painter.end()
        return wide

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing in the middle of `rect`."""
        drawing = self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatio())
        size = self.actualSize(rect.size(), mode, state)
        place = QRect(QPoint(0, 0), size)
        place.moveCenter(rect.center())
        painter.drawPixmap(place, drawing)


def icon_svg(name: str, colour: QColor) -> str:
    """Return the drawing `name` as SVG text in `colour`; raise KeyError when there is none."""
    return _drawing(name).replace("currentColor", colour.name())


@cache
def _drawing(name: str) -> str:
    file = ICONS / "lucide" / f"{name}.svg"
    if not file.is_file():
        raise KeyError(f"There is no icon '{name}'.")
    stroke = "2.25" if name in _HEAVY else "1.75"
    drawing = file.read_text(encoding="utf-8")
    return drawing.replace('stroke-width="2"', f'stroke-width="{stroke}"')


def render_app_mark(left: QColor, right: QColor, size: int, ratio: float) -> QPixmap:
    """Return the app mark, one sheet folded in two, with its halves in the given colours."""
    svg = (ICONS / "app-mark.svg").read_text(encoding="utf-8")
    first, second, rest = svg.split("/>")
    halves = (_with_fill(first, left), _with_fill(second, right), rest)
    return _render("/>".join(halves), size, ratio)


def _with_fill(path: str, colour: QColor) -> str:
    return path[: path.index("fill=")] + f'fill="{colour.name()}"'


def _render(svg: str, size: int, ratio: float) -> QPixmap:
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
