"""The lines above and below the hits: count, order, grouping and weak matches."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QActionGroup,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from twofold.engine.api import Outcome
from twofold.ui.explain.times import elapsed_ms
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.label_text import plain_tip
from twofold.ui.i18n.translation import tr
from twofold.ui.results.presented import HitOrder, PresentedAnswer
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.decoration import make_label, set_surface, vertical_line

ANNOUNCE_EVERY_MS = 500


_BETWEEN = " \u00b7 "


def header_parts(answer: PresentedAnswer) -> tuple[str, ...]:
    """Return the line above the list: 'Best 163 of 8,980', '26 weak hidden'."""
    parts = [_rows(answer)]
    if answer.passages:
        parts.append(counts.passages(answer.passages))
    if answer.duplicates and not answer.has_more and not answer.is_of_documents:
        parts.append(counts.duplicates(answer.duplicates))
    if answer.weak:
        weak = counts.weak_shown if answer.shows_weak else counts.weak_hidden
        parts.append(weak(answer.weak))
    return tuple(parts)


def _rows(answer: PresentedAnswer) -> str:
    if answer.outcome is Outcome.ONLY_WEAK:
        return tr("Nothing relevant")
    rows, matches = answer.rows, answer.matches
    count = counts.documents if answer.is_of_documents else counts.passages
    if matches is None:
        words = tr("Best {rows}") if answer.has_more else "{rows}"
        return words.format(rows=count(rows))
    if rows == matches:
        return count(rows)
    all_of_them = count(matches) if answer.is_of_documents else grouped(matches)
    words = tr("Best {rows} of {matches}") if answer.has_more else tr("{rows} of {matches}")
    return words.format(rows=grouped(rows), matches=all_of_them)


def header_tip(answer: PresentedAnswer) -> tuple[str, ...]:
    """Return one line for each number of the count line, saying what it counts."""
    rows, matches = answer.rows, answer.matches
    lines = []
    if answer.outcome is not Outcome.ONLY_WEAK:
        listed = tr("{n} in this list. Scroll to the end to load more.")
        words = listed if answer.has_more else tr("{n} in this list.")
        lines.append(words.format(n=grouped(rows)))
    if matches is not None and matches != rows:
        words = tr("{n} match, including passages with the same text.")
        if answer.is_of_documents:
            words = tr("{n} with a matching passage.")
        count = counts.documents if answer.is_of_documents else counts.passages
        lines.append(words.format(n=count(matches)))
    if answer.passages:
        words = tr("{n} match in these documents.")
        lines.append(words.format(n=counts.passages(answer.passages)))
    elif answer.documents is not None and not answer.is_of_documents and answer.documents:
        words = tr("They are in {documents}.")
        lines.append(words.format(documents=counts.documents(answer.documents)))
    if answer.duplicates and not answer.has_more and not answer.is_of_documents:
        lines.append(
            tr("{n} with the same text as a listed passage are hidden.").format(
                n=counts.duplicates(answer.duplicates)
            )
        )
    if answer.weak:
        lines.append(
            tr("{n}: barely related to the query.").format(n=counts.weak_matches(answer.weak))
        )
    time = max(1, round(elapsed_ms(answer.response.trace)))
    lines.append(tr("Found in {time} ms.").format(time=grouped(time)))
    return tuple(lines)


class CountLine(QLabel):
    """Shows the count and announces it to screen readers, at most twice a second.

    If space is short, the middle of the line is left out. The tooltip explains every number.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[str, ...] = ()
        self._counts: tuple[str, ...] = ()
        self._activity = ""
        self.setFont(theme.font(12, tabular=True))
        self.setProperty("tone", "text2")
        self.plain_text = ""
        self._announce_soon = QTimer(self, singleShot=True, interval=ANNOUNCE_EVERY_MS)
        self._announce_soon.timeout.connect(self._announce)
        theme.changed.connect(self._write)

    def show_answer(self, answer: PresentedAnswer) -> None:
        """Show the number of rows and matches, and explain the numbers in the tooltip."""
        self._counts = header_parts(answer)
        self.setToolTip(plain_tip("\n".join(header_tip(answer))))
        self._show_parts()

    def show_activity(self, words: str) -> None:
        """Show what is being done with the answer, after its numbers; '' for nothing."""
        if words != self._activity:
            self._activity = words
            if self._counts:
                self._show_parts()

    def _show_parts(self) -> None:
        self._parts = (*self._counts, *filter(None, (self._activity,)))
        self.plain_text = _BETWEEN.join(self._parts)
        self._write()
        self.setAccessibleName(self.plain_text)
        if not self._announce_soon.isActive():
            self._announce_soon.start()

    def show_nothing(self) -> None:
        """Clear the line, for an empty query."""
        self._announce_soon.stop()
        self.plain_text, self._parts, self._counts = "", (), ()
        self.setAccessibleName("")
        self.setToolTip("")
        self.clear()

    def sizeHint(self) -> QSize:
        """Return the size of the full line."""
        shown, wanted = super().sizeHint(), ceil(self._width(self._parts))
        return QSize(max(shown.width(), wanted), shown.height())

    def minimumSizeHint(self) -> QSize:
        """Allow any width: the tooltip shows what does not fit."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the line as fits."""
        super().resizeEvent(event)
        self._write()

    def _write(self) -> None:
        """Write the line, with the first number emphasized."""
        if not self._parts:
            return
        colour = self._theme.color("text").name()
        first, *others = self._parts
        while len(others) > 1 and self._width((first, *others)) > self.width():
            del others[0]
        if others and self._width((first, *others)) > self.width():
            others = []
        strong = f"<b style='font-weight:600; color:{colour}'>{escape(first)}</b>"
        self.setText(_BETWEEN.join((strong, *map(escape, others))))

    def _width(self, parts: Sequence[str]) -> float:
        return self._theme.text_width(_BETWEEN.join(parts), self._theme.font(12, 600, tabular=True))

    def _announce(self) -> None:
        if self.plain_text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.plain_text))


