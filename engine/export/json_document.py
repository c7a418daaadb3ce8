"""Hits as the `search_response.v1` object that `search --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.hit import Hit, SearchResponse
from engine.core.wire import as_json_text, response_as_json


def render(response: SearchResponse, hits: Sequence[Hit]) -> str:
    """Return the JSON text; the hits keep the ranks they had in the answer."""
    chosen = replace(response, hits=tuple(hits))
    return as_json_text(response_as_json(chosen, explain=False)) + "\n"
