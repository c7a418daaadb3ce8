"""The response of a search: hits, how each retriever scored them, and a trace."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

from twofold.engine.model.citation import Citation
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.fusion import FusionRule, ScoreKind
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.publication import Publication
from twofold.engine.model.search_request import SearchMode, SearchRequest


@dataclass(frozen=True, slots=True)
class HitDuplicate:
    """A near-duplicate of a hit; `is_exact` if only white space differs."""

    chunk_id: str
    doc_id: str
    doc_path: str
    title: str
    folder: str
    citation: Citation
    is_exact: bool


@dataclass(frozen=True, slots=True)
class DocumentShare:
    """A passage's part of its document's score; `rank` is its rank among all passages."""

    chunk_id: str
    rank: int
    share: float


@dataclass(frozen=True, slots=True)
class DocumentVote:
    """The score of a document. The `shares` of its passages add up to `score` exactly.

    `passages` is the number of the document's passages in the ranking without weak ones; 1 if all
    of them are weak.
    """

    score: float
    passages: int
    shares: tuple[DocumentShare, ...]


@dataclass(frozen=True, slots=True)
class WordMatch:
    """A word of the query, and the span [start, end) of the most similar word of the hit.

    `similarity` is their cosine.
    """

    word: str
    start: int
    end: int
    similarity: float


@dataclass(frozen=True, slots=True)
class RerankVote:
    """The result of reranking a hit: its score, and the ranks before and after.

    `matches` are in the order of the query. A model that reads whole passages returns none.
    """

    score: float
    rank_before: int
    rank_after: int
    matches: tuple[WordMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class AdaptiveWeights:
    """The weight of each ranking for one query under `adaptive`; the two add up to 1.

    `reason` is a sentence for users. `by_rank` is the part of the score that comes from ranks,
    weighted as in the settings.
    """

    keywords: float
    meaning: float
    reason: Message
    by_rank: float = 0.0


@dataclass(frozen=True, slots=True)
class Background:
    """Mean and standard deviation (`spread`) of a query's cosines with `sample` passages.

    `chance` is the standard deviation of a typical passage's cosines with random queries, 0 if
    unknown.
    """

    mean: float
    spread: float
    sample: int
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class RelevanceFloor:
    """The relevance threshold of a query, two thirds of the way from `mean` to `near`.

    A hit with a lower closeness is weak, unless it contains enough of the query's words.

    `mean` is the mean of the query's cosines with `sample` passages of the library, `near` the
    cosine of passages about the query's subject. `chance` is the standard deviation of a typical
    passage's cosines with random queries, from which `floor` and `near` are derived; if it is still
    0 (unknown), `near` comes from the model's catalogue entry.
    """

    floor: float
    mean: float
    near: float
    sample: int
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class RerankTrace:
    """The result of reranking. `problem` is a sentence if it failed, else ''."""

    model: str
    candidates: int
    problem: Message = EMPTY


class FoundBy(StrEnum):
    """The rankings that found a passage.

    A passage was found by keywords if it contains a searched word. It was found by meaning if its
    cosine reaches the relevance threshold or, without a threshold, if it is a candidate of the
    vector retriever. A weak passage to which neither applies counts as found by the retriever that
    returned it.
    """

    BOTH = "both"
    KEYWORDS = "keywords"
    MEANING = "meaning"
    EXACT_TEXT = "exact text"
    FILTERS = "filters"

    @property
    def by_keywords(self) -> bool:
        """Whether keywords found the passage."""
        return self in {FoundBy.BOTH, FoundBy.KEYWORDS}

    @property
    def by_meaning(self) -> bool:
        """Whether meaning found the passage."""
        return self in {FoundBy.BOTH, FoundBy.MEANING}

    @property
    def is_ranked(self) -> bool:
        """Whether any ranking found the passage."""
        return self.by_keywords or self.by_meaning


# The kinds that a user can filter by.
RANKED = (FoundBy.BOTH, FoundBy.KEYWORDS, FoundBy.MEANING)


class Outcome(Enum):
    """How a search ended. All interfaces derive their message from it.

    ONLY_WEAK: all listed hits are weak. NOTHING_RELEVANT: all hits were weak, and
    `SearchRequest.hide_weak` left them out. A FAILED search has no response.
    """

    NO_WORDS = "no words"
    FILTERS_ONLY = "filters only"
    HITS = "hits"
    ONLY_WEAK = "only weak hits"
    NOTHING_RELEVANT = "nothing relevant"
    NOTHING_FOUND = "nothing found"
    FAILED = "failed"


HIT_SCHEMA_VERSION = "search_hit.v1"
RESPONSE_SCHEMA_VERSION = "search_response.v1"


class RetrieverKind(StrEnum):
    """One of the two rankings."""

    LEXICAL = "lexical"
    VECTOR = "vector"


class PassageKey(NamedTuple):
    """The location of a passage: the shard (0 for the local index) and its number there.

    The same number in two shards is the same passage.
    """

    shard: int
    chunk_number: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry of a retriever's ranking: `raw_score` is BM25 or cosine, `rank` is 1-based.

    `not_embedded` marks an entry of the lexical ranking without a vector so far. `shard` is as in
    PassageKey.
    """

    chunk_number: int
    raw_score: float
    rank: int
    not_embedded: bool = False
    shard: int = 0


