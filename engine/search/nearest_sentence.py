"""Find the sentence of a passage that is nearest to the query, using the embedding model."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.embedding.ports import Embedder, Vectors
from twofold.engine.model.errors import ModelError
from twofold.engine.model.hit import TextSpan
from twofold.engine.search.snippets import good_starts

# A passage has about a dozen sentences; a table may have hundreds of rows.
_MAX_SENTENCES = 64
# Sentences per batch. Small, because the next preview waits for the current batch.
_BATCH_SIZE = 4
_MIN_LETTERS = 8
# A paragraph with the headers of a mail before its body.
_MAIL_HEADERS = re.compile(
    r"(?:\A|(?<=\n\n))From: .+(?:\n(?:To|Cc|Bcc|Date|Sent|Subject): .+)*(?=\n\n|\s*\Z)"
)
_MAX_FOUND = 256


class NearestSentence:
    """Finds nearest sentences and caches them. Not thread-safe.

    `embedder` returns the model of the library, or raises ModelError if there is none.
    """

    def __init__(self, embedder: Callable[[], Embedder]) -> None:
        self._embedder = embedder
        self._query: tuple[tuple[str, str], Vectors] | None = None
        self._found: BoundedCache[tuple[str, str, str], TextSpan] = BoundedCache(_MAX_FOUND)

    def known(self, text: str, query: str) -> TextSpan | None:
        """Return the cached result of `find`, or None."""
        try:
            return self._found.get((self._embedder().fingerprint, query, text))
        except ModelError:
            return None

    def find(
        self, text: str, query: str, is_outdated: Callable[[], bool] = lambda: False
    ) -> TextSpan | None:
        """Return the sentence of `text` with the highest cosine to `query`.

        Return None if there are fewer than two sentences, or if `is_outdated()` returned True
        before all sentences were embedded. Raise ModelError if the model cannot be used.
        """
        embedder = self._embedder()
        key = (embedder.fingerprint, query, text)
        if (known := self._found.get(key)) is not None:
            return known
        spans = candidates(text)[:_MAX_SENTENCES]
        if not query.strip() or len(sentences(text)) < 2:
            return None
        best = self._best(text, spans, query, embedder, is_outdated)
        if best is not None:
            self._found.put(key, best)
        return best

    def _best(
        self,
        text: str,
        spans: list[TextSpan],
        query: str,
        embedder: Embedder,
        is_outdated: Callable[[], bool],
    ) -> TextSpan | None:
        import numpy as np  # noqa: PLC0415 (only needed with a model)

        vector = self._query_vector(query, embedder)
        cosines = np.empty(len(spans), dtype=np.float32)
        written = [text[span.start : span.end] for span in spans]
        for first in range(0, len(written), _BATCH_SIZE):
            if is_outdated():
                return None
            part = embedder.embed_passages(written[first : first + _BATCH_SIZE])
            cosines[first : first + _BATCH_SIZE] = part @ vector
        return spans[int(cosines.argmax())]

    def _query_vector(self, query: str, embedder: Embedder) -> Vectors:
        """Return the vector of a query. Consecutive previews mostly share it."""
        key = (embedder.fingerprint, query)
        if self._query is None or self._query[0] != key:
            self._query = key, embedder.embed_query(query)
        return self._query[1]


def candidates(text: str) -> list[TextSpan]:
    """Return the candidate sentences: those in the body of a mail, if it has any."""
    spans = sentences(text)
    headers = [found.span() for found in _MAIL_HEADERS.finditer(text)]
    body = [span for span in spans if not any(start <= span.start < end for start, end in headers)]
    return body or spans


def sentences(text: str) -> list[TextSpan]:
    """Return the informative sentences of a text, without surrounding white space."""
    starts = good_starts(text, 0, len(text))
    edges = [*dict.fromkeys([0, *starts]), len(text)]
    spans = (_stripped(text, start, end) for start, end in pairwise(edges))
    return [span for span in spans if _is_informative(text[span.start : span.end])]


def _stripped(text: str, start: int, end: int) -> TextSpan:
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    return TextSpan(first, max(first, start + len(part.rstrip())))


def _is_informative(sentence: str) -> bool:
    # A Chinese, Japanese or Korean character counts as three letters.
    letters = sum(1 if letter < "\u2e80" else 3 for letter in sentence if letter.isalpha())
    return letters >= _MIN_LETTERS
