"""Texts about what was searched and how long it took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from twofold.engine.api import (
    FILTERS,
    Hit,
    RetrieverKind,
    SearchFilters,
    SearchResponse,
    SearchTrace,
    TrustLevel,
    as_json_text,
    explanation_rows,
    response_as_json,
)
from twofold.ui.explain.scores import ScoreRow
from twofold.ui.explain.sentence import explain_in_plain_text
from twofold.ui.explain.times import elapsed_ms, keywords_ms, meaning_ms, reranking_ms, rest_ms
from twofold.ui.i18n.citation_text import format_citation
from twofold.ui.i18n.formatting import day, milliseconds
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import file_type_name, language_name
from twofold.ui.results.presented import PresentedAnswer

Rows = tuple[tuple[str, str], ...]

# Filters with a label of their own here; others are shown as written in a query.
_LABELLED_FILTERS = frozenset(
    {"folder", "tag", "lang", "type", "author", "path", "trust", "after", "before", "versions"}
)


def format_filters(filters: SearchFilters) -> str:
    """Return 'in Notes; #runbook or #to-cite; not German; from 1 Jan 2024'; '' without filters."""

    def one_of(words: str, values: Iterable[str]) -> str:
        joined = tr(" or ").join(values)
        return words.format(values=joined) if joined else ""

    parts = [
        one_of(tr("in {values}"), filters.folders),
        one_of(tr("not in {values}"), filters.folders_none),
        one_of("{values}", (f"#{tag}" for tag in filters.tags_any)),
        one_of(tr("not {values}"), (f"#{tag}" for tag in filters.tags_none)),
        one_of("{values}", map(language_name, filters.langs)),
        one_of(tr("not {values}"), map(language_name, filters.langs_none)),
        one_of("{values}", map(file_type_name, filters.file_types)),
        one_of(tr("not {values}"), map(file_type_name, filters.file_types_none)),
        one_of(tr("by {values}"), map(isolated, filters.authors)),
        one_of(tr("not by {values}"), map(isolated, filters.authors_none)),
        tr("path {pattern}").format(pattern=filters.path_glob) if filters.path_glob else "",
        tr("primary sources only") if filters.trust_min is TrustLevel.PRIMARY else "",
        tr("no generated documents") if filters.trust_min is TrustLevel.SECONDARY else "",
        tr("from {day}").format(day=day(filters.after.isoformat())) if filters.after else "",
        tr("to {day}").format(day=day(filters.before.isoformat())) if filters.before else "",
        tr("newest versions only") if filters.versions else "",
    ]
    for known in FILTERS:
        if known.word not in _LABELLED_FILTERS:  # as written in a query
            for prefix, field in zip(("", "-"), known.fields, strict=False):
                value = getattr(filters, field)
                each = value if isinstance(value, tuple) else (str(value or ""),)
                values = ",".join(map(isolated, each))
                parts.append(f"{prefix}{known.word}:{values}" if values else "")
    return "; ".join(part for part in parts if part)


def what_was_searched(response: SearchResponse) -> Rows:
    """Return words, retrievers, filters and settings of a search."""
    rows = explanation_rows(response, format_filters(response.trace.filters))
    return tuple((translated(row.name), translated(row.text)) for row in rows)


def time_line(trace: SearchTrace) -> str:
    """Return 'Time: keywords 2 ms, meaning 8 ms, rest 4 ms'."""
    retrievers = {retriever.kind for retriever in trace.retrievers}
    parts = []
    if RetrieverKind.LEXICAL in retrievers:
        parts.append(tr("keywords {time}").format(time=milliseconds(keywords_ms(trace))))
    if RetrieverKind.VECTOR in retrievers:
        parts.append(tr("meaning {time}").format(time=milliseconds(meaning_ms(trace))))
    if trace.rerank is not None:
        parts.append(tr("reranking {time}").format(time=milliseconds(reranking_ms(trace))))
    parts.append(tr("rest {time}").format(time=milliseconds(rest_ms(trace))))
    return tr("Time: {parts}").format(parts=", ".join(parts))


def time_rows(trace: SearchTrace) -> Rows:
    """Return each stage with its time."""
    names = {
        "parse": tr("Parsing the query"),
        "embed": tr("Embedding the query"),
        "lexical": tr("Keyword search"),
        "vector": tr("Search by meaning"),
        "fuse": tr("Combining the rankings"),
        "build_hits": tr("Loading the passages"),
        "rerank": tr("Reranking"),
        "facets": tr("Counting filter values"),
        "substring": tr("Searching the exact text"),
        "list": tr("Listing the documents"),
    }
    rows = [(names.get(stage, stage), milliseconds(time)) for stage, time in trace.stage_ms.items()]
    if len(trace.retrievers) > 1:
        words = tr("{time}; keywords and meaning are searched in parallel")
        rows.append((tr("Total"), words.format(time=milliseconds(elapsed_ms(trace)))))
    return tuple(rows)


def explanation_as_text(
    answer: PresentedAnswer, hit: Hit | None, rows: tuple[ScoreRow, ...]
) -> str:
    """Return query, citation, explanation, scores, search details and times, one per line."""
    response = answer.response
    lines = [response.request.query] if response.request.query.strip() else []
    if hit is not None:
        lines += [format_citation(hit), explain_in_plain_text(answer, hit)]
        lines += [row.words for row in rows]
    lines += [f"{name}: {value}" for name, value in what_was_searched(response)]
    lines.append(time_line(response.trace))
    lines += [f"{name}: {value}" for name, value in time_rows(response.trace)]
    return "\n".join(lines)


def explanation_as_json(answer: PresentedAnswer, hit: Hit | None) -> str:
    """Return the explanation and scores, and the response with this hit only, as JSON.

    The response is a `search_response.v1`, as printed by `twofold search --json --explain`.
    """
    response = answer.response
    explained: dict[str, object] = {"query": response.request.query}
    if hit is not None:
        explained |= {
            "rank": hit.rank,
            "of": answer.rows,
            "explanation": explain_in_plain_text(answer, hit),
            "bm25": hit.bm25,
            "cosine": hit.cosine,
            "words_found": [
                {"term": term.term, "passages": term.passages} for term in hit.matched_terms
            ],
        }
    alone = replace(response, hits=() if hit is None else (hit,))
    return as_json_text({**explained, "response": response_as_json(alone, explain=True)})
