"""Suggested words exist in the library, in its own spelling."""

from functools import partial
from itertools import product
from types import SimpleNamespace

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.hit import Correction, TermStatistics
from twofold.engine.search import suggestions
from twofold.engine.stores.lexical.index import LexicalIndex


@pytest.fixture
def words(library: SmallLibrary) -> SimpleNamespace:
    library.add(
        Text("a.md", "The finalizer blocks deletion.\n\nFinalizers are keys, one finalizer each."),
        Text("b.md", "Der Kündigungsschutz gilt; die Kündigung nicht.", lang="de"),
        Text("c.md", "A finalizer and a namespace.\n\nThe namespace of a Finale."),
        Text("d.md", "名前空間の削除", lang="ja"),
        with_vectors=False,
    )
    return SimpleNamespace(
        completions=partial(suggestions.completions, library.catalog, library.lexical),
        corrections=partial(suggestions.corrections, library.catalog, library.lexical),
    )


def terms(found):
    return [word.term for word in found]


def test_the_last_word_is_completed_with_the_most_frequent_first(words):
    found = words.completions("why does a final", 5)
    assert found[0] == TermStatistics("finalizer", 3)
    assert set(terms(found)) == {"finalizer", "Finalizers", "Finale"}
    assert set(terms(words.completions("kundig", 5))) == {"Kündigungsschutz", "Kündigung"}
    assert len(words.completions("fin", 2)) == 2


@pytest.mark.parametrize(
    "text", ["final ", "f", "tag:final", "-final", "名前", "12", "namespace", "what is a finalizer"]
)
def test_only_incomplete_words_have_completions(words, text):
    assert words.completions(text, 5) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finalzier", Correction("finalzier", "finalizer", 3)),
        ("Kundigungsschuts", Correction("Kundigungsschuts", "Kündigungsschutz", 1)),
        ("the namspace", Correction("namspace", "namespace", 2)),
    ],
)
def test_an_unknown_word_is_corrected(words, text, expected):
    assert words.corrections(text) == (expected,)


@pytest.mark.parametrize(
    "text", ["", "finalizer namespace", "zzzzzzzz", "kays", "名前空", "finalizer OR key"]
)
def test_correct_words_are_not_corrected(words, text):
    assert words.corrections(text) == ()


def test_only_a_few_words_of_a_long_text_are_corrected(words, monkeypatch):
    compared = []
    monkeypatch.setattr(LexicalIndex, "similar_word", lambda _, folded: compared.append(folded))
    text = " ".join(f"finalz{a}{b}{c}" for a, b, c in product("abcdefghij", repeat=3))
    assert words.corrections(text * 10) == ()
    assert len(compared) == 16
