"""PowerPoint presentations (ECMA-376, PresentationML); each slide has its own locator."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from twofold.engine.extract.alternative_text import alternative_text
from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.office.drawings import DRAWN, drawn_lines, lines_of
from twofold.engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from twofold.engine.extract.formats.office.properties import read_elements
from twofold.engine.extract.formats.office.reading_order import Paragraph, ReadingOrder, SlideLines
from twofold.engine.extract.numbering import number_of
from twofold.engine.extract.numerals import alphabetic, numeral
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind

_TITLES = frozenset({"title", "ctrTitle"})
_BODIES = frozenset({"body", "obj"})
# Placeholders that repeat on every slide.
_FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
_SHAPES = frozenset({"sp", "graphicFrame", "pic", "cxnSp"})
_BLANKS = frozenset({"br", "tab"})
_RUNS = frozenset({"r", "rPr", "fld"})
_LEVEL = re.compile(r"lvl([1-9])pPr")
_BULLETS = frozenset({"buNone", "buChar", "buBlip"})
_MAX_LEVEL = 8
_SCHEME = re.compile(r"([A-Za-z0-9]+?)(ParenBoth|ParenR|Period|Plain|Minus)?")
_LETTERS = frozenset({"alphaLc", "alphaUc"})
_NUMBERS = {
    "romanLc": "lowerRoman", "romanUc": "upperRoman", "arabicDb": "decimalFullWidth",
    "circleNumDb": "decimalEnclosedCircle", "circleNumWdWhite": "decimalEnclosedCircle",
    "circleNumWdBlack": "decimalEnclosedCircle", "ea1Chs": "chineseCountingThousand",
    "ea1Cht": "chineseCountingThousand", "ea1JpnChs": "japaneseCounting",
    "ea1JpnChsDb": "ideographDigital", "ea1JpnKor": "japaneseCounting", "hebrew2": "hebrew2",
    "arabic1": "arabicAlpha", "arabic2": "arabicAbjad", "hindiAlpha": "hindiConsonants",
    "hindiNum": "hindiNumbers", "thaiAlpha": "thaiLetters", "thaiNum": "thaiNumbers",
}  # fmt: skip


def _read_shapes(package: ZipPackage, part: str, related: Mapping[str, Relation]) -> SlideLines:
    """Return the text of a part's shapes; `related` are its relations."""
    shapes = _Shapes(package, related)
    read_part(package, part, shapes)
    return shapes.lines


