"""A stretch of days, as it is chosen, kept and told."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QDate, QLocale

from ui.i18n import formatting

_DECEMBER = 12


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The days from `first` to `last`, both of them inside."""

    first: date
    last: date

    @classmethod
    def parse(cls, value: str) -> DateSpan:
        """Read back what `value` wrote."""
        first, _, last = value.partition("/")
        return cls(date.fromisoformat(first), date.fromisoformat(last))

    @classmethod
    def of_months(cls, first: tuple[int, int], last: tuple[int, int]) -> DateSpan:
        """Return the days from the first of one month (year, month) to the last of another."""
        return cls(date(*first, 1), date(*last, monthrange(*last)[1]))

    @property
    def value(self) -> str:
        """The span as a text: '2024-01-01/2026-12-31'."""
        return f"{self.first.isoformat()}/{self.last.isoformat()}"

    def in_words(self) -> str:
        """'2024', '2024\u20132026', 'Mar 2025', 'Mar 2025 \u2013 Jun 2026', or with days."""
        if self._is_years():
            years = (str(self.first.year), str(self.last.year))
            return "\u2013".join(dict.fromkeys(years))
        is_months = self._is_months()
        ends = (
            _words(one, "MMM yyyy") if is_months else formatting.day(one.isoformat())
            for one in (self.first, self.last)
        )
        return " \u2013 ".join(dict.fromkeys(ends))

    def _is_years(self) -> bool:
        begins = (self.first.month, self.first.day) == (1, 1)
        return begins and (self.last.month, self.last.day) == (_DECEMBER, 31)

    def _is_months(self) -> bool:
        ends = self.last.day == monthrange(self.last.year, self.last.month)[1]
        return self.first.day == 1 and ends


def month_name(day: date) -> str:
    """'Mar', in the language of the window."""
    return _words(day, "MMM").rstrip(".")


def _words(day: date, form: str) -> str:
    # The C locale writes months as numbers; the window's own language is English.
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        locale = QLocale(QLocale.Language.English)
    return locale.toString(QDate(day.year, day.month, day.day), form)
