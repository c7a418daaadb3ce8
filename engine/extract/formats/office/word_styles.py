"""What the styles of a Word document make of a paragraph."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind

_HEADING = re.compile(r"heading (\d)\Z")
_CONTENTS = re.compile(r"toc \d+\Z")
_LIST = re.compile(r"list(?: |\Z)")
_CODE = frozenset({"source code", "code", "html preformatted", "macro text", "verbatim"})
_DEEPEST = 8  # outlineLvl 9 means body text


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph is; a table of contents repeats what is elsewhere and is left out."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_contents: bool = False


@dataclass(slots=True)
class _Style:
    name: str = ""
    based_on: str = ""
    outline: int | None = None
    is_numbered: bool = False


def read_styles(package: ZipPackage, part: str) -> dict[str, ParagraphStyle]:
    """Return the paragraph styles of a package by their ids."""
    reader = StylesReader()
    read_part(package, part, reader)
    return reader.styles


def outline_style(attributes: Attributes) -> ParagraphStyle | None:
    """Return what an outline level makes of a paragraph: a heading, or nothing special."""
    level = _number(attributes)
    if level is None or level > _DEEPEST:
        return None
    return ParagraphStyle(BlockKind.HEADING, level + 1)


def _meaning(name: str, styles: dict[str, _Style]) -> ParagraphStyle:
    """Follow what a style is based on until something says what its paragraphs are."""
    followed: set[str] = set()
    while name in styles and name not in followed:
        followed.add(name)
        style = styles[name]
        if found := _by_name(style.name) or _by_outline(style):
            return found
        name = style.based_on
    return ParagraphStyle()


def _by_name(name: str) -> ParagraphStyle | None:
    if heading := _HEADING.match(name):
        return ParagraphStyle(BlockKind.HEADING, int(heading[1]))
    if name == "title":
        return ParagraphStyle(BlockKind.HEADING, 1)
    if _CONTENTS.match(name):
        return ParagraphStyle(is_contents=True)
    if _LIST.match(name):
        return ParagraphStyle(BlockKind.LIST)
    return ParagraphStyle(BlockKind.CODE) if name in _CODE else None


def _by_outline(style: _Style) -> ParagraphStyle | None:
    if style.outline is not None and style.outline <= _DEEPEST:
        return ParagraphStyle(BlockKind.HEADING, style.outline + 1)
    return ParagraphStyle(BlockKind.LIST) if style.is_numbered else None


def _number(attributes: Attributes) -> int | None:
    value = attributes.get("val", "")
    return int(value) if value.isascii() and value.isdigit() else None


class StylesReader(XmlListener):
    """Listens to the definitions of styles."""

    skipped = frozenset({"rPr", "latentStyles", "tblStylePr", "body"})

    def __init__(self) -> None:
        self._found: dict[str, _Style] = {}
        self._style = _Style()

    @property
    def styles(self) -> dict[str, ParagraphStyle]:
        """The paragraph styles by their ids."""
        return {name: _meaning(name, self._found) for name in self._found}

    def start(self, name: str, attributes: Attributes) -> None:
        """Learn of a style."""
        value = attributes.get("val", "")
        if name == "style":
            self._style = _Style()
            if attributes.get("type", "paragraph") == "paragraph":
                self._found[attributes.get("styleId", "")] = self._style
        elif name == "name":
            self._style.name = " ".join(value.lower().split())
        elif name == "basedOn":
            self._style.based_on = value
        elif name == "outlineLvl":
            self._style.outline = _number(attributes)
        elif name in {"numId", "ilfo"}:
            self._style.is_numbered = value != "0"
