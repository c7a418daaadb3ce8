"""Compare the words of a passage with those of a query, by the vectors of their tokens.

Late interaction: Khattab and Zaharia, "ColBERT", SIGIR 2020; here with the token vectors of a model
that was trained for whole texts. docs/internals/ranking-design.md describes the benefit.

`cosines` (m, n) contains the cosine of each of the m tokens of a query with each of the n tokens of
a passage. `spans` (tokens, 2) contains the position of each token's word in the text; it is an
empty span for a token outside of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cosines = NDArray[np.float32]
    Spans = NDArray[np.int32]
    Numbers = NDArray[np.intp]


class WordPair(NamedTuple):
    """A word of a query [start, end) and the most similar word of a passage."""

    query: tuple[int, int]
    passage: tuple[int, int]
    similarity: float


def late_interaction(cosines: Cosines) -> float:
    """Return the mean of each query token's largest cosine with a passage token, at least 0."""
    return max(0.0, float(cosines.max(axis=1).mean())) if cosines.size else 0.0


def word_pairs(cosines: Cosines, query_spans: Spans, passage_spans: Spans) -> Iterator[WordPair]:
    """Yield each word of the query with the most similar word of the passage.

    The similarity of two words is the mean of the largest cosines of the first word's tokens with
    tokens of the second.
    """
    import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

    asked, asked_starts = _words(query_spans)
    answers, answer_starts = _words(passage_spans)
    if not len(asked) or not len(answers):
        return
    of_words = cosines[np.ix_(asked, answers)]
    likest = np.maximum.reduceat(of_words, answer_starts, axis=1)
    tokens_each = np.diff(np.append(asked_starts, len(asked)))
    similarity = np.add.reduceat(likest, asked_starts, axis=0) / tokens_each[:, None]
    best = similarity.argmax(axis=1)
    for word, (row, column) in enumerate(zip(asked[asked_starts], best, strict=True)):
        first, last = query_spans[row].tolist(), passage_spans[answers[answer_starts[column]]]
        yield WordPair(tuple(first), tuple(last.tolist()), float(similarity[word, column]))


def _words(spans: Spans) -> tuple[Numbers, Numbers]:
    """Return the tokens that belong to words, and the index of the first token of each word.

    The tokens of a word are adjacent.
    """
    import numpy as np  # noqa: PLC0415 (as above)

    tokens = np.flatnonzero(spans[:, 1] > spans[:, 0])
    begins = np.ones(len(tokens), dtype=bool)
    begins[1:] = (spans[tokens[1:]] != spans[tokens[:-1]]).any(axis=1)
    return tokens, np.flatnonzero(begins)
