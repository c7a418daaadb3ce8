"""The theme: every colour, face and icon the window uses, asked for by name."""

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
    """Colours, faces and icons of the window, and how close its rows stand.

    Widgets get the theme by their constructor and ask it while they paint; those that keep a
    colour or an icon ask again on `changed`. `name` is one of `ui.theme.tokens.THEME_NAMES`.
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
        self._pictures = QTemporaryDir()  # of the style sheet; deleted with the theme

    @property
    def name(self) -> str:
        """One of `ui.theme.tokens.THEME_NAMES`."""
        return self._name

    @property
    def is_high_contrast(self) -> bool:
        """True where only lines tell things apart: marks are underlines then."""
        return self._name.startswith("contrast_")

    @property
    def is_compact(self) -> bool:
        """True where rows stand close together."""
        return self._is_compact

    def set_compact(self, *, compact: bool) -> None:
        """Let rows stand close together, or not, and tell every widget."""
        if compact != self._is_compact:
            self._is_compact = compact
            self.changed.emit()

    def color(self, token: str, opacity: float = 1.0) -> QColor:
        """Return the colour called `token`, to be left as it is; raise KeyError for none."""
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
        """Return a face of `size` pixels, to be left as it is: 400, 500 or 600 strong.

        `tabular` lines figures up; `lang` (ISO 639-1) chooses the shapes of Han characters.
        """
        key = (size, weight, mono, tabular, lang)
        if key not in self._fonts:
            self._fonts[key] = Face(size, weight, mono=mono, tabular=tabular, lang=lang)
        return self._fonts[key]

    def text_width(self, text: str, font: Face) -> float:
        """Return the width of a short text in pixels; measured once, as rows repeat their words."""
        key = (font.name, text)
        if key not in self._widths:
            if len(self._widths) >= _MAX_WIDTHS:
                self._widths.clear()
            self._widths[key] = QFontMetricsF(font).horizontalAdvance(text)
        return self._widths[key]

    def icon(self, name: str, colour: str = "text2", size: int = 16, *, gap: int = 0) -> QIcon:
        """Return the Lucide icon `name` in the colour called `colour`; it follows the theme.

        `gap` pixels at its right are left empty.
        """
        icon_svg(name, self.color(colour))  # an unknown name is an error here, not while painting

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
        """Return the app mark in the colours of the two retrievers."""
        return render_app_mark(self.color("kw_fill"), self.color("mn_fill"), size, ratio)

    def apply(self, app: QApplication) -> None:
        """Make the whole application look like this theme."""
        register_fonts(app)
        app.setStyle("Fusion")
        app.setFont(self.font())
        for helper in (FocusRing, FocusKeys):
            if app.findChild(helper) is None:
                helper(app)
        self._put_on(app)

    def use(self, name: str, app: QApplication) -> None:
        """Change to another theme and tell every widget."""
        self._name = name
        self._tokens = load_tokens(name)
        self._put_on(app)
        self.changed.emit()

    def _put_on(self, app: QApplication) -> None:
        sheet = make_style_sheet(
            self._tokens, Path(self._pictures.path()), high_contrast=self.is_high_contrast
        )
        # Qt styles a widget again for each widget around it when it replaces a style sheet: 240 ms
        # for a window of 470 widgets, 75 ms when the one before is taken away first.
        app.setStyleSheet("")
        app.setPalette(make_palette(self._tokens))
        app.setStyleSheet(sheet)


@contextmanager
def styled_once_built() -> Iterator[None]:
    """Build a window without the style sheet, which styles every widget once at the end.

    With it Qt styles a widget again each time it is put into another: a window of 490 widgets
    took 195 ms in place of 135.
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
    """Return the name of the theme for a choice: 'system', 'light', 'dark' or 'contrast'.

    A desktop that asks for high contrast has it also for 'system'.
    """
    hints = app.styleHints()  # held by a name: its parts end with it
    accessibility = hints.accessibility()
    system = "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"
    wants_contrast = accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast
    if choice == "contrast" or (choice == "system" and wants_contrast):
        return f"contrast_{system}"
    return system if choice == "system" else choice
