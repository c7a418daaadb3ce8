"""A text that stands beside the cells of a sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetNote:
    """A text and where it stands on its sheet: 'comment on B4', 'chart'."""

    place: str
    text: str