class ListTools(QWidget):
    """The buttons to the right of the count line: order, grouping, reranking and export.

    Signals:
        order_chosen: the selected HitOrder.
    """

    order_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sort = QToolButton(self)
        self.sort.setIcon(theme.icon("chevron-down", "text2", 12))
        self.sort.setProperty("kind", "sort")
        self.sort.setToolTip(tr("Order of the passages"))
        self.sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sort.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.sort.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron at the right
        self.sort.setIconSize(QSize(12, 12))
        menu = QMenu(self.sort)
        group = QActionGroup(menu)
        for order in HitOrder:
            action = menu.addAction(order.words)
            action.setCheckable(True)
            action.setActionGroup(group)
            action.setData(order)
            action.triggered.connect(lambda _=False, order=order: self.choose_order(order))
        self.sort.setMenu(menu)
        self.group = self._make_button(tr("Group by document"), "group_by_document")
        self.group.setIcon(theme.icon("layers", "text2", 16))
        self.group.setCheckable(True)
        self.rerank = self._make_button(tr("Rerank the top passages"), "rerank")
        self.rerank.setIcon(theme.icon("scan-search", "text2", 16))
        self.rerank.setCheckable(True)
        self.export = self._make_button(tr("Export passages"), "export")
        self.export.setIcon(theme.icon("share", "text2", 16))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for part in (self.sort, vertical_line(self), self.group, self.rerank, self.export):
            row.addWidget(part)
        self._filters_only = False
        self._show_order(HitOrder.BEST)

    @property
    def order(self) -> HitOrder:
        """The selected order."""
        return self._order

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets of this row in tab order."""
        return self.sort, self.group, self.rerank, self.export

    def set_enabled(self, *, enabled: bool) -> None:
        """Enable sorting and export if there are hits; grouping is always enabled.

        Reranking has further conditions and is enabled elsewhere.
        """
        self.sort.setEnabled(enabled)
        self.export.setEnabled(enabled)
        if not enabled:
            self.rerank.setEnabled(False)

    def _make_button(self, words: str, command: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "tool")
        button.setFixedSize(28, 24)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(words)
        name_key(button, words, command)
        return button

    def choose_order(self, order: HitOrder) -> None:
        """Select the order of the hits."""
        self._show_order(order)
        self.order_chosen.emit(order)

    def show_filters_only(self, *, filters_only: bool) -> None:
        """Set whether the search has filters only; hits are then sorted by date, not relevance."""
        if filters_only != self._filters_only:
            self._filters_only = filters_only
            self._show_order(self._order)

    def _show_order(self, order: HitOrder) -> None:
        self._order = order
        shown = HitOrder.NEWEST if self._filters_only and order is HitOrder.BEST else order
        self.sort.setText(shown.words)
        self.sort.setAccessibleName(tr("Order: {order}").format(order=shown.words))
        for action in self.sort.menu().actions():
            action.setChecked(action.data() is shown)
            action.setVisible(not (self._filters_only and action.data() is HitOrder.BEST))


_WEAK_LINE_HEIGHT = 32


class WeakLine(QWidget):
    """Shows the number of weak matches, if any, and a button to show or hide them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_surface(self, "surface")
        self.setFixedHeight(_WEAK_LINE_HEIGHT)
        self._words = make_label(theme, self, tone="text2")
        self.button = QToolButton(self)
        self.button.setProperty("kind", "link")
        self.button.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(48, 1, 12, 0)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        self.hide()

    def show_answer(self, answer: PresentedAnswer) -> None:
        """Show the number of weak matches and whether they are listed."""
        words, shown = counts.weak_matches(answer.weak), answer.shows_weak
        sentence = words if shown else tr("{weak} hidden").format(weak=words)
        self._words.setText(sentence[:1].upper() + sentence[1:])
        self.button.setChecked(shown)
        self.button.setText(tr("Hide") if shown else tr("Show"))
        self.button.setAccessibleName(
            tr("Hide {weak}").format(weak=words) if shown else tr("Show {weak}").format(weak=words)
        )
        self.setVisible(answer.weak > 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed top edge."""
        super().paintEvent(event)
        painter = QPainter(self)
        pen = QPen(self._theme.color("border_strong"), 1)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(0, 0, self.width(), 0)
