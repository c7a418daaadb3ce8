"""Icons: Lucide drawings, recoloured and cached."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from ui.theme.resource_files import ICONS

# The small signs need a heavier line to be seen at 12 pixels.
_HEAVY = frozenset({"check", "minus", "plus", "x"})
_SHARPEST = 3.0


class IconSet:
    """Draws icons by name in any colour; every drawing is made once."""

    def __init__(self) -> None:
        self._pixmaps: dict[tuple[str, int, int, float], QPixmap] = {}
        self._icons: dict[tuple[str, int, int, int], QIcon] = {}

    def icon(self, name: str, colour: QColor, faded: QColor, size: int) -> QIcon:
        """Return the icon `name`, `size` pixels wide; `faded` colours it while disabled."""
        key = (name, colour.rgba(), faded.rgba(), size)
        if key not in self._icons:
            icon = QIcon()
            for ratio in _ratios():
                icon.addPixmap(self.pixmap(name, colour, size, ratio))
                icon.addPixmap(self.pixmap(name, faded, size, ratio), QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]

    def pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """Return the icon for a screen with `ratio` device pixels per pixel."""
        key = (name, colour.rgba(), size, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = _render(icon_svg(name, colour), size, ratio)
        return self._pixmaps[key]


def _ratios() -> list[float]:
    """Return those of the screens there are, and one that Qt can scale down for one to come.

    To draw all that there could be took a twentieth of the time until the window stands.
    """
    return sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()} | {_SHARPEST})


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
