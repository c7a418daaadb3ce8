"""The properties of an office document, and the XML elements that contain them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from twofold.engine.extract.declared import declared_values
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.extract.xml_package import Attributes, PartSource, XmlListener, read_part
from twofold.engine.model.document import DocumentMetadata

_MAX_TITLE_LENGTH = 500
_MAX_ELEMENTS = 100_000
# Default titles of programs.
_PLACEHOLDER_TITLES = frozenset(
    {"powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "slide 1",
     "word document", "untitled", "title", "document", "no slide title"}
)  # fmt: skip


def document_properties(
    *,
    title: str = "",
    authors: str = "",
    keywords: str = "",
    language: str = "",
    created: str = "",
    modified: str = "",
    more: Iterable[tuple[str, str]] = (),
) -> DocumentMetadata:
    """Return the metadata; authors and keywords are separated by semicolons, dates are ISO 8601.

    `more` are other values by their names.
    """
    names = (" ".join(name.split()) for name in authors.split(";"))
    return DocumentMetadata(
        title="" if title.casefold() in _PLACEHOLDER_TITLES else title[:_MAX_TITLE_LENGTH],
        author="; ".join(name for name in names if name),
        tags=tag_list([keywords.replace(";", ",")]),
        lang=declared_language(language),
        created=iso_day(created),
        modified=iso_day(modified),
        properties=declared_values([("keywords", keywords), *more]),
    )


@dataclass(slots=True)
class Element:
    """An XML element; `text` is empty if it contains other elements."""

    name: str
    attributes: Attributes
    text: str = ""


class Elements(XmlListener):
    """Collects the elements with the given names (all elements by default)."""

    def __init__(self, *names: str) -> None:
        self.found: list[Element] = []
        self._names = frozenset(names)
        self._innermost: Element | None = None
        self._parts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin an element."""
        self._parts.clear()
        self._innermost = None
        if (not self._names or name in self._names) and len(self.found) < _MAX_ELEMENTS:
            self._innermost = Element(name, attributes)
            self.found.append(self._innermost)

    def end(self, _name: str) -> None:
        """End an element; the text of the innermost one is complete."""
        if self._innermost is not None:
            self._innermost.text = " ".join("".join(self._parts).split())
            self._innermost = None

    def data(self, text: str) -> None:
        """Handle text."""
        if self._innermost is not None:
            self._parts.append(text)


def read_elements(package: PartSource, part: str, *names: str) -> list[Element]:
    """Return the elements of a part with these names (all by default)."""
    reader = Elements(*names)
    read_part(package, part, reader)
    return reader.found


def first_texts(elements: Iterable[Element]) -> dict[str, str]:
    """Return the first text of each element name."""
    found: dict[str, str] = {}
    for element in elements:
        if element.text:
            found.setdefault(element.name, element.text)
    return found
