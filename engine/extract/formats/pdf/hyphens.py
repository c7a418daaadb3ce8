"""Words that a PDF divides at the end of a line.

The hyphen may be part of the word (`long-|term`) or only mark the line break (`docu-|ment`); a PDF
does not distinguish them. The spelling in the rest of the document decides. If the word does not
occur there, hyphen and line break are kept, as in plain text, for which both spellings are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

DIVISION = "\ufffe"
"""PDFium's replacement for the hyphen and the line break."""

_Value = TypeVar("_Value")

_PUNCTUATION = ".,;:!?()[]{}<>\"'/*«»‹›“”„‘’‚¿¡…"
_FIRST = re.compile(r"[^\W_]*\Z")
_REST = re.compile(r"[^\W\d_]*")
_MAX_PART = 64


class Divisions:
    """The words of a document, to decide how its divided words are written."""

    def __init__(self, pages: Iterable[str]) -> None:
        self._words: set[str] = set()
        pages = list(pages)
        if any(DIVISION in page for page in pages):
            written = {word for page in pages for word in _without_parts(page).casefold().split()}
            self._words = {word.strip(_PUNCTUATION) for word in written}

    def resolved(self, text: str) -> str:
        """Return a text in which each divided word is joined, hyphenated or still divided."""
        if DIVISION not in text:
            return text
        before, *others = text.split(DIVISION)
        written = [before]
        for after in others:
            written += [self._between(before, after), after]
            before = after
        return "".join(written)

    def lines(self, text: str) -> tuple[str, list[int]]:
        """Return `resolved(text)`, resolving each line of `text` separately.

        Also return how many lines of the result each line of `text` became.
        """
        lines = [self.resolved(line) for line in text.split("\n")]
        return "\n".join(lines), [line.count("\n") + 1 for line in lines]

    def _between(self, before: str, after: str) -> str:
        """Return the text between the parts of a divided word: '', '-' or '-' and a line break."""
        first, rest = _last_part(before), _first_part(after)
        is_name = bool(first and rest) and rest[0].isupper() and not first[-1].isupper()
        if not first or not rest or is_name:  # as in Meyer-Schmidt
            return "-"
        is_joined = f"{first}{rest}".casefold() in self._words
        is_compound = f"{first}-{rest}".casefold() in self._words
        if is_joined == is_compound:
            return "-\n"
        return "" if is_joined else "-"


def repeated(values: Sequence[_Value], counts: Sequence[int]) -> tuple[_Value, ...]:
    """Repeat each value by its count."""
    pairs = zip(values, counts, strict=False)
    return tuple(value for value, count in pairs for _ in range(count))


def _last_part(text: str) -> str:
    found = _FIRST.search(text[-_MAX_PART:])
    return found[0] if found else ""


def _first_part(text: str) -> str:
    found = _REST.match(text[:_MAX_PART])
    return found[0] if found else ""


def _without_parts(page: str) -> str:
    """Return a page without its divided words, because their parts are not words."""
    if DIVISION not in page:
        return page
    parts = []
    for at, part in enumerate(page.split(DIVISION)):
        begin = len(_first_part(part)) if at else 0
        parts.append(part[begin : max(begin, len(part) - len(_last_part(part)))])
    return " ".join(parts)
