"""Better spellings: for a query that found nothing, and for words that no passage holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import Correction, CorrectSpelling, SearchResponse, WordsSuggested
from twofold.ui.client import EngineClient
from twofold.ui.explain.matched_word import UNSPACED, spoken_word
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.widgets.messages import BarMessage

# Longer than between two letters: half a word is no slip.
PAUSE_MS = 700
_MAX_WORDS = 3
_MAX_WORD_LENGTH = 40


class Spelling(QObject):
    """Asks the library for better spellings of the words of the newest answer.

    `search` searches for a query that is spelled better. `on_known` is called once `corrections`
    and `message` are known.
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
        self._holds_some = self._is_asked = False
        self.corrections: tuple[Correction, ...] = ()
        # Shown above the hits; empty where all is well or not known yet.
        self.message = BarMessage("")
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self.ask)

    def take_answer(self, response: SearchResponse) -> None:
        """Look which words no passage holds, and ask about them in a moment."""
        terms = response.trace.terms
        by_parts = any(hit.retrieval.lexical_rank for hit in response.hits)
        missing = (
            term.term
            for term in terms
            if not term.passages and not (by_parts and UNSPACED.search(term.term))
        )
        words = dict.fromkeys(spoken_word(term, response.request) for term in missing)
        query, words_named = response.request.query, tuple(words)[:_MAX_WORDS]
        if (query, words_named) == (self._query, self._words):
            return
        self._query, self._words = query, words_named
        self._holds_some = any(term.passages for term in terms)
        self._is_asked = False
        self.corrections, self.message = (), BarMessage("")
        self._client.forget(self)
        if words_named:
            self._soon.start()
        else:
            self._soon.stop()

    def ask(self) -> None:
        """Ask about the query now, once."""
        self._soon.stop()
        if self._query and not self._is_asked:
            self._is_asked = True
            question = CorrectSpelling(self._query)
            self._client.request(question, self, self._take_words, newest=True)

    def _take_words(self, reply: WordsSuggested) -> None:
        self.corrections = reply.corrections
        if self._words:
            self.message = self._say_missing()
        self._on_known()

    def _say_missing(self) -> BarMessage:
        quoted = tr("\u2018{word}\u2019")
        words = tr(" or ").join(quoted.format(word=_short(word)) for word in self._words)
        told = tr("No passage contains {words}.").format(words=words)
        better = spelled_better(self._query, self._words, self.corrections)
        if better != self._query:
            asked = tr("Did you mean \u2018{word}\u2019?").format(word=_short(better, 80))
            return BarMessage(
                f"{told} {asked}",
                is_warning=False,
                action=tr("Search"),
                act=lambda: self._search(better),
            )
        # A question in whole sentences has words that its answers do not need.
        return BarMessage("") if self._holds_some else BarMessage(told, is_warning=False)


def spelled_better(query: str, words: Sequence[str], corrections: Sequence[Correction]) -> str:
    """Return a query with better spellings for those of `words` that have one."""
    missing = {part for word in words for part in word.casefold().split()}
    for known in corrections:
        if known.word.casefold() in missing:
            instead = known.instead.replace("\\", r"\\")
            query = re.sub(rf"\b{re.escape(known.word)}\b", instead, query)
    return query


def _short(text: str, most: int = _MAX_WORD_LENGTH) -> str:
    line = one_line(text)
    return isolated(line if len(line) <= most else f"{line[: most - 1]}\u2026")
