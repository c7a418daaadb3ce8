"""Neighbouring units on their way to become one chunk."""

from __future__ import annotations

from dataclasses import dataclass

from engine.indexing.split_points import weight
from engine.indexing.text_units import TextUnit
from engine.model.document import BlockKind

# What a line break and a blank line between two units weigh.
_BREAK = 2.0
_MUCH_LARGER = 3


@dataclass(frozen=True, slots=True)
class Span:
    """The span [start, end) of a document's text.

    `size` is its weight (see split_points), comments between its units included, `code` the part
    of it that is code. `path` is that of the section it is about: the headings that all its text
    stands under, not that of headings inside it; source code that is mostly one definition has the
    path of that. `is_heading` is True when it holds nothing else.
    """

    start: int
    end: int
    size: float
    code: float
    path: tuple[str, ...]
    page: int
    is_heading: bool

    @classmethod
    def of(cls, unit: TextUnit) -> Span:
        """Return the span of a single unit."""
        size = unit.size + _BREAK
        code = size if unit.kind is BlockKind.CODE else 0.0
        is_heading = unit.kind is BlockKind.HEADING
        return cls(unit.start, unit.end, size, code, unit.heading_path, unit.page, is_heading)

    @property
    def is_all_code(self) -> bool:
        """True in source code and data, False in prose that holds some."""
        return self.code >= self.size

    def joined(self, after: Span, text: str) -> Span:
        """Return this span and the one after it as one."""
        return Span(
            self.start,
            after.end,
            self.size + after.size + gap_between(text, self.end, after.start),
            self.code + after.code,
            self._joined_path(after),
            self.page,
            self.is_heading and after.is_heading,
        )

    def _joined_path(self, after: Span) -> tuple[str, ...]:
        if self.is_heading != after.is_heading:
            return after.path if self.is_heading else self.path
        common = _common(self.path, after.path)
        larger, smaller = (self, after) if self.size >= after.size else (after, self)
        is_code = self.is_all_code and after.is_all_code
        # The end of a class after its last method, a line between two functions.
        if is_code and smaller.path == common and larger.size >= _MUCH_LARGER * smaller.size:
            return larger.path
        return common


def gap_between(text: str, end: int, start: int) -> float:
    """Weigh what stands between two blocks and is in neither: comments, rules."""
    return weight(between) if (between := text[end:start].strip()) else 0.0


def _common(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    if ours == theirs:
        return ours
    length = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        length += 1
    return ours[:length]
