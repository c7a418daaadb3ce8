"""What is said of a hit and of an answer beyond the votes of the two arms."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.citation import Citation


@dataclass(frozen=True, slots=True)
class HitCopy:
    """Another passage with a hit's text; `is_exact` when only white space differs."""

    chunk_id: str
    doc_id: str
    doc_path: str
    title: str
    folder: str
    citation: Citation
    is_exact: bool


@dataclass(frozen=True, slots=True)
class DocumentShare:
    """One passage's part in its document's score; `rank` is its place among all passages."""

    chunk_id: str
    rank: int
    share: float


@dataclass(frozen=True, slots=True)
class DocumentVote:
    """Why a document stands where it does. The shares add up to `score` exactly.

    `passages` is how many of the document's passages are in the ranking.
    """

    score: float
    passages: int
    shares: tuple[DocumentShare, ...]


@dataclass(frozen=True, slots=True)
class RerankVote:
    """What the reranking model made of a hit: its score, and the ranks before and after."""

    score: float
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class Balance:
    """How much each ranking counted for one query under `adaptive`; the two add up to 1.

    `reason` is a sentence for the person.
    """

    keywords: float
    meaning: float
    reason: str


@dataclass(frozen=True, slots=True)
class RelevanceFloor:
    """Below which cosine a hit is weak: two thirds of the way from `mean` to `near`.

    `mean` is that of the query's cosines with `sample` passages of the library, `near` the cosine
    that the model gives passages that are about a query (see its catalogue entry).
    """

    floor: float
    mean: float
    near: float
    sample: int


@dataclass(frozen=True, slots=True)
class RerankTrace:
    """What reranking did. `problem` is a sentence when the order before it was kept, else ''."""

    model: str
    candidates: int
    problem: str = ""
