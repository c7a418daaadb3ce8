"""What one query marks in passages, and the snippets that show it best."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engine.model.document import StoredChunk
from engine.model.hit import Snippet, TextSpan
from engine.search.literal_search import literal_matches
from engine.search.snippets import make_snippet
from engine.stores.lexical.highlight import Highlighter


class Highlighting:
    """Marks passages for one search, each once. One thread uses it at a time.

    With `literal` it marks that text in place of words. A snippet has at most `snippet_chars`
    characters. `make_highlighter` is called when something is to be marked: the words it looks for
    are then known from the search.
    """

    def __init__(
        self, make_highlighter: Callable[[], Highlighter], snippet_chars: int, literal: str = ""
    ) -> None:
        self._make_highlighter = make_highlighter
        self._snippet_chars = snippet_chars
        self._literal = literal
        self._spans: dict[int, tuple[TextSpan, ...]] = {}
        self._snippets: dict[tuple[int, bool], Snippet] = {}

    @cached_property
    def highlighter(self) -> Highlighter:
        """What marks the words of the query in any text."""
        return self._make_highlighter()

    def spans(self, stored: StoredChunk) -> tuple[TextSpan, ...]:
        """Return what is marked in the text of a passage, ascending."""
        if stored.number not in self._spans:
            self._spans[stored.number] = self._marked(stored)
        return self._spans[stored.number]

    def snippet(self, stored: StoredChunk, *, for_words: bool) -> Snippet:
        """Return the span around the best marks.

        It is the beginning of a passage that was not found for its words.
        """
        key = stored.number, for_words
        if key not in self._snippets:
            spans = self.spans(stored)
            self._snippets[key] = make_snippet(
                stored.chunk.text,
                spans,
                self._snippet_chars,
                best=spans if for_words or self._literal else (),
                is_code=stored.chunk.is_code,
            )
        return self._snippets[key]

    def _marked(self, stored: StoredChunk) -> tuple[TextSpan, ...]:
        if self._literal:
            return literal_matches(stored.chunk.text, self._literal)
        return self.highlighter.highlight(stored.chunk.text, language_of(stored))


def language_of(stored: StoredChunk) -> str:
    """Return the language by which the words of a passage are read."""
    return "en" if stored.chunk.is_code else stored.chunk.lang or stored.document.lang
