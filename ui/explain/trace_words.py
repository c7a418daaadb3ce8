"""What was searched and how long it took, in words."""

from __future__ import annotations

from dataclasses import replace

from engine.api import (
    FILTERS,
    FUSION_PARAMETERS,
    Filter,
    Hit,
    RetrieverKind,
    RetrieverTrace,
    SearchFilters,
    SearchMode,
    SearchResponse,
    SearchTrace,
    TrustLevel,
    as_json_text,
    response_as_json,
)
from ui.answer import elapsed_ms, keywords_ms, meaning_ms, rest_ms
from ui.explain.scores import ScoreRow
from ui.explain.sentence import explain_in_plain_text
from ui.i18n import counts
from ui.i18n.citation_text import citation_in_words
from ui.i18n.formatting import day, decimal, grouped, milliseconds
from ui.i18n.translation import tr, translated
from ui.i18n.value_names import file_type_name, language_name

Rows = tuple[tuple[str, str], ...]

# The filters that have words here; any other one is shown as it is written in a query.
_IN_WORDS = frozenset({"folder", "tag", "lang", "type", "path", "trust", "after", "before"})


def format_filters(filters: SearchFilters) -> str:
    """'in Notes; #runbook or #to-cite; not German; from 1 Jan 2024', or '' without any."""
    parts = [
        _one_of(tr("in {values}"), filters.folders),
        _one_of(tr("not in {values}"), filters.folders_none),
        _one_of("{values}", tuple(f"#{tag}" for tag in filters.tags_any)),
        _one_of(tr("not {values}"), tuple(f"#{tag}" for tag in filters.tags_none)),
        _one_of("{values}", tuple(map(language_name, filters.langs))),
        _one_of(tr("not {values}"), tuple(map(language_name, filters.langs_none))),
        _one_of("{values}", tuple(map(file_type_name, filters.file_types))),
        _one_of(tr("not {values}"), tuple(map(file_type_name, filters.file_types_none))),
        tr("path {pattern}").format(pattern=filters.path_glob) if filters.path_glob else "",
        _trust_words(filters.trust_min),
        tr("from {day}").format(day=day(filters.after.isoformat())) if filters.after else "",
        tr("to {day}").format(day=day(filters.before.isoformat())) if filters.before else "",
    ]
    parts += [_as_written(known, filters) for known in FILTERS if known.word not in _IN_WORDS]
    return "; ".join(part for part in parts if part)


def _as_written(known: Filter, filters: SearchFilters) -> str:
    written = []
    for prefix, field in zip(("", "-"), known.fields, strict=False):
        value = getattr(filters, field)
        values = ",".join(value) if isinstance(value, tuple) else str(value or "")
        written += [f"{prefix}{known.word}:{values}"] if values else []
    return " ".join(written)


def _one_of(words: str, values: tuple[str, ...]) -> str:
    return words.format(values=tr(" or ").join(values)) if values else ""


def _trust_words(least: TrustLevel | None) -> str:
    if least is None or least is TrustLevel.GENERATED:
        return ""
    is_primary = least is TrustLevel.PRIMARY
    return tr("primary sources only") if is_primary else tr("nothing generated")


def what_was_searched(response: SearchResponse) -> Rows:
    """Return words, rankings, filters and settings of a search."""
    trace = response.trace
    rows = [
        (tr("Words"), _words(trace)),
        (tr("Understood as"), translated(trace.understood_as)),
        (tr("Filters"), format_filters(trace.filters)),
        *(
            (_retriever_name(retriever.kind), _retriever_work(retriever, response))
            for retriever in trace.retrievers
        ),
        (tr("Together"), _fusion(response)),
        (tr("Copies"), _copies(trace)),
        (tr("Weak"), _floor(trace)),
        (tr("Reranking"), _rerank(trace)),
    ]
    rows += [(tr("Notice"), translated(warning)) for warning in response.warnings]
    return tuple((name, value) for name, value in rows if value)


def time_line(trace: SearchTrace) -> str:
    """Return 'Time: keywords 2 ms, meaning 8 ms, rest 4 ms'."""
    retrievers = {retriever.kind for retriever in trace.retrievers}
    parts = []
    if RetrieverKind.LEXICAL in retrievers:
        parts.append(tr("keywords {time}").format(time=milliseconds(keywords_ms(trace))))
    if RetrieverKind.VECTOR in retrievers:
        parts.append(tr("meaning {time}").format(time=milliseconds(meaning_ms(trace))))
    parts.append(tr("rest {time}").format(time=milliseconds(rest_ms(trace))))
    return tr("Time: {parts}").format(parts=", ".join(parts))


