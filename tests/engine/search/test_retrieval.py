"""Both retrievers side by side, what is read meanwhile, and passages kept for the next search."""

from __future__ import annotations

from engine.model.document import DocumentMetadata, FileState
from engine.model.errors import CatalogError
from engine.model.request import SearchRequest
from engine.search import retrieval
from engine.search.retrieval import PassageCache
from tests.engine.search.conftest import INDEXED_AT, Text


def test_a_change_of_the_library_is_seen_at_once(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.catalog)
    before = passages.read([number])[number]
    with library.catalog.change() as change:
        change.put_vectors("model", [(b"a text", b"\0\0" * 8)])
    assert passages.read([number])[number] is before  # only a vector came
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert passages.read([number])[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
        )
    assert passages.read([number]) == {}


def test_what_is_wanted_now_is_never_forgotten_to_make_room(library, monkeypatch):
    monkeypatch.setattr(retrieval, "_MOST_PASSAGES_KEPT", 4)
    library.add(Text("a.md", "\n\n".join(f"Memory {n}" for n in range(9))), with_vectors=False)
    numbers = [library.number("a.md", position) for position in range(9)]
    passages = PassageCache(library.catalog)
    kept = passages.read(numbers[:3])
    assert list(passages.read(numbers[2:8])) == numbers[2:8]
    assert passages.read(numbers[2:3])[numbers[2]] is kept[numbers[2]]
    assert passages.read(numbers[:1])[numbers[0]] is not kept[numbers[0]]


def test_what_fails_while_meaning_is_searched_takes_no_answer_away(library, monkeypatch):
    def fail(*_):
        raise CatalogError("The library is gone.")

    library.add(Text("a.md", "Memory of a pod"))
    monkeypatch.setattr(retrieval, "precompute", fail)
    response = library.searcher().search(SearchRequest("memory"))
    assert (len(response.hits), response.warnings) == (1, ())
