"""The styles of OpenDocument files: kinds of paragraphs, hidden and raised text, lists."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.extract.numbering import MAX_LEVELS, NumberLevel, number_of
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.xml_package import Attributes, XmlListener
from twofold.engine.model.document import BlockKind

_CODE = frozenset({"Preformatted_20_Text", "Source_20_Code", "Source_20_Text"})
_MAX_CHAIN = 30
OUTLINE = "Outline"
_LEVELS = frozenset(
    {"list-level-style-number", "outline-level-style", "list-level-style-bullet",
     "list-level-style-image"}
)  # fmt: skip
_FORMATS = {
    "1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman",
    "": "none", "01, 02, 03, ...": "decimalZero", "1st": "ordinal", "One": "cardinalText",
    "First": "ordinalText", "①, ②, ③, ...": "decimalEnclosedCircle",
    "一, 二, 三, ...": "chineseCountingThousand", "壹, 贰, 叁, ...": "chineseLegalSimplified",
    "壹, 貳, 參, ...": "ideographLegalTraditional", "壱, 弐, 参, ...": "japaneseLegal",
    "１, ２, ３, ...": "decimalFullWidth", "ア, イ, ウ, ...": "aiueoFullWidth",
    "ｱ, ｲ, ｳ, ...": "aiueo", "イ, ロ, ハ, ...": "irohaFullWidth", "일, 이, 삼, ...":
    "koreanCounting", "가, 나, 다, ...": "ganada", "ㄱ, ㄴ, ㄷ, ...": "chosung",
    "甲, 乙, 丙, ...": "ideographTraditional", "子, 丑, 寅, ...": "ideographZodiac",
    "أ, ب, ت, ...": "arabicAlpha", "أ, ب, ج, ...": "arabicAbjad", "א, ב, ג, ...": "hebrew2",
    "א, י, ק, ...": "hebrew1", "ก, ข, ค, ...": "thaiLetters", "α, β, γ, ... (gr)": "lowerGreek",
    "Α, Β, Γ, ... (gr)": "upperGreek", "а, б, .., аа, бб, ... (ru)": "russianLower",
    "А, Б, .., Аа, Бб, ... (ru)": "russianUpper", "1, 2, 3, ...": "decimal",
    "١, ٢, ٣, ٤, ... (ar)": "arabicIndic", "۱, ۲, ۳, ۴, ... (fa)": "persian",
    "१, २, ३, ...": "hindiNumbers", "๑, ๒, ๓, ...": "thaiNumbers",
}  # fmt: skip


@dataclass(slots=True)
class _Style:
    parent: str = ""
    list_name: str | None = None
    is_hidden: bool = False
    script: Script | None = None


class OdfStyles(XmlListener):
    """Collects the styles of styles.xml and those at the beginning of content.xml."""

    def __init__(self) -> None:
        self._styles: dict[str, _Style] = {}
        self._open = _Style()
        self._has_hidden = False
        self._kinds: dict[str, tuple[BlockKind, int]] = {}
        self._scripts: dict[str, Script] = {}
        self._levels: dict[int, NumberLevel] | None = None
        self.lists: dict[str, dict[int, NumberLevel]] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """Process an element of the styles."""
        if name == "style":
            self._open = _Style(attributes.get("parent-style-name", ""))
            self._open.list_name = attributes.get("list-style-name")
            self._styles[attributes.get("name", "")] = self._open
            self._kinds.clear()
            self._scripts.clear()
        elif name in {"text-properties", "properties"}:
            if attributes.get("display") == "none":
                self._open.is_hidden = self._has_hidden = True
            if position := attributes.get("text-position"):
                self._open.script = _script(position)
        elif name in {"list-style", "outline-style"}:
            self._levels = self.lists[
                OUTLINE if name == "outline-style" else attributes.get("name", "")
            ] = {}
        elif name in _LEVELS and self._levels is not None:
            place = number_of(attributes.get("level", ""), 1) - 1
            if 0 <= place < MAX_LEVELS:
                self._levels[place] = _level(name, attributes, place)

    def kind_of(self, style: str) -> tuple[BlockKind, int]:
        """Return the kind of a paragraph of this style, and its heading level."""
        if (kind := self._kinds.get(style)) is None:
            chain = self._chain(style)
            if "Title" in chain:
                kind = BlockKind.HEADING, 1
            else:
                kind = BlockKind.CODE if _CODE.intersection(chain) else BlockKind.PARAGRAPH, 0
            self._kinds[style] = kind
        return kind

    def is_hidden(self, style: str) -> bool:
        """Return whether text of this style is hidden."""
        return self._has_hidden and any(one.is_hidden for one in self._found(style))

    def script_of(self, style: str) -> Script:
        """Return the script of text in this style: raised, lowered or normal."""
        if (script := self._scripts.get(style)) is None:
            set_by = (one.script for one in self._found(style) if one.script is not None)
            script = self._scripts[style] = next(set_by, Script.NORMAL)
        return script

    def list_of(self, style: str) -> str | None:
        """Return the list style that a paragraph style names; '' for no list, None if unset."""
        names = (one.list_name for one in self._found(style))
        return next((name for name in names if name is not None), None)

    def _found(self, style: str) -> list[_Style]:
        return [self._styles[one] for one in self._chain(style) if one in self._styles]

    def _chain(self, style: str) -> list[str]:
        """Return a style and its ancestors."""
        chain: list[str] = []
        while style and len(chain) < _MAX_CHAIN:
            chain.append(style)
            found = self._styles.get(style)
            style = found.parent if found else ""
        return chain


def _script(position: str) -> Script:
    """Return the script of a text position: 'super 58%', 'sub' or a percentage of the height."""
    words = position.split()
    if words[:1] == ["super"]:
        return Script.RAISED
    if words[:1] == ["sub"]:
        return Script.LOWERED
    offset = words[0].rstrip("%").partition(".")[0] if words else ""
    height = number_of(offset, 0)
    return Script.RAISED if height > 0 else Script.LOWERED if height < 0 else Script.NORMAL


def _level(name: str, attributes: Attributes, place: int) -> NumberLevel:
    """Return the list level that an element defines.

    Its label may include the numbers of outer levels.
    """
    if name in {"list-level-style-bullet", "list-level-style-image"}:
        return NumberLevel("bullet")
    number_format = _FORMATS.get(attributes.get("num-format", ""), "decimal")
    shown = max(1, min(number_of(attributes.get("display-levels", ""), 1), place + 1))
    parts: list[str | int] = [attributes.get("num-prefix", "")]
    for one in range(place + 1 - shown, place + 1):
        parts += [one, "."]
    parts[-1] = attributes.get("num-suffix", "")
    if number_format == "none" and not (parts[0] or parts[-1]):
        number_format = "bullet"
    start = number_of(attributes.get("start-value", ""), 1)
    return NumberLevel(number_format, tuple(parts), start)
