"""Where the files shipped beside the code lie."""

from __future__ import annotations

from pathlib import Path

# The same relative layout in a checkout, an installed wheel and a frozen build.
RESOURCES = Path(__file__).resolve().parents[2] / "resources"
FONTS = RESOURCES / "fonts"
ICONS = RESOURCES / "icons"
STYLES = RESOURCES / "styles"


def window_languages() -> tuple[str, ...]:
    """Return the codes of the languages that the window speaks: English and the translations."""
    files = (RESOURCES / "translations").glob("twofold_*.qm")
    return ("en", *sorted(file.stem.removeprefix("twofold_") for file in files))
