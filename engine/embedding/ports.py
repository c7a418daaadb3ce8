"""The protocols of embedding models and reranking models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from twofold.engine.model.errors import ModelError
from twofold.engine.model.hit import WordMatch
from twofold.engine.model.localized import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from twofold.engine.model.settings import Settings

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

    `vectors` (n, dimension) is L2-normalised float16. `spans` (n, 2) contains the start and end of
    each token's word in the text; empty if unknown.
    """

    vectors: NDArray[np.float16]
    spans: Spans

    def cosines(self, other: TokenVectors) -> NDArray[np.float32]:
        """Return the cosine of each token with each token of `other`, as float32."""
        import numpy as np  # noqa: PLC0415 (not needed for keyword searches)

        # Without BLAS, because on a busy machine its threads wait ten times as long for each other.
        mine, others = self.vectors.astype(np.float32), other.vectors.astype(np.float32)
        cosines: NDArray[np.float32] = np.einsum("ij,kj->ik", mine, others)
        return cosines

    @property
    def size(self) -> int:
        """Size in bytes."""
        return int(self.vectors.nbytes + self.spans.nbytes)


class Embedder(Protocol):
    """Turns texts into vectors: float32, L2-normalised, finite, so a dot product is the cosine.

    `fingerprint` changes whenever the same text could get a different vector. Vectors with
    different fingerprints must never be compared. A text longer than `max_tokens` is cut. All
    methods are thread-safe and raise ModelError if the model cannot be used.
    """

    @property
    def dimension(self) -> int:
        """The length of the vectors."""

    @property
    def fingerprint(self) -> str:
        """The identity of the model and its parameters."""

    @property
    def max_tokens(self) -> int:
        """The maximum number of tokens of a text, including prompt and special tokens."""

    @property
    def near_cosine(self) -> float:
        """The typical cosine of a query with passages about it; 0 if not calibrated."""

    def load(self) -> None:
        """Load what is needed to embed a query, so that the next query need not wait."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query; tokens beyond `max_tokens` are ignored."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the given order."""

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        is_preempted: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages as they are computed, in any order.

        `should_stop()` is called before each batch and ends the iteration. Waiting queries have
        priority. `is_preempted()` is called some hundred times during a batch. If it returns True,
        the batch is dropped and started again, after another call of `should_stop()`.
        """

    def limit_threads(self, limit: int) -> None:
        """Limit the processor threads for embedding passages; 0 removes the limit."""

    def unload(self) -> None:
        """Free memory that is needed only for passages; it is allocated again for the next ones."""

    def query_tokens(self, text: str) -> TokenVectors:
        """Return the vectors of a query's tokens, up to the limit of `embed_query`."""

    def passage_tokens(
        self, texts: Sequence[str], should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, TokenVectors]]:
        """Yield the index of each text and the vectors of its tokens, ahead of other passages.

        Ends soon after `should_stop()` returns True.
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
        """The heading line followed by the text; the text alone if there is no heading."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text


@dataclass(frozen=True, slots=True)
class RerankScore:
    """A passage's relevance to a query, from 0 to 1, and the matching words, if known."""

    score: float
    matches: tuple[WordMatch, ...] = ()


class Reranker(Protocol):
    """Scores the relevance of passages to queries. Raise ModelError if it cannot be used."""

    @property
    def fingerprint(self) -> str:
        """The identity of the model."""

    @property
    def share(self) -> float:
        """The weight of the new score, from 0 to 1; the previous score has the remaining weight."""

    @property
    def passages_read(self) -> int:
        """The default number of best passages to read."""

    def scores(
        self, query: str, passages: Sequence[ReadPassage], should_stop: Callable[[], bool]
    ) -> tuple[RerankScore, ...] | None:
        """Return a score for each passage, from 0 to 1, higher is better.

        Return None if `should_stop()` returns True.
        """

    def close(self) -> None:
        """Free all resources. May be called twice."""


EmbedderProvider = Callable[[], Embedder | None]
RerankerProvider = Callable[[], Reranker]
# Returns the source of the reranking model in the settings; None for the built-in reranking.
RerankerChoice = Callable[["Settings"], RerankerProvider | None]


def required(embedder: Embedder | None) -> Embedder:
    """Return the model. Raise ModelError if there is none."""
    if embedder is None:
        raise ModelError(
            message("No semantic model is selected."), message("Choose one in Settings.")
        )
    return embedder
