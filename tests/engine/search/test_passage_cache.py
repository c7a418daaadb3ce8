"""Passages kept from one search to the next."""

from engine.model.document import DocumentMetadata, FileState
from engine.search import passage_cache
from engine.search.passage_cache import PassageCache
from tests.engine.search.conftest import INDEXED_AT, Text


def test_passages_that_are_gone_are_left_out(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    assert list(PassageCache(library.catalog).read([library.number("a.md"), 5])) == [
        library.number("a.md")
    ]


def test_a_change_of_the_library_is_seen_at_once(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.catalog)
    before = passages.read([number])[number]
    assert passages.read([number])[number] is before
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert passages.read([number])[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
        )
    assert passages.read([number]) == {}


def test_passages_stay_at_hand_while_others_are_embedded(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.catalog)
    before = passages.read([number])[number]
    with library.catalog.change() as change:
        change.put_vectors("model", [(b"a text", b"\0\0" * 8)])
    assert passages.read([number])[number] is before


def test_what_is_wanted_now_is_never_forgotten_to_make_room(library, monkeypatch):
    monkeypatch.setattr(passage_cache, "_MOST_KEPT", 4)
    library.add(Text("a.md", "\n\n".join(f"Memory {n}" for n in range(9))), with_vectors=False)
    numbers = [library.number("a.md", position) for position in range(9)]
    passages = PassageCache(library.catalog)
    kept = passages.read(numbers[:3])
    assert list(passages.read(numbers[2:8])) == numbers[2:8]
    assert passages.read(numbers[2:3])[numbers[2]] is kept[numbers[2]]
    assert passages.read(numbers[:1])[numbers[0]] is not kept[numbers[0]]
