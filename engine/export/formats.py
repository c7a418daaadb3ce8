"""The export formats by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.core.export_request import ExportFormat, ExportHits
from engine.core.hit import Hit, SearchResponse
from engine.export import csv_table, json_document, markdown

Renderer = Callable[[SearchResponse, Sequence[Hit]], str]

RENDERERS: Mapping[ExportFormat, Renderer] = MappingProxyType(
    {
        ExportFormat.MARKDOWN: markdown.render,
        ExportFormat.CSV: csv_table.render,
        ExportFormat.JSON: json_document.render,
    }
)


def render(request: ExportHits) -> str:
    """Return the text of the chosen hits, in the order of the answer."""
    chosen = set(request.chunk_ids)
    hits = [hit for hit in request.response.hits if not chosen or hit.chunk_id in chosen]
    return RENDERERS[request.format](request.response, hits)
