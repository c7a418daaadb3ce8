"""The numbers of lists in web pages (HTML Standard, 4.4.5 to 4.4.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from twofold.engine.extract.numbering import number_of
from twofold.engine.extract.numerals import alphabetic, numeral

LISTS = frozenset({"ol", "ul", "menu", "dir"})
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman",
          "I": "upper-roman"}  # fmt: skip
_STYLE = re.compile(r"(?:^|;)\s*list-style(?:-type)?\s*:\s*([^;]{0,100})", re.IGNORECASE)
# CSS counter styles by their Office Open XML names; others are displayed as digits.
_STYLES = {
    "decimal": "decimal", "decimal-leading-zero": "decimalZero", "lower-roman": "lowerRoman",
    "upper-roman": "upperRoman", "lower-greek": "lowerGreek", "hebrew": "hebrew1",
    "cjk-ideographic": "chineseCountingThousand", "simp-chinese-informal":
    "chineseCountingThousand", "trad-chinese-informal": "chineseCountingThousand",
    "simp-chinese-formal": "chineseLegalSimplified", "trad-chinese-formal":
    "ideographLegalTraditional", "cjk-decimal": "ideographDigital", "japanese-informal":
    "japaneseCounting", "japanese-formal": "japaneseLegal", "korean-hangul-formal":
    "koreanCounting", "hiragana": "hiragana", "katakana": "aiueoFullWidth", "katakana-iroha":
    "irohaFullWidth", "thai": "thaiNumbers", "devanagari": "hindiNumbers", "arabic-indic":
    "arabicIndic", "persian": "persian", "bengali": "bengali", "cjk-heavenly-stem":
    "ideographTraditional", "cjk-earthly-branch": "ideographZodiac",
}  # fmt: skip
_LETTERS = {"lower-alpha": False, "lower-latin": False, "upper-alpha": True, "upper-latin": True}
_WITHOUT_NUMBER = frozenset({"none", "disc", "circle", "square", "disclosure-open"})
_IDEOGRAPHIC = ("cjk", "japanese", "korean", "simp-", "trad-", "hiragana", "katakana")
_ITEM = re.compile(r"<(/?)(ol|ul|menu|dir|li)(?=[\s/>])", re.IGNORECASE)
_MAX_DEPTH = 200


@dataclass(slots=True)
class _List:
    tag: str
    style: str
    next_number: int
    step: int = 1


class ListNumbers:
    """The open lists at a position of a page."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._open: list[_List] = []
        self._left = 4 * len(source)  # characters left to count items ahead

    @property
    def depth(self) -> int:
        """The number of open lists."""
        return len(self._open)

    def open(self, tag: str, attributes: Mapping[str, str], end: int) -> None:
        """Open a list whose start tag ends at `end`."""
        if len(self._open) >= _MAX_DEPTH:
            return
        style = "none"
        start, step = 1, 1
        if tag == "ol":
            style = _style(attributes, "decimal")
            step = -1 if "reversed" in attributes else 1
            start = number_of(attributes.get("start", ""), 1)
            if step < 0 and "start" not in attributes:
                start = self._count_items(end)
        self._open.append(_List(tag, style, start, step))

    def close(self, tag: str) -> None:
        """Close the innermost list of this tag, including lists left open inside it."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index].tag == tag:
                del self._open[index:]
                return

    def label(self, attributes: Mapping[str, str]) -> str:
        """Count an item and return its number as displayed, '' if it has none."""
        if not self._open or self._open[-1].tag != "ol":
            return ""
        inside = self._open[-1]
        number = number_of(attributes.get("value", ""), inside.next_number)
        inside.next_number = number + inside.step
        style = _style(attributes, inside.style)
        if style in _WITHOUT_NUMBER or style.startswith(("'", '"', "url")):
            return ""
        if style in _LETTERS and number > 0:
            return f"{alphabetic(number, is_upper=_LETTERS[style])}."
        mark = "、" if style.startswith(_IDEOGRAPHIC) else "."
        return numeral(number, _STYLES.get(style, "decimal")) + mark

    def _count_items(self, start: int) -> int:
        """Return the number of items of a list that begins at an offset."""
        depth, items = 0, 0
        end = min(len(self._source), start + self._left)
        at = end
        for found in _ITEM.finditer(self._source, start, end):
            if found[2].lower() == "li":
                items += depth == 0 and not found[1]
            else:
                depth += -1 if found[1] else 1
            if depth < 0:
                at = found.end()
                break
        self._left -= at - start
        return items or 1


def _style(attributes: Mapping[str, str], otherwise: str) -> str:
    """Return the style of a list's numbers, from its style attribute or its type."""
    if found := _STYLE.search(attributes.get("style", "")):
        words = [word for word in found[1].lower().split() if word not in {"inside", "outside"}]
        if words and words[0] not in {"initial", "inherit", "!important"}:
            return words[0]
    kind = attributes.get("type", "").strip()
    return _TYPES.get(kind, "none" if kind.lower() in _WITHOUT_NUMBER else otherwise)
