"""On judged queries the two retrievers together find at least what the better of them finds."""

import pytest

from engine.model.request import SearchMode, SearchRequest
from tests.engine.search.conftest import SmallLibrary, Text

K = 4
LONG = "minutes of a meeting about budgets, rooms, catering, travel, printers and " * 3
LIBRARY = (
    Text("automobile.md", "An automobile."),
    Text("vehicle.md", "A vehicle!"),
    Text("hound.md", "A hound."),
    Text("physician.md", "A physician."),
    Text("budget.md", f"{LONG} the car of the chief"),
    Text("kennel.md", f"{LONG} a dog in the office"),
    Text("clinic.md", f"{LONG} the doctor is in"),
    *(Text(f"other/{n}.md", f"{word} {word}") for n, word in enumerate(
        ["cab", "carp", "card", "dot", "dock", "doc", "dogma", "docent", "scar", "oscar"]
    )),
)  # fmt: skip
JUDGED = {
    "car": {"automobile.md", "vehicle.md", "budget.md"},
    "dog": {"hound.md", "kennel.md"},
    "doctor": {"physician.md", "clinic.md"},
}


def recall(library: SmallLibrary, mode: SearchMode) -> dict[str, float]:
    searcher = library.searcher()
    found = {
        query: {hit.doc_path for hit in searcher.search(SearchRequest(query, mode, k=K)).hits}
        for query in JUDGED
    }
    return {query: len(found[query] & wanted) / len(wanted) for query, wanted in JUDGED.items()}


@pytest.fixture
def judged(library: SmallLibrary) -> SmallLibrary:
    library.add(*LIBRARY)
    return library


def test_hybrid_recall_is_at_least_that_of_the_better_retriever(judged):
    lexical, vector, hybrid = (
        recall(judged, mode) for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)
    )
    for query in JUDGED:
        assert 0 < lexical[query] < 1, "keywords find some and miss some"
        assert 0 < vector[query] < 1, "meaning finds some and misses some"
        assert hybrid[query] >= max(lexical[query], vector[query])
    assert sum(hybrid.values()) > max(sum(lexical.values()), sum(vector.values()))
