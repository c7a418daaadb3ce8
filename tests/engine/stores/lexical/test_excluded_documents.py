"""Which documents hold an excluded word, whatever the number of hits looked at together."""

import numpy as np
import pytest

from engine.model.request import ClauseKind
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.query import ExcludedDocuments
from tests.engine.stores.passages import document, passage, words

ALL = np.arange(1, 9, dtype=np.int64)


@pytest.mark.parametrize("most_hits", [1, 4, 1000])
def test_holders_are_left_out_however_few_hits_are_looked_at_together(tmp_path, most_hits):
    index = LexicalIndex.open(tmp_path)
    texts = {of: "sun" if of % 2 else "rain" for of in ALL.tolist()}
    passages = [
        passage(10 * of + n, f"{text} of day {n}", of=document(of, title="Report"))
        for of, text in texts.items()
        for n in range(4)
    ]
    index.apply(passages, [], 1)
    excluded = ExcludedDocuments(index._queries, words(excluded=("rain",)), most_hits)
    assert excluded.left_of(ALL).tolist() == [1, 3, 5, 7]
    assert excluded.left_of(ALL[3:6]).tolist() == [5]
    assert excluded.left_of(ALL[:0]).tolist() == []
    assert index.without_excluded(words(excluded=("rain", "sun")), ALL).tolist() == []
    for query in (words(excluded=("snow",)), words("rain", kind=ClauseKind.TITLE)):
        assert index.without_excluded(query, ALL).tolist() == ALL.tolist()
    index.close()
