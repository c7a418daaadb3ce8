"""Color tokens, and the palette and the style sheet made from them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtGui import QColor, QPalette

from twofold.ui.theme.resource_files import STYLES, icon_svg

THEME_NAMES = ("light", "dark", "contrast_light", "contrast_dark")


def load_tokens(theme_name: str) -> dict[str, QColor]:
    """Return all tokens of a theme, one of THEME_NAMES."""
    text = (STYLES / "tokens.json").read_text(encoding="utf-8")
    themes: Mapping[str, Mapping[str, str]] = json.loads(text)
    return {token: _parse_colour(value) for token, value in themes[theme_name].items()}


def _parse_colour(text: str) -> QColor:
    """Parse '#RRGGBB' or 'rgba(r,g,b,opacity)' with an opacity from 0 to 1."""
    if not text.startswith("rgba("):
        return QColor(text)
    red, green, blue, opacity = text.removeprefix("rgba(").removesuffix(")").split(",")
    colour = QColor(int(red), int(green), int(blue))
    colour.setAlphaF(float(opacity))
    return colour


_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "window",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on_accent",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "border_strong",
    QPalette.ColorRole.Shadow: "desk",
}
_TEXT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


def make_palette(tokens: Mapping[str, QColor]) -> QPalette:
    """Return the palette; disabled text has the color 'text3'."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, tokens[token])
    for role in _TEXT_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, tokens["text3"])
    return palette


_COLOUR = re.compile(r"@([a-z][a-z0-9_]*)(?:/([0-9]+))?")
_ICON = re.compile(r"icon\(([a-z-]+), ([a-z0-9_]+)\)")


def make_style_sheet(
    tokens: Mapping[str, QColor], pictures: Path, *, high_contrast: bool = False
) -> str:
    """Return the style sheet with '@token' and 'icon(name, token)' replaced.

    '@token/60' is the color at 60 % opacity. A style sheet can only load pictures from files, so
    the recolored icons are written to the folder `pictures`.
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