@dataclass(frozen=True, slots=True)
class Contribution:
    """A retriever's share of a fusion score. The shares of a hit add up to the score exactly.

    `for_both` means that the passage is not embedded yet, so the keyword ranking was also used in
    place of the ranking by meaning.
    """

    retriever: RetrieverKind
    rank: int
    weight: float
    share: float
    for_both: bool = False


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The score and rank of a hit in each retriever; None for a retriever that did not find it.

    `lexical_score` is s / (1 + s) of the BM25 score, `vector_score` the cosine clipped to [0, 1].
    """

    method: SearchMode
    lexical_score: float | None
    lexical_rank: int | None
    vector_score: float | None
    vector_rank: int | None
    fusion_score: float
    blend_score: float
    sources: tuple[RetrieverKind, ...]
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A span [start, end) of a text, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """The part of a passage that best shows why it was found; `matches` are offsets in `text`."""

    text: str
    matches: tuple[TextSpan, ...] = ()
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """A searched word, and the number of passages of the library that contain it."""

    term: str
    passages: int


@dataclass(frozen=True, slots=True)
class Hit(Publication):
    """A passage of the response. Fields up to `trust_level` are those of `search_hit.v1`.

    `bm25` and `cosine` are raw scores for the explain view only. `closeness` is the cosine on the
    scale of the relevance threshold. `matched_terms` are the searched words in the passage, rarest
    first. `weak` hits are hardly closer to the query than an arbitrary passage and contain few of
    its words. `document` is set if hits are grouped by document, `rerank` if a reranker has read
    the passage. With `filters_only`, the query had no search words, and the passage is the first of
    a document that matches the filters. `library` is the address of the shared library with this
    hit, '' for the user's own library. `not_read` is set for a document found by its name only: why
    its text cannot be searched, and what to do. In this case `text` is the file name, and `snippet`
    contains the explanation in English. `version_count` documents are versions of the same text,
    and the newest has the `version_place` 1.
    """

    rank: int
    score: float
    score_kind: ScoreKind | FusionRule
    chunk_id: str
    doc_id: str
    doc_path: str
    title: str
    heading_path: tuple[str, ...]
    section_label: str
    snippet: Snippet
    citation: Citation
    retrieval: Retrieval
    index_version: str
    chunker_version: str
    embedding_model: str
    indexed_at: str
    stale: bool
    lang: str
    tags: tuple[str, ...]
    trust_level: TrustLevel
    folder: str = ""
    absolute_path: str = ""
    file_type: str = ""
    date: str = ""
    author: str = ""
    text: str = ""
    bm25: float | None = None
    cosine: float | None = None
    closeness: float | None = None
    matched_terms: tuple[TermStatistics, ...] = ()
    issued: str = ""
    weak: bool = False
    found_by: FoundBy = FoundBy.EXACT_TEXT
    duplicates: tuple[HitDuplicate, ...] = ()
    document: DocumentVote | None = None
    rerank: RerankVote | None = None
    filters_only: bool = False
    library: str = ""
    not_read: Message = EMPTY
    version_place: int = 1
    version_count: int = 1


@dataclass(frozen=True, slots=True)
class RetrieverTrace:
    """The work of one retriever. `allowed` of the `searchable` chunks matched the filters.

    `plan` describes how the retriever searched ('exact scan of 812 vectors'). `error` is a sentence
    if the retriever failed, '' otherwise. `ran` is False if it failed or had nothing to search.
    """

    kind: RetrieverKind
    candidates: int
    searchable: int
    allowed: int
    plan: Message = EMPTY
    top_scores: tuple[float, ...] = ()
    error: Message = EMPTY
    ran: bool = True


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """The stages and the scope of a search.

    `stage_ms` has the keys parse, embed, lexical, vector, fuse, build_hits.
    `filters` are those of the request combined with those in the query. `duplicates` is the number
    of passages that were collapsed into others, `hidden` the number of weak ones left out. With
    `filters_only`, the query had no search words: the documents that match the filters are listed,
    and `mode` is the mode in which words would have been searched.
    """

    mode: SearchMode
    retrievers: tuple[RetrieverTrace, ...] = ()
    fused: int = 0
    understood_as: Message = EMPTY
    terms: tuple[TermStatistics, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict)
    filters: SearchFilters = field(default_factory=SearchFilters)
    duplicates: int = 0
    floor: RelevanceFloor | None = None
    adaptive_weights: AdaptiveWeights | None = None
    hidden: int = 0
    rerank: RerankTrace | None = None
    filters_only: bool = False


@dataclass(frozen=True, slots=True)
class FacetCount:
    """A value that users can filter by, and the number of passages or documents with it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The number of candidate passages of a query for each value of each filter.

    Without search words, documents are counted: those that match the filters, or all documents
    without filters. `folders` contains every ancestor: 'Notes', 'Notes/2026', ... `months` are
    '2026-10', oldest first, without documents that have no date. `trust` contains levels, the most
    trusted first.
    """

    folders: tuple[FacetCount, ...] = ()
    tags: tuple[FacetCount, ...] = ()
    langs: tuple[FacetCount, ...] = ()
    file_types: tuple[FacetCount, ...] = ()
    months: tuple[FacetCount, ...] = ()
    trust: tuple[FacetCount, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """A fused candidate with its ranks: the data for the chart of ranks.

    `duplicates` are the ids of its near-duplicates, which are not listed. `weak`, `found_by` and
    `doc_id` have the same meaning as in `Hit` and are ignored by `==`.
    """

    chunk_id: str
    rank: int
    lexical_rank: int | None
    vector_rank: int | None
    duplicates: tuple[str, ...] = ()
    weak: bool = field(default=False, compare=False)
    found_by: FoundBy = field(default=FoundBy.EXACT_TEXT, compare=False)
    doc_id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The response to a search. `ranking` is the whole fused list, `hits` the requested part of it.

    `has_more` means that a request with a larger offset may find more hits, `is_cut` that there may
    be more matches than `ranking` contains. `notes` name unknown operators and fields of the query.

    `lexical` and `vector` are the retrievers' lists before fusion, so that `reordered` can fuse
    them again with other settings. `snapshot` contains the generations of catalog and indexes:
    counts with the same snapshot refer to the same passages.
    """

    request: SearchRequest
    hits: tuple[Hit, ...]
    ranking: tuple[RankedChunk, ...]
    documents: int
    trace: SearchTrace
    warnings: tuple[Message, ...] = ()
    lexical: tuple[Candidate, ...] = ()
    vector: tuple[Candidate, ...] = ()
    has_more: bool = False
    is_cut: bool = False
    snapshot: tuple[int | None, ...] = field(default=(), compare=False)
    notes: tuple[Message, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """How the search ended."""
        if self.trace.filters_only:
            return Outcome.FILTERS_ONLY
        if self.ranking:
            is_weak = all(chunk.weak for chunk in self.ranking)
            return Outcome.ONLY_WEAK if is_weak else Outcome.HITS
        if not self.trace.retrievers and self.trace.mode is not SearchMode.SUBSTRING:
            return Outcome.NO_WORDS
        return Outcome.NOTHING_RELEVANT if self.trace.hidden else Outcome.NOTHING_FOUND

    @property
    def found(self) -> int:
        """The number of all hits; for a search with filters only, of all matching documents."""
        if self.trace.filters_only:
            return self.documents
        return max(len(self.ranking), len(self.hits))


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that occurs in hardly any passage, and a similar word that occurs in `passages`."""

    word: str
    instead: str
    passages: int
