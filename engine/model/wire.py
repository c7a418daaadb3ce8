"""The JSON output of the engine for scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from twofold.engine.model.filter_texts import filters_as_json
from twofold.engine.model.fusion import FusionRule
from twofold.engine.model.hit import (
    HIT_SCHEMA_VERSION,
    RESPONSE_SCHEMA_VERSION,
    Contribution,
    Hit,
    HitDuplicate,
    RerankVote,
    Retrieval,
    RetrieverTrace,
    SearchResponse,
)
from twofold.engine.model.publication import stated_publication
from twofold.engine.model.search_request import SearchRequest

_ESCAPED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_TRACED_HITS = 10
_TRACED_SCORES = ("fusion_score", "blend_score", "contributions")


def response_as_json(response: SearchResponse, *, explain: bool) -> dict[str, Any]:
    """Return the `search_response.v1` object; `explain` adds timings and raw scores."""
    return {
        "schema_version": RESPONSE_SCHEMA_VERSION,
        "hits": [hit_as_json(hit) for hit in response.hits],
        "trace": _trace_as_json(response, explain=explain),
        "warnings": [*response.warnings, *response.notes],
    }


def hit_as_json(hit: Hit) -> dict[str, Any]:
    """Return the `search_hit.v1` object. The last eight fields are present only if set."""
    described = _passage_as_json(hit)
    if stated := stated_publication(hit):
        described["publication"] = {each.name: value for each, value in stated.items()}
    if hit.library:
        described["library"] = hit.library
    if hit.not_read:
        described["not_read"] = str(hit.not_read)
    if hit.weak:
        described["weak"] = True
    if hit.version_count > 1:
        described["versions"] = {"place": hit.version_place, "count": hit.version_count}
    if hit.duplicates:
        described["duplicates"] = [_duplicate_as_json(one) for one in hit.duplicates]
    if hit.document is not None:
        shares = [asdict(share) for share in hit.document.shares]
        described["document"] = asdict(hit.document) | {"shares": shares}
    if hit.rerank is not None:
        described["rerank"] = _vote_as_json(hit.rerank)
    return described


def _vote_as_json(vote: RerankVote) -> dict[str, Any]:
    return asdict(vote) | {"matches": [asdict(match) for match in vote.matches]}


def _passage_as_json(hit: Hit) -> dict[str, Any]:
    return {
        "schema_version": HIT_SCHEMA_VERSION,
        "rank": hit.rank,
        "score": hit.score,
        "score_kind": hit.score_kind.value,
        "chunk_id": hit.chunk_id,
        "doc_id": hit.doc_id,
        "doc_path": hit.doc_path,
        "title": hit.title,
        "heading_path": list(hit.heading_path),
        "section_label": hit.section_label,
        "snippet": hit.snippet.text,
        "citation": hit.citation.as_json(),
        "retrieval": _retrieval_as_json(hit.retrieval),
        "index_version": hit.index_version,
        "chunker_version": hit.chunker_version,
        "embedding_model": hit.embedding_model or None,
        "indexed_at": hit.indexed_at,
        "stale": hit.stale,
        "lang": hit.lang,
        "tags": list(hit.tags),
        "trust_level": hit.trust_level.value,
    }


def _duplicate_as_json(duplicate: HitDuplicate) -> dict[str, Any]:
    return {
        "chunk_id": duplicate.chunk_id,
        "doc_id": duplicate.doc_id,
        "doc_path": duplicate.doc_path,
        "title": duplicate.title,
        "citation": duplicate.citation.as_json(),
        "exact": duplicate.is_exact,
    }


def as_json_text(value: object, *, indent: int | None = 2) -> str:
    """Format JSON with readable scripts. File names with invalid bytes stay valid JSON.

    Characters that JSON allows but terminals interpret (C1 controls, marks of direction) are
    escaped, and so are characters that some programs treat as line ends.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _retrieval_as_json(retrieval: Retrieval) -> dict[str, Any]:
    return asdict(replace(retrieval, contributions=())) | {
        "sources": list(retrieval.sources),
        "contributions": [_contribution_as_json(part) for part in retrieval.contributions],
    }


