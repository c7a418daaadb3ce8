"""Line charts of cost against size as SVG, with two logarithmic axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

_FONT = 'font-family="sans-serif" font-size="12"'
_LEFT, _TOP, _WIDE, _HIGH, _LEGEND = 60, 40, 460, 260, 190
# Colours that colour-blind people can tell apart (Okabe, Ito 2008).
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8c8c8c")


def curves(title: str, sizes: Sequence[int], lines: Mapping[str, Sequence[float]]) -> str:
    """Return a chart with one line per name. All values must be above 0."""
    values = [value for line in lines.values() for value in line]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    first, last = log10(sizes[0]), log10(sizes[-1])

    def place(size: float, value: float) -> tuple[float, float]:
        x = _LEFT + _WIDE * (log10(size) - first) / (last - first or 1)
        return x, _TOP + _HIGH * (high - log10(value)) / (high - low or 1)

    parts = [_text(_LEFT, 24, title, "bold")]
    for power in range(low, high + 1):
        y = place(sizes[0], 10.0**power)[1]
        parts += [
            _line([(_LEFT, y), (_LEFT + _WIDE, y)], "#d9d9d9"),
            _text(8, y + 4, f"{10.0**power:g}"),
        ]
    parts += [
        _text(place(size, 10.0**low)[0] - 24, _TOP + _HIGH + 20, f"{size:,}") for size in sizes
    ]
    for number, (name, line) in enumerate(lines.items()):
        colour, y = _COLOURS[number % len(_COLOURS)], _TOP + 10 + 18 * number
        parts.append(_line([place(*point) for point in zip(sizes, line, strict=True)], colour))
        key = _LEFT + _WIDE + 20
        parts += [_line([(key, y - 4), (key + 20, y - 4)], colour), _text(key + 26, y, name)]
    wide, tall = _LEFT + _WIDE + _LEGEND, _TOP + _HIGH + 36
    size = f'viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONT}>',
            f'<rect width="{wide}" height="{tall}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-weight="{weight}" fill="#1c1c1c">{text}</text>'
