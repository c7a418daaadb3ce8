"""What became of passages whose files have changed since, found out before an export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Hit,
    format_uri,
)
from ui.citation_text import words_of_place
from ui.client import EngineClient

# Each is read from its file again: more would keep the thread of the previews busy for long.
_MOST_CHECKED = 100


class PlaceChecks(QObject):
    """Asks the engine about one passage after another, on the UI thread.

    Signals:
        found: a sentence, whenever another passage was looked at.
    """

    found = Signal(str)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._waiting: list[Hit] = []
        self._states: Counter[CitationState] = Counter()
        self._moved: CheckedCitation | None = None

    def begin(self, hits: Iterable[Hit]) -> None:
        """Check those of the hits whose files have changed since they were indexed."""
        self._waiting = [hit for hit in hits if hit.stale][:_MOST_CHECKED]
        self._waiting.reverse()
        self._states.clear()
        self._next()

    def stop(self) -> None:
        """Check no more."""
        self._waiting.clear()
        self._client.forget(self)

    def _next(self) -> None:
        if not self._waiting:
            return
        hit = self._waiting.pop()
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        uri = format_uri(path, hit.citation.place)
        check = CheckCitation(uri, hit.text)
        self._client.request(check, self, self._take_check, lambda _: self._next(), newest=True)

    def _take_check(self, reply: CitationChecked) -> None:
        self._states[reply.citation.state] += 1
        if reply.citation.state is CitationState.MOVED:
            self._moved = reply.citation
        self.found.emit(self._sentence())
        self._next()

    def _sentence(self) -> str:
        states, parts = self._states, []
        if number := states[CitationState.MOVED]:
            parts.append(self._moved_words(number))
        for state, words in (
            (CitationState.CHANGED, self.tr("{n} changed")),
            (CitationState.GONE, self.tr("{n} gone")),
            (CitationState.EXACT, self.tr("{n} as cited")),
        ):
            if states[state]:
                parts.append(words.format(n=states[state]))
        return self.tr("In the files now: {parts}.").format(parts=", ".join(parts))

    def _moved_words(self, number: int) -> str:
        place = self._moved.place if self._moved else None
        if number > 1 or place is None:
            return self.tr("{n} moved").format(n=number)
        return self.tr("1 moved to {place}").format(place=words_of_place(place))
