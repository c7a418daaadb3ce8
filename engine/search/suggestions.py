"""Suggestions from the words of the library: completions and corrections.

The index contains folded words (lower case, without accents). Each suggestion is therefore looked
up in a passage that contains it, and returned as written there. Thread-safe.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Correction, TermStatistics
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.search.query_language import MAX_QUERY_LENGTH
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.analysis import UNSPACED, fold, normalise
from twofold.engine.stores.ports import LexicalReader

_WORD = re.compile(rf"[^\W\d_{UNSPACED}]{{2,}}")
_LAST_WORD = re.compile(rf"(?<![\w:/.*~\"'-])[^\W\d_{UNSPACED}]{{2,}}$")
_OPERATORS = {"OR", "AND", "NOT"}
# A word may be a typo if a similar word occurs in more passages by this factor.
_RARER = 20
_MAX_CORRECTIONS = 3
# Each is compared with all words of the library with the same beginning.
_MAX_CHECKED = 16


def completions(
    catalog: Catalog, lexical: LexicalReader, text: str, most: int
) -> tuple[TermStatistics, ...]:
    """Return frequent words that start with the last word of `text`.

    If the last word is more frequent than its completions, it is considered complete, and nothing
    is suggested. Words of scripts without spaces are not completed.
    """
    last = _LAST_WORD.search(normalise(text[-MAX_QUERY_LENGTH:]))
    if last is None or last[0] in _OPERATORS:
        return ()
    begun = "".join(fold([last[0]]))
    found = lexical.words_beginning(begun, most + 1)
    if found and found[0].term == begun:
        return ()
    longer = [word for word in found if word.term != begun][:most]
    return tuple(
        TermStatistics(_original_form(catalog, lexical, word.term), word.passages)
        for word in longer
    )


def corrections(catalog: Catalog, lexical: LexicalReader, text: str) -> tuple[Correction, ...]:
    """Return corrections for words of `text` that occur in no or hardly any passages."""
    return tuple(islice(_corrections(catalog, lexical, text), _MAX_CORRECTIONS))


def _corrections(catalog: Catalog, lexical: LexicalReader, text: str) -> Iterator[Correction]:
    written = _WORD.findall(normalise(text[:MAX_QUERY_LENGTH]))
    for word in islice(dict.fromkeys(written), _MAX_CHECKED):
        folded = "".join(fold([word]))
        if word in _OPERATORS or not folded:
            continue
        known = _passages_with(lexical, word)
        similar = lexical.similar_word(folded)
        if similar is not None and similar.passages > known * _RARER:
            yield Correction(word, _original_form(catalog, lexical, similar.term), similar.passages)


def _passages_with(lexical: LexicalReader, word: str) -> int:
    """Return the number of passages with any form of a word."""
    query = ParsedQuery((Clause(word),), word, SearchFilters())
    return max((term.passages for term in lexical.content_words(query)), default=0)


def _original_form(catalog: Catalog, lexical: LexicalReader, term: str) -> str:
    """Return a folded word as a passage writes it, preferably in lower case."""
    wanted = (Clause(term, ClauseKind.PHRASE),)
    query = ParsedQuery(wanted, term, SearchFilters(), explicit=True)
    found = lexical.search(query, 1, SearchFilters()).candidates
    passages = catalog.chunks([candidate.chunk_number for candidate in found])
    texts = [stored.chunk.text for stored in passages.values()]
    written: Counter[str] = Counter()
    for text in texts:
        words: list[str] = _WORD.findall(normalise(text))
        written.update(word for word in words if "".join(fold([word])) == term)
    small = [word for word in written if word == word.lower()]
    if small:
        return small[0]
    return max(written, key=lambda word: (written[word], word)) if written else term
