"""The text of drawings, charts, comments, headers and footers: paragraphs without structure."""

from __future__ import annotations

from collections.abc import Mapping

from twofold.engine.extract.formats.office.open_xml import Relation
from twofold.engine.extract.raised_text import Script, needs_space
from twofold.engine.extract.xml_package import Attributes, PartSource, XmlListener, read_part

_SCRIPTS = {"superscript": Script.RAISED, "subscript": Script.LOWERED}


class ParagraphLines(XmlListener):
    """Collects the paragraphs of an Office Open XML part as lines; only text matters."""

    skipped = frozenset({"del", "moveFrom", "delText", "instrText", "Fallback", "rt"})
    text_elements = frozenset({"t", "text"})
    line_elements = frozenset({"p", "text"})
    blanks = frozenset({"tab", "br", "cr"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._parts: list[str] = []
        self._depth = 0
        self._script = self._was = Script.NORMAL  # of the run, and of the text before

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin text; tabs and breaks are blanks."""
        if name in self.text_elements:
            self._depth += 1
        elif name == "r":
            self._script = Script.NORMAL
        elif name == "vertAlign":
            self._script = _SCRIPTS.get(attributes.get("val", ""), Script.NORMAL)
        elif name in self.blanks:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        """End text or a line; empty lines are left out."""
        if name in self.text_elements:
            self._depth -= 1
        if name in self.line_elements:
            line = " ".join("".join(self._parts).split())
            self.lines += [line] if line else []
            self._parts.clear()

    def data(self, text: str) -> None:
        """Add text; raised marks are separated from words."""
        if self._depth:
            if self._script is not self._was:
                if needs_space("".join(self._parts[-6:]), text, self._script, self._was):
                    self._parts.append(" ")
                self._was = self._script
            self._parts.append(text)


class OdfParagraphLines(ParagraphLines):
    """Collects the paragraphs of an OpenDocument part."""

    skipped = frozenset({"page-number", "page-count", "tracked-changes", "svg:title", "svg:desc"})
    text_elements = line_elements = frozenset({"p", "h"})
    blanks = frozenset({"s", "tab", "line-break"})


class ElementFilter(XmlListener):
    """Forwards everything inside elements with certain names to another listener."""

    def __init__(self, names: frozenset[str], listener: XmlListener) -> None:
        self.skipped = listener.skipped
        self._names = names
        self._listener = listener
        self._depth = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Forward the start of an element."""
        if self._depth:
            self._listener.start(name, attributes)
        self._depth += name in self._names

    def end(self, name: str) -> None:
        """Forward the end of an element."""
        self._depth -= name in self._names
        if self._depth:
            self._listener.end(name)

    def data(self, text: str) -> None:
        """Forward text."""
        if self._depth:
            self._listener.data(text)


def lines_of(package: PartSource, relation: Relation | None) -> tuple[str, ...]:
    """Return the paragraphs of a part (text of a diagram, comments on a slide)."""
    reader = ParagraphLines()
    if relation is not None:
        read_part(package, relation.target, reader)
    return tuple(reader.lines)


# Elements that refer to a diagram or a chart, and the kinds of relations to charts.
DRAWN = frozenset({"relIds", "chart"})
CHARTS = frozenset({"chart", "chartEx"})
_MAX_LABELS = 500
_CACHED = frozenset({"v", "pt"})
_CHART = frozenset({"chart"})
_TITLES = frozenset({"title", "subtitle", "footer"})
_HEADERS = frozenset({"table-header-rows", "table-header-columns"})


def chart_lines(package: PartSource, relation: Relation | None) -> tuple[str, ...]:
    """Return the titles of a chart, one on each line, then its labels on one line."""
    reader = _ChartLines()
    if relation is not None and relation.kind in CHARTS:
        read_part(package, relation.target, reader)
    return _as_lines(reader.lines, reader.labels)


def drawn_lines(
    package: PartSource, related: Mapping[str, Relation], name: str, attributes: Attributes
) -> tuple[str, ...]:
    """Return the text of a diagram or chart that an element of `DRAWN` refers to."""
    if name == "relIds":
        return lines_of(package, related.get(attributes.get("r:dm", "")))
    return chart_lines(package, related.get(attributes.get("r:id", "")))


def odf_chart_lines(package: PartSource, part: str) -> tuple[str, ...]:
    """Return the text of an OpenDocument chart as `chart_lines` does; empty for other objects."""
    titles, labels = OdfParagraphLines(), OdfParagraphLines()
    for names, lines in ((_TITLES, titles), (_HEADERS, labels)):
        read_part(package, part, ElementFilter(_CHART, ElementFilter(names, lines)))
    return _as_lines(titles.lines, labels.lines)


def _as_lines(titles: list[str], labels: list[str]) -> tuple[str, ...]:
    """Return titles, then labels on one line, without duplicates."""
    once = [label for label in dict.fromkeys(labels) if label not in titles][:_MAX_LABELS]
    return (*dict.fromkeys(titles), *([", ".join(once)] if once else []))


class _ChartLines(ParagraphLines):
    skipped = ParagraphLines.skipped | {"numCache", "numLit", "numDim", "externalData"}

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[str] = []
        self._cached: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        if name in _CACHED:
            self._cached = []
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        if name not in _CACHED:
            super().end(name)
        elif self._cached is not None:
            label = " ".join("".join(self._cached).split())
            self.labels += [label] if label else []
            self._cached = None

    def data(self, text: str) -> None:
        if self._cached is not None:
            self._cached.append(text)
        else:
            super().data(text)