def time_rows(trace: SearchTrace) -> Rows:
    """Return each stage with its time."""
    names = {
        "parse": tr("Reading the query"),
        "embed": tr("Meaning of the query"),
        "lexical": tr("Keywords"),
        "vector": tr("Nearest in meaning"),
        "fuse": tr("Putting together"),
        "hydrate": tr("Fetching the passages"),
        "rerank": tr("Reranking"),
        "facets": tr("Counting for the filters"),
        "substring": tr("Looking for the text itself"),
        "list": tr("Listing the documents"),
    }
    rows = [(names.get(stage, stage), milliseconds(time)) for stage, time in trace.stage_ms.items()]
    if len(trace.retrievers) > 1:
        words = tr("{time}, as both rankings are searched at the same time")
        rows.append((tr("In all"), words.format(time=milliseconds(elapsed_ms(trace)))))
    return tuple(rows)


def _words(trace: SearchTrace) -> str:
    return "; ".join(
        tr("{word}: in {passages}").format(word=term.term, passages=counts.passages(term.passages))
        for term in trace.terms
    )


def _copies(trace: SearchTrace) -> str:
    if not trace.duplicates:
        return ""
    return tr("{passages} shown with another of the same text").format(
        passages=counts.passages(trace.duplicates)
    )


def _floor(trace: SearchTrace) -> str:
    if trace.floor is None:
        return ""
    words = tr("below cosine {floor} without most of the words; the library's mean is {mean}")
    text = words.format(floor=decimal(trace.floor.floor, 3), mean=decimal(trace.floor.mean, 3))
    if trace.hidden:
        text += "; " + tr("{weak} left out").format(weak=counts.weak_matches(trace.hidden))
    return text


def _rerank(trace: SearchTrace) -> str:
    if trace.rerank is None:
        return ""
    words = tr("{model} read {passages}").format(
        model=trace.rerank.model, passages=counts.passages(trace.rerank.candidates)
    )
    return translated(trace.rerank.problem) or words


def _retriever_name(retriever: RetrieverKind) -> str:
    return tr("Keywords") if retriever is RetrieverKind.LEXICAL else tr("Meaning")


def _retriever_work(retriever: RetrieverTrace, response: SearchResponse) -> str:
    if retriever.error:
        return translated(retriever.error)
    filtered = (
        response.request.filters != SearchFilters() or retriever.allowed != retriever.searchable
    )
    words = (
        tr("{candidates} of {left} left by the filters, of {all} in all")
        if filtered
        else tr("{candidates} of {passages}")
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
    return tr("{passages}; {rule}, {parameters}, weights {keywords} and {meaning}").format(
        passages=counts.passages(response.trace.fused or len(response.ranking)),
        rule=fusion.rule.value,
        parameters=", ".join(f"{one.symbol} {getattr(fusion, one.name)}" for one in own),
        keywords=decimal(fusion.lexical_weight, 2),
        meaning=decimal(fusion.vector_weight, 2),
    )


def explanation_as_text(
    response: SearchResponse, hit: Hit | None, rows: tuple[ScoreRow, ...]
) -> str:
    """Return question, place, sentence, scores, what was searched and all times, one a line."""
    lines = [response.request.query] if response.request.query.strip() else []
    if hit is not None:
        lines += [citation_in_words(hit), explain_in_plain_text(response, hit)]
        lines += [row.words for row in rows]
    lines += [f"{name}: {value}" for name, value in what_was_searched(response)]
    lines.append(time_line(response.trace))
    lines += [f"{name}: {value}" for name, value in time_rows(response.trace)]
    return "\n".join(lines)


def explanation_as_json(response: SearchResponse, hit: Hit | None) -> str:
    """Return the explanation in words and scores, and the response with this hit alone.

    The response is `search_response.v1`, as `twofold search --json --explain` prints it.
    """
    found = () if hit is None else (hit,)
    explained = {} if hit is None else _explained(response, hit)
    answer = response_as_json(replace(response, hits=found), explain=True)
    return as_json_text({"query": response.request.query, **explained, "response": answer})


def _explained(response: SearchResponse, hit: Hit) -> dict[str, object]:
    return {
        "rank": hit.rank,
        "of": response.found,
        "in_words": explain_in_plain_text(response, hit),
        "bm25": hit.bm25,
        "cosine": hit.cosine,
        "words_found": [
            {"term": term.term, "passages": term.passages} for term in hit.matched_terms
        ],
    }
