"""A shared library as a shard: its passages, its lexical and its vector index on one server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.documents import SharedDocuments
from twofold.engine.sharing.lexical import MilvusLexical
from twofold.engine.sharing.server import Server
from twofold.engine.sharing.vectors import MilvusVectors


@dataclass(frozen=True, slots=True)
class MilvusShard:
    """The readers of one collection; see `engine.stores.shards.Shard`."""

    name: str
    passages: SharedDocuments
    lexical: MilvusLexical
    vectors: MilvusVectors

    @classmethod
    def open(cls, server: Server) -> Self:
        """Open a collection. Raise IndexUnavailableError if nothing was published."""
        collection = SharedCollection(server)
        collection.refresh()
        _ = collection.facts  # raises if nothing was published
        return cls(
            server.address.name,
            SharedDocuments(collection),
            MilvusLexical(collection),
            MilvusVectors(collection),
        )
