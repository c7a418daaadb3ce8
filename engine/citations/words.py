"""A text as words with their places, so that passages compare by what they say.

Scripts written without spaces between words (Han, kana, Thai and its neighbours) count by the
character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
    "|[^\\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in lower case; word i is `text[starts[i]:ends[i]]`."""

    words: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.words)


def words_of(text: str) -> Words:
    """Return the words of `text` with their places."""
    found = list(_WORD.finditer(text))
    return Words(
        [match[0].casefold() for match in found],
        [match.start() for match in found],
        [match.end() for match in found],
    )
