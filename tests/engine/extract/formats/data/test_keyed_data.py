import json

import pytest

from twofold.engine.extract.formats.data.keyed_data import (
    extract_json,
    json_blocks,
    section_blocks,
    yaml_blocks,
)
from twofold.engine.indexing.chunker import chunk

PROSE = "Some words about nodes and pods in a cluster. " * 12


def test_large_member_is_divided_under_its_keys():
    source = json.dumps({"guides": {"pods": {"text": PROSE, "more": PROSE}, "n": 1}, "v": 2})
    found = json_blocks(source)
    paths = [("guides", "pods"), ("guides", "pods"), ("guides",), ()]
    assert [block.heading_path for block in found] == paths
    assert source[found[0].start : found[0].end] == f'"text": {json.dumps(PROSE)}'
    assert source[found[2].start : found[2].end] == '"n": 1'


def test_json_lines_are_read_and_cited_by_line():
    source = "".join(json.dumps({"id": n, "text": PROSE, "more": PROSE}) + "\n" for n in range(5))
    chunks = chunk(extract_json(source.encode(), "jsonl"))
    assert [c.place_start for c in chunks] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "source", ["[" * 100_000, '{"a":' * 50_000, "]" * 1000, '"' + "\\" * 9999, "{,,}"]
)
def test_invalid_json_is_read_as_far_as_possible(source):
    blocks = json_blocks(source)
    assert all(block.start < block.end <= len(source) for block in blocks)


def test_minified_json_on_one_line_is_cited_by_columns():
    source = json.dumps({str(n): PROSE for n in range(40)}, separators=(",", ":"))
    extracted = extract_json(source.encode())
    for passage in chunk(extracted):
        first = (passage.start_column or 1) - 1
        end = (passage.end_column or len(source) + 1) - 1
        assert source[first:end] == passage.text


LINE = "      - name: word another third fourth fifth\n"


def test_large_mappings_are_divided_under_their_keys():
    source = f"kind: Pod\nspec:\n  first:\n    list:\n{LINE * 30}  second:\n    x: 1\nlast: 2\n"
    found = [
        (b.heading_path, source[b.start : b.end].strip().split("\n")[0])
        for b in yaml_blocks(source)
    ]
    assert found[0] == ((), "kind: Pod")
    assert (("spec", "first", "list"), LINE.strip()) in found
    assert (("spec",), "second:") in found
    assert found[-1] == ((), "last: 2")


def test_small_data_is_one_passage():
    document = json.dumps({"a": {"b": [1, 2]}, "c": None}, indent=1)
    for blocks_of, source in (
        (json_blocks, document),
        (yaml_blocks, "a: 1\nb:\n  - c\n  - d: 2\n# note"),
        (section_blocks, "[a]\nx=1\n\n[b]\ny=2"),
    ):
        assert [(b.start, b.end, b.heading_path) for b in blocks_of(source)] == [
            (0, len(source), ())
        ]


SETTING = "key = 'some value that is rather long to fill the passage'\n"


@pytest.mark.parametrize(
    ("blocks_of", "source", "paths"),
    [
        (
            yaml_blocks,
            "script: |\n" + "  key: value that is long enough to matter\n" * 40 + "end: 1\n",
            {("script",), ()},
        ),
        (
            section_blocks,
            f"top = 1\n[tool.ruff]\n{SETTING * 30}\n[[items]] # first\n{SETTING * 30}",
            {(), ("tool.ruff",), ("items",)},
        ),
        (section_blocks, f'[a]\ntext = """\n[b]\n"""\n{SETTING * 30}', {("a",)}),
    ],
    ids=["a key in a block of text", "sections", "a bracket in a long string"],
)
def test_large_sections_are_under_their_names(blocks_of, source, paths):
    assert {block.heading_path for block in blocks_of(source)} == paths
