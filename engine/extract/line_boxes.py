"""Boxes of characters on a page, joined to one box a line."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in page units, y upwards."""


def joined_by_line(pieces: Iterable[Box]) -> list[Box]:
    """Join what stands on one line; some PDF files place every letter by itself."""
    lines: list[Box] = []
    for piece in pieces:
        if lines and _is_on_line(piece, lines[-1]):
            left, bottom, right, top = lines.pop()
            joined = (min(left, piece[0]), min(bottom, piece[1]))
            lines.append((*joined, max(right, piece[2]), max(top, piece[3])))
        else:
            lines.append(piece)
    return lines


def _is_on_line(piece: Box, line: Box) -> bool:
    """Say whether a piece goes on to the right at the height of a line."""
    overlap = min(piece[3], line[3]) - max(piece[1], line[1])
    height = min(piece[3] - piece[1], line[3] - line[1])
    gap = piece[0] - line[2]
    return overlap > height / 2 and -height < gap < 2 * (line[3] - line[1])
