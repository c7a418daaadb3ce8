"""Finding the passages that share runs of words with a text, to look for quotations."""

from __future__ import annotations

import tantivy

from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.query_words import phrase_words
from twofold.engine.stores.lexical.term_queries import sum_of
from twofold.engine.stores.lexical.vocabulary import Vocabulary

_RUN = 3
_MAX_RUNS = 12
_MAX_SINGLE_WORDS = 8
# More frequent words have long posting lists and say little about a passage.
_MAX_SHARE = 0.05
_MIN_FREQUENT = 200


def passages_with_runs(
    vocabulary: Vocabulary, text: str, limit: int, *, single_words: bool
) -> list[int]:
    """Return the chunks that share the most and rarest runs of three words with `text`, best first.

    With `single_words`, chunks with the rarest words of the text are also found.
    """
    words = phrase_words(text)
    queries = _runs(vocabulary, words)
    if single_words:
        queries += _rare_words(vocabulary, words)
    if not queries:
        return []
    hits = vocabulary.searcher.search(sum_of(queries), limit=limit, count=False).hits
    numbers = vocabulary.searcher.fast_field_values(fields.CHUNK, [address for _, address in hits])
    return [int(number) for number in numbers if number]


def _runs(vocabulary: Vocabulary, words: list[str]) -> list[tantivy.Query]:
    """Return queries for the runs with the rarest words, without runs that cannot occur."""
    frequency = _frequencies(vocabulary, words)
    size = min(_RUN, len(words))
    runs = {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}
    possible = [run for run in runs if all(frequency[word] for word in run)]
    rarest = sorted(possible, key=lambda run: (sum(frequency[word] for word in run), run))
    schema = vocabulary.schema
    return [
        tantivy.Query.phrase_query(schema, fields.BODY, list[str | tuple[int, str]](run))
        if len(run) > 1
        else tantivy.Query.term_query(schema, fields.BODY, run[0])
        for run in rarest[:_MAX_RUNS]
    ]


def _rare_words(vocabulary: Vocabulary, words: list[str]) -> list[tantivy.Query]:
    frequency = _frequencies(vocabulary, words)
    most = max(_MIN_FREQUENT, _MAX_SHARE * vocabulary.passages)
    rare = sorted((count, word) for word, count in frequency.items() if 0 < count <= most)
    schema = vocabulary.schema
    return [
        tantivy.Query.term_query(schema, fields.BODY, word) for _, word in rare[:_MAX_SINGLE_WORDS]
    ]


def _frequencies(vocabulary: Vocabulary, words: list[str]) -> dict[str, int]:
    return {word: vocabulary.frequency(fields.BODY, word) for word in set(words)}
