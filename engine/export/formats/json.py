"""`search_response.v1` (resources/schemas), with full passages and references in `export`.

`export` also contains the settings and filters of the search. A collection has the same `export` in
`passages.v1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twofold.engine.export.bibliography.csl import csl_item
from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.model.wire import hit_as_json, json_pieces, response_as_json


def render(export: Export, step: Step) -> str:
    """Return the JSON text; hits keep their ranks from the response."""
    if export.response is None:
        document: dict[str, Any] = {"schema_version": "passages.v1", "heading": export.heading}
    else:
        document = response_as_json(replace(export.response, hits=()), explain=False)
        document["hits"] = map(hit_as_json, export.response.hits)
    document["export"] = _export_as_json(export, step)
    return "".join((*json_pieces(document), "\n"))


def _export_as_json(export: Export, step: Step) -> dict[str, Any]:
    return export.record.as_json() | {
        "passages": _passages_as_json(export, step),
        "references": ({"doc_id": r.id, **csl_item(r)} for r in export.references),
    }


def _passages_as_json(export: Export, step: Step) -> Iterator[dict[str, Any]]:
    for passage in export.passages:
        yield passage_as_json(passage)
        step()


def passage_as_json(passage: Passage) -> dict[str, Any]:
    """Return one passage with its citation."""
    described: dict[str, Any] = {
        "number": passage.number,
        "doc_id": passage.document_id,
        "title": passage.title,
        "section": passage.section,
        "folder": passage.folder,
        "path": passage.path,
        "place": passage.place,
        "uri": passage.uri,
        "text": passage.text,
        "lang": passage.lang,
        "tags": list(passage.tags),
        "trust_level": passage.trust,
        "date": passage.date,
        "indexed_at": passage.indexed_at,
        "stale": passage.stale,
    }
    return described | ({"note": passage.note} if passage.note else {})
