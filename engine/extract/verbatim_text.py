"""Documents whose text is the decoded file itself, cited by its lines."""

from __future__ import annotations

from collections.abc import Iterable

from engine.extract.encoding import DecodedText
from engine.extract.lines import line_starts
from engine.model.document import Block, DocumentMetadata, ExtractedText, PlaceKind


def verbatim_text(
    decoded: DecodedText,
    blocks: Iterable[Block],
    file_type: str,
    metadata: DocumentMetadata | None = None,
    warnings: tuple[str, ...] = (),
) -> ExtractedText:
    """Return the document of a decoded file with its blocks; every line is a place."""
    starts = line_starts(decoded.text)
    return ExtractedText(
        text=decoded.text,
        place_kind=PlaceKind.LINE,
        place_starts=starts,
        place_numbers=tuple(range(1, len(starts) + 1)),
        blocks=tuple(blocks),
        metadata=metadata or DocumentMetadata(),
        file_type=file_type,
        warnings=decoded.warnings + warnings,
        is_verbatim=True,
    )
