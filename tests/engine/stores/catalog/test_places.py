import pytest

from engine.model.document import DocumentMetadata, document_number
from engine.model.filters import SearchFilters, TrustLevel
from tests.engine.stores.library import paths_of, put

ODD = "caf\udce9"
PATHS = ("a.md", "2026/b.md", "2026/deep/c.md", "2026b/d.md", f"{ODD}/e.md")


@pytest.fixture(autouse=True)
def documents(catalog):
    with catalog.change() as change:
        for path in PATHS:
            put(change, path, [f"text of {path}"], DocumentMetadata("T", tags=("own",)))


def tagged(catalog, tag):
    return paths_of(catalog, SearchFilters(tags_any=(tag,)))


def change_tags(catalog, place, *tags):
    with catalog.change() as change:
        return change.set_user_tags(place, tags)


def trust_of(catalog, path):
    return catalog.document(document_number("Notes", path)).trust


def test_tags_of_a_directory_hold_for_all_below_and_nothing_beside(catalog):
    assert change_tags(catalog, "Notes/2026", "year") == 2
    assert change_tags(catalog, f"Notes/{ODD}", "odd") == 1
    assert change_tags(catalog, "Notes", "all") == 5
    with catalog.change() as change:
        put(change, "2026/new.md", ["text"])  # added later
    assert tagged(catalog, "year") == {"2026/b.md", "2026/deep/c.md", "2026/new.md"}
    assert tagged(catalog, "odd") == {f"{ODD}/e.md"}
    assert tagged(catalog, "all") == {*PATHS, "2026/new.md"}
    assert tagged(catalog, "own") == set(PATHS)
    assert catalog.personal.tags(f"Notes/{ODD}") == ("odd",)


def test_a_tag_that_is_taken_away_is_gone_unless_given_elsewhere(catalog):
    change_tags(catalog, "Notes/2026", "x", "y")
    change_tags(catalog, "Notes/2026/b.md", "x")
    assert change_tags(catalog, "Notes/2026") == 2
    assert tagged(catalog, "x") == {"2026/b.md"}
    assert tagged(catalog, "y") == set()


def test_the_trust_of_the_nearest_place_counts_and_comes_before_the_files_own(catalog):
    with catalog.change() as change:
        change.set_user_trust("Notes", TrustLevel.GENERATED)
        change.set_user_trust("Notes/2026/deep", TrustLevel.SECONDARY)
    assert trust_of(catalog, "a.md") is TrustLevel.GENERATED
    assert trust_of(catalog, "2026/deep/c.md") is TrustLevel.SECONDARY
    with catalog.change() as change:
        assert change.set_user_trust("Notes", None) == 4
    assert trust_of(catalog, "a.md") is TrustLevel.PRIMARY


def test_only_the_passages_of_changed_documents_are_announced(catalog):
    for announced in (["put", "put"], []):  # the second time nothing changes
        before = catalog.generation
        change_tags(catalog, "Notes/2026", "year")
        assert [row.op for row in catalog.outbox.after(before)] == announced
    assert set(catalog.files.known("Notes", "2026")) == {"2026/b.md", "2026/deep/c.md"}
    assert set(catalog.files.known("Notes", ODD)) == {f"{ODD}/e.md"}
