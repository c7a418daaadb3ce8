"""The styles of Word documents, as far as they affect the text (ECMA-376 part 1, 17.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from twofold.engine.extract.formats.office.word_numbering import NO_NUMBERING, StyleNumbering
from twofold.engine.extract.numbering import number_of
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.xml_package import Attributes, XmlListener
from twofold.engine.model.document import BlockKind

_HEADING = re.compile(r"heading (\d)\Z")
_CONTENTS = re.compile(r"toc \d+\Z")
_LIST = re.compile(r"list(?: |\Z)")
_CODE = frozenset({"source code", "code", "html preformatted", "macro text", "verbatim"})
_QUOTATION = frozenset({"quote", "intense quote", "block text", "quotations", "block quotation"})
_MAX_OUTLINE_LEVEL = 8  # outlineLvl 9 is body text
_MAX_CHAIN = 50
_SCRIPTS = {"superscript": Script.RAISED, "subscript": Script.LOWERED}


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """The kind of a paragraph, the level of a heading, and its automatic numbers."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    numbering: StyleNumbering = NO_NUMBERING


@dataclass(slots=True)
class _StyleDefinition:
    type: str = "paragraph"
    name: str = ""
    based_on: str = ""
    outline: ParagraphStyle | None = None
    list_id: str = ""
    list_level: int | None = None
    script: Script | None = None

    def style(self) -> ParagraphStyle | None:
        """Return the paragraph style that this definition alone sets, None if it sets none."""
        if heading := _HEADING.match(self.name):
            return ParagraphStyle(BlockKind.HEADING, int(heading[1]))
        if self.name == "title":
            return ParagraphStyle(BlockKind.HEADING, 1)
        if _CONTENTS.match(self.name):
            return ParagraphStyle()
        if _LIST.match(self.name):
            return ParagraphStyle(BlockKind.LIST)
        if self.name in _CODE or self.name in _QUOTATION:
            return ParagraphStyle(BlockKind.CODE if self.name in _CODE else BlockKind.QUOTATION)
        is_numbered = self.list_id not in {"", "0"}
        return self.outline or (ParagraphStyle(BlockKind.LIST) if is_numbered else None)


class WordStyles(XmlListener):
    """Reads the definitions of styles: of paragraphs, characters and lists."""

    skipped = frozenset({"latentStyles", "tblStylePr", "body", "lists", "docDefaults"})

    def __init__(self) -> None:
        self._definitions: dict[str, _StyleDefinition] = {}
        self._open = _StyleDefinition()

    def paragraphs(self) -> dict[str, ParagraphStyle]:
        """Return the paragraph styles by their ids."""
        return {key: self._resolved(key) for key in self._of_type("paragraph")}

    def lists(self) -> dict[str, str]:
        """Return the ids of the lists that list styles define."""
        found = self._definitions
        return {key: found[key].list_id for key in self._of_type("numbering")}

    def scripts(self) -> dict[str, Script]:
        """Return the scripts of the character styles that raise or lower text."""
        found: dict[str, Script] = {}
        for key in self._of_type("character"):
            set_by = (one.script for _, one in self._chain(key) if one.script is not None)
            if script := next(set_by, Script.NORMAL):
                found[key] = script
        return found

    def _of_type(self, type_: str) -> Iterator[str]:
        return (key for key, one in self._definitions.items() if one.type == type_)

    def _chain(self, key: str) -> Iterator[tuple[str, _StyleDefinition]]:
        """Yield a style and its base styles."""
        followed: set[str] = set()
        while key in self._definitions and key not in followed and len(followed) < _MAX_CHAIN:
            followed.add(key)
            yield key, self._definitions[key]
            key = self._definitions[key].based_on

    def _resolved(self, key: str) -> ParagraphStyle:
        """Resolve the chain of base styles to the first that determines the kind of a paragraph."""
        chain = list(self._chain(key))
        style = next(filter(None, (one.style() for _, one in chain)), ParagraphStyle())
        keys: list[str] = []
        list_id, level = "", None
        for one, definition in chain:
            keys.append(one)
            level = definition.list_level if level is None else level
            if list_id := definition.list_id:
                break
        if list_id in {"", "0"}:
            return style
        return ParagraphStyle(style.kind, style.level, StyleNumbering(list_id, level, tuple(keys)))

    def start(self, name: str, attributes: Attributes) -> None:
        """Process an element of the definitions."""
        value = attributes.get("val", "")
        if name == "style":
            type_ = attributes.get("type", "paragraph")
            self._open = _StyleDefinition("numbering" if type_ == "list" else type_)
            self._definitions[attributes.get("styleId", "")] = self._open
        elif name == "name":
            self._open.name = " ".join(value.lower().split())
        elif name == "basedOn":
            self._open.based_on = value
        elif name == "outlineLvl":
            self._open.outline = outline_style(value)
        elif name in {"numId", "ilfo"}:
            self._open.list_id = value
        elif name == "ilvl":
            self._open.list_level = number_of(value, 0)
        elif name == "vertAlign":
            self._open.script = script_of(value)


def script_of(value: str) -> Script:
    """Return the position of text that a vertAlign element sets."""
    return _SCRIPTS.get(value, Script.NORMAL)


def outline_style(value: str) -> ParagraphStyle | None:
    """Return the heading style of an outline level; None for body text."""
    level = int(value) if value.isascii() and value.isdigit() else _MAX_OUTLINE_LEVEL + 1
    return ParagraphStyle(BlockKind.HEADING, level + 1) if level <= _MAX_OUTLINE_LEVEL else None
