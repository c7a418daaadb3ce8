"""Vectors of the queries asked lately: another filter, weight or mode asks the same text again."""

from __future__ import annotations

from collections import OrderedDict

from engine.embedding.embedder import Embedder, Vectors

_MOST_KEPT = 256


class QueryVectors:
    """Remembers by text and model. One thread uses it at a time."""

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], Vectors] = OrderedDict()

    def of(self, text: str, embedder: Embedder) -> Vectors:
        """Return the vector (dimension,) of a query, read-only; raise ModelError as `embedder`."""
        key = (embedder.fingerprint, text)
        if key not in self._kept:
            vector = embedder.embed_query(text)
            vector.flags.writeable = False
            self._kept[key] = vector
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