class _Shapes(XmlListener):
    skipped = frozenset({"Fallback", "rt"})

    def __init__(self, package: ZipPackage, related: Mapping[str, Relation]) -> None:
        self._package = package
        self._related = related
        self.lines = SlideLines()
        self._order = ReadingOrder(self.lines)
        self._placeholder: str | None = None
        self._in_text = False
        self._numbers = _SlideNumbers()
        self._description = ""
        self._script = Script.NORMAL

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""
        if name == "t":
            self._in_text = True
        elif name == "p":
            self._numbers.begin_paragraph()
            self._decide(self._order.open_paragraph())
        elif name == "tr":
            self._order.open_row()
        elif name == "tc":
            self._order.open_cell()
            self._numbers.begin_text()
        elif name in _SHAPES:
            self._placeholder = None
        elif name == "ph":
            self._placeholder = attributes.get("type", "obj")
        elif name == "cNvPr":
            self._description = alternative_text(
                attributes.get("descr", ""), attributes.get("title", "")
            )
        elif name in _RUNS:
            self._script = (
                _script(attributes.get("baseline", "")) if name == "rPr" else (Script.NORMAL)
            )
        else:
            self._start_rare(name, attributes)

    def _start_rare(self, name: str, attributes: Attributes) -> None:
        if name in _BLANKS:
            self._order.add(" ")
        elif name in DRAWN:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.add_after(line)
        else:
            self._numbers.take(name, attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "t":
            self._in_text = False
        elif name in {"p", "tr"}:
            self._order.close()
        elif name in _SHAPES and self._description:
            self._order.add_after(self._description)
            self._description = ""

    def data(self, text: str) -> None:
        """Handle text."""
        if self._in_text:
            paragraph = self._order.paragraph
            if paragraph is not None and text.strip():
                paragraph.label = paragraph.label or self._numbers.label()
            self._order.add(text, self._script)

    def _decide(self, paragraph: Paragraph) -> None:
        """Set the kind of a paragraph by its placeholder."""
        if self._placeholder in _TITLES:
            paragraph.kind, paragraph.level = BlockKind.HEADING, 1
        elif self._placeholder in _BODIES:
            paragraph.kind = BlockKind.LIST
        paragraph.is_left_out = self._placeholder in _FURNITURE


def _script(baseline: str) -> Script:
    """Return the script of a run by its baseline shift, in thousandths of a percent."""
    height = number_of(baseline.removesuffix("%"), 0)
    return Script.RAISED if height > 0 else Script.LOWERED if height < 0 else Script.NORMAL


class _SlideNumbers:
    """The automatic numbers of the paragraphs of one text (buAutoNum)."""

    def __init__(self) -> None:
        self._of_text: dict[int, tuple[str, int]] = {}  # what the text sets for its levels
        self._last: dict[int, tuple[tuple[str, int], int]] = {}
        self._own: tuple[str, int] | None = None
        self._is_bullet = False
        self._level = 0
        self._defined: int | None = None
        self._is_counted = False

    def begin_text(self) -> None:
        """Begin the text of another shape or cell."""
        self._of_text.clear()
        self._last.clear()
        self._defined = None

    def begin_paragraph(self) -> None:
        """Begin a paragraph."""
        self._own, self._is_bullet, self._level = None, False, 0
        self._defined, self._is_counted = None, False

    def take(self, name: str, attributes: Attributes) -> None:
        """Process an element that may set the numbers of a text or a paragraph."""
        if name in {"txBody", "txbxContent"}:
            self.begin_text()
        elif found := _LEVEL.fullmatch(name):
            self._defined = int(found[1]) - 1
        elif name == "pPr":
            self._defined = None
            self._level = max(0, min(number_of(attributes.get("lvl", ""), 0), _MAX_LEVEL))
        elif name == "buAutoNum":
            numbers = attributes.get("type", ""), number_of(attributes.get("startAt", ""), 1)
            if self._defined is None:
                self._own = numbers
            else:
                self._of_text[self._defined] = numbers
        elif name in _BULLETS and self._defined is None:
            self._is_bullet = True

    def label(self) -> str:
        """Return the number of the current paragraph and count it.

        Call this when the first text of the paragraph is reached. Later calls return ''.
        """
        if self._is_counted:
            return ""
        self._is_counted = True
        level = self._level
        numbers = None if self._is_bullet else self._own or self._of_text.get(level)
        self._last = {one: last for one, last in self._last.items() if one <= level}
        if numbers is None:
            self._last.pop(level, None)
            return ""
        kind, start = numbers
        last = self._last.get(level)
        value = last[1] + 1 if last is not None and last[0] == numbers else start
        self._last[level] = numbers, value
        return _auto_number(kind, value)


def _auto_number(kind: str, value: int) -> str:
    """Return a number in one of the schemes of DrawingML (ECMA-376 part 1, 20.1.10.61)."""
    found = _SCHEME.fullmatch(kind)
    if found is None:
        return f"{value}."
    if found[1] in _LETTERS:
        written = alphabetic(value, is_upper=found[1] == "alphaUc") or str(value)
    else:
        written = numeral(value, _NUMBERS.get(found[1], "decimal"))
    return {"ParenBoth": f"({written})", "ParenR": f"{written})", "Period": f"{written}."}.get(
        found[2] or "", written
    )


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation; raise DocumentError (damaged, password, too-large)."""
    text = LineText()
    with ZipPackage(data) as package:
        part = main_part(package, "ppt/presentation.xml")
        if part not in package:
            raise damaged_error()
        for number, slide in enumerate(_slides(package, part), start=1):
            text.begin_place(number)
            if slide in package:
                _read_slide(package, slide, text)
        metadata = read_properties(package)
    return text.extracted(LocatorKind.SLIDE, metadata, file_type)


def _slides(package: ZipPackage, part: str) -> Iterable[str]:
    """Return the parts of the slides in the order of the show."""
    related = relations_of(package, part)
    ids = (one.attributes.get("r:id", "") for one in read_elements(package, part, "sldId"))
    return [related[one].target for one in ids if one in related]


def _read_slide(package: ZipPackage, part: str, text: LineText) -> None:
    """Write title, other text, notes and comments."""
    related = relations_of(package, part)
    _read_shapes(package, part, related).write(text)
    for relation in related.values():
        if relation.kind == "notesSlide" and relation.target in package:
            _read_shapes(package, relation.target, {}).write(text)
    for relation in related.values():
        if relation.kind == "comments":
            for line in lines_of(package, relation):
                text.add(line)
