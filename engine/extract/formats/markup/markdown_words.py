"""Words of a Markdown file as they are shown, where marks or entities part them in the source.

The text of a Markdown file is the file itself, so `in**vis**ible` and `M&uuml;ller` are no words
of it. They are declared as values of the document, by which it is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from itertools import islice

_PARTED = re.compile(
    r"(?<=[^\W\d_])(?P<mark>\*{1,3}|~~)(?=[^\W\d_])|&(?:[A-Za-z]{2,10}|#\d{2,7}|#x[\da-fA-F]{2,6});"
)
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"`[^`\n]{1,300}`")
_MAX_WORD = 60  # Characters on each side of a mark that are looked at.
_MAX_WORDS = 200
_MAX_MARKS = 5000


def words_as_shown(texts: Iterable[str]) -> str:
    """Return the words that are parted in these texts, each once, as they are shown."""
    words: dict[str, None] = {}
    left = _MAX_MARKS
    for text in texts:
        if "*" not in text and "&" not in text and "~~" not in text:
            continue
        prose = _CODE.sub(" ", text) if "`" in text else text
        for found in islice(_PARTED.finditer(prose), left):
            left -= 1
            word = _shown(prose, found)
            if word and len(words) < _MAX_WORDS:
                words[word] = None
    return " ".join(words)


def _shown(text: str, found: re.Match[str]) -> str:
    """Return the word around a mark, '' for one that is no emphasis and parts no word."""
    start, end = found.span()
    left = text[max(0, start - _MAX_WORD) : start].rsplit(None, 1)
    right = text[end : end + _MAX_WORD].split(None, 1)
    before = "" if text[start - 1 : start].isspace() or not left else left[-1]
    after = "" if text[end : end + 1].isspace() or not right else right[0]
    mark = found["mark"] or ""
    if mark and before.count(mark) + after.count(mark) < 1:
        return ""  # Nothing ends or begins here.
    token = unescape(f"{before}{found[0]}{after}")
    shown = token.replace("*", "").replace("~~", "")
    at = len(unescape(before).replace("*", "").replace("~~", ""))
    around = (one for one in _WORD.finditer(shown) if one.start() <= at <= one.end())
    word = next((one[0] for one in around if len(one[0]) > 1), "")
    return "" if word in _WORD.findall(f"{before} {after}") else word
