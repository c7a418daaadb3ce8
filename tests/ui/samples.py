"""An answer with hits of every kind, for the tests of the window."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.support.responses import found_by, ranked
from twofold.engine.api import (
    Candidate,
    Citation,
    Contribution,
    FusionRule,
    Hit,
    Locator,
    LocatorKind,
    RankedChunk,
    Retrieval,
    RetrieverKind,
    RetrieverTrace,
    SearchMode,
    SearchRequest,
    SearchResponse,
    SearchTrace,
    Snippet,
    TermStatistics,
    TextSpan,
    TrustLevel,
)
from twofold.ui.results.presented import PresentedAnswer, present

QUERY = "why does a finalizer block namespace deletion"
WORDS = ("namespace", "finalizer", "deletion", "blocked")
RRF_K = 60

# (fused rank) -> (keyword rank, meaning rank)
_TOP_RANKS: tuple[tuple[int | None, int | None], ...] = (
    (1, 3),
    (5, 1),
    (2, 14),
    (None, 2),
    (3, None),
    (None, 4),
    (4, None),
    (None, 5),
    (None, 6),
    (6, None),
    (7, None),
    (None, 7),
    (8, None),
    (None, 8),
    (9, None),
)


def retrieval(lexical_rank: int | None, vector_rank: int | None) -> Retrieval:
    """Return the contributions of both retrievers with the default fusion."""
    ranks = {RetrieverKind.LEXICAL: lexical_rank, RetrieverKind.VECTOR: vector_rank}
    contributions = tuple(
        Contribution(retriever, rank, 1.0, (RRF_K + 1) / (2 * (RRF_K + rank)))
        for retriever, rank in ranks.items()
        if rank is not None
    )
    return Retrieval(
        method=SearchMode.HYBRID,
        lexical_score=None if lexical_rank is None else 0.922,
        lexical_rank=lexical_rank,
        vector_score=None if vector_rank is None else 0.812,
        vector_rank=vector_rank,
        fusion_score=sum(part.share for part in contributions),
        blend_score=0.8,
        sources=tuple(part.retriever for part in contributions),
        contributions=contributions,
    )


def not_embedded(hit: Hit) -> Hit:
    """Return a keyword hit without a vector, whose keywords count for both retrievers."""
    votes = tuple(
        replace(part, weight=2.0, share=2 * part.share, for_both=True)
        for part in hit.retrieval.contributions
    )
    return replace(hit, retrieval=replace(hit.retrieval, contributions=votes))


def make_hit(
    rank: int = 1,
    title: str = "Namespace stuck in Terminating",
    text: str = "The namespace stays because one finalizer is never removed.",
    *,
    ranks: tuple[int | None, int | None] = (1, 3),
    folder: str = "Notes",
    path: str = "Runbooks/cleanup.md",
    section: str = "Cleanup",
    place: Locator | None = None,
    file_type: str = "markdown",
    lang: str = "en",
    tags: tuple[str, ...] = ("kubernetes", "runbook"),
    date: str = "2026-10-14",
    is_code: bool = False,
) -> Hit:
    """Return a hit whose snippet is the whole passage with every query word highlighted."""
    votes = retrieval(*ranks)
    by_keywords = votes.lexical_rank is not None
    spans = tuple(
        TextSpan(found.start(), found.end())
        for found in re.finditer(rf"\b({'|'.join(WORDS)})\b", text, re.IGNORECASE)
    )
    return Hit(
        rank=rank,
        score=votes.fusion_score,
        score_kind=FusionRule.RRF,
        chunk_id=f"{rank:016x}",
        doc_id=f"{rank + 1000:016x}",
        doc_path=path,
        title=title,
        heading_path=(title, section),
        section_label=section,
        snippet=Snippet(text, spans if by_keywords else (), is_code),
        citation=Citation(path, place or Locator(LocatorKind.LINE, 10, 24), "2026-11-21T08:00:00Z"),
        retrieval=votes,
        index_version="hybrid:1+1",
        chunker_version="1",
        embedding_model="multilingual-e5-small",
        indexed_at="2026-11-21T08:00:00Z",
        stale=False,
        lang=lang,
        tags=tags,
        trust_level=TrustLevel.PRIMARY,
        folder=folder,
        absolute_path=f"/documents/{path}",
        file_type=file_type,
        date=date,
        text=text,
        bm25=11.84 if by_keywords else None,
        cosine=0.812 if votes.vector_rank is not None else None,
        closeness=0.812 if votes.vector_rank is not None else None,
        matched_terms=(TermStatistics("finalizer", 31), TermStatistics("namespace", 2210))
        if by_keywords
        else (),
        found_by=found_by(*ranks),
    )


def sample_hits() -> tuple[Hit, ...]:
    """Return six hits: found by both retrievers or one, in four languages, on pages and lines."""
    return (
        make_hit(
            text="The namespace stays in Terminating because one finalizer is never removed: the "
            "controller that owned it is gone, so nothing clears spec.finalizers, and the API "
            "server refuses the final deletion. Check the owner first; patch it out only when "
            "nothing else helps and the state of the owner is known to everybody concerned.",
        ),
        make_hit(
            2,
            "AW: Namespace lässt sich nicht löschen",
            "solange der Operator nicht läuft, nimmt niemand den Finalizer weg, und die Löschung "
            "wartet für immer. Wir haben den Namespace deshalb erst nach der Neuinstallation des "
            "Operators freigeben können.",
            ranks=(5, 1),
            folder="Mail",
            path="Platform team/Miriam Vogt.html",
            section="",
            place=Locator(LocatorKind.LINE, 2, 2),
            file_type="html",
            lang="de",
            tags=("incident-0931",),
            date="2026-09-03",
        ),
        make_hit(
            3,
            "Graceful Deletion in Declarative Control Planes",
            "A finalizer is a key on the object that names such a party. While at least one "
            "finalizer remains, the server will not complete the deletion, and a namespace that "
            "contains the object cannot be removed either. If the controller that owns the key "
            "has been uninstalled, nobody is left to clear it, and the namespace stays.",
            ranks=(2, 14),
            folder="Papers",
            path="graceful-deletion.pdf",
            section="2.3 Finalizers and the order of deletion",
            place=Locator(LocatorKind.PAGE, 3, 3),
            file_type="pdf",
            tags=("controllers", "to-cite"),
            date="2025-05-22",
        ),
        make_hit(
            4,
            "オペレーターの後始末処理",
            "リソースに削除の印が付いても、後処理が終わるまで実体は残る。担当のコントローラーが停止して"
            "いると印を外す者がいないため、上位の領域もいつまでも「終了中」のまま止まってしまう。",
            ranks=(None, 2),
            path="設計メモ/後始末.md",
            section="リソースの削除",
            place=Locator(LocatorKind.LINE, 31, 44),
            lang="ja",
            tags=("設計", "operator"),
            date="2026-01-08",
        ),
        make_hit(
            5,
            "reconcile_finalizer.go",
            "// removeFinalizer drops our finalizer once cleanup is done, so that\n"
            "// the namespace is not blocked on an external bucket that is gone.\n"
            "func (r *Reconciler) removeFinalizer(ctx context.Context, o client.Object) error {\n"
            "\treturn nil\n}",
            ranks=(3, None),
            folder="Code",
            path="operator/controllers/reconcile_finalizer.go",
            section="",
            place=Locator(LocatorKind.LINE, 88, 91),
            file_type="code",
            lang="und",
            tags=(),
            date="2026-08-19",
            is_code=True,
        ),
        make_hit(
            6,
            "네임스페이스 삭제가 멈추는 이유",
            "정리 표식은 소유자가 지워야 한다. 소유자가 없으면 삭제는 끝나지 않는다.",
            ranks=(None, 4),
            folder="Research",
            path="Reading/SRE 스터디.md",
            section="",
            lang="ko",
            tags=("study",),
            date="2026-03-02",
        ),
    )


def sample_ranking(size: int = 42) -> tuple[RankedChunk, ...]:
    """Return the fused list: the first fifteen as in `_TOP_RANKS`, then alternating retrievers."""
    ranks = list(_TOP_RANKS)
    free: tuple[list[int], list[int]] = (
        list(range(10, 100)),
        [rank for rank in range(9, 100) if rank != 14],
    )
    while len(ranks) < size:
        by_keywords = len(ranks) % 2 == 0
        rank = free[0 if by_keywords else 1].pop(0)
        ranks.append((rank, None) if by_keywords else (None, rank))
    return tuple(
        RankedChunk(
            f"{place:016x}",
            place,
            *votes,
            found_by=found_by(*votes),
            doc_id=f"{place + 1000:016x}",
        )
        for place, votes in enumerate(ranks[:size], 1)
    )


def sample_list(retriever: RetrieverKind, size: int = 42) -> tuple[Candidate, ...]:
    """Return the ranking of a retriever that matches `sample_ranking`."""
    found = []
    for chunk in sample_ranking(size):
        rank = chunk.lexical_rank if retriever is RetrieverKind.LEXICAL else chunk.vector_rank
        if rank is not None:
            best = 12.0 if retriever is RetrieverKind.LEXICAL else 0.9
            found.append(Candidate(int(chunk.chunk_id, 16), best - rank / 100, rank))
    return tuple(sorted(found, key=lambda candidate: candidate.rank))


def sample_trace() -> SearchTrace:
    """Return a trace with both retrievers, three words and all stages."""
    return SearchTrace(
        mode=SearchMode.HYBRID,
        retrievers=(
            RetrieverTrace(RetrieverKind.LEXICAL, 22, 48_210, 48_210, "all words, then some"),
            RetrieverTrace(
                RetrieverKind.VECTOR, 22, 30_372, 30_372, "exact scan of 30,372 vectors"
            ),
        ),
        fused=42,
        terms=(
            TermStatistics("finalizer", 31),
            TermStatistics("deletion", 512),
            TermStatistics("namespace", 2210),
        ),
        stage_ms={
            "parse": 0.1,
            "embed": 6.4,
            "lexical": 2.2,
            "vector": 1.6,
            "fuse": 0.4,
            "build_hits": 3.3,
        },
    )


def sample_response(query: str = QUERY) -> SearchResponse:
    """Return an answer of 42 passages in 17 documents, with the first six as hits."""
    return SearchResponse(
        request=SearchRequest(query, limit=6),
        hits=sample_hits(),
        ranking=sample_ranking(),
        documents=17,
        trace=sample_trace(),
        lexical=sample_list(RetrieverKind.LEXICAL),
        vector=sample_list(RetrieverKind.VECTOR),
    )


def empty_response(query: str = QUERY) -> SearchResponse:
    """Return an answer without hits."""
    return replace(
        sample_response(query),
        hits=(),
        ranking=(),
        documents=0,
        lexical=(),
        vector=(),
    )


def shown(response: SearchResponse) -> PresentedAnswer:
    """Return the presented answer of a response whose hits are all in its ranking, in order."""
    hits = {hit.chunk_id: ranked(hit) for hit in response.hits}
    others = [chunk for chunk in response.ranking if chunk.chunk_id not in hits]
    chunks = [*hits.values(), *others]
    ranking = tuple(replace(chunk, rank=rank) for rank, chunk in enumerate(chunks, 1))
    return present(replace(response, ranking=ranking), shows_weak=True)
