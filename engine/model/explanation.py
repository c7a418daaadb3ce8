"""Explain what was searched and how the list was made, as rows that every interface shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.fusion import FUSION_PARAMETERS, FusionRule
from twofold.engine.model.hit import RetrieverKind, RetrieverTrace, SearchResponse
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.search_request import SearchMode


@dataclass(frozen=True, slots=True)
class ExplanationRow:
    """A name and a text, both translated by the window."""

    name: Message
    text: Message


def explanation_rows(response: SearchResponse, filters: str) -> tuple[ExplanationRow, ...]:
    """Return the rows of a response in the order of the stages. Rows without a text are left out.

    `filters` describes the filters in the words of the interface.
    """
    return tuple(row for row in _rows(response, filters) if row.text)


def _rows(response: SearchResponse, filters: str) -> Iterator[ExplanationRow]:
    trace = response.trace
    yield ExplanationRow(message("Words"), _terms(response))
    yield ExplanationRow(message("Understood as"), trace.understood_as)
    yield ExplanationRow(message("Filters"), Message(filters))
    yield ExplanationRow(message("Order"), _order(response))
    for retriever in trace.retrievers:
        is_lexical = retriever.kind is RetrieverKind.LEXICAL
        name = message("Keywords") if is_lexical else message("Meaning")
        yield ExplanationRow(name, _work_of(retriever, response))
    yield ExplanationRow(message("Combined"), _fusion(response))
    yield ExplanationRow(message("Weights"), _adaptive_weights(response))
    yield ExplanationRow(message("Duplicates"), _duplicates(trace.duplicates))
    yield ExplanationRow(message("Weak matches"), _floor(response))
    yield ExplanationRow(message("Reranking"), _reranking(response))
    for warning in response.warnings:
        yield ExplanationRow(message("Notice"), warning)


def _order(response: SearchResponse) -> Message:
    if response.trace.filters_only:
        return message("by date (newest first), then by path")
    if response.request.group_by_document:
        return message("documents by 1/best rank, plus 1/4 of the second and 1/16 of the third")
    return EMPTY


def _terms(response: SearchResponse) -> Message:
    words = (
        message("{word}: in {passages}", word=term.term, passages=_passages(term.passages))
        for term in response.trace.terms
    )
    return joined(*dict.fromkeys(words), separator="; ")


def _work_of(retriever: RetrieverTrace, response: SearchResponse) -> Message:
    if retriever.error:
        return retriever.error
    candidates = message("%Ln candidates", "", retriever.candidates, one="1 candidate")
    is_filtered = response.request.filters != SearchFilters()
    if is_filtered or retriever.allowed != retriever.searchable:
        work = message(
            "{candidates} from {left} that match the filters, of {all} in total",
            candidates=candidates,
            left=_passages(retriever.allowed),
            all=retriever.searchable,
        )
    else:
        passages = _passages(retriever.searchable)
        work = message("{candidates} from {passages}", candidates=candidates, passages=passages)
    return joined(work, retriever.plan, _best_scores(retriever), separator="; ")


def _best_scores(retriever: RetrieverTrace) -> Message:
    if not retriever.top_scores:
        return EMPTY
    digits = 2 if retriever.kind is RetrieverKind.LEXICAL else 4
    scores = tuple(message("{score}", score=round(score, digits)) for score in retriever.top_scores)
    if retriever.kind is RetrieverKind.LEXICAL:
        return message("best BM25: {scores}", scores=scores)
    return message("best cosine: {scores}", scores=scores)


def _fusion(response: SearchResponse) -> Message:
    if response.trace.mode is not SearchMode.HYBRID or response.trace.filters_only:
        return EMPTY
    fusion = response.request.fusion
    own = (one for one in FUSION_PARAMETERS if one.rule is fusion.rule)
    parameters = (f"{one.symbol} {getattr(fusion, one.name)}" for one in own)
    return message(
        "{passages}; {rule}, weights {keywords} and {meaning}",
        passages=_passages(response.trace.fused or len(response.ranking)),
        rule=", ".join((fusion.rule.value, *parameters)),
        keywords=fusion.lexical_weight,
        meaning=fusion.vector_weight,
    )


def _adaptive_weights(response: SearchResponse) -> Message:
    weights = response.trace.adaptive_weights
    if weights is None or response.request.fusion.rule is not FusionRule.ADAPTIVE:
        return EMPTY
    by_rank = EMPTY
    if weights.by_rank:
        by_rank = message(
            "{part} of the score comes from the ranks", part=_percent(weights.by_rank)
        )
    of_query = message(
        "keywords {keywords}, meaning {meaning}",
        keywords=_percent(weights.keywords),
        meaning=_percent(weights.meaning),
    )
    return joined(of_query, by_rank, weights.reason, separator="; ")


def _duplicates(number: int) -> Message:
    if not number:
        return EMPTY
    return message("{passages} grouped with a hit of the same text", passages=_passages(number))


def _floor(response: SearchResponse) -> Message:
    floor, hidden = response.trace.floor, response.trace.hidden
    if floor is None:
        return EMPTY
    text = message(
        "cosine below {floor} and most of the words missing; mean of the library {mean}",
        floor=round(floor.floor, 4),
        mean=round(floor.mean, 4),
    )
    if not hidden:
        return text
    weak = message("%Ln weak matches", "", hidden, one="1 weak match")
    return joined(text, message("{weak} hidden", weak=weak), separator="; ")


def _reranking(response: SearchResponse) -> Message:
    rerank = response.trace.rerank
    if rerank is None:
        return EMPTY
    read = message(
        "{model} read {passages}", model=rerank.model, passages=_passages(rerank.candidates)
    )
    return rerank.problem or read


def _passages(number: int) -> Message:
    return message("%Ln passages", "", number, one="1 passage")


def _percent(part: float) -> Message:
    return message("{number} %", number=round(100 * part))
