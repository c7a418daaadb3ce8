"""Notes of Obsidian and Logseq: aliases, tags, page properties, identifiers and canvases."""

import json
import random
from pathlib import PurePath

import pytest

from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.formats.markup.markdown import extract
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import PassageKind
from twofold.engine.model.errors import DocumentError

UUID = "6543a1b2-0c1d-4e2f-8a3b-0123456789ab"


def read(text: str, name: str = "note.md"):
    found = open_document(text.encode("utf-8"), PurePath(name)).text
    return found, [one.text for one in chunk(found)]


def test_note_is_found_by_its_aliases():
    _, passages = read("---\naliases: [Paraffin stove, Kerosene heater]\n---\n\nBody text.\n")
    assert any("Kerosene heater" in passage for passage in passages)


def test_nested_tags_of_front_matter_and_text_are_read():
    found, _ = read(
        "---\ntags: [area/health]\n---\n\nSome #project/lamp/wick and #[[two words]].\n"
    )
    assert found.metadata.tags == ("area/health", "project/lamp/wick", "two words")


def test_links_and_embeds_are_read_as_text():
    _, passages = read("See [[Lamps|the lamps]] and ![[Wick trimming]].\n")
    assert "the lamps" in passages[0]
    assert "Wick trimming" in passages[0]


def test_properties_of_a_logseq_page_are_its_metadata():
    found, passages = read(
        "title:: Oil lamps\nalias:: [[Petrol lamps]], lights\ntags:: craft, [[old/things]]\n\n"
        "- First block\n- Second block\n"
    )
    assert found.metadata.title == "Oil lamps"
    assert found.metadata.tags == ("craft", "old/things")
    assert any("Petrol lamps" in passage for passage in passages)
    kinds = [one.kind for one in chunk(found)]
    assert kinds == [PassageKind.PROPERTIES, PassageKind.TEXT]


def test_identifiers_of_blocks_are_left_out_and_nothing_moves():
    source = (
        f"- A block\n  id:: {UUID}\n  collapsed:: true\n- Refers to (({UUID})) here\n"
        "\nA paragraph. ^a1b2c3\n\nThe area is 3 m ^2\n"
    )
    found = extract(source.encode())
    assert UUID not in found.text
    assert "^a1b2c3" not in found.text
    assert "^2" in found.text
    assert "collapsed" not in found.text
    for word in ("A block", "Refers to", "A paragraph.", "The area"):
        assert found.text.index(word) == source.index(word)


def test_cards_of_a_canvas_are_read_from_top_to_bottom():
    nodes = [
        {"type": "text", "text": "Lower card #lamp/oil", "x": 0, "y": 500},
        {"type": "group", "label": "Workshop", "x": 0, "y": -10},
        {"type": "text", "text": "# Heading\n\nUpper card", "x": 0, "y": 0},
        {"type": "file", "file": "Notes/Wick.md", "subpath": "#Trim", "x": 0, "y": 900},
        {"type": "link", "url": "https://example.org", "x": 0, "y": 950},
        {"type": 7},
        "no card",
    ]
    canvas = {"nodes": nodes, "edges": [{"label": "leads to"}, 3]}
    found, passages = read(json.dumps(canvas), "board.canvas")
    whole = "\n".join(passages)
    words = "Workshop", "Upper card", "Lower card", "Wick Trim", "https://example.org", "leads to"
    places = [whole.index(word) for word in words]
    assert places == sorted(places)
    assert found.metadata.tags == ("lamp/oil",)
    assert found.file_type == "canvas"


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000, '{"nodes": {"a": 1}, "edges": null}'])
def test_damaged_canvas_is_a_failure_with_a_reason(text):
    with pytest.raises(DocumentError) as raised:
        read(text, "board.canvas")
    assert raised.value.reason in {"damaged", "no-text"}


def test_random_changes_never_raise_another_error():
    drawn = random.Random(1)
    whole = json.dumps({"nodes": [{"type": "text", "text": "a", "x": 1e400, "y": 2}] * 3}).encode()
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(drawn.randrange(1, 5)):
            data[drawn.randrange(len(data))] = drawn.randrange(256)
        try:
            open_document(bytes(data), PurePath("a.canvas"))
        except DocumentError:
            continue
