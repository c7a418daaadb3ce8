"""A text with every white space made one space, and the way back to the text as it is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.core.hit import TextSpan

_PIECE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class EvenedText:
    """`text` holds the pieces; piece i begins at `starts[i]` in it and at `origins[i]` before."""

    text: str
    starts: Sequence[int]
    origins: Sequence[int]

    @classmethod
    def of(cls, text: str) -> EvenedText:
        """Even out a text."""
        pieces = list(_PIECE.finditer(text))
        lengths = (len(piece[0]) + 1 for piece in pieces[:-1])
        starts = list(accumulate(lengths, initial=0)) if pieces else []
        words = " ".join(piece[0] for piece in pieces)
        return cls(words, starts, [piece.start() for piece in pieces])

    def span(self, start: int, end: int) -> TextSpan:
        """Return where [start, end) of the evened text stands in the text as it is.

        It begins and ends inside pieces, not at a space.
        """
        return TextSpan(self._origin(start), self._origin(end - 1) + 1)

    def _origin(self, offset: int) -> int:
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + offset - self.starts[piece]
