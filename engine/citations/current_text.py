"""What a file says now: read again for every check, but only once while it stays as it is."""

from __future__ import annotations

import re
import time
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from engine.extract.process.reader import DocumentReader
from engine.model.document import ExtractedText, StoredDocument
from engine.model.hit import TextSpan

_PIECE = re.compile(r"\S+")


class EvenedText:
    """`text` holds the pieces of the original between single spaces. Any thread.

    Where the pieces stand is found out when it is first asked for: most texts of megabytes are only
    looked through.
    """

    def __init__(self, original: str) -> None:
        self.text = " ".join(original.split())
        self._original = original
        self._starts = array("Q")
        self._origins = array("Q")

    def span(self, start: int, end: int) -> TextSpan:
        """Return where [start, end) of the evened text stands in the text as it is.

        It begins and ends inside pieces, not at a space.
        """
        if not self._starts:
            self._find_pieces()
        return TextSpan(self._origin(start), self._origin(end - 1) + 1)

    def _find_pieces(self) -> None:
        starts, origins, start = array("Q"), array("Q"), 0
        for piece in _PIECE.finditer(self._original):
            starts.append(start)
            origins.append(piece.start())
            start += piece.end() - piece.start() + 1
        # Only when all are known, and the starts last: other threads take them for a sign of that.
        self._origins = origins
        self._starts = starts

    def _origin(self, offset: int) -> int:
        piece = bisect_right(self._starts, offset) - 1
        return self._origins[piece] + offset - self._starts[piece]


_LARGEST_KEPT = 20_000_000

# Two changes within one tick of a file system's clock (2 s on FAT) look like one.
_TICK_NS = 3_000_000_000

_State = tuple[str, str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The text of a document, also with its white space evened out."""

    extracted: ExtractedText
    evened: EvenedText


class CurrentTexts:
    """Reads documents. The last one is kept: a collection cites one file many times. Any thread."""

    def __init__(self, reader: DocumentReader) -> None:
        self._reader = reader
        self._kept: tuple[_State, CurrentText] | None = None

    def read(self, document: StoredDocument) -> CurrentText:
        """Return the text; raise DocumentError when it cannot be read."""
        state = _state_of(document)
        kept = self._kept  # another thread may keep another one meanwhile
        if kept and state is not None and kept[0] == state:
            return kept[1]
        extracted = self._reader.read(Path(document.absolute_path), document.member)
        current = CurrentText(extracted, EvenedText(extracted.text))
        is_kept = state is not None and len(extracted.text) <= _LARGEST_KEPT
        self._kept = (state, current) if state is not None and is_kept else None
        return current


def _state_of(document: StoredDocument) -> _State | None:
    """Return what tells one state of a file from another; None when that cannot be told."""
    path = document.absolute_path
    try:
        state = Path(path).stat()
    except OSError:
        return None
    if time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) < _TICK_NS:
        return None
    times = (state.st_mtime_ns, state.st_ctime_ns)
    return path, document.member, state.st_ino, state.st_size, *times
