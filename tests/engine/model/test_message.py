"""A message is its English text and can be translated after it was copied."""

import copy
import json
import pickle
from dataclasses import asdict
from datetime import date
from pathlib import Path

import pytest

from twofold.engine.model.events import RequestFailed
from twofold.engine.model.localized import EMPTY, Message, joined, message, system_reason

NESTED = message(
    "The file {path} of {day} has {size} MB: {why}",
    path=Path("/a/{size}.md"),
    day=date(2026, 10, 14),
    size=1250.5,
    why=joined(message("The file is empty."), message("%Ln files read", "", 1, one="1 file read")),
)


def test_message_equals_its_english_text():
    assert NESTED == (
        "The file /a/{size}.md of 2026-10-14 has 1,250.5 MB: The file is empty. 1 file read"
    )
    assert message("%Ln files read", "", 1203, one="1 file read") == "1,203 files read"
    assert message("{done}.", done=(message("{n1} moved", n1=2), Message("x"))) == "2 moved, x."
    assert json.dumps({"error": message("Search again.")}) == '{"error": "Search again."}'


def test_empty_parts_are_omitted():
    one = message("Search again.")
    assert joined(EMPTY, one) is one
    assert joined(EMPTY, EMPTY) == ""


@pytest.mark.parametrize(
    "through",
    [
        copy.deepcopy,
        lambda one: pickle.loads(pickle.dumps(one)),
        lambda one: asdict(RequestFailed(1, one))["message"],
        lambda one: Message.from_json(json.loads(json.dumps(one.to_json()))),
        lambda one: Message.from_text(one.to_text()),
    ],
)
def test_copied_message_can_be_translated(through):
    found = through(NESTED)
    assert (found, found.source, found.arguments) == (NESTED, NESTED.source, NESTED.arguments)
    assert found.arguments["why"].arguments["1"].n == 1


@pytest.mark.parametrize("text", ["The file is empty.", '{"source": 1}', '{"source": "', ""])
def test_plain_text_in_the_catalog_stays_plain(text):
    assert (Message.from_text(text), Message.from_text(text).source) == (text, "")


def deep(levels):
    return {"source": "x", "arguments": {"x": deep(levels - 1)}} if levels else "x"


@pytest.mark.parametrize(
    "value",
    [
        None, 1, [], {}, {"source": 1}, "x" * 5_000, {"source": "x" * 5_000}, deep(9),
        {"source": "x", "n": True}, {"source": "x", "n": "1"}, {"source": "x", "one": 1},
        {"source": "x", "arguments": []}, {"source": "x", "arguments": {"a": None}},
        {"source": "x", "arguments": {"a": True}}, {"source": "x", "arguments": {"a": [1]}},
        {"source": "x", "arguments": {"a": {"date": "today"}}},
        {"source": "x", "arguments": {str(number): 1 for number in range(99)}},
        {"source": "x", "n": -1}, {"source": "x", "n": 2**31}, {"source": "{a}" * 99},
        {"source": "\ud800"},
        {"source": "{a}" * 60, "arguments": {"a": "x" * 4_000}},
    ],
)  # fmt: skip
def test_invalid_message_is_rejected(value):
    with pytest.raises(ValueError, match=r"."):
        Message.from_json(value)


def test_oversized_message_is_sent_as_english_text():
    deepest = message("x")
    for _ in range(9):
        deepest = message("It could not be indexed: {detail}", detail=deepest)
    many = joined(*[message("Search again.")] * 20)
    longest = message("{a}{a}{a}{a}{a}", a="x" * 4_000)
    one = message("%Ln files in {a}{a}", "", 1, one="1 file in {a}{a}", a="x" * 3_000)
    assert Message.from_json(deepest.to_json()) == deepest
    assert Message.from_json(many.to_json()) == many
    assert longest.startswith(Message.from_json(longest.to_json()))
    assert one.startswith(Message.from_json(one.to_json()))


def test_reasons_of_the_system_can_be_translated():
    assert system_reason(OSError(13, "Permission denied")).source == "Permission denied"
    assert system_reason(OSError(13, "Of another system")).source == ""
    assert system_reason(OSError()) == "unknown error"
