"""Colour tokens: the one place where a name becomes a colour."""

from __future__ import annotations

import json
from collections.abc import Mapping

from PySide6.QtGui import QColor, QPalette

from ui.theme.resource_files import STYLES

THEME_NAMES = ("light", "dark", "contrast_light", "contrast_dark")


def load_tokens(theme_name: str) -> dict[str, QColor]:
    """Return every token of a theme, one of THEME_NAMES."""
    text = (STYLES / "tokens.json").read_text(encoding="utf-8")
    themes: Mapping[str, Mapping[str, str]] = json.loads(text)
    return {token: parse_colour(value) for token, value in themes[theme_name].items()}


def parse_colour(text: str) -> QColor:
    """Read '#RRGGBB' or 'rgba(r,g,b,opacity)' with opacity from 0 to 1."""
    if not text.startswith("rgba("):
        return QColor(text)
    red, green, blue, opacity = text.removeprefix("rgba(").removesuffix(")").split(",")
    colour = QColor(int(red), int(green), int(blue))
    colour.setAlphaF(float(opacity))
    return colour


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, section 1.4.3)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (_linear(c) for c in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


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
    """Return the palette; disabled text is text3."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, tokens[token])
    for role in _TEXT_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, tokens["text3"])
    return palette
