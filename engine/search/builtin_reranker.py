"""The built-in reranker: the embedding model compares query and passages word by word."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from twofold.engine.embedding.ports import (
    Embedder,
    EmbedderProvider,
    ReadPassage,
    Reranker,
    RerankScore,
    TokenVectors,
    required,
)
from twofold.engine.model.hit import WordMatch
from twofold.engine.ranking.late_interaction import late_interaction, word_pairs

# For token vectors: about 330 passages of 250 tokens with 384 numbers each.
_MAX_CACHED_BYTES = 64 * 2**20
_PASSAGES_READ = 20
_SHARE = 0.4
_MIN_SIMILARITY = 0.8  # unrelated words have lower similarities


class BuiltInReranker:
    """A callable that returns the TokenReranker of the embedding model in use."""

    def __init__(self, embedder: EmbedderProvider) -> None:
        self._embedder = embedder
        self._reranker: TokenReranker | None = None

    def __call__(self) -> Reranker:
        """Return the reranker. Raise ModelError without a model."""
        embedder = required(self._embedder())
        if self._reranker is None or self._reranker.fingerprint != embedder.fingerprint:
            self._reranker = TokenReranker(embedder)
        return self._reranker


class TokenReranker:
    """Scores passages by late interaction; see `engine.embedding.ports.Reranker`.

    The token vectors of recent passages are cached, up to 64 MB. Not thread-safe.
    """

    share = _SHARE
    passages_read = _PASSAGES_READ

    def __init__(self, embedder: Embedder, max_bytes: int = _MAX_CACHED_BYTES) -> None:
        self.fingerprint = embedder.fingerprint
        self._embedder = embedder
        self._max_bytes = max_bytes
        self._bytes = 0
        self._cached: OrderedDict[str, TokenVectors] = OrderedDict()

    def scores(
        self, query: str, passages: Sequence[ReadPassage], should_stop: Callable[[], bool]
    ) -> tuple[RerankScore, ...] | None:
        """Return the score of each passage, and the pairs of similar words."""
        asked = self._embedder.query_tokens(query)
        found: dict[ReadPassage, RerankScore] = {}
        unread: list[ReadPassage] = []
        for passage in dict.fromkeys(passages):
            if cached := self._cached.get(passage.whole):
                self._cached.move_to_end(passage.whole)
                found[passage] = _score(query, asked, passage, cached)
            else:
                unread.append(passage)
        texts = [passage.whole for passage in unread]
        for index, tokens in self._embedder.passage_tokens(texts, should_stop):
            # Passages are scored one by one, to avoid holding all their token vectors in memory.
            found[unread[index]] = _score(query, asked, unread[index], tokens)
            self._cache(texts[index], tokens)
        if not all(passage in found for passage in unread):
            return None
        return tuple(found[passage] for passage in passages)

    def close(self) -> None:
        """Clear the cache."""
        self._cached.clear()
        self._bytes = 0

    def _cache(self, text: str, tokens: TokenVectors) -> None:
        if text in self._cached:
            return
        self._cached[text] = tokens
        self._bytes += tokens.size
        while self._bytes > self._max_bytes:
            self._bytes -= self._cached.popitem(last=False)[1].size


def _score(
    query: str, asked: TokenVectors, passage: ReadPassage, tokens: TokenVectors
) -> RerankScore:
    cosines = asked.cosines(tokens)
    first = len(passage.whole) - len(
        passage.text
    )  # title and headings are not shown with the passage
    spans = tokens.spans * (tokens.spans[:, :1] >= first)
    matches = (
        WordMatch(
            query[slice(*pair.query)],
            pair.passage[0] - first,
            pair.passage[1] - first,
            pair.similarity,
        )
        for pair in word_pairs(cosines, asked.spans, spans)
        if pair.similarity >= _MIN_SIMILARITY
    )
    return RerankScore(late_interaction(cosines), tuple(matches))
