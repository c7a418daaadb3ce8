"""The match that a document is opened at: where most of the searched words stand together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtGui import QTextCursor, QTextDocument

from engine.api import TextSpan
from ui.densest import densest

_TOGETHER = 200
_MOST_COMPARED = 200


def first_match(
    document: QTextDocument, matches: Sequence[TextSpan], passage: TextSpan | None
) -> int:
    """Return the index of a match (spans in UTF-16 units, ascending); 0 for none.

    It is one of the passage where that has some: among many of a frequent word the rare ones count.
    """
    if passage is None:
        return 0
    first = bisect_left(matches, passage.start, key=lambda match: match.start)
    last = bisect_left(matches, passage.end, key=lambda match: match.start)
    if first == last:
        return first if first < len(matches) else 0
    inside = matches[first : min(last, first + _MOST_COMPARED)]
    return first + densest([(match.start, _text(document, match)) for match in inside], _TOGETHER)


def _text(document: QTextDocument, span: TextSpan) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(span.start)
    cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()
