"""Passages kept from one search to the next."""

from engine.core.document import DocumentMetadata, FileState
from engine.search.recent_passages import RecentPassages
from tests.engine.search.conftest import INDEXED_AT, Text


def test_passages_that_are_gone_are_left_out(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    assert list(RecentPassages(library.catalog).read([library.number("a.md"), 5])) == [
        library.number("a.md")
    ]


def test_a_change_of_the_library_is_seen_at_once(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = RecentPassages(library.catalog)
    before = passages.read([number])[number]
    assert passages.read([number])[number] is before
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert passages.read([number])[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
        )
    assert passages.read([number]) == {}
