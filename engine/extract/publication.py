"""What a document says of its publication, in the one form that references use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}/[^\s\"<>{}|\\^`]{1,200}", re.ASCII)
# A DOI may hold any sign that is seen; only where other text follows is its end a guess.
_WHOLE_DOI = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S{0,200}[^\s.,;])[.,;]?", re.IGNORECASE
)
_ISBN = re.compile(r"(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dXx](?!\d)", re.ASCII)
_URL = re.compile(r"https?://[^\s<>\"{}|\\^`]{1,500}", re.IGNORECASE)
_LONGEST_NAME = 300
_MOST_AUTHORS = 200


def doi_of(text: str) -> str:
    """Return the DOI in a text ('https://doi.org/10.1000/182' -> '10.1000/182'), or ''."""
    if whole := _WHOLE_DOI.fullmatch(text.strip()):
        return whole[1]
    found = _DOI.search(text[:2000])
    return found[0].rstrip(".,;:)]'") if found else ""


def isbn_of(text: str) -> str:
    """Return the ISBN in a text as it is written there, or ''; its check digit must be right."""
    for found in _ISBN.finditer(text[:2000]):
        digits = re.sub(r"[-\s]", "", found[0]).upper()
        if _is_isbn(digits):
            return found[0].strip()
    return ""


def url_of(text: str) -> str:
    """Return the web address a text begins with, or ''."""
    found = _URL.match(text.strip())
    return found[0] if found else ""


def authors_of(names: Iterable[str]) -> str:
    """Return 'A; B' of several authors, each once."""
    cleaned = (" ".join(name.split())[:_LONGEST_NAME] for name in names)
    return "; ".join(list(dict.fromkeys(name for name in cleaned if name))[:_MOST_AUTHORS])


def name_in_one_line(text: str) -> str:
    """Return the name of a publisher or a journal."""
    return " ".join(text.split())[:_LONGEST_NAME]


def _is_isbn(digits: str) -> bool:
    if len(digits) == 13 and digits.isdecimal():
        return sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10 == 0
    if len(digits) != 10 or not digits[:9].isdecimal():
        return False
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0


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
