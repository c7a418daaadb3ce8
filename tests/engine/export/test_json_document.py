"""The JSON export."""

import json

from engine.export.json_document import render
from tests.support.json_schema import load_schema, violations
from tests.support.responses import make_hit, make_response


def test_the_export_fits_the_published_schema_and_holds_the_chosen_hits():
    response = make_response(make_hit(1), make_hit(2), make_hit(3))
    written = json.loads(render(response, response.hits[1:]))
    assert violations(written, load_schema("search_response.v1.json")) == []
    assert [hit["rank"] for hit in written["hits"]] == [2, 3]
