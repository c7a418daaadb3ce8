import threading
from pathlib import Path

import numpy as np
import pytest
import tantivy

from engine.core.document import (
    Chunk,
    FileState,
    PlaceKind,
    StoredChunk,
    StoredDocument,
)
from engine.core.errors import IndexUnavailableError
from engine.core.query import Clause, ClauseKind, ParsedQuery
from engine.core.request import SearchFilters, TrustLevel
from engine.stores import lexical_schema
from engine.stores.lexical_index import LexicalIndex

NO_FILTER = SearchFilters()


def document(
    number=1, *, path="notes/a.md", folder="Notes", title="", lang="en", tags=(),
    trust=TrustLevel.PRIMARY, file_type="md",
):  # fmt: skip
    return StoredDocument(
        number, folder, "/home/u/Notes", path, title, file_type, lang, trust, tags, "2026-01-02",
        FileState(1, 1), "2026-11-21T00:00:00Z", "1",
    )  # fmt: skip


def passage(number, text, *, lang="", heading=(), is_code=False, of=None, **about):
    about.setdefault("lang", lang or "en")
    chunk = Chunk(0, text, 0, len(text), PlaceKind.LINE, 1, 1, None, None, heading, lang, is_code)
    return StoredChunk(number, chunk, of or document(number, **about))


def words(*texts, kind=ClauseKind.WORDS, **about):
    clauses = tuple(Clause(text, kind, group) for group, text in enumerate(texts))
    return ParsedQuery(clauses, " ".join(texts), NO_FILTER, **about)


def numbers(index, query, limit=10, filters=NO_FILTER, **about):
    return [hit.chunk_number for hit in index.search(query, limit, filters, **about).candidates]


@pytest.fixture
def index(tmp_path):
    opened = LexicalIndex.open(tmp_path / "lexical")
    yield opened
    opened.close()


def test_new_index_has_no_generation_and_finds_nothing(index):
    assert index.generation is None
    assert index.size == 0
    assert numbers(index, words("anything")) == []


def test_passages_are_found_after_apply_and_after_reopening(index, tmp_path):
    index.apply([passage(7, "The quick brown fox")], [], 3)
    assert numbers(index, words("fox")) == [7]
    index.close()
    reopened = LexicalIndex.open(tmp_path / "lexical")
    assert reopened.generation == 3
    assert reopened.size == 1
    assert numbers(reopened, words("fox")) == [7]


def test_putting_a_chunk_again_replaces_it(index):
    index.apply([passage(7, "old words")], [], 1)
    index.apply([passage(7, "new words")], [], 2)
    assert index.size == 1
    assert numbers(index, words("old")) == []
    assert numbers(index, words("new")) == [7]


def test_deleted_chunk_is_not_found(index):
    big = 2**63 - 1
    index.apply([passage(1, "alpha"), passage(big, "alpha")], [], 1)
    index.apply([], [big], 2)
    assert numbers(index, words("alpha")) == [1]
    assert index.generation == 2


def test_passages_with_all_terms_come_before_those_with_some(index):
    index.apply(
        [
            passage(1, "zebra zebra zebra zebra"),
            passage(2, "zebra crossing " + "and many other words " * 20),
            passage(3, "crossing"),
            passage(4, "neither"),
        ],
        [],
        1,
    )
    answer = index.search(words("zebra", "crossing"), 10, NO_FILTER)
    assert [hit.chunk_number for hit in answer.candidates][0] == 2
    assert {hit.chunk_number for hit in answer.candidates} == {1, 2, 3}
    scores = [hit.raw_score for hit in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    assert [hit.rank for hit in answer.candidates] == [1, 2, 3]


def test_no_partial_match_while_enough_passages_hold_all_terms(index):
    index.apply([passage(n, "red apple") for n in range(5)] + [passage(9, "red red red")], [], 1)
    assert 9 not in numbers(index, words("red", "apple"), limit=5)


def test_explicit_expressions_are_not_filled_up(index):
    index.apply([passage(1, "red apple"), passage(2, "red")], [], 1)
    assert numbers(index, words("red", "apple", explicit=True)) == [1]


def test_equal_scores_rank_by_chunk_number_whatever_the_segments(tmp_path):
    order = list(range(1, 301))
    one = LexicalIndex.open(tmp_path / "one")
    one.apply([passage(n, "same text") for n in order], [], 1)
    many = LexicalIndex.open(tmp_path / "many")
    for start in (200, 0, 100):
        many.apply([passage(n, "same text") for n in order[start : start + 100]], [], start + 1)
    for limit in (5, 50):
        assert numbers(one, words("same"), limit) == order[:limit]
        assert numbers(many, words("same"), limit) == order[:limit]


@pytest.mark.parametrize("limit", [0, -1, 2**40])
def test_any_limit_is_safe(index, limit):
    index.apply([passage(1, "alpha")], [], 1)
    assert numbers(index, words("alpha"), limit) == [1]
