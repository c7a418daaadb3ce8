"""`--explain`: how both rankings voted, as tables a person can read on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from twofold.app.cli.output import count, fit
from twofold.engine.api import (
    FUSION_PARAMETERS,
    Contribution,
    FusionRule,
    FusionSettings,
    Hit,
    RetrieverKind,
    RetrieverTrace,
    SearchMode,
    SearchResponse,
    format_filters,
)

_MAX_MATCHES = 5
_BAR_COLUMNS = 20
_RETRIEVER_NAMES = {RetrieverKind.LEXICAL: "keywords", RetrieverKind.VECTOR: "meaning"}
_BLOCKS = {RetrieverKind.LEXICAL: "█", RetrieverKind.VECTOR: "░"}
_SCORE_NAMES = {RetrieverKind.LEXICAL: "BM25", RetrieverKind.VECTOR: "cosine"}


def explanation_lines(response: SearchResponse) -> Iterator[str]:
    """Yield what was searched, what each retriever found, how hits were ranked, and the times."""
    yield from _searched_lines(response)
    for retriever in response.trace.retrievers:
        yield from _retriever_lines(retriever)
    yield from _list_lines(response)
    if response.hits and not response.trace.filters_only:
        yield from _hits_lines(response)
    if response.trace.stage_ms:
        stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in response.trace.stage_ms.items())
        yield ""
        yield f"Times     {stages} (ms)"
    yield ""


def _searched_lines(response: SearchResponse) -> Iterator[str]:
    trace, request = response.trace, response.request
    yield f"Query     {request.query}"
    if trace.understood_as:
        yield f"          {trace.understood_as}"
    if trace.terms:
        words = ", ".join(f"{term.term} ({term.passages:,})" for term in trace.terms)
        yield f"Words     {words}   (in how many passages of the library)"
    if filters := format_filters(trace.filters):
        yield f"Filters   {filters}"
    if trace.filters_only:
        yield "Order     by date, the newest first, then by path; no ranking voted"
        yield f"Left      {count(response.documents, 'document')}"
    else:
        yield f"Mode      {trace.mode.value}{_fusion_in_words(trace.mode, request.fusion)}"


def _fusion_in_words(mode: SearchMode, fusion: FusionSettings) -> str:
    if mode is not SearchMode.HYBRID:
        return ""
    weights = f"keywords {fusion.lexical_weight:g}, meaning {fusion.vector_weight:g}"
    own = (one.name for one in FUSION_PARAMETERS if one.rule is not None)
    parameters = "".join(f", {name} {getattr(fusion, name):g}" for name in own)
    return f", fusion {fusion.rule.value}{parameters}, weights {weights}"


def _retriever_lines(retriever: RetrieverTrace) -> Iterator[str]:
    name = _RETRIEVER_NAMES[retriever.kind].capitalize()
    if retriever.error:
        yield f"{name:<9} did not answer: {retriever.error}"
        return
    filtered = (
        ""
        if retriever.allowed == retriever.searchable
        else f", filters leave {retriever.allowed:,}"
    )
    candidates, passages = (
        count(retriever.candidates, "candidate"),
        count(retriever.searchable, "passage"),
    )
    yield f"{name:<9} {candidates} of {passages}{filtered}"
    best = ", ".join(f"{score:.4g}" for score in retriever.top_scores)
    details = [retriever.plan, f"best {_SCORE_NAMES[retriever.kind]}: {best}" if best else ""]
    if text := "; ".join(detail for detail in details if detail):
        yield f"          {text}"


def _list_lines(response: SearchResponse) -> Iterator[str]:
    """Say what was done to the list after fusion."""
    trace, request = response.trace, response.request
    if trace.duplicates:
        yield f"Copies    {count(trace.duplicates, 'passage')} shown with another of the same text"
    balance = trace.adaptive_weights
    if balance is not None and request.fusion.rule is FusionRule.ADAPTIVE:
        words, meaning = f"{balance.keywords:.0%}", f"{balance.meaning:.0%}"
        ranks = f"; {balance.by_rank:.0%} of the score by ranks" if balance.by_rank else ""
        yield f"Balance   keywords {words}, meaning {meaning}{ranks}. {balance.reason}"
    if floor := trace.floor:
        why = (
            f"two thirds of the way from the mean of the library, {floor.mean:.4f}, to "
            f"{floor.near:.4f}"
        )
        if floor.chance:
            why = (
                f"{(floor.floor - floor.mean) / floor.chance:.1f} deviations ({floor.chance:.4f}) "
                f"of random queries above the mean of the library, {floor.mean:.4f}"
            )
        yield f"Weak      below cosine {floor.floor:.4f} and without most of the words: {why}"
        if trace.hidden:
            yield f"          left out: {count(trace.hidden, 'weak passage')}"
    if request.group_by_document and not trace.filters_only:
        yield "Documents in the order of 1/best rank, + 1/4 of the second, + 1/16 of the third"
    if rerank := trace.rerank:
        read = f"{rerank.model} read the first {rerank.candidates}"
        yield f"Reranking {rerank.problem or read}"


def _hits_lines(response: SearchResponse) -> Iterator[str]:
    yield ""
    yield (
        "            keywords               meaning              "
        f"parts of the score: {_BLOCKS[RetrieverKind.LEXICAL]} keywords "
        f"{_BLOCKS[RetrieverKind.VECTOR]} meaning"
    )
    yield (
        f"  #  score  rank   BM25  shown     rank cosine  shown   {fit('', _BAR_COLUMNS)}  "
        "keywords + meaning   passage"
    )
    for hit in response.hits:
        yield from _hit_lines(hit)


def _hit_lines(hit: Hit) -> Iterator[str]:
    votes = hit.retrieval
    lexical = _vote(votes.lexical_rank, hit.bm25, votes.lexical_score, "7.2f")
    vector = _vote(votes.vector_rank, hit.cosine, votes.vector_score, "7.3f")
    shares = {part.retriever: part.share for part in votes.contributions}
    keywords, meaning = (shares.get(kind, 0.0) for kind in RetrieverKind)
    yield (
        f"{hit.rank:>3}  {hit.score:.3f}  {lexical}    {vector}   "
        f"{_bar(votes.contributions)}  {keywords:>8.4f} + {meaning:<7.4f}   "
        f"{hit.title}{_notes(hit)}"
    )


def _notes(hit: Hit) -> str:
    """Say what moved a hit besides its votes."""
    notes = ["weak"] if hit.weak else []
    if any(part.for_both for part in hit.retrieval.contributions):
        notes.append("not read by meaning yet: keywords count for both")
    if hit.duplicates:
        notes.append("+1 copy" if len(hit.duplicates) == 1 else f"+{len(hit.duplicates)} copies")
    if vote := hit.rerank:
        words = ", ".join(
            f"{one.word} = {hit.text[one.start : one.end]}" for one in vote.matches[:_MAX_MATCHES]
        )
        notes.append(
            f"reranked {vote.rank_before} -> {vote.rank_after} by {vote.score:.3f}"
            + (f" ({words})" if words else "")
        )
    if document := hit.document:
        parts = " + ".join(f"{share.share:.4f} (#{share.rank})" for share in document.shares)
        notes.append(f"document {document.score:.4f} = {parts}")
    return f"  [{'; '.join(notes)}]" if notes else ""


def _vote(rank: int | None, raw: float | None, shown: float | None, form: str) -> str:
    if rank is None:
        return f"{'–':>4}{'–':>7}{'–':>7}"
    raw_text = f"{raw:{form}}" if raw is not None else f"{'–':>7}"
    return f"{rank:>4}{raw_text}{shown or 0.0:>7.3f}"


def _bar(contributions: tuple[Contribution, ...]) -> str:
    """Return the shares as blocks; the whole width is a fusion score of 1."""
    blocks = "".join(
        _BLOCKS[part.retriever] * round(part.share * _BAR_COLUMNS) for part in contributions
    )
    return fit(blocks[:_BAR_COLUMNS], _BAR_COLUMNS)
