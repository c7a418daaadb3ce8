"""The text that a document's file has now, kept while the file does not change."""

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

_WORD = re.compile(r"\S+")


class NormalisedText:
    """A text with each run of white space replaced by one space: `text`. Any thread.

    The offsets of the words are computed when `span` is first called, as most long texts are only
    searched.
    """

    def __init__(self, original: str) -> None:
        self.text = " ".join(original.split())
        self._original = original
        self._starts = array("Q")
        self._origins = array("Q")

    def span(self, start: int, end: int) -> TextSpan:
        """Return where [start, end) of `text` stands in the original; neither end is at a space."""
        if not self._starts:
            self._find_words()
        return TextSpan(self._origin(start), self._origin(end - 1) + 1)

    def _find_words(self) -> None:
        starts, origins, start = array("Q"), array("Q"), 0
        for word in _WORD.finditer(self._original):
            starts.append(start)
            origins.append(word.start())
            start += word.end() - word.start() + 1
        # Set when complete, `_starts` last: other threads take it as the sign that both are.
        self._origins = origins
        self._starts = starts

    def _origin(self, offset: int) -> int:
        word = bisect_right(self._starts, offset) - 1
        return self._origins[word] + offset - self._starts[word]


_LARGEST_KEPT = 20_000_000

# Two changes within one tick of a file system's clock (2 s on FAT) look like one.
_TICK_NS = 3_000_000_000

_State = tuple[str, str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The text of a document, also with its white space normalised."""

    extracted: ExtractedText
    normalised: NormalisedText


class CurrentTexts:
    """Reads documents and keeps the last, as a collection cites one file many times. Any thread."""

    def __init__(self, reader: DocumentReader) -> None:
        self._reader = reader
        self._kept: tuple[_State, CurrentText] | None = None

    def read(self, document: StoredDocument) -> CurrentText:
        """Return the text; raise DocumentError when it cannot be read."""
        state = _state_of(document)
        kept = self._kept  # another thread may replace it meanwhile
        if kept and state is not None and kept[0] == state:
            return kept[1]
        extracted = self._reader.read(Path(document.absolute_path), document.member)
        current = CurrentText(extracted, NormalisedText(extracted.text))
        is_kept = state is not None and len(extracted.text) <= _LARGEST_KEPT
        self._kept = (state, current) if state is not None and is_kept else None
        return current


def _state_of(document: StoredDocument) -> _State | None:
    """Return what identifies the version of a file; None when that is not certain."""
    path = document.absolute_path
    try:
        state = Path(path).stat()
    except OSError:
        return None
    if time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) < _TICK_NS:
        return None
    times = (state.st_mtime_ns, state.st_ctime_ns)
    return path, document.member, state.st_ino, state.st_size, *times
