"""Asking for hits outside the program, with their citations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.core.hit import SearchResponse


class ExportFormat(StrEnum):
    """The formats hits can be written in."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"

    @property
    def extension(self) -> str:
        """The usual file name extension, with its dot."""
        return {"markdown": ".md"}.get(self.value, f".{self.value}")


@dataclass(frozen=True, slots=True)
class ExportHits:
    """Render the hits of `response` named by `chunk_ids` (all of them when empty).

    With a `target` the file is written atomically, and an existing file is left alone unless
    `overwrite`; without one the text comes back in `ExportRendered`.
    """

    format: ExportFormat
    response: SearchResponse
    chunk_ids: tuple[str, ...] = ()
    target: Path | None = None
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class ExportRendered:
    """The text of an export; `target` is where it was written, or None."""

    request_id: int
    text: str
    target: Path | None
