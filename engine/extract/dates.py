"""Dates as documents write them, to ISO 8601 days."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_PDF = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_MONTHS = (
    (re.compile(r"\A(\d{4})[-/.](\d{1,2})(?!\d)"), 1, 2),
    (re.compile(r"\A(\d{1,2})[-/.](\d{4})\Z"), 2, 1),
)
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)", re.ASCII)
_LONGEST = 60
_WORDED = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y")


def iso_day(text: str) -> str:
    """Return the day a date text names ('2026-11-21'), or '' when it names none.

    Understood are ISO dates with any time after them, PDF dates (`D:20261121...`), `21.11.2026`,
    English month names, and mail dates. Slashes with the year last are ambiguous: not understood.
    """
    text = text.strip()
    for pattern in (_ISO, _PDF):
        if found := pattern.match(text):
            return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _DAY_FIRST.match(text):
        return _day(int(found[3]), int(found[2]), int(found[1]))
    return _worded_day(text) if text else ""


def issue_date(text: str) -> str:
    """Return when something appeared as ISO 8601, as exactly as the text says; '' when it does not.

    '4 March 2021' is '2021-03-04', 'May 2011' and '05/2011' are '2011-05', 'c. 2005' is '2005'.
    """
    text = " ".join(text.split())[:_LONGEST]
    if day := iso_day(text):
        return day
    for pattern, year, month in _MONTHS:
        if (found := pattern.search(text)) and 1 <= int(found[month]) <= 12:
            return f"{found[year]}-{int(found[month]):02}"
    for form in ("%B %Y", "%b %Y", "%Y %B", "%Y %b"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).date().isoformat()[:7]
        except ValueError:
            continue
    years = set(_YEAR.findall(text))
    return years.pop() if len(years) == 1 else ""


def _day(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _worded_day(text: str) -> str:
    for form in _WORDED:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).date().isoformat()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError, RecursionError):
        return ""
