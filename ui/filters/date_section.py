"""The section of dates: a heading with the range that is chosen, and the histogram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.api import FacetCount
from ui.filters.date_range import DateRange
from ui.filters.date_span import DateSpan
from ui.filters.filter_selection import Gesture
from ui.filters.section_heading import SectionHeading
from ui.theme import Theme


class DateSection(QWidget):
    """Hidden while no passage has a date.

    Signals:
        gestured: the range as a value, and Gesture.ONLY; the range that is chosen takes it back.
        rows_shown: the bars can be seen, because a person unfolded them.
    """

    gestured = Signal(str, object)
    rows_shown = Signal()

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

    def set_counts(self, months: Sequence[FacetCount], *, are_known: bool = True) -> None:
        """Show how many passages each time gives; of a search that is known by `show_clicks`."""
        self.range.set_counts(months, are_known=are_known)
        self.setVisible(bool(self.range.bars))

    def visible_values(self) -> tuple[str, ...]:
        """Return the stretches of days that a click on a bar chooses, and the one chosen."""
        if not self._heading.isChecked():
            return ()
        chosen = (self._days.value,) if self._days else ()
        return tuple(dict.fromkeys((*(bar.days.value for bar in self.range.bars), *chosen)))

    def show_clicks(self, numbers: Mapping[str, int]) -> None:
        """Show what a click on some of the bars would list."""
        self.range.show_clicks(numbers)

    def refresh(self) -> None:
        """Fold or unfold."""
        self.range.setVisible(self._heading.isChecked())
        self.rows_shown.emit()

    def unfold(self) -> None:
        """Show the histogram and give it the focus."""
        self._heading.setChecked(True)
        self.range.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _tell(self, days: DateSpan | None) -> None:
        if days != self._days:
            wanted = days or self._days  # the same range again takes it back
            self.gestured.emit(wanted.value if wanted else "", Gesture.ONLY)
