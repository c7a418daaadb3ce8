"""The style sheet of a theme, made from resources/styles/window.qss."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtGui import QColor

from ui.theme.icons import icon_svg
from ui.theme.memory_files import memory_file
from ui.theme.resource_files import STYLES

_COLOUR = re.compile(r"@([a-z][a-z0-9_]*)(?:/([0-9]+))?")
_ICON = re.compile(r"icon\(([a-z-]+), ([a-z0-9_]+)\)")


def make_style_sheet(tokens: Mapping[str, QColor], *, high_contrast: bool = False) -> str:
    """Return the style sheet with colours for '@token' and pictures for 'icon(name, token)'.

    '@token/60' is the colour at 60 % opacity. Style sheets read pictures from files only; the
    recoloured ones are files in memory.
    """
    names = ("window.qss", "contrast.qss") if high_contrast else ("window.qss",)
    template = "\n".join((STYLES / name).read_text(encoding="utf-8") for name in names)

    with_icons = _ICON.sub(lambda found: _picture(found[1], tokens[found[2]]), template)
    return _COLOUR.sub(lambda found: _css(tokens[found[1]], found[2]), with_icons)


def _picture(name: str, colour: QColor) -> str:
    svg = icon_svg(name, colour).encode()
    return f'url("{memory_file(f"{name}-{colour.name()[1:]}.svg", svg)}")'


def _css(colour: QColor, percent: str | None) -> str:
    alpha = round(255 * int(percent) / 100) if percent else colour.alpha()
    return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {alpha})"
