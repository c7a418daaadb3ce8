"""A text with every white space made one space, and the way back to the text as it is."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

from engine.model.hit import TextSpan

_PIECE = re.compile(r"\S+")


class EvenedText:
    """`text` holds the pieces of the original between single spaces. Any thread.

    Where the pieces stand is found out when it is first asked for: most texts of megabytes are only
    looked through.
    """

    def __init__(self, original: str) -> None:
        self.text = " ".join(original.split())
        self._original = original
        self._starts = array("Q")
        self._origins = array("Q")

    def span(self, start: int, end: int) -> TextSpan:
        """Return where [start, end) of the evened text stands in the text as it is.

        It begins and ends inside pieces, not at a space.
        """
        if not self._starts:
            self._find_pieces()
        return TextSpan(self._origin(start), self._origin(end - 1) + 1)

    def _find_pieces(self) -> None:
        starts, origins, start = array("Q"), array("Q"), 0
        for piece in _PIECE.finditer(self._original):
            starts.append(start)
            origins.append(piece.start())
            start += piece.end() - piece.start() + 1
        # Only when all are known, and the starts last: other threads take them for a sign of that.
        self._origins = origins
        self._starts = starts

    def _origin(self, offset: int) -> int:
        piece = bisect_right(self._starts, offset) - 1
        return self._origins[piece] + offset - self._starts[piece]
