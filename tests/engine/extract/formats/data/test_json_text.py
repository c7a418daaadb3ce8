import json

import pytest

from engine.extract.formats.data.json_text import extract, json_blocks
from engine.indexing.chunker import chunk

PROSE = "Some words about nodes and pods in a cluster. " * 12


def paths(source):
    return [block.heading_path for block in json_blocks(source)]


def test_a_small_document_is_one_passage():
    source = json.dumps({"a": {"b": [1, 2]}, "c": None}, indent=1)
    assert [(b.start, b.end, b.heading_path) for b in json_blocks(source)] == [(0, len(source), ())]


def test_a_large_member_is_divided_under_its_keys():
    source = json.dumps({"guides": {"pods": {"text": PROSE, "more": PROSE}, "n": 1}, "v": 2})
    found = json_blocks(source)
    assert [block.heading_path for block in found] == [
        ("guides", "pods"),
        ("guides", "pods"),
        ("guides",),
        (),
    ]
    assert source[found[0].start : found[0].end] == f'"text": {json.dumps(PROSE)}'
    assert source[found[2].start : found[2].end] == '"n": 1'


def test_a_list_of_records_is_divided_between_records():
    source = json.dumps([{"id": n, "text": "word " * 60} for n in range(20)])
    for block in json_blocks(source):
        assert source[block.start] == "{"
        assert source[block.end - 1] == "}"


def test_records_a_line_are_read_and_cited_by_line():
    source = "".join(json.dumps({"id": n, "text": PROSE, "more": PROSE}) + "\n" for n in range(5))
    chunks = chunk(extract(source.encode(), "jsonl"))
    assert [c.place_start for c in chunks] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "source", ["[" * 100_000, '{"a":' * 50_000, "]" * 1000, '"' + "\\" * 9999, "{,,}"]
)
def test_what_is_not_quite_json_is_read_as_far_as_it_goes(source):
    blocks = json_blocks(source)
    assert all(block.start < block.end <= len(source) for block in blocks)


def test_minified_json_of_one_line_is_cited_by_columns():
    source = json.dumps({str(n): PROSE for n in range(40)}, separators=(",", ":"))
    extracted = extract(source.encode())
    for passage in chunk(extracted):
        first = (passage.start_column or 1) - 1
        end = (passage.end_column or len(source) + 1) - 1
        assert source[first:end] == passage.text
