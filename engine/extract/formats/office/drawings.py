"""Paragraphs of drawings and comments, where only their words matter."""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.office.open_xml import Relation
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage

_ENDS_A_LINE = frozenset({"p", "text"})
_HOLDS_TEXT = frozenset({"t", "text"})
_BLANKS = frozenset({"tab", "br", "cr"})


def lines_of(package: ZipPackage, relation: Relation | None) -> tuple[str, ...]:
    """Return the paragraphs of a part (text of a diagram, comments on a slide)."""
    reader = ParagraphLines()
    if relation is not None:
        read_part(package, relation.target, reader)
    return tuple(reader.lines)


class ParagraphLines(XmlListener):
    """Collects the paragraphs of a part, one a line; only their text matters."""

    skipped = frozenset({"del", "moveFrom", "delText", "instrText", "Fallback", "rt"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._parts: list[str] = []
        self._in_text = False

    def start(self, name: str, _attributes: Attributes) -> None:
        """Begin text; tabs and breaks are blanks."""
        if name in _HOLDS_TEXT:
            self._in_text = True
        elif name in _BLANKS:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        """End text or a line."""
        if name in _HOLDS_TEXT:
            self._in_text = False
        if name in _ENDS_A_LINE:
            self.end_line()

    def data(self, text: str) -> None:
        """Take text of the paragraph."""
        if self._in_text:
            self._parts.append(text)

    def end_line(self) -> None:
        """Keep the current line unless it is empty."""
        line = " ".join("".join(self._parts).split())
        self._parts.clear()
        if line:
            self.lines.append(line)


# Elements that refer to a diagram or a chart, and the kinds of relations to charts.
DRAWN = frozenset({"relIds", "chart"})
CHARTS = frozenset({"chart", "chartEx"})
_MOST_LABELS = 500
_CACHED = frozenset({"v", "pt"})
_TITLES = frozenset({"title", "subtitle", "footer"})
_HEADERS = frozenset({"table-header-rows", "table-header-columns"})


def chart_lines(package: ZipPackage, relation: Relation | None) -> tuple[str, ...]:
    """Return the titles of a chart, a line each, then its labels on one line."""
    reader = _ChartLines()
    if relation is not None and relation.kind in CHARTS:
        read_part(package, relation.target, reader)
    return _as_lines(reader.lines, reader.labels)


def drawn_lines(
    package: ZipPackage, related: Mapping[str, Relation], name: str, attributes: Attributes
) -> tuple[str, ...]:
    """Return the text of a diagram or chart that an element of `DRAWN` refers to."""
    if name == "relIds":
        return lines_of(package, related.get(attributes.get("r:dm", "")))
    return chart_lines(package, related.get(attributes.get("r:id", "")))


def odf_chart_lines(package: ZipPackage, part: str) -> tuple[str, ...]:
    """Return the text of an OpenDocument chart as `chart_lines` does, nothing of other objects."""
    reader = _OdfChartLines()
    read_part(package, part, reader)
    return _as_lines(reader.titles, reader.labels)


def _as_lines(titles: list[str], labels: list[str]) -> tuple[str, ...]:
    """Return titles, then labels on one line, each once."""
    once = [label for label in dict.fromkeys(labels) if label not in titles][:_MOST_LABELS]
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


class _OdfChartLines(XmlListener):
    def __init__(self) -> None:
        self.titles: list[str] = []
        self.labels: list[str] = []
        self._inside: list[str] = []
        self._parts: list[str] | None = None
        self._is_chart = False

    def start(self, name: str, _attributes: Attributes) -> None:
        if name == "chart":
            self._is_chart = True
        elif name in _TITLES or name in _HEADERS:
            self._inside.append(name)
        elif name == "p" and self._is_chart and self._inside:
            self._parts = []

    def end(self, name: str) -> None:
        if self._inside and name == self._inside[-1]:
            self._inside.pop()
        elif name == "p" and self._parts is not None:
            words = " ".join("".join(self._parts).split())
            wanted = self.titles if self._inside[-1] in _TITLES else self.labels
            wanted += [words] if words else []
            self._parts = None

    def data(self, text: str) -> None:
        if self._parts is not None:
            self._parts.append(text)
