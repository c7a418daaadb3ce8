"""The theme: the colors, fonts and icons of the window, by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from twofold.ui.theme.keyboard import FocusKeys, FocusRing
from twofold.ui.theme.resource_files import (
    Face,
    ThemedIconEngine,
    icon_svg,
    register_fonts,
    render_app_mark,
    render_svg,
)
from twofold.ui.theme.tokens import load_tokens, make_palette, make_style_sheet

_MAX_WIDTHS = 5000


class Theme(QObject):
    """Colors, fonts and icons of the window, and the row density.

    Widgets receive the theme in their constructor and query it while painting; widgets that store a
    color or an icon update it on `changed`. `name` is one of `ui.theme.tokens.THEME_NAMES`.
    """

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._tokens = load_tokens(name)
        self._pixmaps: dict[tuple[str, int, int, float], QPixmap] = {}
        self._fonts: dict[tuple[int, int, bool, bool, str], Face] = {}
        self._widths: dict[tuple[tuple[object, ...], str], float] = {}
        self._is_compact = False
        self._pictures = QTemporaryDir()  # used by the style sheet; deleted with the theme

    @property
    def name(self) -> str:
        """One of `ui.theme.tokens.THEME_NAMES`."""
        return self._name

    @property
    def is_high_contrast(self) -> bool:
        """Whether this is a high contrast theme, which marks text by underlines only."""
        return self._name.startswith("contrast_")

    @property
    def is_compact(self) -> bool:
        """Whether the compact density is used."""
        return self._is_compact

    def set_compact(self, *, compact: bool) -> None:
        """Set the density, and notify all widgets."""
        if compact != self._is_compact:
            self._is_compact = compact
            self.changed.emit()

    def color(self, token: str, opacity: float = 1.0) -> QColor:
        """Return the color of `token`, which must not be modified; raise KeyError if unknown."""
        if opacity == 1.0:
            return self._tokens[token]
        colour = QColor(self._tokens[token])
        colour.setAlphaF(opacity)
        return colour

    def font(
        self,
        size: int = 13,
        weight: int = 400,
        *,
        mono: bool = False,
        tabular: bool = False,
        lang: str = "",
    ) -> Face:
        """Return a shared font of `size` pixels with weight 400, 500 or 600.

        `tabular` aligns digits; `lang` (ISO 639-1) determines the shapes of Han characters.
        The font must not be modified.
        """
        key = (size, weight, mono, tabular, lang)
        if key not in self._fonts:
            self._fonts[key] = Face(size, weight, mono=mono, tabular=tabular, lang=lang)
        return self._fonts[key]

    def text_width(self, text: str, font: Face) -> float:
        """Return the width of a short text in pixels, cached because rows repeat texts."""
        key = (font.name, text)
        if key not in self._widths:
            if len(self._widths) >= _MAX_WIDTHS:
                self._widths.clear()
            self._widths[key] = QFontMetricsF(font).horizontalAdvance(text)
        return self._widths[key]

    def icon(self, name: str, colour: str = "text2", size: int = 16, *, gap: int = 0) -> QIcon:
        """Return the Lucide icon `name` in the color `colour`, which follows the theme.

        `gap` pixels on the right are left empty.
        """
        icon_svg(name, self.color(colour))  # raises for an unknown name now, not while painting

        def draw(ratio: float, faded: bool) -> QPixmap:  # noqa: FBT001 - called by the engine alone
            return self.pixmap(name, "border_strong" if faded else colour, size, ratio)

        return QIcon(ThemedIconEngine(draw, size, gap))

    def pixmap(
        self, name: str, colour: str = "text2", size: int = 16, ratio: float = 1.0
    ) -> QPixmap:
        """Return the icon `name` for painting at `ratio` device pixels per pixel."""
        key = (name, self.color(colour).rgba(), size, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = render_svg(icon_svg(name, self.color(colour)), size, ratio)
        return self._pixmaps[key]

    def app_mark(self, size: int = 22, ratio: float = 2.0) -> QPixmap:
        """Return the app mark in the colors of the two retrievers."""
        return render_app_mark(self.color("kw_fill"), self.color("mn_fill"), size, ratio)

    def apply(self, app: QApplication) -> None:
        """Apply the theme to the whole application."""
        register_fonts(app)
        app.setStyle("Fusion")
        app.setFont(self.font())
        for helper in (FocusRing, FocusKeys):
            if app.findChild(helper) is None:
                helper(app)
        self._apply_style(app)

    def use(self, name: str, app: QApplication) -> None:
        """Change to another theme and notify all widgets."""
        self._name = name
        self._tokens = load_tokens(name)
        self._apply_style(app)
        self.changed.emit()

    def _apply_style(self, app: QApplication) -> None:
        sheet = make_style_sheet(
            self._tokens, Path(self._pictures.path()), high_contrast=self.is_high_contrast
        )
        # When a style sheet is replaced, Qt styles each widget once per ancestor: 240 ms for a
        # window of 470 widgets, but only 75 ms if the old style sheet is removed first.
        app.setStyleSheet("")
        app.setPalette(make_palette(self._tokens))
        app.setStyleSheet(sheet)


@contextmanager
def styled_once_built() -> Iterator[None]:
    """Build a window without the style sheet, and style every widget once at the end.

    Otherwise Qt styles a widget again each time it is reparented: 195 ms instead of 135 ms for a
    window of 490 widgets.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise TypeError("there is no application to style")
    sheet = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(sheet)


def theme_name(choice: str, app: QApplication) -> str:
    """Return the theme name for a choice: 'system', 'light', 'dark' or 'contrast'.

    With 'system', high contrast is also used if the desktop requests it.
    """
    hints = app.styleHints()  # keep a reference: its parts are deleted with it
    accessibility = hints.accessibility()
    system = "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"
    wants_contrast = accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast
    if choice == "contrast" or (choice == "system" and wants_contrast):
        return f"contrast_{system}"
    return system if choice == "system" else choice
