"""The zoom of the preview: its percentage, buttons that change it, and a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from twofold.ui.i18n.translation import tr
from twofold.ui.preview.page_view import Fit
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import keys_in, name_key, shown_key


class ZoomControl(QFrame):
    """Buttons to zoom out and in around a button with the percentage, which opens a menu.

    Signals:
        stepped: zoom in (+1) or out (-1), or to the usual size (0).
        fit_requested: the Fit that the user has chosen.
    """

    stepped = Signal(int)
    fit_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "stepper")
        self.setFixedHeight(28)
        self._fitting: Fit | None = None
        self.zoom_out = self._button(theme, "minus", tr("Zoom out"), "zoom_out", -1)
        self.zoom_in = self._button(theme, "plus", tr("Zoom in"), "zoom_in", 1)
        self.percent = QToolButton(self)
        self.percent.setProperty("kind", "tool")
        self.percent.setFont(theme.font(12, tabular=True))
        self.percent.setFixedHeight(24)
        self.percent.setToolTip(tr("Zoom"))
        self.percent.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.percent)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.percent.setMenu(self.menu)
        parts = (self.zoom_out, self.percent, self.zoom_in)
        layouts.row(*parts, margins=(1, 1, 1, 1), parent=self)

    def _button(self, theme: Theme, icon: str, name: str, command: str, steps: int) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(theme.icon(icon, "text2", 14))
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(24, 24)
        button.setAccessibleName(name)
        name_key(button, name, command)
        button.clicked.connect(lambda: self.stepped.emit(steps))
        return button

    def show_zoom(self, zoom: float, fitting: Fit | None) -> None:
        """Show the zoom; `fitting` is None for a text, which always fits the width."""
        self._fitting = fitting
        self.percent.setText(tr("{percent}%").format(percent=round(100 * zoom)))
        name = tr("Zoom")
        self.percent.setAccessibleName(f"{name} {self.percent.text()}")

    def set_compact(self, *, is_compact: bool) -> None:
        """Show only the percentage, or all buttons."""
        self.zoom_out.setVisible(not is_compact)
        self.zoom_in.setVisible(not is_compact)

    def _fill_menu(self) -> None:
        self.menu.clear()
        self.add_to(self.menu)

    def add_to(self, menu: QMenu) -> None:
        """Add the commands for zooming to a menu."""
        for steps, words, command in (
            (1, tr("Zoom in"), "zoom_in"),
            (-1, tr("Zoom out"), "zoom_out"),
            (0, tr("Normal size"), "zoom_usual"),
        ):
            keys = shown_key(keys_in(self.window(), command))
            menu.addAction(f"{words}\t{keys}", partial(self.stepped.emit, steps))
        if self._fitting is None:
            return
        menu.addSeparator()
        for fit, words in (
            (Fit.PASSAGE, tr("Fit passage")),
            (Fit.WIDTH, tr("Fit width")),
            (Fit.PAGE, tr("Fit page")),
        ):
            action = menu.addAction(words, partial(self.fit_requested.emit, fit))
            action.setCheckable(True)
            action.setChecked(fit is self._fitting)
