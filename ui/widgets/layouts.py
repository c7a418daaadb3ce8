"""Functions that build layouts in one expression: `row(name, ..., button)`."""

from __future__ import annotations

from types import EllipsisType
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

_Item = QWidget | QLayout
# A widget or layout, optionally with stretch and alignment; a number of empty pixels; or `...`
# for the remaining space.
Part = _Item | tuple[_Item, int] | tuple[_Item, int, Qt.AlignmentFlag] | int | EllipsisType
Margins = tuple[int, int, int, int]
_NONE: Margins = (0, 0, 0, 0)
_FILLS = Qt.AlignmentFlag(0)


def row(
    *parts: Part, margins: Margins = _NONE, spacing: int = 0, parent: QWidget | None = None
) -> QHBoxLayout:
    """Return a layout of parts side by side, installed in `parent` if given."""
    return _filled(QHBoxLayout(), parts, margins, spacing, parent)


def column(
    *parts: Part, margins: Margins = _NONE, spacing: int = 0, parent: QWidget | None = None
) -> QVBoxLayout:
    """Return a layout of parts below each other, installed in `parent` if given."""
    return _filled(QVBoxLayout(), parts, margins, spacing, parent)


_Layout = TypeVar("_Layout", bound=QBoxLayout)


def _filled(
    layout: _Layout, parts: tuple[Part, ...], margins: Margins, spacing: int, parent: QWidget | None
) -> _Layout:
    if parent is not None:
        parent.setLayout(layout)
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for part in parts:
        if part is ...:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        else:
            _add(layout, *(part if isinstance(part, tuple) else (part,)))
    return layout


def _add(
    layout: QBoxLayout, item: _Item, stretch: int = 0, alignment: Qt.AlignmentFlag = _FILLS
) -> None:
    if isinstance(item, QWidget):
        layout.addWidget(item, stretch, alignment)
    else:
        layout.addLayout(item, stretch)
