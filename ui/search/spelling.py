"""'Did you mean': better spellings for a query that found nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.api import Event, SuggestWords, WordsSuggested
from ui.engine_bridge import EngineBridge


class Spelling(QObject):
    """Asks the library for words that are spelled alike.

    Signals:
        found: the query that was asked about, and its Corrections, of which there is at least one.
        answered: the same, also where there is none.
    """

    found = Signal(str, object)
    answered = Signal(str, object)

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._asked = 0
        bridge.happened.connect(self._take_event)

    def ask(self, query: str) -> None:
        """Look for better spellings of the words of a query; only the last query asked counts."""
        self._asked = self._bridge.submit(SuggestWords(query, spelling=True))

    def forget(self) -> None:
        """Take no answer to what was asked."""
        self._asked = 0

    def _take_event(self, event: Event) -> None:
        if not isinstance(event, WordsSuggested) or event.request_id != self._asked:
            return
        self.answered.emit(event.text, event.corrections)
        if event.corrections:
            self.found.emit(event.text, event.corrections)
