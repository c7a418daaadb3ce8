"""The section of dates: a histogram, of which a range can be chosen."""

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
# Fewer years than these are shown by month.
_YEARS_BY_MONTH = 3
# More are not told apart on a column of this width; what is older is in the first bar.
_MAX_BARS = 40


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
    counted = {}  # by months since year 0
    for facet in months:
        with suppress(ValueError):  # it is no month
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
    """Bars, one for each time; a click chooses one, a drag over bars the range of them.

    Left, Right, Home and End choose another bar, with Shift they stretch the range. Space, or
    another click on the only bar chosen, chooses all dates again: `on_action` gets the value of
    the range that is chosen once more then.
    """

    def __init__(
        self, theme: Theme, on_action: OnFilterAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._on_action = theme, on_action
        self.bars: tuple[DateBar, ...] = ()
        self.days: DateSpan | None = None  # the range that is chosen; None for all dates
        self._from = self._to = 0  # the bars where the range was begun, and where it was led
        self._is_dragged = False
        self.is_stale = self._of_documents = False
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Range of dates"))
        theme.changed.connect(self.update)

    def set_counts(self, months: Sequence[FacetCount], *, of_documents: bool = False) -> None:
        """Show other bars, of passages or `of_documents`."""
        self.is_stale, self._of_documents = False, of_documents
        before, self.bars = len(self.bars), make_bars(months)
        if len(self.bars) != before:
            self._is_dragged = False  # the bar that the drag began at may be no more
        self.set_days(self.days)

    def set_days(self, days: DateSpan | None) -> None:
        """Show what is chosen."""
        self.days = days
        inside = [number for number, bar in enumerate(self.bars) if self._is_chosen(bar)]
        ends = (inside[0], inside[-1]) if inside else (0, len(self.bars) - 1)
        if ends != self._ends():
            self._from, self._to = ends
        self._follow()

    def set_stale(self) -> None:
        """Say that the counts are being computed anew."""
        self.is_stale = True
        self._follow()

    def _follow(self) -> None:
        """Paint, and describe the range, what it gives, and what the keys do."""
        described = ""
        if self.bars:
            first, last = self._ends()
            number = sum(bar.count for bar in self.bars[first : last + 1])
            words = tr("{dates}; the arrow keys choose, with Shift a range")
            bar = DateBar(self._days_of(first, last), number)
            described = words.format(dates=self.words_of(bar))
        self.setAccessibleDescription(described)
        self.update()

    def _is_chosen(self, bar: DateBar) -> bool:
        days = self.days
        return days is not None and days.first <= bar.days.first and bar.days.last <= days.last

    def _ends(self) -> tuple[int, int]:
        return min(self._from, self._to), max(self._from, self._to)

    def _days_of(self, first: int, last: int) -> DateSpan:
        return DateSpan(self.bars[first].days.first, self.bars[last].days.last)

    def words_of(self, bar: DateBar) -> str:
        """Say the days of a bar, and what a click on it gives where that is known."""
        days = bar.days.in_words()
        if self.is_stale:
            return days
        count = counts.documents if self._of_documents else counts.passages
        return tr("{dates}: {passages}").format(dates=days, passages=count(bar.count))

    def event(self, event: QEvent) -> bool:
        """Say what a click on the bar under the pointer gives."""
        if isinstance(event, QHelpEvent) and self.bars:
            bar = self.bars[self.bar_at(event.pos().x())]
            QToolTip.showText(event.globalPos(), self.words_of(bar), self)
            return True
        return super().event(event)

    # Choosing

    def _choose(self, start: int, end: int) -> None:
        """Ask for the range between two bars; that of all bars is no filter."""
        self._from, self._to = start, end
        first, last = self._ends()
        days = self._days_of(first, last)
        is_all = (first, last) == (0, len(self.bars) - 1)
        wanted = self.days if is_all else days
        if wanted is not None and (is_all or days != self.days):
            self._on_action(Section.DATES, wanted.value, FilterAction.ONLY)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the bar beside, stretch the range to it, or choose all dates again."""
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
        """Begin a range at a bar; of the only bar chosen, all dates are chosen again."""
        if not self.bars or event.button() is not Qt.MouseButton.LeftButton:
            return
        bar = self.bar_at(event.position().x())
        is_alone = self.days is not None and self._ends() == (bar, bar)
        self._is_dragged = not is_alone
        self._choose(*((0, len(self.bars) - 1) if is_alone else (bar, bar)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Stretch the range to the bar under the pointer."""
        if self._is_dragged and self.bars:
            self._choose(self._from, self.bar_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._is_dragged = False

    # Painting

    def _step(self) -> float:
        return (self.width() - 2 * _INSET) / max(len(self.bars), 1)

    def bar_at(self, x: float) -> int:
        """Return the bar at `x` pixels from the left, or the nearest one."""
        return min(max(int((x - _INSET) / self._step()), 0), len(self.bars) - 1)

    def bar_area(self, number: int) -> QRectF:
        """Return where a bar is painted."""
        highest = max((bar.count for bar in self.bars), default=0)
        count = self.bars[number].count
        height = max(_BARS * count / highest, 2.0) if count else 1.0
        left = _INSET + number * self._step()
        return QRectF(left, _TOP + _BARS - height, max(self._step() - 2, 1.0), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, the line below them, and labels."""
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
    """'\u201924' for a year and for a January, 'Mar' for another month."""
    year = f"\u2019{bar.days.last.year % 100:02}"
    if not bar.is_month:
        return year
    return year if bar.days.first.month == 1 else month_name(bar.days.first)


class DateSection(FoldableSection):
    """The histogram, and the chosen range beside the heading; hidden while nothing has a date."""

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
        """Show the range that is chosen."""
        self._chosen.setText(days.in_words() if days else "")
        self.range.set_days(days)

    def set_counts(self, months: Sequence[FacetCount], *, of_documents: bool) -> None:
        """Show how many passages or documents each time gives."""
        self.range.set_counts(months, of_documents=of_documents)
        self.setVisible(bool(self.range.bars))

    def unfold(self) -> None:
        """Show the histogram and give it the focus."""
        self.heading.setChecked(True)
        self.range.setFocus(Qt.FocusReason.ShortcutFocusReason)
