"""Marks and snippets of passages, told once a search."""

from __future__ import annotations

import pytest

from engine.search.query_language import parse
from engine.search.snippets import Highlighting
from engine.stores.lexical.highlight import Highlighter
from tests.engine.search.conftest import Text

LONG = "Swallows fly south. " * 20 + "The finalizer holds it back. " + "Nothing more. " * 20


@pytest.fixture
def stored(library):
    library.add(Text("long.md", LONG))
    return library.catalog.chunks([library.number("long.md")])[library.number("long.md")]


def highlighting(literal=""):
    return Highlighting(Highlighter(parse("finalizer")), 100, literal)


def test_what_was_found_for_its_words_is_shown_where_they_stand(stored):
    snippet = highlighting().snippet(stored, for_words=True)
    assert "finalizer" in snippet.text
    assert [snippet.text[m.start : m.end] for m in snippet.matches] == ["finalizer"]


def test_what_was_found_by_meaning_alone_is_shown_from_its_beginning(stored):
    assert highlighting().snippet(stored, for_words=False).text.startswith("Swallows fly south.")


def test_a_literal_text_is_marked_in_place_of_words(stored):
    snippet = highlighting("holds it").snippet(stored, for_words=False)
    assert [snippet.text[m.start : m.end] for m in snippet.matches] == ["holds it"]


def test_a_passage_is_highlighted_once(stored):
    marks = highlighting()
    first = marks.snippet(stored, for_words=True)
    assert marks.spans(stored) is marks.spans(stored)
    assert marks.snippet(stored, for_words=True) is first
