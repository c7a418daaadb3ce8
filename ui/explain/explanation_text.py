"""An explanation to take along: as text or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from engine.api import Hit, SearchResponse
from ui.citation_text import citation_in_words
from ui.explain.score_table import ScoreRow
from ui.explain.sentence import explain_in_plain_text
from ui.explain.trace_words import time_line, what_was_searched


def explanation_as_text(response: SearchResponse, hit: Hit, rows: tuple[ScoreRow, ...]) -> str:
    """Return place, sentence, scores and what was searched, one a line."""
    lines = [citation_in_words(hit), explain_in_plain_text(response, hit)]
    lines += [row.words for row in rows]
    lines += [f"{name}: {value}" for name, value in what_was_searched(response)]
    lines.append(time_line(response.trace))
    return "\n".join(lines)


def explanation_as_json(response: SearchResponse, hit: Hit) -> str:
    """Return how both rankings voted for the hit, and what was searched."""
    explanation = {
        "query": response.request.query,
        "rank": hit.rank,
        "chunk_id": hit.chunk_id,
        "citation": hit.citation.as_json(),
        "retrieval": asdict(hit.retrieval),
        "trace": asdict(response.trace),
    }
    return json.dumps(explanation, ensure_ascii=False, indent=2)
