"""The values that an assistant sends are checked, and each error fits in a sentence."""

import pytest

from twofold.app.cli.assistant.parameters import Flag, Text, Whole, checked, input_schema
from twofold.engine.api import BadRequestError

PARAMETERS = (
    Text("query", "the words", longest=20),
    Text("mode", "how", default="hybrid", choices=("hybrid", "lexical")),
    Whole("limit", "hits", 1, 50, 10),
    Whole("page", "page", 1, 9),
    Flag("explain", "scores"),
)


def test_omitted_values_have_their_defaults():
    expected = {"query": "a", "mode": "hybrid", "limit": 10, "page": None, "explain": False}
    assert checked(PARAMETERS, {"query": "a", "limit": None}) == expected


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "query is missing: the words"),
        ({"query": " "}, "query must not be empty."),
        ({"query": 3}, "query must be a text, not 3."),
        ({"query": "a" * 21}, "query must be a text of at most 20 characters."),
        ({"mode": "lexicl"}, "mode: there is no 'lexicl'. Did you mean 'lexical'?"),
        ({"limit": 0}, "limit must be a whole number from 1 to 50, not 0."),
        ({"limit": 51}, "limit must be a whole number from 1 to 50, not 51."),
        ({"limit": 1.5}, "limit must be a whole number from 1 to 50, not 1.5."),
        ({"limit": True}, "limit must be a whole number from 1 to 50, not True."),
        ({"limit": "9" * 5000}, f"limit must be a whole number from 1 to 50, not '{'9' * 53}...."),
        ({"limit": 10**5000}, "limit must be a whole number from 1 to 50."),
        ({"page": 10}, "page must be a whole number from 1 to 9, not 10."),
        ({"explain": "yes"}, "explain must be true or false, not 'yes'."),
        ({"limt": 3}, "There is no parameter 'limt'. Did you mean 'limit'?"),
    ],
)
def test_a_wrong_value_is_reported_and_never_replaced(given, sentence):
    values = given if not given or "query" in given else {"query": "a", **given}
    with pytest.raises(BadRequestError) as raised:
        checked(PARAMETERS, values)
    assert raised.value.message == sentence


def test_the_schema_declares_types_limits_choices_and_descriptions():
    schema = input_schema(PARAMETERS)
    assert schema["required"] == ["query"]
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert properties["mode"]["enum"] == ["hybrid", "lexical"]
    limit = {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "hits"}
    assert properties["limit"] == limit
