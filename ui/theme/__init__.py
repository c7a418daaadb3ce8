"""The appearance: colors, fonts, icons, palette and style sheet."""

from twofold.ui.theme.resource_files import Face
from twofold.ui.theme.theme import Theme, styled_once_built, theme_name

__all__ = ["Face", "Theme", "styled_once_built", "theme_name"]
