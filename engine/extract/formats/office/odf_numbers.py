"""The automatic numbers of OpenDocument lists and headings (ISO/IEC 26300-1, 5.3 and 19.880)."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.extract.formats.office.odf_styles import OUTLINE, OdfStyles
from twofold.engine.extract.numbering import MAX_LEVELS, Counter, list_label, number_of
from twofold.engine.extract.xml_package import Attributes

LISTS = frozenset({"list", "ordered-list", "unordered-list"})
ITEMS = frozenset({"list-item", "list-header"})
_MAX_LISTS = 100_000


@dataclass(slots=True)
class _Item:
    is_numbered: bool
    start: int | None
    style: str  # the list style of this item
    stored_number: str = ""  # the number as stored by the program
    is_counted: bool = False


class OdfNumbers:
    """The open lists at a position of a document and the numbers of headings."""

    def __init__(self, styles: OdfStyles) -> None:
        self._styles = styles
        self._names: list[str] = []  # the style of each open list
        self._items: list[_Item] = []
        self._counter = Counter()
        self._by_id: dict[str, Counter] = {}
        self._last: dict[str, Counter] = {}  # the last list of each style
        self._headings = Counter()

    @property
    def depth(self) -> int:
        """The number of open lists."""
        return len(self._names)

    def open_list(self, attributes: Attributes) -> None:
        """Open a list; a nested list has the style of its parent unless it names another."""
        name = attributes.get("style-name", "") or (self._names[-1] if self._names else "")
        if not self._names:
            self._counter = self._continued(name, attributes)
            key = attributes.get("id", "")
            if key and len(self._by_id) < _MAX_LISTS:
                self._by_id[key] = self._counter
            if len(self._last) < _MAX_LISTS:
                self._last[name] = self._counter
        elif attributes.get("continue-numbering") != "true" and name != self._names[-1]:
            self._counter.restart(len(self._names))
        self._names.append(name)

    def _continued(self, name: str, attributes: Attributes) -> Counter:
        if key := attributes.get("continue-list"):
            return self._by_id.get(key) or Counter()
        if attributes.get("continue-numbering") == "true":
            return self._last.get(name) or Counter()
        return Counter()

    def close_list(self) -> None:
        """Close the innermost list."""
        if self._names:
            self._names.pop()

    def open_item(self, name: str, attributes: Attributes) -> None:
        """Open a list item, or a list header (which has no number)."""
        start = attributes.get("start-value", "")
        first = number_of(start, 1) if start else None
        override = attributes.get("style-override", "")
        self._items.append(_Item(name == "list-item", first, override))

    def close_item(self) -> None:
        """Close the innermost item."""
        if self._items:
            self._items.pop()

    def add_stored_number(self, text: str) -> None:
        """Add to the stored number of the innermost item."""
        if self._items:
            self._items[-1].stored_number += text[:100]

    def label(self, style: str) -> str:
        """Return the number of a paragraph if it is the first one of an item."""
        if not self._names or not self._items or self._items[-1].is_counted:
            return ""
        item = self._items[-1]
        item.is_counted = True
        if not item.is_numbered:
            return ""
        name = item.style or self._names[-1] or self._styles.list_of(style) or ""
        levels = self._styles.lists.get(name, {})
        place = min(len(self._names), MAX_LEVELS) - 1
        label = self._counter.next_label(place, levels, item.start) if levels else ""
        return list_label(item.stored_number) or label

    def heading_label(self, style: str, level: int, attributes: Attributes) -> str:
        """Count a heading and return its number in the outline of the document."""
        levels = self._styles.lists.get(OUTLINE, {})
        own = self._names[-1] if self._names and self._items else OUTLINE
        if own not in {"", OUTLINE} and self._styles.lists.get(own):
            return self.label(style)
        if attributes.get("is-list-header") == "true" or not levels:
            return ""
        name = self._styles.list_of(style)
        if name is not None and name != OUTLINE:  # in no list, or in another one
            return ""
        start = attributes.get("start-value", "")
        is_restarted = attributes.get("restart-numbering") == "true" and start
        first = number_of(start, 1) if is_restarted else None
        return self._headings.next_label(min(level, MAX_LEVELS) - 1, levels, first)
