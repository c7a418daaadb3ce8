"""The measures of `twofold eval` as a picture: horizontal bars, in SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from twofold.engine.api import SetReport

_Means = Mapping[str, float]

_ROW, _HEADING, _GAP, _EDGE = 18, 22, 14, 16
_BAR = 170  # the length of 1.0
_VALUE = 54
_LETTER = 7  # of 12 pixels, as wide as it may be
_LONGEST_NAME = 24
_LONGEST_TITLE = 70
_CHARACTERS = "characters@5"  # a number of characters, no share
# Colours that colour-blind people can tell apart (Okabe, Ito 2008), and two more.
_COLOURS = (
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a6fb0", "#8c8c8c",
)  # fmt: skip
_FONT = 'font-family="sans-serif" font-size="12"'
_INK, _FAINT, _PAPER = "#1c1c1c", "#d9d9d9", "#ffffff"
# Programs that do not know this rule show dark letters on white paper.
_DARK = """@media (prefers-color-scheme: dark) {
.ink { fill: #e8e8e8 } .faint { fill: #444444 } .paper { fill: #1b1b1b }
}"""
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def comparison_picture(reports: Sequence[SetReport]) -> str:
    """Return an SVG document: for each set, and their mean, a bar for each run and measure.

    Only measures between 0 and 1 are drawn.
    """
    groups = [
        (f"{report.name}, judged queries: {len(report.runs[0].queries)}", _means_of(report))
        for report in reports
        if report.runs
    ]
    if len(groups) > 1:
        groups.append((f"mean of {len(groups)} sets", _mean_of_all([means for _, means in groups])))
    runs = dict.fromkeys(run for _, means in groups for run in means)
    measures = dict.fromkeys(measure for _, means in groups for measure in _first(means))
    drawing = _Drawing(list(runs), list(measures))
    for title, means in groups:
        drawing.add(title, means)
    return drawing.as_svg()


def _means_of(report: SetReport) -> dict[str, _Means]:
    return {
        run.name: {name: mean for name, mean in run.means.items() if name != _CHARACTERS}
        for run in report.runs
    }


def _mean_of_all(groups: Sequence[Mapping[str, _Means]]) -> dict[str, _Means]:
    """Return the mean of each run over the sets, of the measures that all sets have."""
    shared = [name for name in _first(groups[0]) if all(name in _first(each) for each in groups)]
    return {
        run: {name: sum(each[run][name] for each in groups) / len(groups) for name in shared}
        for run in groups[0]
    }


def _first(means: Mapping[str, _Means]) -> _Means:
    return next(iter(means.values()))


class _Drawing:
    """Puts groups of bars below each other, a column for each measure."""

    def __init__(self, runs: Sequence[str], measures: Sequence[str]) -> None:
        longest = max((min(len(run), _LONGEST_NAME) for run in runs), default=0)
        self._left = _EDGE + longest * _LETTER + 10
        self._columns = {
            name: self._left + number * (_BAR + _VALUE) for number, name in enumerate(measures)
        }
        self._colours = {run: _COLOURS[n % len(_COLOURS)] for n, run in enumerate(runs)}
        self._width = max(420, self._left + len(measures) * (_BAR + _VALUE) + _EDGE)
        self._y = _EDGE + _HEADING
        self._elements = [_text(x, _EDGE + 12, name, "bold") for name, x in self._columns.items()]

    def add(self, title: str, means: Mapping[str, _Means]) -> None:
        """Draw the bars of a set, the best of each measure with its value in bold."""
        self._elements.append(_text(_EDGE, self._y + 14, title, "bold", _LONGEST_TITLE))
        self._y += _HEADING
        self._elements += self._grid(len(means) * _ROW)
        best = {name: max(each.get(name, 0.0) for each in means.values()) for name in self._columns}
        for run, each in means.items():
            self._elements.append(_text(_EDGE, self._y + 13, run, "normal", _LONGEST_NAME))
            for name, x in self._columns.items():
                if name in each:
                    self._elements += self._bar(
                        run, x, each[name], is_best=each[name] == best[name]
                    )
            self._y += _ROW
        self._y += _GAP

    def _grid(self, height: int) -> Iterator[str]:
        for x in self._columns.values():
            for part in (0.0, 0.5, 1.0):
                yield _box("faint", _FAINT, (x + part * _BAR, self._y), (1, height))

    def _bar(self, run: str, x: int, value: float, *, is_best: bool) -> Iterator[str]:
        length = max(0.0, min(1.0, value)) * _BAR
        yield _box("bar", self._colours[run], (x, self._y + 3), (length, _ROW - 6))
        yield _text(x + _BAR + 6, self._y + 13, f"{value:.3f}", "bold" if is_best else "normal")

    def as_svg(self) -> str:
        """Return the whole document."""
        height = self._y - _GAP + _EDGE
        size = f'width="{self._width}" height="{height}" viewBox="0 0 {self._width} {height}"'
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {_FONT} {size}>',
            f"<style>{_DARK}</style>",
            _box("paper", _PAPER, (0, 0), (self._width, height)),
            *self._elements,
            "</svg>",
        ]
        return "\n".join(lines)


def _text(x: float, y: float, text: str, weight: str, longest: int = 40) -> str:
    plain = _UNWRITABLE.sub("\ufffd", text)
    shown = plain if len(plain) <= longest else f"{plain[: longest - 1]}…"
    return (
        f'<text class="ink" fill="{_INK}" x="{x:.1f}" y="{y:.1f}" font-weight="{weight}">'
        f"{escape(shown)}</text>"
    )


def _box(name: str, colour: str, place: tuple[float, float], size: tuple[float, float]) -> str:
    (x, y), (width, height) = place, size
    return (
        f'<rect class="{name}" fill="{colour}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}"/>'
    )
