"""The same library gives the same bytes, however its indexes came to be."""

from itertools import product
from pathlib import Path

import pytest

from engine.model.fusion import FusionRule, FusionSettings, TieBreak
from engine.model.request import SearchMode, SearchRequest
from engine.model.wire import as_json_text, response_as_json
from tests.engine.search.conftest import SmallLibrary, Text

WORDS = ["car", "automobile", "dog", "hound", "memory", "ram", "limit", "doctor", "lake", "garage"]
TEXTS = [
    Text(f"{n}.md", " ".join(WORDS[(n * step) % len(WORDS)] for step in range(1, 6)) + ".")
    for n in range(24)
]
QUERIES = ("car lake", "the hound sleeps", "doctor memory limit", '"dog memory" OR ram', "zzyzx")


@pytest.fixture
def libraries(tmp_path: Path, tiny_embedder):
    """The same files, read in one order and in the other.

    Each text is embedded alone: in another batch the last digits of a vector are others.
    """
    made = []
    for name, texts in (("forwards", TEXTS), ("backwards", TEXTS[::-1])):
        folder = tmp_path / name
        folder.mkdir()
        library = SmallLibrary(folder, tiny_embedder)
        for text in texts:
            library.add(text)
        made.append(library)
    settle(made[0], backwards=False)
    settle(made[1], backwards=True)
    yield made
    for library in made:
        library.close()


def settle(library: SmallLibrary, *, backwards: bool) -> None:
    """Let what was replaced count no more, as the indexer does when it is done."""
    numbers = sorted(library.catalog.chunk_numbers().tolist(), reverse=backwards)
    chunks = library.catalog.chunks(numbers)
    library.lexical.rewrite((chunks[number] for number in numbers), library.catalog.generation)


def test_every_mode_and_rule_gives_the_same_bytes_in_another_layout(libraries):
    searchers = [library.searcher() for library in libraries]
    for query, request in product(QUERIES, _requests()):
        asked = SearchRequest(query, **request)
        first, second = (_bytes(searcher, asked) for searcher in searchers)
        assert first == second, asked


def _requests():
    for mode in SearchMode:
        yield {"mode": mode, "k": 20}
    for rule, tie_break in product(FusionRule, TieBreak):
        yield {"fusion": FusionSettings(rule, tie_break=tie_break)}
    yield {"group_by_document": True}
    yield {"hide_weak": True, "k": 20}
    yield {"collapse_duplicates": False}


def _bytes(searcher, request: SearchRequest) -> str:
    return as_json_text(response_as_json(searcher.search(request), explain=False))
