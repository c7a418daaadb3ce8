"""Better spellings: for a query that found nothing, and for words that no passage holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import Correction, SearchResponse, SuggestWords, WordsSuggested
from ui.client import EngineClient
from ui.explain.sentence import spoken_word
from ui.i18n.label_text import one_line
from ui.i18n.translation import tr
from ui.widgets.messages import Message


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


# Longer than between two letters: half a word is no slip.
PAUSE_MS = 700
_MOST_WORDS = 3
_LONGEST_WORD = 40


class MissingWords(QObject):
    """Follows the answers.

    Signals:
        known: `message` has something to say of the newest answer.
        query_wanted: the query, spelled better.
    """

    known = Signal()
    query_wanted = Signal(str)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._words: tuple[str, ...] = ()
        self._holds_some = False
        self._message = Message("")
        self._spelling = Spelling(client, self)
        self._spelling.answered.connect(self._take_corrections)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(lambda: self._spelling.ask(self._query))

    @property
    def message(self) -> Message:
        """What is to be said of the newest answer; empty where all is well or not known yet."""
        return self._message

    def take_answer(self, response: SearchResponse) -> None:
        """Look which words of another query no passage holds."""
        query, words = response.request.query, _missing(response)
        if (query, words) == (self._query, self._words):
            return
        self._query, self._words, self._message = query, words, Message("")
        self._holds_some = any(term.passages for term in response.trace.terms)
        self._spelling.forget()
        if words:
            self._soon.start()
        else:
            self._soon.stop()

    def _take_corrections(self, query: str, corrections: tuple[Correction, ...]) -> None:
        if query != self._query or not self._words:
            return
        quoted = tr("\u2018{word}\u2019")
        words = tr(" or ").join(quoted.format(word=_short(word)) for word in self._words)
        told = tr("No passage contains {words}.").format(words=words)
        better = spelled_better(query, self._words, corrections)
        if better == query and self._holds_some:
            return  # a question in whole sentences has words that its answers do not need
        if better == query:
            self._message = Message(told, is_warning=False)
        else:
            asked = tr("Did you mean \u2018{word}\u2019?").format(word=_short(better, 80))
            self._message = Message(
                f"{told} {asked}",
                is_warning=False,
                action=tr("Search"),
                act=lambda: self.query_wanted.emit(better),
            )
        self.known.emit()


def spelled_better(query: str, words: Sequence[str], corrections: Sequence[Correction]) -> str:
    """Return a query with better spellings for those of `words` that have one."""
    missing = {part for word in words for part in word.casefold().split()}
    for known in corrections:
        if known.word.casefold() in missing:
            instead = known.instead.replace("\\", r"\\")
            query = re.sub(rf"\b{re.escape(known.word)}\b", instead, query)
    return query


def _missing(response: SearchResponse) -> tuple[str, ...]:
    terms = (term for term in response.trace.terms if not term.passages)
    words = dict.fromkeys(spoken_word(term.term, response.request) for term in terms)
    return tuple(words)[:_MOST_WORDS]


def _short(text: str, most: int = _LONGEST_WORD) -> str:
    line = one_line(text)
    return line if len(line) <= most else f"{line[: most - 1]}\u2026"
