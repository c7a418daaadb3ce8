"""The tables of `twofold search --explain`: ranks and scores of both rankings."""

from __future__ import annotations

from collections.abc import Iterator

from twofold.app.cli.output import fit
from twofold.engine.api import (
    Contribution,
    Hit,
    RetrieverKind,
    SearchResponse,
    explanation_rows,
    format_filters,
)

_MAX_MATCHES = 5
_BAR_COLUMNS = 20
_NAME_COLUMNS = 13
_BLOCKS = {RetrieverKind.LEXICAL: "█", RetrieverKind.VECTOR: "░"}


def explanation_lines(response: SearchResponse) -> Iterator[str]:
    """Yield the query, the results of each retriever, the scores of hits, and the times."""
    trace = response.trace
    yield _row("Query", response.request.query)
    if not trace.filters_only:
        yield _row("Mode", trace.mode.value)
    for row in explanation_rows(response, format_filters(trace.filters)):
        yield _row(row.name, row.text)
    if response.hits and not trace.filters_only:
        yield from _hits_lines(response)
    if trace.stage_ms:
        stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in trace.stage_ms.items())
        yield ""
        yield _row("Times", f"{stages} (ms)")
    yield ""


def _row(name: str, text: str) -> str:
    return f"{name:<{_NAME_COLUMNS}} {text}".rstrip()


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
    """Return notes on a hit: what else changed its rank."""
    notes = ["weak"] if hit.weak else []
    if any(part.for_both for part in hit.retrieval.contributions):
        notes.append("no vector yet: keywords count for both")
    if hit.duplicates:
        notes.append(
            "+1 duplicate" if len(hit.duplicates) == 1 else f"+{len(hit.duplicates)} duplicates"
        )
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
