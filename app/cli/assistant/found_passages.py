"""The result of a search in few characters: one line a hit, and the same values as JSON.

Most assistants read the JSON, and the others the text, which contains only the beginning of each
snippet. Both together have at most 700 characters a hit.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from twofold.app.cli.output import as_line
from twofold.app.document_finder import name_of
from twofold.engine.api import (
    Hit,
    Outcome,
    SearchMode,
    SearchResponse,
    format_uri,
    response_as_json,
)

_CHARACTERS_PER_HIT = 700
# For the verdict, warnings, and the names of the fields around the hits.
_FURTHER_CHARACTERS = 600
SNIPPET_CHARACTERS = 200
_MIN_SNIPPET = 60
_MAX_TITLE = 60
# The text repeats only the beginning of the snippet.
_TEXT_SNIPPET = 80
_MAX_WARNINGS = 5
_MAX_WARNING = 300
_MAX_QUERY = 200

HIT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "id of the passage, for read"},
        "path": {"type": "string", "description": "folder and path of the document"},
        "title": {"type": "string", "description": "title and section"},
        "citation": {"type": "string", "description": "cite the passage by it"},
        "score": {
            "type": "number",
            "description": "1 is best; reranking changes only the order; not in a list by filters",
        },
        "snippet": {"type": "string"},
        "weak": {"const": True, "description": "barely related to the query"},
        "library": {"type": "string", "description": "address of its shared library"},
        "note": {"type": "string", "description": "not read, changed, or an older version"},
        "explanation": {"type": "object", "description": "with explain: ranks and scores"},
    },
    "required": ["id", "path", "title", "citation", "snippet"],
}
VERDICTS = ("relevant", "weak", "nothing", "listed", "unknown")
RESULT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": list(VERDICTS)},
        "why": {"type": "string"},
        "hits": {"type": "array", "items": HIT_SCHEMA},
        "next_offset": {"type": "integer", "description": "offset that continues the list"},
        "warnings": {"type": "array", "items": {"type": "string"}},
        "explanation": {"type": "object", "description": "with explain: how the search ran"},
    },
    "required": ["verdict", "why", "hits"],
}


def found_passages(response: SearchResponse, *, explain: bool) -> tuple[dict[str, Any], str]:
    """Return the result of a search as an object of RESULT_SCHEMA, and as text."""
    longest = SNIPPET_CHARACTERS
    while True:
        result = _result(response, longest)
        text = _text(result)
        sent = len(json.dumps(result, ensure_ascii=False)) + len(
            json.dumps(text, ensure_ascii=False)
        )
        allowed = _CHARACTERS_PER_HIT * max(len(response.hits), 1)
        if sent <= max(allowed, _FURTHER_CHARACTERS) or longest <= _MIN_SNIPPET:
            break
        longest = max(_MIN_SNIPPET, longest * 9 // 10)
    if explain:
        _explain(result, response)
    return result, text


def relevance(response: SearchResponse) -> tuple[str, str]:
    """Return a verdict on whether the results are relevant to the query, and its reason."""
    match response.outcome:
        case Outcome.FILTERS_ONLY if response.hits:
            verdict = "listed"
            why = "The query has only filters: documents are listed, newest first."
        case Outcome.ONLY_WEAK if response.hits:
            verdict = "weak"
            why = (
                "Each passage is barely related to the query in meaning, and contains few "
                "words of the query. The documents probably do not answer it."
            )
        case Outcome.HITS if response.hits:
            verdict, why = _relevance_of_hits(response)
        case Outcome.NO_WORDS:
            verdict, why = "nothing", "The query contains no words to search for."
        case _:
            verdict, why = "nothing", "No passage was found."
    if by_name := sum(bool(hit.not_read) for hit in response.hits):
        why += f" {by_name} of the {len(response.hits)} hits are names of files that were not read."
    return verdict, why


def _relevance_of_hits(response: SearchResponse) -> tuple[str, str]:
    if response.trace.floor is None and response.trace.mode is not SearchMode.LEXICAL:
        return "unknown", "The library is too small, or not indexed far enough, to tell."
    strong = sum(not hit.weak for hit in response.hits)
    why = f"{strong} of {len(response.hits)} passages contain its words or are close in meaning."
    return "relevant" if strong else "weak", why


def shortened(text: str, longest: int) -> str:
    """Return a text in one line without control characters, cut after a word."""
    line = as_line(" ".join(text.split()))
    if len(line) <= longest:
        return line
    cut = line[:longest]
    word_end = cut.rfind(" ")
    return f"{cut[: word_end if word_end > longest // 2 else longest].rstrip()}…"


def _result(response: SearchResponse, longest: int) -> dict[str, Any]:
    verdict, why = relevance(response)
    result: dict[str, Any] = {"verdict": verdict, "why": why}
    warnings = (*response.warnings, *response.notes)[:_MAX_WARNINGS]
    if warnings:
        result["warnings"] = [shortened(one, _MAX_WARNING) for one in warnings]
    result["hits"] = [_hit(hit, longest) for hit in response.hits]
    if response.has_more:
        result["next_offset"] = response.request.offset + len(response.hits)
    return result


def _hit(hit: Hit, longest: int) -> dict[str, Any]:
    title = " > ".join(dict.fromkeys((hit.title, *hit.heading_path)))
    described: dict[str, Any] = {
        "id": hit.chunk_id,
        "path": name_of(hit),
        "title": shortened(title, _MAX_TITLE),
        "citation": _citation(hit),
        "snippet": shortened(hit.snippet.text, longest),
    }
    if not hit.filters_only:
        described["score"] = round(hit.score, 2)
    if hit.weak:
        described["weak"] = True
    if hit.library:
        described["library"] = hit.library
    if note := _note(hit):
        described["note"] = shortened(note, _MAX_WARNING)
    return described


def _citation(hit: Hit) -> str:
    return name_of(hit) if hit.not_read else format_uri(name_of(hit), hit.citation.place)


def _note(hit: Hit) -> str:
    if hit.not_read:
        return f"Only the name was found: {hit.not_read}"
    if hit.stale:
        return "The file has changed since it was indexed."
    if hit.version_place > 1:
        return f"An older version ({hit.version_place} of {hit.version_count}) of a document."
    return ""


def _text(result: dict[str, Any]) -> str:
    """Return the verdict, and one line for each hit. Nothing in a document can begin a line."""
    lines = [f"{result['verdict']}: {result['why']}"]
    lines += [f"warning: {one}" for one in result.get("warnings", ())]
    for number, hit in enumerate(result["hits"], start=1):
        marks = [mark for mark in ("weak" if "weak" in hit else "", hit.get("note", "")) if mark]
        marked = f" ({'; '.join(marks)})" if marks else ""
        beginning = shortened(hit["snippet"], _TEXT_SNIPPET)
        parts = (as_line(hit["citation"]), hit["title"], beginning)
        score = f" {hit['score']:.2f}" if "score" in hit else ""
        lines.append(f"[{number}]{score}{marked} {' - '.join(filter(None, parts))}")
    if "next_offset" in result:
        lines.append(f"More: offset {result['next_offset']}")
    return "\n".join(lines)


def _explain(result: dict[str, Any], response: SearchResponse) -> None:
    """Add the ranks and scores of each hit, and how the search ran."""
    described = response_as_json(response, explain=True)
    trace = described["trace"]
    trace["settings"]["query"] = trace["settings"]["query"][:_MAX_QUERY]
    trace.pop("top", None)
    result["explanation"] = trace
    hits: Sequence[dict[str, Any]] = described["hits"]
    for hit, one in zip(result["hits"], hits, strict=True):
        names = ("score_kind", "retrieval", "rerank", "document", "versions", "duplicates")
        hit["explanation"] = {name: one[name] for name in names if name in one}
