"""JSON output is valid against the published schemas."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.json_schema import load_schema, violations
from tests.support.responses import INDEXED_AT, make_hit, make_response
from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import Message
from twofold.engine.model.wire import as_json_text, hit_as_json, json_pieces, response_as_json

HIT_FIELDS = (
    "rank, score, score_kind, chunk_id, doc_id, doc_path, title, heading_path, section_label, "
    "snippet, citation, retrieval, index_version, chunker_version, embedding_model, indexed_at, "
    "stale, lang, tags, trust_level"
)


@pytest.mark.parametrize("explain", [False, True])
def test_a_response_fits_its_schema(explain):
    written = json.loads(as_json_text(response_as_json(make_response(), explain=explain)))
    assert violations(written, load_schema("search_response.v1.json")) == []


def test_a_hit_found_by_name_by_an_author_fits_its_schema():
    response = make_response(replace(make_hit(), not_read=Message("The file is empty.")))
    filters = SearchFilters(authors=("holm",), authors_none=("berg",))
    response = replace(response, request=replace(response.request, filters=filters))
    written = json.loads(as_json_text(response_as_json(response, explain=False)))
    assert written["hits"][0]["not_read"] == "The file is empty."
    assert not violations(written, load_schema("search_response.v1.json"))


def test_a_hit_has_exactly_the_promised_fields():
    written = hit_as_json(make_hit())
    assert ", ".join(key for key in written if key != "schema_version") == HIT_FIELDS
    assert violations(written, load_schema("search_hit.v1.json")) == []


def test_hit_contains_publication_metadata():
    written = hit_as_json(make_hit(publisher="Harbour Press", volume="7"))
    assert written["publication"] == {"publisher": "Harbour Press", "volume": "7"}
    assert violations(written, load_schema("search_hit.v1.json")) == []


@pytest.mark.parametrize("kind", list(LocatorKind))
def test_every_kind_of_citation_fits_its_schema(kind):
    box = (1.0, 2.5, 30.0, 40.0) if kind is LocatorKind.REGION else None
    plain = Citation("ä b#.md", Locator(kind, 4, 4, box), INDEXED_AT)
    labelled = replace(plain, label="Budget, row 4")
    part = replace(plain, start_column=2, end_column=7) if kind.is_line else plain
    code = replace(part, symbol="render", language="python") if kind.is_line else plain
    for citation in (plain, labelled, part, code):
        assert violations(citation.as_json(), load_schema("citation.v1.json")) == []


def test_raw_scores_are_returned_only_with_explanations():
    plain = as_json_text(response_as_json(make_response(), explain=False))
    explained = response_as_json(make_response(), explain=True)
    assert "9.0" not in plain
    assert "stage_ms" not in plain
    assert explained["trace"]["retrievers"][0]["top_scores"] == [9.0]
    assert explained["trace"]["top"][0]["contributions"][0]["share"] == 0.5


def test_the_effective_filters_are_in_the_trace():
    trace = response_as_json(make_response(), explain=False)["trace"]
    assert trace["filters"] == {"langs": ["en"], "trust_min": "secondary", "after": "2026-01-01"}


def test_file_name_that_is_not_unicode_is_valid_json():
    text = as_json_text(hit_as_json(make_hit(doc_path="bad\udcff.md", title="日本")))
    assert json.loads(text.encode("utf-8"))["doc_path"] == "bad\udcff.md"
    assert "日本" in text


def test_terminal_control_characters_are_escaped_in_json():
    odd = "a\x9b31mb\x7fc\x85d\u2028e\u202ef\u2066g\udce9h日本語"
    written = as_json_text({odd: [odd]}, indent=None)
    assert not set(odd) & set(written) - set("abcdefgh31m日本語")
    assert json.loads(written) == {odd: [odd]}


_PLAIN = st.none() | st.booleans() | st.integers() | st.text()
_VALUES = st.recursive(
    _PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def streamed(value):
    """Return `value` with iterators instead of lists, except for nested lists."""
    if isinstance(value, dict):
        return {name: streamed(member) for name, member in value.items()}
    return iter(value) if isinstance(value, list) else value


@given(_VALUES)
def test_streamed_json_equals_json_written_at_once(value):
    assert "".join(json_pieces(streamed(value))) == as_json_text(value)
    assert "".join(json_pieces(value)) == as_json_text(value)
