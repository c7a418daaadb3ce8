"""What was searched and how long it took, as rows of a name and a value."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import (
    FUSION_PARAMETERS,
    RetrieverKind,
    RetrieverTrace,
    SearchFilters,
    SearchMode,
    SearchResponse,
    SearchTrace,
)
from ui import counts
from ui.explain.filter_words import filters_in_words
from ui.message_catalogue import translated
from ui.numerals import decimal, grouped, milliseconds
from ui.stage_times import elapsed_ms, keywords_ms, meaning_ms, rest_ms

Rows = tuple[tuple[str, str], ...]


def what_was_searched(response: SearchResponse) -> Rows:
    """Return words, rankings, filters and settings of a search."""
    trace = response.trace
    rows = [
        (_tr("Words"), _words(trace)),
        (_tr("Understood as"), translated(trace.understood_as)),
        (_tr("Filters"), filters_in_words(trace.filters)),
        *(
            (_retriever_name(retriever.kind), _retriever_work(retriever, response))
            for retriever in trace.retrievers
        ),
        (_tr("Together"), _fusion(response)),
        (_tr("Copies"), _copies(trace)),
        (_tr("Weak"), _floor(trace)),
        (_tr("Reranking"), _rerank(trace)),
    ]
    rows += [(_tr("Notice"), translated(warning)) for warning in response.warnings]
    return tuple((name, value) for name, value in rows if value)


def time_line(trace: SearchTrace) -> str:
    """Return 'Time: keywords 2 ms, meaning 8 ms, rest 4 ms'."""
    retrievers = {retriever.kind for retriever in trace.retrievers}
    parts = []
    if RetrieverKind.LEXICAL in retrievers:
        parts.append(_tr("keywords {time}").format(time=milliseconds(keywords_ms(trace))))
    if RetrieverKind.VECTOR in retrievers:
        parts.append(_tr("meaning {time}").format(time=milliseconds(meaning_ms(trace))))
    parts.append(_tr("rest {time}").format(time=milliseconds(rest_ms(trace))))
    return _tr("Time: {parts}").format(parts=", ".join(parts))


def time_rows(trace: SearchTrace) -> Rows:
    """Return each stage with its time."""
    names = {
        "parse": _tr("Reading the query"),
        "embed": _tr("Meaning of the query"),
        "lexical": _tr("Keywords"),
        "vector": _tr("Nearest in meaning"),
        "fuse": _tr("Putting together"),
        "hydrate": _tr("Fetching the passages"),
        "rerank": _tr("Reranking"),
        "facets": _tr("Counting for the filters"),
        "substring": _tr("Looking for the text itself"),
        "list": _tr("Listing the documents"),
    }
    rows = [(names.get(stage, stage), milliseconds(time)) for stage, time in trace.stage_ms.items()]
    if len(trace.retrievers) > 1:
        words = _tr("{time}, as both rankings are searched at the same time")
        rows.append((_tr("In all"), words.format(time=milliseconds(elapsed_ms(trace)))))
    return tuple(rows)


def _words(trace: SearchTrace) -> str:
    return "; ".join(
        _tr("{word}: in {passages}").format(word=term.term, passages=counts.passages(term.passages))
        for term in trace.terms
    )


def _copies(trace: SearchTrace) -> str:
    if not trace.duplicates:
        return ""
    return _tr("{passages} shown with another of the same text").format(
        passages=counts.passages(trace.duplicates)
    )


def _floor(trace: SearchTrace) -> str:
    if trace.floor is None:
        return ""
    words = _tr("below cosine {floor} without most of the words; the library's mean is {mean}")
    told = words.format(floor=decimal(trace.floor.floor, 3), mean=decimal(trace.floor.mean, 3))
    if trace.hidden:
        told += "; " + _tr("{weak} left out").format(weak=counts.weak_matches(trace.hidden))
    return told


def _rerank(trace: SearchTrace) -> str:
    if trace.rerank is None:
        return ""
    words = _tr("{model} read {passages}").format(
        model=trace.rerank.model, passages=counts.passages(trace.rerank.candidates)
    )
    return translated(trace.rerank.problem) or words


def _retriever_name(retriever: RetrieverKind) -> str:
    return _tr("Keywords") if retriever is RetrieverKind.LEXICAL else _tr("Meaning")


def _retriever_work(retriever: RetrieverTrace, response: SearchResponse) -> str:
    if retriever.error:
        return translated(retriever.error)
    filtered = (
        response.request.filters != SearchFilters() or retriever.allowed != retriever.searchable
    )
    words = (
        _tr("{candidates} of {left} left by the filters, of {all} in all")
        if filtered
        else _tr("{candidates} of {passages}")
    )
    work = words.format(
        candidates=counts.candidates(retriever.candidates),
        left=counts.passages(retriever.allowed),
        passages=counts.passages(retriever.searchable),
        all=grouped(retriever.searchable),
    )
    return f"{work}; {translated(retriever.plan)}" if retriever.plan else work


def _fusion(response: SearchResponse) -> str:
    if response.trace.mode is not SearchMode.HYBRID or response.trace.filters_only:
        return ""
    fusion = response.request.fusion
    own = (one for one in FUSION_PARAMETERS if one.rule is not None)
    return _tr("{passages}; {rule}, {parameters}, weights {keywords} and {meaning}").format(
        passages=counts.passages(response.trace.fused or len(response.ranking)),
        rule=fusion.rule.value,
        parameters=", ".join(f"{one.symbol} {getattr(fusion, one.name)}" for one in own),
        keywords=decimal(fusion.lexical_weight, 2),
        meaning=decimal(fusion.vector_weight, 2),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("trace_words", text)
