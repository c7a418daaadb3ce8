"""What the styles of an OpenDocument file make of its paragraphs."""

from __future__ import annotations

from engine.extract.xml_events import Attributes, XmlListener
from engine.model.document import BlockKind

_CODE = frozenset({"Preformatted_20_Text", "Source_20_Code", "Source_20_Text"})
_LONGEST_CHAIN = 30


class OdfStyles(XmlListener):
    """Learns the styles of styles.xml, and those at the beginning of content.xml."""

    def __init__(self) -> None:
        self._style = ""
        self._parents: dict[str, str] = {}
        self._hidden: set[str] = set()

    def start(self, name: str, attributes: Attributes) -> None:
        """Take a style, or what it says of its text."""
        if name == "style":
            self._style = attributes.get("name", "")
            self._parents[self._style] = attributes.get("parent-style-name", "")
        elif name == "text-properties" and attributes.get("display") == "none":
            self._hidden.add(self._style)

    def kind_of(self, style: str) -> tuple[BlockKind, int]:
        """Return what a paragraph of this style is, and its level as a heading."""
        chain = self._chain(style)
        if "Title" in chain:
            return BlockKind.HEADING, 1
        return (BlockKind.CODE if _CODE.intersection(chain) else BlockKind.PARAGRAPH), 0

    def is_hidden(self, style: str) -> bool:
        """Say whether text of this style is not shown."""
        return bool(self._hidden) and not self._hidden.isdisjoint(self._chain(style))

    def _chain(self, style: str) -> list[str]:
        """Return a style and those it is made from."""
        chain: list[str] = []
        while style and len(chain) < _LONGEST_CHAIN:
            chain.append(style)
            style = self._parents.get(style, "")
        return chain
