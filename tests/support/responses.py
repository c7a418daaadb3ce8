"""Sample search responses, for tests of code that uses them."""

from dataclasses import replace
from datetime import date

from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.fusion import FusionRule
from twofold.engine.model.hit import (
    Contribution,
    FoundBy,
    Hit,
    RankedChunk,
    Retrieval,
    RetrieverKind,
    RetrieverTrace,
    SearchResponse,
    SearchTrace,
    Snippet,
    TermStatistics,
    TextSpan,
)
from twofold.engine.model.search_request import SearchMode, SearchRequest

INDEXED_AT = "2026-11-21T08:00:00+00:00"


def make_hit(rank: int = 1, **changes: object) -> Hit:
    """Return a hit found by both retrievers. `changes` replaces fields."""
    hit = Hit(
        rank=rank,
        score=0.75,
        score_kind=FusionRule.RRF,
        chunk_id=f"{rank:016x}",
        doc_id=f"{rank + 100:016x}",
        doc_path="guides/limits & quotas.md",
        title="Resource limits",
        heading_path=("Pods", "Memory"),
        section_label="Memory",
        snippet=Snippet("Limit the memory of a pod.", (TextSpan(10, 16),)),
        citation=Citation(
            "guides/limits & quotas.md",
            Locator(LocatorKind.LINE, 12, 14),
            INDEXED_AT,
            section="Memory",
        ),
        retrieval=Retrieval(
            method=SearchMode.HYBRID,
            lexical_score=0.9,
            lexical_rank=1,
            vector_score=0.8,
            vector_rank=62,
            fusion_score=0.75,
            blend_score=0.7,
            sources=(RetrieverKind.LEXICAL, RetrieverKind.VECTOR),
            contributions=(
                Contribution(RetrieverKind.LEXICAL, 1, 1.0, 0.5),
                Contribution(RetrieverKind.VECTOR, 62, 1.0, 0.25),
            ),
        ),
        index_version="hybrid:lexical-1+vector-1",
        chunker_version="1",
        embedding_model="tiny",
        indexed_at=INDEXED_AT,
        stale=False,
        lang="en",
        tags=("ops", "memory"),
        trust_level=TrustLevel.PRIMARY,
        folder="Notes",
        absolute_path="/somewhere/Notes/guides/limits & quotas.md",
        file_type="md",
        text="Limit the memory of a pod.",
        bm25=9.0,
        cosine=0.8,
        found_by=FoundBy.BOTH,
    )
    return replace(hit, **changes)


def ranked(hit: Hit) -> RankedChunk:
    """Return the ranking entry of a hit."""
    return RankedChunk(
        hit.chunk_id,
        hit.rank,
        hit.retrieval.lexical_rank,
        hit.retrieval.vector_rank,
        tuple(copy.chunk_id for copy in hit.duplicates),
        weak=hit.weak,
        found_by=hit.found_by,
        doc_id=hit.doc_id,
    )


def found_by(lexical_rank: int | None, vector_rank: int | None) -> FoundBy:
    """Return which retrievers found a passage with these ranks, ignoring thresholds."""
    if lexical_rank is None:
        return FoundBy.EXACT_TEXT if vector_rank is None else FoundBy.MEANING
    return FoundBy.KEYWORDS if vector_rank is None else FoundBy.BOTH


def make_response(*hits: Hit, **request: object) -> SearchResponse:
    """Return a response with these hits, by default a single one."""
    hits = hits or (make_hit(),)
    filters = SearchFilters(langs=("en",), trust_min=TrustLevel.SECONDARY, after=date(2026, 1, 1))
    return SearchResponse(
        request=SearchRequest(**({"query": "memory of a pod"} | request)),
        hits=hits,
        ranking=tuple(map(ranked, hits)),
        documents=len({hit.doc_id for hit in hits}),
        trace=SearchTrace(
            mode=SearchMode.HYBRID,
            retrievers=(
                RetrieverTrace(RetrieverKind.LEXICAL, 1, 10, 5, "BM25", (9.0,)),
                RetrieverTrace(RetrieverKind.VECTOR, 1, 10, 5, "exact scan of 5 vectors", (0.8,)),
            ),
            fused=len(hits),
            terms=(TermStatistics("memory", 3),),
            stage_ms={"parse": 0.1, "fuse": 0.2},
            filters=filters,
        ),
        warnings=("Some vectors are missing.",),
    )
