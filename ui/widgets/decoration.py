"""Backgrounds, labels, lines, button icons and the dots of the two retrievers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QWidget

from twofold.ui.theme import Theme
from twofold.ui.theme.resource_files import ThemedIconEngine


def set_surface(widget: QWidget, surface: str) -> None:
    """Set the background of a widget: 'window', 'surface', 'sunken' or 'desk'.

    Subclasses of QWidget need WA_StyledBackground to use the style sheet's background.
    """
    widget.setProperty("surface", surface)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def make_label(
    theme: Theme,
    parent: QWidget,
    text: str = "",
    *,
    size: int = 12,
    weight: int = 400,
    tone: str = "",
    wrap: bool = False,
) -> QLabel:
    """Return a plain text label in a font and color ('text2', 'text3', '') of the theme."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(theme.font(size, weight, tabular=True))
    label.setProperty("tone", tone)
    label.setWordWrap(wrap)
    return label


def vertical_line(parent: QWidget) -> QFrame:
    """Return a short vertical separator."""
    line = QFrame(parent)
    line.setProperty("kind", "vertical_line")
    line.setFixedSize(1, 14)
    return line


def restyle(widget: QWidget) -> None:
    """Apply the style sheet again after properties of a widget have changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


GAP = 5


def set_button_icon(
    button: QAbstractButton, theme: Theme, name: str, token: str, size: int = 16
) -> None:
    """Set the icon of a button, with `GAP` more pixels before the text than by default."""
    button.setIcon(theme.icon(name, token, size, gap=GAP))
    button.setIconSize(QSize(size + GAP, size))


RADIUS = 4.0
WIDTH = 18
DOTS_GAP = 3  # in addition to Qt's own gap


def paint_two_dots(
    painter: QPainter, theme: Theme, left: QPointF, *, keywords: bool, meaning: bool
) -> None:
    """Paint both dots; `left` is the center of the left edge. They are WIDTH pixels wide."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for offset, filled, token in ((RADIUS, keywords, "kw_fill"), (14.0, meaning, "mn_fill")):
        centre = QPointF(left.x() + offset, left.y())
        if filled:
            painter.setPen(QPen(theme.color(token), 1))
            painter.setBrush(theme.color(token))
            painter.drawEllipse(centre, RADIUS - 0.5, RADIUS - 0.5)
        else:
            painter.setPen(QPen(theme.color("border_strong"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, RADIUS - 0.75, RADIUS - 0.75)
    painter.restore()


def two_dots_icon(
    theme: Theme, *, keywords: bool = True, meaning: bool = True, gap: int = DOTS_GAP
) -> QIcon:
    """Return both dots as a button icon, WIDTH pixels square, with `gap` pixels on the right."""

    def draw(ratio: float, _faded: bool) -> QPixmap:  # noqa: FBT001 - called by the icon engine
        picture = QPixmap(QSize(WIDTH, WIDTH) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_two_dots(painter, theme, QPointF(0, WIDTH / 2), keywords=keywords, meaning=meaning)
        painter.end()
        return picture

    return QIcon(ThemedIconEngine(draw, WIDTH, gap))
