"""Resource files: languages, fonts, and icons that can be drawn in any color.

Inter is the font of the interface and JetBrains Mono that of code; other scripts use system fonts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

# The same relative path in a checkout, an installed wheel and a frozen build.
RESOURCES = Path(__file__).resolve().parents[2] / "resources"
FONTS = RESOURCES / "fonts"
ICONS = RESOURCES / "icons"
STYLES = RESOURCES / "styles"


def window_languages() -> tuple[str, ...]:
    """Return the codes of the available interface languages, English first."""
    files = (RESOURCES / "translations").glob("twofold_*.qm")
    codes = {file.stem.removeprefix("twofold_") for file in files}
    return ("en", *sorted(codes - {"en"}))


# Han characters look different in each language, so the language determines the first font.
_EAST_ASIAN_FACES = {
    "ja": ("Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic"),
    "ko": ("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
    "zh": ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
}
_REGISTERED = "twofold_fonts_registered"


def register_fonts(app: QApplication) -> None:
    """Register the bundled fonts, which take precedence over installed ones of the same name."""
    if app.property(_REGISTERED):
        return
    for file in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(file))
    app.setProperty(_REGISTERED, True)


class Face(QFont):
    """A font of `size` pixels; with `tabular`, all digits have the same width.

    `lang` (ISO 639-1) determines the shapes of Han characters. `name` identifies the font:
    QFont.key() is built on every call and ignores tabular digits.
    """

    def __init__(
        self, size: int, weight: int, *, mono: bool = False, tabular: bool = False, lang: str = ""
    ) -> None:
        super().__init__()
        self.name = size, weight, mono, tabular, lang
        own = _EAST_ASIAN_FACES.get(lang[:2], ())
        others = [face for faces in _EAST_ASIAN_FACES.values() for face in faces if face not in own]
        self.setFamilies(["JetBrains Mono" if mono else "Inter", *own, *others])
        self.setPixelSize(size)
        self.setWeight(QFont.Weight(weight))
        # Keeps text widths proportional at every screen scale.
        self.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if mono:
            self.setStyleHint(QFont.StyleHint.Monospace)
            self.setFeature(QFont.Tag("calt"), 0)  # no ligatures such as '!='
        if tabular:
            self.setFeature(QFont.Tag("tnum"), 1)


# These small icons need thicker strokes to be visible at 12 pixels.
_HEAVY = frozenset({"check", "minus", "plus", "x"})


class ThemedIconEngine(QIconEngine):
    """Draws an icon in the current colors of the theme.

    `pixmap_of` returns the drawing for a device pixel ratio, faded for a disabled button. The icon
    is `size` pixels wide, with `gap` empty pixels on the right.
    """

    def __init__(self, pixmap_of: Callable[[float, bool], QPixmap], size: int, gap: int) -> None:
        super().__init__()
        self._pixmap_of, self._size, self._gap = pixmap_of, size, gap

    def clone(self) -> QIconEngine:
        """Return a copy."""
        return ThemedIconEngine(self._pixmap_of, self._size, self._gap)

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        """Return the icon's size, limited to `size`."""
        return QSize(self._size + self._gap, self._size).boundedTo(size)

    def scaledPixmap(
        self, _size: QSize, mode: QIcon.Mode, _state: QIcon.State, scale: float
    ) -> QPixmap:
        """Return the drawing for `scale` device pixels per pixel."""
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
        """Paint the drawing in the center of `rect`."""
        drawing = self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatio())
        size = self.actualSize(rect.size(), mode, state)
        place = QRect(QPoint(0, 0), size)
        place.moveCenter(rect.center())
        painter.drawPixmap(place, drawing)


def icon_svg(name: str, colour: QColor) -> str:
    """Return the icon `name` as SVG text in `colour`; raise KeyError if it does not exist."""
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
    """Return the app mark, a folded sheet, with its halves in the given colors."""
    svg = (ICONS / "app-mark.svg").read_text(encoding="utf-8")
    first, second, rest = svg.split("/>")
    halves = (_with_fill(first, left), _with_fill(second, right), rest)
    return render_svg("/>".join(halves), size, ratio)


def _with_fill(path: str, colour: QColor) -> str:
    return path[: path.index("fill=")] + f'fill="{colour.name()}"'


def render_svg(svg: str, size: int, ratio: float) -> QPixmap:
    """Return an SVG drawing as a pixmap with `ratio` device pixels per pixel."""
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
