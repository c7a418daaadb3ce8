"""Spelling suggestions for queries without results and for words that no passage contains."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import Correction, CorrectSpelling, SearchResponse, WordsSuggested
from twofold.ui.client import EngineClient
from twofold.ui.explain.matched_word import UNSPACED, typed_word
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.widgets.messages import BarMessage

# Longer than the pause between two letters: an unfinished word is no misspelling.
PAUSE_MS = 700
_MAX_WORDS = 3
_MAX_WORD_LENGTH = 40


class Spelling(QObject):
    """Requests spelling suggestions for the newest answer.

    `search` searches for a corrected query. `on_known` is called when `corrections` and `message`
    are available.
    """

    def __init__(
        self,
        client: EngineClient,
        search: Callable[[str], None],
        on_known: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._search = search
        self._on_known = on_known
        self._query = ""
        self._words: tuple[str, ...] = ()
        self._contains_some = self._is_asked = False
        self.corrections: tuple[Correction, ...] = ()
        # Shown above the hits; empty without a problem or before the reply.
        self.message = BarMessage("")
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self.ask)

    def take_answer(self, response: SearchResponse) -> None:
        """Determine which words no passage contains, and request suggestions after a pause."""
        terms = response.trace.terms
        by_parts = any(hit.retrieval.lexical_rank for hit in response.hits)
        missing = (
            term.term
            for term in terms
            if not term.passages and not (by_parts and UNSPACED.search(term.term))
        )
        words = dict.fromkeys(typed_word(term, response.request) for term in missing)
        query, words_named = response.request.query, tuple(words)[:_MAX_WORDS]
        if (query, words_named) == (self._query, self._words):
            return
        self._query, self._words = query, words_named
        self._contains_some = any(term.passages for term in terms)
        self._is_asked = False
        self.corrections, self.message = (), BarMessage("")
        self._client.forget(self)
        if words_named:
            self._soon.start()
        else:
            self._soon.stop()

    def ask(self) -> None:
        """Request suggestions for the query now, unless already done."""
        self._soon.stop()
        if self._query and not self._is_asked:
            self._is_asked = True
            question = CorrectSpelling(self._query)
            self._client.request(question, self, self._take_words, newest=True)

    def _take_words(self, reply: WordsSuggested) -> None:
        self.corrections = reply.corrections
        if self._words:
            self.message = self._missing_words_message()
        self._on_known()

    def _missing_words_message(self) -> BarMessage:
        quoted = tr("\u2018{word}\u2019")
        words = tr(" or ").join(quoted.format(word=_short(word)) for word in self._words)
        missing = tr("No passage contains {words}.").format(words=words)
        better = spelled_better(self._query, self._words, self.corrections)
        if better != self._query:
            question = tr("Did you mean \u2018{word}\u2019?").format(word=_short(better, 80))
            return BarMessage(
                f"{missing} {question}",
                is_warning=False,
                action=tr("Search"),
                act=lambda: self._search(better),
            )
        # A question in full sentences contains words that its answers do not need.
        return BarMessage("") if self._contains_some else BarMessage(missing, is_warning=False)


def spelled_better(query: str, words: Sequence[str], corrections: Sequence[Correction]) -> str:
    """Return the query with corrected spellings for `words`."""
    missing = {part for word in words for part in word.casefold().split()}
    for known in corrections:
        if known.word.casefold() in missing:
            instead = known.instead.replace("\\", r"\\")
            query = re.sub(rf"\b{re.escape(known.word)}\b", instead, query)
    return query


def _short(text: str, most: int = _MAX_WORD_LENGTH) -> str:
    line = one_line(text)
    return isolated(line if len(line) <= most else f"{line[: most - 1]}\u2026")
