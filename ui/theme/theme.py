"""The theme: every colour, face and icon the window uses, asked for by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from ui.theme.fonts import Face, make_font, register_fonts
from ui.theme.icons import IconSet, ThemedIconEngine, icon_svg, render_app_mark
from ui.theme.keyboard import EnterPresses, FocusRing, MenuKey
from ui.theme.style_sheet import make_style_sheet
from ui.theme.tokens import load_tokens, make_palette

_SHARP = 2.0
_MOST_WIDTHS = 5000


class Theme(QObject):
    """Colours, faces and icons of the window, and how close its rows stand.

    Widgets get the theme by their constructor and ask it while they paint; those that keep a
    colour or an icon ask again on `changed`.
    """

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._tokens = load_tokens(name)
        self._icons = IconSet()
        self._fonts: dict[tuple[int, int, bool, bool, str], Face] = {}
        self._widths: dict[tuple[tuple[object, ...], str], float] = {}
        self._colours: dict[str, QColor] = {}
        self._is_compact = False
        self._pictures = QTemporaryDir()  # of the style sheet; deleted with the theme

    @classmethod
    def load(cls, name: str) -> Theme:
        """Return a theme, one of `ui.theme.tokens.THEME_NAMES`."""
        return cls(name)

    @property
    def name(self) -> str:
        """One of `ui.theme.tokens.THEME_NAMES`."""
        return self._name

    @property
    def is_dark(self) -> bool:
        """True for light text on dark."""
        return self._name in {"dark", "contrast_dark"}

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
        if token not in self._colours:
            self._colours[token] = QColor(self._tokens[token])
        if opacity == 1.0:
            return self._colours[token]
        colour = QColor(self._colours[token])
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
            made = make_font(size, weight, mono=mono, tabular=tabular, lang=lang)
            self._fonts[key] = Face(made, key)
        return self._fonts[key]

    def text_width(self, text: str, font: Face) -> float:
        """Return the width of a short text in pixels; measured once, as rows repeat their words."""
        key = (font.name, text)
        if key not in self._widths:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = QFontMetricsF(font).horizontalAdvance(text)
        return self._widths[key]

    def icon(self, name: str, colour: str = "text2", size: int = 16, *, gap: int = 0) -> QIcon:
        """Return the Lucide icon `name` in the colour called `colour`; it follows the theme.

        `gap` pixels at its right are left empty.
        """
        icon_svg(name, self.color(colour))  # an unknown name is an error here, not while painting
        return QIcon(ThemedIconEngine(partial(self._drawing, name, colour, size), size, gap))

    def _drawing(self, name: str, colour: str, size: int, ratio: float, faded: bool) -> QPixmap:  # noqa: FBT001 - called by the icon engine alone
        return self.pixmap(name, "border_strong" if faded else colour, size, ratio)

    def pixmap(
        self, name: str, colour: str = "text2", size: int = 16, ratio: float = 1.0
    ) -> QPixmap:
        """Return the icon `name` for painting at `ratio` device pixels per pixel."""
        return self._icons.pixmap(name, self.color(colour), size, ratio)

    def app_mark(self, size: int = 22, ratio: float = _SHARP) -> QPixmap:
        """Return the app mark in the colours of the two retrievers."""
        return render_app_mark(self.color("kw_fill"), self.color("mn_fill"), size, ratio)

    def apply(self, app: QApplication) -> None:
        """Make the whole application look like this theme."""
        register_fonts(app)
        app.setStyle("Fusion")
        app.setFont(self.font())
        for helper in (FocusRing, EnterPresses, MenuKey):
            if app.findChild(helper) is None:
                helper(app)
        self._put_on(app)

    def use(self, name: str, app: QApplication) -> None:
        """Change to another theme and tell every widget."""
        self._name = name
        self._tokens = load_tokens(name)
        self._colours.clear()
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
    sheet = app.styleSheet() if isinstance(app, QApplication) else ""
    if isinstance(app, QApplication):
        app.setStyleSheet("")
    try:
        yield
    finally:
        if isinstance(app, QApplication):
            app.setStyleSheet(sheet)


def system_theme_name(app: QApplication) -> str:
    """Return 'dark' when the desktop is dark, else 'light'."""
    is_dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if is_dark else "light"


def theme_name(choice: str, app: QApplication) -> str:
    """Return the name of the theme for a choice: 'system', 'light', 'dark' or 'contrast'.

    A desktop that asks for high contrast has it also for 'system'.
    """
    system = system_theme_name(app)
    if choice == "contrast" or (choice == "system" and _system_wants_contrast(app)):
        return f"contrast_{system}"
    return system if choice == "system" else choice


def _system_wants_contrast(app: QApplication) -> bool:
    hints = app.styleHints()  # held by a name: its parts end with it
    accessibility = hints.accessibility()
    return bool(accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast)
