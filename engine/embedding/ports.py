"""What the rest of the engine requires of an embedding model and of a reranking model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from twofold.engine.model.errors import ModelError
from twofold.engine.model.hit import WordMatch
from twofold.engine.model.message import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
Spans: TypeAlias = "NDArray[np.int32]"


@dataclass(frozen=True, slots=True)
class PassageBatch:
    """Some finished vectors: row i of `vectors` (n, dimension) belongs to `texts[indices[i]]`."""

    indices: tuple[int, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """The vectors of a text's tokens, without prompt and special tokens.

    `vectors` (n, dimension) is L2-normalised float16, and `spans` (n, 2) has the start and end in
    the text of the word that each token is a part of; an empty span where that is not known.
    """

    vectors: NDArray[np.float16]
    spans: Spans

    def cosines(self, other: TokenVectors) -> NDArray[np.float32]:
        """Return those of each token with each of the other's tokens, float32."""
        import numpy as np  # noqa: PLC0415 (a search by keywords alone needs none)

        # Not by BLAS: on a busy machine its threads wait for each other ten times as long.
        mine, others = self.vectors.astype(np.float32), other.vectors.astype(np.float32)
        cosines: NDArray[np.float32] = np.einsum("ij,kj->ik", mine, others)
        return cosines

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return int(self.vectors.nbytes + self.spans.nbytes)


class Embedder(Protocol):
    """Turns texts into vectors: float32, L2-normalised, finite, so a dot product is the cosine.

    `fingerprint` changes whenever the same text could get another vector; vectors of different
    fingerprints must never be compared. A text longer than `max_tokens` is cut. Every method may
    be called from any thread and raises ModelError when the model cannot be used.
    """

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def fingerprint(self) -> str:
        """Which model made the vectors, and how."""

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read, prompt and special tokens included."""

    @property
    def near_cosine(self) -> float:
        """The cosine of a query with passages that are about it; 0 when it was not calibrated."""

    def load(self) -> None:
        """Load what embeds a query, so that the next one need not wait for it."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query, or of as much of it as is read."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the order given."""

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        is_preempted: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages as they are computed, in any order.

        `should_stop()` is called before each batch and ends the iteration. Waiting queries go
        first. `is_preempted()` is called some hundred times during a batch; where it is true the
        batch is dropped and begun again, after `should_stop()` was called again.
        """

    def limit_threads(self, most: int) -> None:
        """Embed passages with at most so many processor threads; 0 takes the limit away."""

    def unload(self) -> None:
        """Free memory that is needed only while passages are embedded; the next load it again."""

    def query_tokens(self, text: str) -> TokenVectors:
        """Return the vectors of a query's tokens, of as many as are read."""

    def passage_tokens(
        self, texts: Sequence[str], should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, TokenVectors]]:
        """Yield the index of each text and the vectors of its tokens, ahead of other passages.

        It ends early, and soon, once `should_stop()`.
        """

    def close(self) -> None:
        """Free the model; embedding afterwards raises ModelError. May be called twice."""


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage for a reranker: its text, and the line of title and headings above it, or ''."""

    heading: str
    text: str

    @property
    def whole(self) -> str:
        """The text under its line."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text


@dataclass(frozen=True, slots=True)
class RerankScore:
    """How well a passage answers a query, from 0 to 1, and by which words, where that is known."""

    score: float
    matches: tuple[WordMatch, ...] = ()


class Reranker(Protocol):
    """Scores how well passages answer a query. Methods raise ModelError when it cannot be used."""

    @property
    def fingerprint(self) -> str:
        """Which model it is."""

    @property
    def share(self) -> float:
        """The part of its score in the new order, from 0 to 1; the rest is the score before."""

    @property
    def passages_read(self) -> int:
        """How many of the best passages it reads, unless the settings say so."""

    def scores(
        self, query: str, passages: Sequence[ReadPassage], should_stop: Callable[[], bool]
    ) -> tuple[RerankScore, ...] | None:
        """Return a score for each passage, from 0 to 1, higher is better.

        It ends early once `should_stop()` and returns None.
        """

    def close(self) -> None:
        """Free what it holds. May be called twice."""


EmbedderProvider = Callable[[], Embedder | None]
RerankerProvider = Callable[[], Reranker]


def required(embedder: Embedder | None) -> Embedder:
    """Return the model; ModelError where there is none."""
    if embedder is None:
        raise ModelError(
            message("There is no embedding model."), message("Choose one in Settings.")
        )
    return embedder
