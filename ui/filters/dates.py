"""The section of dates: a histogram with two handles that choose a range of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from engine.api import FacetCount
from ui.filters.selection import DateSpan, Gesture, month_name
from ui.filters.tree import SectionHeading
from ui.i18n import counts
from ui.theme import Theme

_MONTHS = 12
# Fewer years than these are shown by month.
_YEARS_BY_MONTH = 3
# More are not told apart on a column of this width; what is older is in the first bar.
_MOST_BARS = 40


@dataclass(frozen=True, slots=True)
class DateBar:
    """One bar: its days and how many passages they give."""

    days: DateSpan
    count: int

    @property
    def is_month(self) -> bool:
        """Whether it stands for a month, not for a year."""
        return (self.days.first.year, self.days.first.month) == (
            self.days.last.year,
            self.days.last.month,
        )


def make_bars(months: Sequence[FacetCount]) -> tuple[DateBar, ...]:
    """Return bars for counts of months ('2026-10'), oldest first and without a gap."""
    counted = Counter({month: count for month, count in map(_dated, months) if month})
    if not counted:
        return ()
    first, last = min(counted), max(counted)
    if (last - first) // _MONTHS + 1 < _YEARS_BY_MONTH:
        return tuple(_bar(month, month, counted[month]) for month in range(first, last + 1))
    years: Counter[int] = Counter()
    newest = last // _MONTHS
    oldest = max(first // _MONTHS, newest - _MOST_BARS + 1)
    for month, count in counted.items():
        years[max(month // _MONTHS, oldest)] += count
    return tuple(
        _bar(
            first // _MONTHS * _MONTHS if year == oldest else year * _MONTHS,
            year * _MONTHS + _MONTHS - 1,
            years[year],
        )
        for year in range(oldest, newest + 1)
    )


def _dated(facet: FacetCount) -> tuple[int, int]:
    """Return months since year 0 and the count; 0 for what is no month."""
    try:
        day = date.fromisoformat(f"{facet.value}-01")
    except ValueError:
        return 0, 0
    return day.year * _MONTHS + day.month - 1, facet.count


def _bar(first: int, last: int, count: int) -> DateBar:
    ends = [(month // _MONTHS, month % _MONTHS + 1) for month in (first, last)]
    return DateBar(DateSpan.of_months(ends[0], ends[1]), count)


_BARS = 34.0
_TOP = 4.0
_HEIGHT = 66
_INSET = 16.0
_HANDLE = 4.0
_LABEL_ROOM = 26.0


class DateRange(QWidget):
    """Bars, and below them a line with a handle at each end of the range.

    Arrow keys move the handle that has the focus, Home and End as far as it goes; Tab goes to the
    other handle. A click on a bar chooses it alone, a drag over bars the range of them.

    Signals:
        span_wanted: the DateSpan that a person has chosen, None for all dates.
    """

    span_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[DateBar, ...] = ()
        self._days: DateSpan | None = None
        self._ends = [0, 0]
        self._at = 0
        self._dragged_from: int | None = None
        self._is_stale = False
        self.counts_documents = False  # instead of passages
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Range of dates"))
        theme.changed.connect(self.update)

    @property
    def bars(self) -> tuple[DateBar, ...]:
        """The bars shown."""
        return self._bars

    @property
    def days(self) -> DateSpan | None:
        """The range that is chosen; None for all dates."""
        return self._days

    def set_counts(self, months: Sequence[FacetCount]) -> None:
        """Show other bars."""
        self._is_stale = False
        before, self._bars = len(self._bars), make_bars(months)
        if len(self._bars) != before:
            self._dragged_from = None  # the bar that the drag began at may be no more
        self._follow()

    def set_days(self, days: DateSpan | None) -> None:
        """Show what is chosen."""
        self._days = days
        self._follow()

    def set_stale(self) -> None:
        """Say that the counts are being computed anew."""
        self._is_stale = True
        self.setAccessibleDescription(self.in_words())
        self.update()

    def _follow(self) -> None:
        """Put the handles where the range is."""
        last = max(len(self._bars) - 1, 0)
        inside = [n for n, bar in enumerate(self._bars) if self._is_inside(bar)]
        self._ends = [inside[0], inside[-1]] if inside else [0, last]
        self.setAccessibleDescription(self.in_words())
        self.update()

    def _is_inside(self, bar: DateBar) -> bool:
        days = self._days
        return days is None or (bar.days.first >= days.first and bar.days.last <= days.last)

    def in_words(self) -> str:
        """Say the range, what it gives, and which handle the keys move."""
        if not self._bars:
            return ""
        first, last = self._ends
        days = DateSpan(self._bars[first].days.first, self._bars[last].days.last)
        number = sum(bar.count for bar in self._bars[first : last + 1])
        handle = self.tr("first date") if self._at == 0 else self.tr("last date")
        return self.tr("{dates}; the arrow keys move the {handle}").format(
            dates=self._days_words(days, number), handle=handle
        )

    def _days_words(self, days: DateSpan, number: int) -> str:
        if self._is_stale:
            return days.in_words()
        count = counts.documents if self.counts_documents else counts.passages
        return self.tr("{dates}: {passages}").format(dates=days.in_words(), passages=count(number))

    def bar_words(self, bar: DateBar) -> str:
        """Say the days of a bar, and what a click on it gives where that is known."""
        return self._days_words(bar.days, bar.count)

    def event(self, event: QEvent) -> bool:
        """Say what a click on the bar under the pointer gives."""
        if isinstance(event, QHelpEvent) and self._bars:
            bar = self._bars[self.bar_at(event.pos().x())]
            QToolTip.showText(event.globalPos(), self.bar_words(bar), self)
            return True
        return super().event(event)

    # Choosing

    def _choose(self, first: int, last: int) -> None:
        first, last = min(first, last), max(first, last)
        self._ends = [first, last]
        if (first, last) == (0, len(self._bars) - 1):
            self._days = None
        else:
            self._days = DateSpan(self._bars[first].days.first, self._bars[last].days.last)
        self.setAccessibleDescription(self.in_words())
        self.update()
        self.span_wanted.emit(self._days)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the handle."""
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Home: -len(self._bars),
            Qt.Key.Key_End: len(self._bars),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._bars:
            super().keyPressEvent(event)
            return
        low, high = (0, self._ends[1]) if self._at == 0 else (self._ends[0], len(self._bars) - 1)
        ends = list(self._ends)
        ends[self._at] = min(max(ends[self._at] + step, low), high)
        if ends != self._ends:
            self._choose(ends[0], ends[1])

    def focusNextPrevChild(self, next_: bool) -> bool:  # noqa: FBT001 - Qt's own name and order
        """Go from one handle to the other before leaving."""
        if self._bars and self.hasFocus() and self._at == (0 if next_ else 1):
            self._at = 1 - self._at
            self.setAccessibleDescription(self.in_words())
            self.update()
            return True
        return super().focusNextPrevChild(next_)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin with the handle that comes first on the way in."""
        self._at = 1 if event.reason() is Qt.FocusReason.BacktabFocusReason else 0
        self.setAccessibleDescription(self.in_words())
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show no handle as the one that keys move."""
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a handle, or begin a range at a bar; the only bar chosen is let go."""
        if not self._bars or event.button() is not Qt.MouseButton.LeftButton:
            return
        x, y = event.position().x(), event.position().y()
        on = [n for n in (0, 1) if abs(x - self._handle_x(n)) <= 2 * _HANDLE]
        if on and y > _TOP + _BARS - _HANDLE:
            self._at = on[-1] if x >= self._handle_x(on[-1]) else on[0]
            self._dragged_from = self._ends[1 - self._at]
        else:
            bar = self.bar_at(x)
            alone = self._days is not None and self._ends == [bar, bar]
            self._dragged_from = None if alone else bar
            self._choose(*((0, len(self._bars) - 1) if alone else (bar, bar)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Stretch the range to the bar under the pointer."""
        if self._dragged_from is not None:
            ends = sorted((self._dragged_from, self.bar_at(event.position().x())))
            if ends != self._ends:
                self._choose(ends[0], ends[1])

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._dragged_from = None

    # Painting

    def sizeHint(self) -> QSize:
        """As wide as the column."""
        return QSize(200, _HEIGHT)

    def _step(self) -> float:
        return (self.width() - 2 * _INSET) / max(len(self._bars), 1)

    def bar_at(self, x: float) -> int:
        """Return the bar at `x` pixels from the left, or the nearest one."""
        return min(max(int((x - _INSET) / self._step()), 0), len(self._bars) - 1)

    def bar_area(self, number: int) -> QRectF:
        """Return where a bar is painted."""
        highest = max((bar.count for bar in self._bars), default=0)
        count = self._bars[number].count
        height = max(_BARS * count / highest, 2.0) if count else 1.0
        left = _INSET + number * self._step()
        return QRectF(left, _TOP + _BARS - height, max(self._step() - 2, 1.0), height)

    def _handle_x(self, end: int) -> float:
        return _INSET + (self._ends[end] + end) * self._step() - (2 if end else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, line, handles and labels."""
        if not self._bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(len(self._bars)):
            painter.setBrush(self._theme.color("accent" if self._is_lit(number) else "border"))
            painter.drawRoundedRect(self.bar_area(number), 1.5, 1.5)
        self._paint_line(painter)
        self._paint_labels(painter)

    def _is_lit(self, number: int) -> bool:
        inside = self._ends[0] <= number <= self._ends[1]
        return self._days is not None and inside and not self._is_stale

    def _paint_line(self, painter: QPainter) -> None:
        y = _TOP + _BARS + 3
        painter.fillRect(
            QRectF(_INSET, y, self.width() - 2 * _INSET - 2, 1), self._theme.color("border")
        )
        left, right = self._handle_x(0), self._handle_x(1)
        chosen = self._days is not None
        if chosen:
            painter.fillRect(QRectF(left, y - 0.5, right - left, 2), self._theme.color("accent"))
        for end, x in ((0, left), (1, right)):
            grown = 1.5 if self.hasFocus() and self._at == end else 0.0
            painter.setBrush(self._theme.color("raised"))
            edge = "accent" if chosen or grown else "border_strong"
            painter.setPen(QPen(self._theme.color(edge), 1.5 + grown / 2))
            painter.drawEllipse(QPointF(x, y + 0.5), _HANDLE + grown, _HANDLE + grown)

    def _paint_labels(self, painter: QPainter) -> None:
        every = max(1, -int(-_LABEL_ROOM // self._step()))
        painter.setFont(self._theme.font(11, tabular=True))
        top = _TOP + _BARS + 10
        for number in range(0, len(self._bars), every):
            painter.setPen(self._theme.color("accent" if self._is_lit(number) else "text3"))
            middle = self.bar_area(number).center().x()
            words = _short_name(self._bars[number])
            painter.drawText(QRectF(middle - 20, top, 40, 16), Qt.AlignmentFlag.AlignHCenter, words)


def _short_name(bar: DateBar) -> str:
    """'\u201924' for a year and for a January, 'Mar' for another month."""
    year = f"\u2019{bar.days.last.year % 100:02}"
    if not bar.is_month:
        return year
    return year if bar.days.first.month == 1 else month_name(bar.days.first)


class DateSection(QWidget):
    """Hidden while no passage has a date.

    Signals:
        gestured: the range as a value, and Gesture.ONLY; the range that is chosen takes it back.
    """

    gestured = Signal(str, object)

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.range = DateRange(theme, self)
        self._days: DateSpan | None = None
        self._heading = SectionHeading(title, theme, self)
        self._heading.toggled.connect(self.refresh)
        self._chosen = QLabel(self)
        self._chosen.setFont(theme.font(11, 600, tabular=True))
        self._chosen.setProperty("tone", "accent")
        head = QHBoxLayout()
        head.setContentsMargins(10, 0, 16, 0)
        head.addWidget(self._heading, 1)
        head.addWidget(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.range)
        self.setTabOrder(self._heading, self.range)
        self.range.span_wanted.connect(self._tell)
        self.hide()

    @property
    def tree(self) -> QWidget:
        """What has the focus of the section."""
        return self.range

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this section."""
        return self.range

    def show_days(self, days: DateSpan | None) -> None:
        """Show the range that is chosen."""
        self._days = days
        self._chosen.setText(days.in_words() if days else "")
        self.range.set_days(days)

    def set_counts(self, months: Sequence[FacetCount]) -> None:
        """Show how many passages each time gives."""
        self.range.set_counts(months)
        self.setVisible(bool(self.range.bars))

    def refresh(self) -> None:
        """Fold or unfold."""
        self.range.setVisible(self._heading.isChecked())

    def unfold(self) -> None:
        """Show the histogram and give it the focus."""
        self._heading.setChecked(True)
        self.range.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _tell(self, days: DateSpan | None) -> None:
        if days != self._days:
            wanted = days or self._days  # the same range again takes it back
            self.gestured.emit(wanted.value if wanted else "", Gesture.ONLY)
