"""Headers and footers of an OpenDocument text, which stand in its styles."""

from __future__ import annotations

from engine.extract.xml_events import Attributes, XmlListener

_MARGINS = frozenset({"header", "footer"})
_BLANKS = frozenset({"s", "tab", "line-break"})


class OdfMargins(XmlListener):
    """Listens to styles.xml and collects paragraphs, one a line."""

    skipped = frozenset({"page-number", "page-count", "tracked-changes"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._parts: list[str] = []

    def start(self, name: str, _attributes: Attributes) -> None:
        """Go into a margin of any kind of page (header-left, footer-first ...)."""
        if name.partition("-")[0] in _MARGINS and not name.endswith("-style"):
            self._depth += 1
        elif name in _BLANKS:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        """Leave a margin, or end a paragraph."""
        if name.partition("-")[0] in _MARGINS and not name.endswith("-style"):
            self._depth -= 1
        elif name in {"p", "h"}:
            line = " ".join("".join(self._parts).split())
            self.lines += [line] if line and self._depth else []
            self._parts.clear()

    def data(self, text: str) -> None:
        """Take text of a margin."""
        if self._depth:
            self._parts.append(text)
