"""What a document says of its publication, in the one form that references use."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
