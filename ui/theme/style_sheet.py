"""The style sheet of a theme, made from resources/styles/window.qss."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtGui import QColor

from ui.theme.icons import icon_svg
from ui.theme.resource_files import STYLES

_COLOUR = re.compile(r"@([a-z][a-z0-9_]*)(?:/([0-9]+))?")
_ICON = re.compile(r"icon\(([a-z-]+), ([a-z0-9_]+)\)")


def make_style_sheet(
    tokens: Mapping[str, QColor], pictures: Path, *, high_contrast: bool = False
) -> str:
    """Return the style sheet with colours for '@token' and pictures for 'icon(name, token)'.

    '@token/60' is the colour at 60 % opacity. A style sheet reads pictures from files only; the
    recoloured ones are written to the folder `pictures`.
    """
    names = ("window.qss", "contrast.qss") if high_contrast else ("window.qss",)
    template = "\n".join((STYLES / name).read_text(encoding="utf-8") for name in names)

    def picture(found: re.Match[str]) -> str:
        colour = tokens[found[2]]
        file = pictures / f"{found[1]}-{colour.name()[1:]}.svg"
        if not file.exists():
            file.write_text(icon_svg(found[1], colour), encoding="utf-8")
        return f'url("{file.as_posix()}")'

    with_icons = _ICON.sub(picture, template)
    return _COLOUR.sub(lambda found: _css(tokens[found[1]], found[2]), with_icons)


def _css(colour: QColor, percent: str | None) -> str:
    alpha = round(255 * int(percent) / 100) if percent else colour.alpha()
    return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {alpha})"
