"""An explanation to take along: as text or as JSON."""

from __future__ import annotations

from dataclasses import replace

from engine.api import Hit, SearchResponse, as_json_text, response_as_json
from ui.citation_text import citation_in_words
from ui.explain.score_table import ScoreRow
from ui.explain.sentence import explain_in_plain_text
from ui.explain.trace_words import time_line, time_rows, what_was_searched


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
    told = response_as_json(replace(response, hits=found), explain=True)
    return as_json_text({"query": response.request.query, **explained, "response": told})


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
