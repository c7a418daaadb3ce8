"""Widths of texts without laying them out: near enough to tell a long one from a short one."""

from __future__ import annotations

import re

from PySide6.QtGui import QFont, QFontMetricsF

# Scripts whose letters change their shape beside others: of these no sum tells the width.
_SHAPED = re.compile("[\u0590-\u109f\u1700-\u1cff\ua800-\uabff\U00010000-\U0010ffff]")
# Kerning takes a little of the sum away.
_LEAST_SHARE = 0.9


class CharacterWidths(dict[str, float]):
    """Width of each character in one font, measured when it is first asked for."""

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self._metrics = QFontMetricsF(font)

    def __missing__(self, character: str) -> float:
        width = self[character] = self._metrics.horizontalAdvance(character)
        return width

    def at_least(self, text: str) -> float:
        """Return pixels that `text` surely needs in one line; 0 when that cannot be told."""
        if _SHAPED.search(text):
            return 0.0
        return _LEAST_SHARE * sum(map(self.__getitem__, text))
