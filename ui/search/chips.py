"""The row of filter chips: one chip per active filter, 'Filter' to add one, and 'Clear'."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QToolButton, QWidget

from twofold.ui.filters.selection import FilterChoice, FilterSelection, Section
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import button_text, isolated, one_line, plain_tip
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key

HEIGHT = 24
_CHIP_PADDING = 10
_ICON = 12
_MAX_TEXT_WIDTH = 180


class Chip(QToolButton):
    """A rounded button, 24 pixels high, with an x that removes it.

    `excluded` chips have a minus and are struck through. `dashed` chips add something and have a
    plus instead of the x.

    Signals:
        removed: the x was clicked.
    """

    removed = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str,
        parent: QWidget | None = None,
        *,
        excluded: bool = False,
        dashed: bool = False,
        is_path: bool = False,
    ) -> None:
        super().__init__(parent)
        self._is_path = is_path
        self._theme = theme
        self._excluded = excluded
        self._dashed = dashed
        self.show_value(text)
        if not dashed:
            words = tr("Without {value}") if excluded else tr("Only {value}")
            self.setAccessibleName(words.format(value=isolated(self.text())))
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_value(self, text: str) -> None:
        """Show this value, with the full text in a tooltip."""
        text = one_line(text)
        self.setText(text)
        self.setShortcut(QKeySequence())  # an '&' in the value is no shortcut
        self.setAccessibleName(text)
        self.setToolTip(plain_tip(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the text and icons, up to the maximum width."""
        words = min(self._metrics().horizontalAdvance(self.text()), _MAX_TEXT_WIDTH)
        signs = 1 + self._excluded
        return QSize(round(2 * _CHIP_PADDING + words + signs * (_ICON + 4)) + 1, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size: chips are never squeezed."""
        return self.sizeHint()

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(12, 500))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `removed` for a click on the x; handle any other click as a button click."""
        left = self.width() - _CHIP_PADDING - _ICON + 2
        at_x = QRect(left - 4, 0, _ICON + 8, HEIGHT)
        if not self._dashed and at_x.contains(event.position().toPoint()):
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pill, its text and its icons."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, edge, ink = "accent_soft", "accent" if self.underMouse() else "accent_line", "accent"
        if self._dashed:
            fill, edge, ink = "hover" if self.underMouse() else "surface", "border_strong", "text2"
        elif self._excluded:
            fill, edge, ink = "neutral_soft", "border_strong", "text2"
        line = Qt.PenStyle.DashLine if self._dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self._theme.color(edge), 1, line))
        painter.setBrush(self._theme.color(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        left, right = float(_CHIP_PADDING), float(self.width() - _CHIP_PADDING)
        if self._dashed or self._excluded:
            self._paint_icon(painter, "plus" if self._dashed else "minus", ink, left)
            left += _ICON + 4
        if not self._dashed:
            self._paint_icon(painter, "x", ink, right - _ICON + 2)
            right -= _ICON + 4
        font = QFont(self._theme.font(12, 500))
        font.setStrikeOut(self._excluded)
        painter.setFont(font)
        painter.setPen(self._theme.color(ink))
        area = QRectF(left, 0, right - left + 2, HEIGHT)
        words = self.fitted_text(right - left + 1)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, words)

    def fitted_text(self, width: float) -> str:
        """Return the text that fits into `width`; a path is shortened to its last folder."""
        metrics, last = self._metrics(), self.text()
        above, _, name = self.text().rpartition("/")
        if self._is_path and above and metrics.horizontalAdvance(last) > width:
            below = f"…/{name}"
            last = below if metrics.horizontalAdvance(below) <= width else name
        return metrics.elidedText(last, Qt.TextElideMode.ElideMiddle, width)

    def _paint_icon(self, painter: QPainter, name: str, ink: str, left: float) -> None:
        area = QRectF(left, (HEIGHT - _ICON) / 2, _ICON, _ICON).toRect()
        self._theme.icon(name, ink, _ICON).paint(painter, area)


_GAP = 6
_REDUCED_WIDTHS = range(208, 111, -1)  # maximum chip widths to try when space is short
ChoiceName = Callable[[FilterChoice], str]


class ChipBar(QWidget):
    """One row of chips; a single 'n filters' chip with a menu replaces them if they do not fit.

    Signals:
        removed: the FilterChoice whose x was clicked.
        cleared: remove all filters.
    """

    removed = Signal(object)
    cleared = Signal()

    def __init__(
        self, theme: Theme, name: ChoiceName, add_menu: QMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._chips: list[Chip] = []
        self._before: QWidget | None = None
        self._choices: tuple[FilterChoice, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Active filters"))
        self.summary = Chip(theme, "", self)
        self.summary.clicked.connect(self._open_summary)
        self.summary.removed.connect(self.cleared)
        self._add = Chip(theme, tr("Filter"), self, dashed=True)
        self._add.setAccessibleName(tr("Add a filter"))
        self._add.clicked.connect(
            lambda: add_menu.popup(self._add.mapToGlobal(self._add.rect().bottomLeft()))
        )
        self._clear = QToolButton(self)
        self._clear.setProperty("kind", "link")
        self._clear.setText(tr("Clear"))
        name_key(self._clear, tr("Remove all filters"), "clear_filters")
        self._clear.clicked.connect(self.cleared)
        self.set_selection(FilterSelection())

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips of the active filters, in their order."""
        return tuple(self._chips)

    @property
    def last_stop(self) -> QWidget:
        """The last widget of this row in the tab order."""
        return self._clear

    def set_selection(self, selection: FilterSelection) -> None:
        """Show one chip for each active filter."""
        held = QApplication.focusWidget()
        place = next((at for at, chip in enumerate(self._chips) if chip is held), 0)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._choices = selection.choices
        self._chips = [self._make_chip(choice) for choice in selection.choices]
        self.summary.setText(counts.filters(len(self._chips)))
        self.summary.setAccessibleName(self.summary.text())
        names = "\n".join(self._name(choice) for choice in self._choices)
        self.summary.setToolTip(plain_tip(names))
        self._set_tab_order()
        self.updateGeometry()
        self._arrange()
        if held is not None and self.isAncestorOf(held) and held.isHidden():
            # Move the focus to the chip that is now at the same position.
            stops = (*self._chips[place : place + 1], *self._chips[-1:], self.summary, self._add)
            shown = (stop for stop in stops if not stop.isHidden())
            if (chip_now := next(shown, None)) is not None:
                chip_now.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self, stop: QWidget) -> None:
        """Put this row after `stop` in the tab order, also after the chips have changed."""
        self._before = stop
        self._set_tab_order()

    def _set_tab_order(self) -> None:
        stops: list[QWidget] = [*self._chips, self.summary, self._add, self._clear]
        if self._before is not None:
            # setTabOrder ignores a segment that is not checked, because it does not accept focus.
            policy = self._before.focusPolicy()
            self._before.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setTabOrder(self._before, stops[0])
            self._before.setFocusPolicy(policy)
        for before, stop in pairwise(stops):
            self.setTabOrder(before, stop)

    def _make_chip(self, choice: FilterChoice) -> Chip:
        is_path, excluded = choice.section is Section.FOLDERS, choice.excluded
        name = self._name(choice)
        chip = Chip(self._theme, name, self, excluded=excluded, is_path=is_path)
        for signal in (chip.removed, chip.clicked):
            signal.connect(lambda *_: self.removed.emit(choice))
        return chip

    def _open_summary(self) -> None:
        menu = QMenu(self)
        for choice in self._choices:
            action = menu.addAction(
                self._theme.icon("x", "text2", 12), button_text(self._name(choice))
            )
            action.triggered.connect(lambda _=False, choice=choice: self.removed.emit(choice))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.summary.mapToGlobal(self.summary.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        """Return the minimum size: the row takes only the space that other widgets leave."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the 'n filters' chip; both buttons are hidden if space is short."""
        least = self.summary if self._chips else self._add
        return QSize(least.sizeHint().width(), HEIGHT + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recalculate which chips fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        clear = self._clear.sizeHint().width() if self._chips else 0
        widths, with_add = self._fitted(self.width() - clear - _GAP)
        fits = widths is not None
        self.summary.setVisible(not fits)
        for chip in self._chips:
            chip.setVisible(fits)
        row = self._chips if fits else [self.summary]
        widths = widths if widths is not None else [self.summary.sizeHint().width()]
        left, top = 0, (self.height() - HEIGHT) // 2
        add = self._add.sizeHint().width()
        for widget, width in zip((*row, self._add), (*widths, add), strict=True):
            widget.setGeometry(left, top, width, HEIGHT)
            left += width + _GAP
        added = self._add.geometry().right()
        # The filter column also adds filters.
        self._add.setVisible(with_add and added < self.width())
        taken = added + _GAP + clear
        # The x of the summary chip also removes all filters.
        self._clear.setVisible(bool(self._chips) and (fits or taken <= self.width()))
        height = self._clear.sizeHint().height()
        self._clear.setGeometry(
            self.width() - clear, (self.height() - height) // 2, max(clear, 1), height
        )

    def _fitted(self, room: int) -> tuple[list[int] | None, bool]:
        """Return the chip widths and whether the 'Filter' chip fits too; None if nothing fits.

        Chips are more informative than 'n filters'. So the 'Filter' chip is hidden first, and then
        the widest chips are shortened.
        """
        add = self._add.sizeHint().width() + _GAP
        wanted = [chip.sizeHint().width() for chip in self._chips]
        if not wanted:
            return [], True
        for longest, taken in (
            (max(wanted), add),
            (max(wanted), 0),
            *((width, 0) for width in _REDUCED_WIDTHS),
        ):
            widths = [min(width, longest) for width in wanted]
            if sum(widths) + len(widths) * _GAP + taken <= room:
                return widths, bool(taken)
        return None, True
