"""Going back from a citation to the file it names, as a person with an editor does."""

import re

from engine.core.document import Chunk, ExtractedText, PlaceKind

_BREAK = re.compile(r"\r\n|\r|\n")


def cited_lines(text: str, chunk: Chunk) -> str:
    """Return what the lines and columns of a passage hold in the text of its file."""
    lines = _BREAK.split(text)[chunk.place_start - 1 : chunk.place_end]
    if chunk.end_column is not None:
        lines[-1] = lines[-1][: chunk.end_column - 1]
    if chunk.start_column is not None:
        lines[0] = lines[0][chunk.start_column - 1 :]
    return "\n".join(lines)


def with_line_feeds(text: str) -> str:
    """Return text with every line break as a line feed."""
    return _BREAK.sub("\n", text)


def is_at_its_lines(extracted: ExtractedText, chunk: Chunk, source: str) -> bool:
    """Say whether a passage stands in the decoded file where its citation says."""
    assert extracted.place_kind is PlaceKind.LINE
    return cited_lines(source, chunk) == with_line_feeds(chunk.text)
