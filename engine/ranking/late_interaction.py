"""How well the words of a passage answer those of a query, by the vectors of their tokens.

Late interaction: Khattab and Zaharia, "ColBERT", SIGIR 2020; here with the token vectors of a model
that was trained for whole texts. docs/ranking.md says what it gains.

A query has m tokens, a passage n; their vectors are L2-normalised rows. `spans` (rows, 2) has where
the word of each token is in its text, an empty span for a token that belongs to no word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32] | NDArray[np.float16]
    Spans = NDArray[np.int32]


class WordPair(NamedTuple):
    """A word of a query [start, end) and the word of a passage that is most like it."""

    query: tuple[int, int]
    passage: tuple[int, int]
    similarity: float


def late_interaction(query: Vectors, passage: Vectors) -> float:
    """Return the mean of each query token's largest cosine with a passage token, at least 0."""
    if not len(query) or not len(passage):
        return 0.0
    return max(0.0, float(_cosines(query, passage).max(axis=1).mean()))


def word_pairs(
    query: Vectors, query_spans: Spans, passage: Vectors, passage_spans: Spans
) -> Iterator[WordPair]:
    """Yield each word of the query with the word of the passage that is most like it.

    Two words are as like as the tokens of the first are to their likest in the second, in the mean.
    """
    import numpy as np  # noqa: PLC0415 (a search by keywords alone needs none)

    asked, answers = _words(query_spans), _words(passage_spans)
    if not asked or not answers:
        return
    cosines = _cosines(query, passage)
    likest = np.stack([cosines[:, rows].max(axis=1) for _, rows in answers], axis=1)
    for span, rows in asked:
        similarity = likest[rows].mean(axis=0)
        best = int(similarity.argmax())
        yield WordPair(span, answers[best][0], float(similarity[best]))


def _cosines(query: Vectors, passage: Vectors) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 (as above)

    cosines: NDArray[np.float32] = query.astype(np.float32) @ passage.astype(np.float32).T
    return cosines


def _words(spans: Spans) -> list[tuple[tuple[int, int], slice]]:
    """Return the words in their order, each with its tokens, which are beside each other."""
    words: list[tuple[tuple[int, int], slice]] = []
    for row, (start, end) in enumerate(spans.tolist()):
        if start == end:
            continue
        if words and words[-1][0] == (start, end) and words[-1][1].stop == row:
            words[-1] = (start, end), slice(words[-1][1].start, row + 1)
        else:
            words.append(((start, end), slice(row, row + 1)))
    return words
