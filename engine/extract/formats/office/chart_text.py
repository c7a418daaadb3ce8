"""The words of a chart: its titles, its series and what stands along its axes.

Office keeps them in a part of its own (ECMA-376, DrawingML charts), OpenDocument in an object. The
numbers are left out: they stand in the table that the chart is drawn from.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.office.drawing_text import ParagraphLines, lines_of
from engine.extract.formats.office.open_xml import Relation
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage

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
    """Return the words of a drawing that a part refers to by one of the elements `DRAWN`."""
    if name == "relIds":
        return lines_of(package, related.get(attributes.get("r:dm", "")))
    return chart_lines(package, related.get(attributes.get("r:id", "")))


def odf_chart_lines(package: ZipPackage, part: str) -> tuple[str, ...]:
    """Return the words of an OpenDocument chart as `chart_lines` does; none of another object."""
    reader = _OdfChartLines()
    read_part(package, part, reader)
    return _as_lines(reader.titles, reader.labels)


def _as_lines(titles: list[str], labels: list[str]) -> tuple[str, ...]:
    """Return what is said, each once."""
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
