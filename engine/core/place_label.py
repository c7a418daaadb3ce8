"""Naming the places a passage covers, for people."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"(.*?)([^\W\d]+) (\d+)\Z", re.DOTALL)


def joined_label(first: str, last: str) -> str:
    """Return the label from the first place to the last: 'Budget, rows 12\u201330'."""
    if not last or first == last:
        return first
    begin, end = _NUMBERED.match(first), _NUMBERED.match(last)
    if begin and end and begin.group(1, 2) == end.group(1, 2):
        return f"{begin[1]}{begin[2]}s {begin[3]}\u2013{end[3]}"
    return f"{first} \u2013 {last}"
