"""The date section: a histogram in which a range can be selected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from twofold.engine.api import FacetCount
from twofold.ui.filters.selection import DateSpan, FilterAction, OnFilterAction, Section, month_name
from twofold.ui.filters.tree import FoldableSection
from twofold.ui.i18n import counts
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme

_MONTHS = 12
# A histogram of fewer years has a bar per month.
_YEARS_BY_MONTH = 3
# The column is too narrow for more bars; the first bar includes all earlier dates.
_MAX_BARS = 40


@dataclass(frozen=True, slots=True)
class DateBar:
    """One bar: its days and its number of passages."""

    days: DateSpan
    count: int

    @property
    def is_month(self) -> bool:
        """Whether the bar is a month, not a year."""
        return (self.days.first.year, self.days.first.month) == (
            self.days.last.year,
            self.days.last.month,
        )


def make_bars(months: Sequence[FacetCount]) -> tuple[DateBar, ...]:
    """Return bars for counts per month ('2026-10'), oldest first and without gaps."""
    counted = {}  # by months since year 0
    for facet in months:
        with suppress(ValueError):  # not a month
            day = date.fromisoformat(f"{facet.value}-01")
            counted[day.year * _MONTHS + day.month - 1] = facet.count
    if not counted:
        return ()
    first, last = min(counted), max(counted)
    size = 1 if (last - first) // _MONTHS + 1 < _YEARS_BY_MONTH else _MONTHS
    newest = last // size
    oldest = max(first // size, newest - _MAX_BARS + 1)
    sums: Counter[int] = Counter()
    for month, count in counted.items():
        sums[max(month // size, oldest)] += count
    starts = [first // size * size, *(number * size for number in range(oldest + 1, newest + 1))]
    return tuple(
        _bar(start, number * size + size - 1, sums[number])
        for number, start in enumerate(starts, oldest)
    )


def _bar(first: int, last: int, count: int) -> DateBar:
    ends = [(month // _MONTHS, month % _MONTHS + 1) for month in (first, last)]
    return DateBar(DateSpan.of_months(ends[0], ends[1]), count)


_BARS = 34.0
_TOP = 4.0
_HEIGHT = 66
_INSET = 16.0
_LABEL_ROOM = 26.0


class DateRange(QWidget):
    """The histogram. A click selects one bar, dragging selects a range.

    Left, Right, Home and End select another bar; with Shift they extend the range. Space, or a
    click on the only selected bar, clears the selection: `on_action` is then called with the value
    of the selected range.
    """

    def __init__(
        self, theme: Theme, on_action: OnFilterAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._on_action = theme, on_action
        self.bars: tuple[DateBar, ...] = ()
        self.days: DateSpan | None = None  # the selected range; None for all dates
        self._from = self._to = 0  # the first and the last bar in selection order
        self._is_dragged = False
        self.is_stale = self._of_documents = False
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Range of dates"))
        theme.changed.connect(self.update)

    def set_counts(self, months: Sequence[FacetCount], *, of_documents: bool = False) -> None:
        """Show bars for these counts of passages, or of documents if `of_documents`."""
        self.is_stale, self._of_documents = False, of_documents
        before, self.bars = len(self.bars), make_bars(months)
        if len(self.bars) != before:
            self._is_dragged = False  # the bar where the drag started may be gone
        self.set_days(self.days)

    def set_days(self, days: DateSpan | None) -> None:
        """Show the selected range."""
        self.days = days
        inside = [number for number, bar in enumerate(self.bars) if self._is_chosen(bar)]
        ends = (inside[0], inside[-1]) if inside else (0, len(self.bars) - 1)
        if ends != self._ends():
            self._from, self._to = ends
        self._update_description()

    def set_stale(self) -> None:
        """Mark the counts as outdated until new ones arrive."""
        self.is_stale = True
        self._update_description()

    def _update_description(self) -> None:
        """Repaint, and update the accessible description of the range and the keys."""
        described = ""
        if self.bars:
            first, last = self._ends()
            number = sum(bar.count for bar in self.bars[first : last + 1])
            words = tr("{dates}. Use the arrow keys to select; hold Shift for a range")
            bar = DateBar(self._days_of(first, last), number)
            described = words.format(dates=self.bar_text(bar))
        self.setAccessibleDescription(described)
        self.update()

    def _is_chosen(self, bar: DateBar) -> bool:
        days = self.days
        return days is not None and days.first <= bar.days.first and bar.days.last <= days.last

    def _ends(self) -> tuple[int, int]:
        return min(self._from, self._to), max(self._from, self._to)

    def _days_of(self, first: int, last: int) -> DateSpan:
        return DateSpan(self.bars[first].days.first, self.bars[last].days.last)

    def bar_text(self, bar: DateBar) -> str:
        """Return the days of a bar as text, with its count if known."""
        days = bar.days.label()
        if self.is_stale:
            return days
        count = counts.documents if self._of_documents else counts.passages
        return tr("{dates}: {passages}").format(dates=days, passages=count(bar.count))

    def event(self, event: QEvent) -> bool:
        """Show the days and the count of the bar under the pointer in a tooltip."""
        if isinstance(event, QHelpEvent) and self.bars:
            bar = self.bars[self.bar_at(event.pos().x())]
            QToolTip.showText(event.globalPos(), self.bar_text(bar), self)
            return True
        return super().event(event)

    # Selection

    def _choose(self, start: int, end: int) -> None:
        """Request the range between two bars as a filter; all bars mean no filter."""
        self._from, self._to = start, end
        first, last = self._ends()
        days = self._days_of(first, last)
        is_all = (first, last) == (0, len(self.bars) - 1)
        wanted = self.days if is_all else days
        if wanted is not None and (is_all or days != self.days):
            self._on_action(Section.DATES, wanted.value, FilterAction.ONLY)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the next bar, extend the range, or select all dates."""
        last, key = len(self.bars) - 1, event.key()
        before = self._to if self.days else (last + 1 if key == Qt.Key.Key_Left else -1)
        targets = {
            Qt.Key.Key_Left: before - 1,
            Qt.Key.Key_Right: before + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key == Qt.Key.Key_Space and self.bars:
            self._choose(0, last)
        elif key in targets and self.bars:
            end = min(max(targets[Qt.Key(key)], 0), last)
            stretches = event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.days
            self._choose(self._from if stretches else end, end)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a range at a bar, or select all dates if only this bar is selected."""
        if not self.bars or event.button() is not Qt.MouseButton.LeftButton:
            return
        bar = self.bar_at(event.position().x())
        is_alone = self.days is not None and self._ends() == (bar, bar)
        self._is_dragged = not is_alone
        self._choose(*((0, len(self.bars) - 1) if is_alone else (bar, bar)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the range to the bar under the pointer."""
        if self._is_dragged and self.bars:
            self._choose(self._from, self.bar_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End the drag."""
        self._is_dragged = False

    # Painting

    def _step(self) -> float:
        return (self.width() - 2 * _INSET) / max(len(self.bars), 1)

    def bar_at(self, x: float) -> int:
        """Return the number of the bar nearest to `x`."""
        return min(max(int((x - _INSET) / self._step()), 0), len(self.bars) - 1)

    def bar_area(self, number: int) -> QRectF:
        """Return the rectangle of a bar."""
        highest = max((bar.count for bar in self.bars), default=0)
        count = self.bars[number].count
        height = max(_BARS * count / highest, 2.0) if count else 1.0
        left = _INSET + number * self._step()
        return QRectF(left, _TOP + _BARS - height, max(self._step() - 2, 1.0), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars, the baseline and the labels."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(11, tabular=True))
        every = max(1, -int(-_LABEL_ROOM // self._step()))
        line = QRectF(_INSET, _TOP + _BARS + 3, self.width() - 2 * _INSET - 2, 1)
        for number, bar in enumerate(self.bars):
            area, is_lit = self.bar_area(number), self._is_chosen(bar) and not self.is_stale
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent" if is_lit else "border"))
            painter.drawRoundedRect(area, 1.5, 1.5)
            painter.fillRect(line, self._theme.color("border"))
            if number % every == 0:
                painter.setPen(self._theme.color("accent" if is_lit else "text3"))
                label = QRectF(area.center().x() - 20, line.top() + 7, 40, 16)
                painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, _short_name(bar))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(9, 1, -9, -1), 4, 4)


def _short_name(bar: DateBar) -> str:
    """Return '\u201924' for a year or a January, 'Mar' for another month."""
    year = f"\u2019{bar.days.last.year % 100:02}"
    if not bar.is_month:
        return year
    return year if bar.days.first.month == 1 else month_name(bar.days.first)


class DateSection(FoldableSection):
    """The histogram, with the selected range in the heading; hidden without dates."""

    def __init__(
        self, theme: Theme, on_action: OnFilterAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(Section.DATES, theme, parent)
        self._chosen = QLabel(self)
        self._chosen.setFont(theme.font(11, 600, tabular=True))
        self._chosen.setProperty("tone", "accent")
        self.head.addWidget(self._chosen)
        self.range = self.tree = self.last_stop = DateRange(theme, on_action, self)
        self.body.setContentsMargins(0, 4, 0, 0)
        self.body.addWidget(self.range)
        self.hide()

    def show_days(self, days: DateSpan | None) -> None:
        """Show the selected range."""
        self._chosen.setText(days.label() if days else "")
        self.range.set_days(days)

    def set_counts(self, months: Sequence[FacetCount], *, of_documents: bool) -> None:
        """Show the number of passages or documents per bar."""
        self.range.set_counts(months, of_documents=of_documents)
        self.setVisible(bool(self.range.bars))

    def unfold(self) -> None:
        """Expand the section and focus the histogram."""
        self.heading.setChecked(True)
        self.range.setFocus(Qt.FocusReason.ShortcutFocusReason)
