"""Which documents hold an excluded word, whatever the number of hits looked at together."""

import numpy as np
import pytest

from engine.model.filters import SearchFilters
from engine.model.request import Clause, ClauseKind, ParsedQuery
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.query import ExcludedDocuments
from tests.engine.stores.passages import document, passage, words

ALL = np.arange(1, 9, dtype=np.int64)


@pytest.fixture
def index(tmp_path):
    """Documents 1 to 8 with four passages each; the even ones hold 'rain' in all of them."""
    index = LexicalIndex.open(tmp_path)
    passages = [
        passage(
            10 * of + n,
            f"{'rain' if of % 2 == 0 else 'sun'} of day {n}",
            of=document(of, title=f"Report {of}"),
        )
        for of in ALL.tolist()
        for n in range(4)
    ]
    index.apply(passages, [], 1)
    yield index
    index.close()


@pytest.mark.parametrize("most_hits", [1, 4, 15, 1000])
def test_holders_are_left_out_however_few_hits_are_looked_at_together(index, most_hits):
    excluded = ExcludedDocuments(index._queries, words(excluded=("rain",)), most_hits)
    assert excluded.left_of(ALL).tolist() == [1, 3, 5, 7]
    assert excluded.left_of(ALL[3:6]).tolist() == [5]
    assert excluded.left_of(ALL[:0]).tolist() == []


def test_any_of_several_words_and_a_word_of_the_title_leave_a_document_out(index):
    assert index.without_excluded(words(excluded=("rain", "sun")), ALL).tolist() == []
    title = ParsedQuery((Clause("report", ClauseKind.TITLE, excluded=True),), "", SearchFilters())
    assert index.without_excluded(title, ALL).tolist() == []
    for query in (words(excluded=("snow",)), words()):
        assert index.without_excluded(query, ALL).tolist() == ALL.tolist()
