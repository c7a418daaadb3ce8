"""The JSON export."""

import json

from engine.model.export import ExportFormat, ExportHits
from tests.support.exports import EXPORTED_AT, EXPORTER
from tests.support.json_schema import load_schema, violations
from tests.support.responses import make_hit, make_response


def test_the_export_fits_the_published_schema_and_holds_the_chosen_hits():
    response = make_response(make_hit(1), make_hit(2), make_hit(3))
    chosen = tuple(hit.chunk_id for hit in response.hits[1:])
    written = json.loads(EXPORTER.export(ExportHits(ExportFormat.JSON, response, chosen)).text)
    assert violations(written, load_schema("search_response.v1.json")) == []
    assert [hit["rank"] for hit in written["hits"]] == [2, 3]
    assert [passage["text"] for passage in written["export"]["passages"]] == [
        hit.text for hit in response.hits[1:]
    ]
    assert written["export"]["exported_at"] == EXPORTED_AT
    assert written["export"]["settings"]["query"] == "memory of a pod"
