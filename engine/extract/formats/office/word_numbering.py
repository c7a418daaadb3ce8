"""The automatic numbers of Word paragraphs (ECMA-376 part 1, 17.9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from twofold.engine.extract.numbering import (
    Counter,
    Levels,
    NumberLevel,
    number_of,
    parts_of_pattern,
)
from twofold.engine.extract.xml_package import Attributes, XmlListener

_MAX_DEFINITIONS = 20_000
_MAX_LEVEL = 8
_OFF = frozenset({"0", "false", "off", "none"})
_CUSTOM_ZEROS = re.compile(r"0+1\b")
# The formats of Word 2003 XML are numbers ([MS-OSHARED] 2.2.1.3); the others are rare.
_FORMAT_NUMBERS = {
    0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter",
    5: "ordinal", 6: "cardinalText", 7: "ordinalText", 8: "hex", 10: "ideographDigital",
    11: "japaneseCounting", 12: "aiueo", 13: "iroha", 14: "decimalFullWidth",
    15: "decimalHalfWidth", 16: "japaneseLegal", 17: "japaneseDigitalTenThousand",
    18: "decimalEnclosedCircle", 19: "decimalFullWidth2", 20: "aiueoFullWidth",
    21: "irohaFullWidth", 22: "decimalZero", 23: "bullet", 24: "ganada", 25: "chosung",
    26: "decimalEnclosedFullstop", 27: "decimalEnclosedParen", 28: "decimalEnclosedCircleChinese",
    29: "ideographEnclosedCircle", 30: "ideographTraditional", 31: "ideographZodiac",
    32: "ideographZodiacTraditional", 33: "taiwaneseCounting", 34: "ideographLegalTraditional",
    35: "taiwaneseCountingThousand", 36: "taiwaneseDigital", 37: "chineseCounting",
    38: "chineseLegalSimplified", 39: "chineseCountingThousand", 41: "koreanDigital",
    42: "koreanCounting", 43: "koreanLegal", 44: "koreanDigital2", 45: "hebrew1",
    46: "arabicAlpha", 47: "hebrew2", 48: "arabicAbjad", 50: "hindiConsonants",
    51: "hindiNumbers", 53: "thaiLetters", 54: "thaiNumbers", 57: "numberInDash",
    58: "russianLower", 59: "russianUpper", 255: "none",
}  # fmt: skip


def format_of_number(number: int) -> str:
    """Return the name of a number format that Word before 2007 stores as a number."""
    return _FORMAT_NUMBERS.get(number, "decimal")


@dataclass(frozen=True, slots=True)
class StyleNumbering:
    """The numbering that a paragraph style sets; '' and None mean unset.

    `styles` are the ids of the style and its base styles, innermost first.
    """

    list_id: str = ""
    level: int | None = None
    styles: tuple[str, ...] = ()


NO_NUMBERING = StyleNumbering()


@dataclass(slots=True)
class _Abstract:
    levels: dict[int, NumberLevel] = field(default_factory=dict)
    by_style: dict[str, int] = field(default_factory=dict)
    style_link: str = ""  # the list style whose list is used instead


@dataclass(slots=True)
class _List:
    abstract: str = ""
    levels: dict[int, NumberLevel] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)


class Numbering(XmlListener):
    """Reads the definitions of lists and counts their paragraphs.

    Lists with the same abstract definition are counted together. A list with its own start number
    restarts the count where it is first used.
    """

    skipped = frozenset({"rPr", "body", "styles", "fonts", "tbl"})

    def __init__(self, list_styles: Mapping[str, str]) -> None:
        self._list_styles = list_styles  # the list of each list style
        self._abstracts: dict[str, _Abstract] = {}
        self._lists: dict[str, _List] = {}
        self._counters: dict[str, Counter] = {}
        self._shown: dict[str, Levels] = {}  # the levels of the lists that were used
        self._abstract: _Abstract | None = None
        self._list: _List | None = None
        self._level = NumberLevel()
        self._place: int | None = None  # the level being defined
        self._style = ""

    def start(self, name: str, attributes: Attributes) -> None:
        """Process an element of the definitions."""
        value = attributes.get("val", "")
        if name in {"abstractNum", "listDef"}:
            self._list, self._abstract = None, _Abstract()
            key = attributes.get("abstractNumId", attributes.get("listDefId", ""))
            if len(self._abstracts) < _MAX_DEFINITIONS:
                self._abstracts[key] = self._abstract
        elif name in {"num", "list"}:
            self._abstract, self._list = None, _List()
            key = attributes.get("numId", attributes.get("ilfo", ""))
            if len(self._lists) < _MAX_DEFINITIONS:
                self._lists[key] = self._list
        elif name in {"abstractNumId", "ilst"} and self._list is not None:
            self._list.abstract = value
        elif name in {"numStyleLink", "listStyleLink"} and self._abstract is not None:
            self._abstract.style_link = value
        elif name in {"lvl", "lvlOverride"}:
            self._place = number_of(attributes.get("ilvl", ""), 0)
            # A level without a format is decimal; without a text it shows nothing.
            self._level, self._style = NumberLevel(start=0 if name == "lvl" else 1), ""
        elif name == "startOverride" and self._list is not None and self._place is not None:
            self._list.starts[self._place] = number_of(value, 1)
        elif self._place is not None:
            self._take_level(name, attributes, value)

    def end(self, name: str) -> None:
        """End the definition of a level."""
        place = self._place
        if name != "lvl" or place is None or not 0 <= place <= _MAX_LEVEL:
            return
        if self._list is not None:
            self._list.levels[place] = self._level
        elif self._abstract is not None:
            self._abstract.levels[place] = self._level
            if self._style:
                self._abstract.by_style.setdefault(self._style, place)

    def _take_level(self, name: str, attributes: Attributes, value: str) -> None:
        level = self._level
        if name == "start":
            self._level = replace(level, start=number_of(value, 1))
        elif name == "numFmt":
            self._level = replace(level, number_format=_format(value, attributes.get("format", "")))
        elif name == "nfc":
            self._level = replace(level, number_format=format_of_number(number_of(value, 0)))
        elif name == "lvlText":
            self._level = replace(level, parts=parts_of_pattern(value))
        elif name == "lvlRestart":
            self._level = replace(level, restart_below=number_of(value, 0))
        elif name == "isLgl":
            self._level = replace(level, is_legal=value not in _OFF)
        elif name == "pStyle":
            self._style = value

    def label(self, list_id: str, level: int | None, style: StyleNumbering) -> str:
        """Count a paragraph and return its label.

        `list_id` and `level` are set by the paragraph itself; they are '' and None if only its
        style sets them.
        """
        identity = list_id or style.list_id
        found = self._lists.get(identity)
        if found is None:
            return ""
        key, abstract = self._resolved(found.abstract)
        if level is None and (not list_id or list_id == style.list_id):
            level = next(
                (abstract.by_style[one] for one in style.styles if one in abstract.by_style),
                style.level,
            )
        level = max(0, min(level or 0, _MAX_LEVEL))
        counter = self._counters.setdefault(key, Counter())
        if identity not in self._shown:
            self._shown[identity] = _overridden(abstract.levels, found)
            for place in found.starts:
                counter.restart(place)
        return counter.next_label(level, self._shown[identity])

    def _resolved(self, key: str) -> tuple[str, _Abstract]:
        """Return the key and the definition of a list, resolving a link to a list style."""
        abstract = self._abstracts.get(key, _Abstract())
        if abstract.levels or not abstract.style_link:
            return key, abstract
        linked = self._lists.get(self._list_styles.get(abstract.style_link, ""))
        if linked is None:
            return key, abstract
        return linked.abstract, self._abstracts.get(linked.abstract, abstract)


def _overridden(levels: Levels, one: _List) -> Levels:
    """Return levels with the overrides of a list."""
    shown = {**levels, **one.levels}
    for place, start in one.starts.items():
        shown[place] = replace(shown.get(place, NumberLevel("none")), start=start)
    return shown


def _format(value: str, custom: str) -> str:
    """Return the name of a number format; Word's custom formats pad with zeros."""
    if value == "custom":
        return "decimalZero" if _CUSTOM_ZEROS.match(custom) else "decimal"
    return value
