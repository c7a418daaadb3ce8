"""The edit distance, against its definition."""

from hypothesis import given
from hypothesis import strategies as st

from engine.stores.lexical.analysis import within_distance

# Letters 64 apart share a bit of the quick look at which letters two words have.
WORDS = st.text("ab\u0421\u0461c", max_size=7)


def distance(first: str, second: str) -> int:
    """The optimal string alignment distance, by the book."""
    rows = [[i + j if not i or not j else 0 for j in range(len(second) + 1)]
            for i in range(len(first) + 1)]  # fmt: skip
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            replaced = rows[i - 1][j - 1] + (first[i - 1] != second[j - 1])
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced)
            if i > 1 and j > 1 and first[i - 2 : i] == second[j - 2 : j][::-1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(WORDS, WORDS, st.integers(0, 3))
def test_words_are_as_far_apart_as_their_edits(first, second, most):
    assert within_distance(first, second, most) == (distance(first, second) <= most)