def _contribution_as_json(contribution: Contribution) -> dict[str, Any]:
    described: dict[str, Any] = {
        "retriever": contribution.retriever.value,
        "rank": contribution.rank,
        "weight": contribution.weight,
        "share": contribution.share,
    }
    if contribution.for_both:
        described["for_both"] = True
    return described


def _trace_as_json(response: SearchResponse, *, explain: bool) -> dict[str, Any]:
    trace = response.trace
    described: dict[str, Any] = {
        "mode": trace.mode.value,
        "settings": settings_as_json(response.request),
        "filters": filters_as_json(trace.filters),
        "retrievers": [
            _retriever_as_json(retriever, explain=explain) for retriever in trace.retrievers
        ],
        "fused": trace.fused,
        "understood_as": trace.understood_as,
        "terms": [asdict(term) for term in trace.terms],
        "duplicates": trace.duplicates,
        "hidden": trace.hidden,
    }
    if trace.floor is not None:
        described["floor"] = asdict(trace.floor)
    if trace.adaptive_weights is not None and response.request.fusion.rule is FusionRule.ADAPTIVE:
        described["weights"] = {
            "lexical": trace.adaptive_weights.keywords,
            "vector": trace.adaptive_weights.meaning,
            "ranks": trace.adaptive_weights.by_rank,
            "reason": trace.adaptive_weights.reason,
        }
    if trace.rerank is not None:
        described["rerank"] = asdict(trace.rerank)
    if explain:
        described["stage_ms"] = {
            stage: round(milliseconds, 3) for stage, milliseconds in trace.stage_ms.items()
        }
        described["top"] = [_top_as_json(hit) for hit in response.hits[:_TRACED_HITS]]
    return described


def settings_as_json(request: SearchRequest) -> dict[str, Any]:
    """Return the settings of a search."""
    return {
        "query": request.query,
        "mode": request.mode.value,
        "limit": request.limit,
        "fusion": request.fusion.rule.value,
        **request.fusion.parameters,
        "tie_break": request.fusion.tie_break.value,
        "snippet_chars": request.snippet_chars,
        "collapse_duplicates": request.collapse_duplicates,
        "group_by_document": request.group_by_document,
        "hide_weak": request.hide_weak,
        "rerank": request.rerank,
        "like": request.like,
    }


def _retriever_as_json(retriever: RetrieverTrace, *, explain: bool) -> dict[str, Any]:
    described: dict[str, Any] = {
        "retriever": retriever.kind.value,
        "candidates": retriever.candidates,
        "searchable": retriever.searchable,
        "allowed": retriever.allowed,
        "plan": retriever.plan,
        "error": retriever.error,
    }
    if explain:
        described["top_scores"] = list(retriever.top_scores)
    return described


def _top_as_json(hit: Hit) -> dict[str, Any]:
    retrieval = _retrieval_as_json(hit.retrieval)
    described = {"rank": hit.rank, "chunk_id": hit.chunk_id}
    described |= {name: retrieval[name] for name in _TRACED_SCORES}
    if hit.rerank is not None:
        described["rerank"] = _vote_as_json(hit.rerank)
    return described


_STEP = "  "


def json_pieces(value: object, indent: str = "") -> Iterator[str]:
    """Yield the text of `as_json_text` in pieces; an iterator becomes an array.

    `indent` is the indentation of all lines but the first.
    """
    if isinstance(value, Mapping) and value:
        yield from _members(value, indent)
    elif isinstance(value, Iterator):
        yield from _entries(value, indent)
    else:
        # Line ends in strings are escaped as \\n, so the remaining ones are part of the layout.
        yield as_json_text(value).replace("\n", f"\n{indent}")


def _members(value: Mapping[str, object], indent: str) -> Iterator[str]:
    deeper, before = indent + _STEP, "{\n"
    for name, member in value.items():
        yield f"{before}{deeper}{as_json_text(name)}: "
        yield from json_pieces(member, deeper)
        before = ",\n"
    yield f"\n{indent}}}"


def _entries(value: Iterator[object], indent: str) -> Iterator[str]:
    deeper, before = indent + _STEP, "[\n"
    for entry in value:
        yield f"{before}{deeper}"
        yield as_json_text(entry).replace("\n", f"\n{deeper}")
        before = ",\n"
    yield "[]" if before == "[\n" else f"\n{indent}]"
