"""Passages that the meaning retriever leaves out because they hold an excluded word."""

from engine.model.hit import Candidate
from engine.search.query_language import parse
from engine.search.retrievers import Exclusions
from tests.engine.search.conftest import Text


def test_the_best_without_an_excluded_word_are_kept_and_ranked_anew(library):
    library.add(*(Text(f"{n}.txt", "apple pie" if n % 3 else "apple") for n in range(9)))
    numbers = [library.number(f"{n}.txt") for n in range(9)]
    candidates = [Candidate(number, 1.0, rank) for rank, number in enumerate(numbers, start=1)]
    exclusions = Exclusions(library.catalog, library.lexical)

    kept = exclusions.allowed(parse("apple -pie"), candidates, 2)

    assert [(c.chunk_number, c.rank) for c in kept] == [(numbers[0], 1), (numbers[3], 2)]
    assert len(exclusions.allowed(parse("apple -pie"), candidates, 5)) == 3
    assert exclusions.allowed(parse("apple"), candidates, 4) == tuple(candidates[:4])
