"""'Did you mean': better spellings for a query that found nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.api import SuggestWords, WordsSuggested
from ui.client import EngineClient


class Spelling(QObject):
    """Asks the library for words that are spelled alike.

    Signals:
        found: the query that was asked about, and its Corrections, of which there is at least one.
        answered: the same, also where there is none.
    """

    found = Signal(str, object)
    answered = Signal(str, object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client

    def ask(self, query: str) -> None:
        """Look for better spellings of the words of a query; only the last query asked counts."""
        question = SuggestWords(query, spelling=True)
        self._client.request(question, self, self._take_words, newest=True)

    def forget(self) -> None:
        """Take no answer to what was asked."""
        self._client.forget(self)

    def _take_words(self, reply: WordsSuggested) -> None:
        self.answered.emit(reply.text, reply.corrections)
        if reply.corrections:
            self.found.emit(reply.text, reply.corrections)
