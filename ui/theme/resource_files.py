"""Where the files shipped beside the code lie."""

from __future__ import annotations

from pathlib import Path

# The same relative layout in a checkout, an installed wheel and a frozen build.
RESOURCES = Path(__file__).resolve().parents[2] / "resources"
FONTS = RESOURCES / "fonts"
ICONS = RESOURCES / "icons"
STYLES = RESOURCES / "styles"
