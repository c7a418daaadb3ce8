import unicodedata
from datetime import date
from pathlib import Path

import pytest

from engine.model.document import DocumentMetadata, FileState
from engine.model.errors import BadRequestError
from engine.model.filters import SearchFilters, TrustLevel
from engine.model.hit import FacetCount
from tests.engine.stores.library import paths_of, put

STATE = FileState(10, 1_700_000_000_000_000_000, 7)


@pytest.fixture
def shelf(catalog):
    """Four documents that differ in every filter."""
    catalog.add_folder(Path("/mnt/Web"))
    plan = DocumentMetadata(tags=("work", "x"), lang="en", modified="2026-05-01")
    notes = DocumentMetadata(tags=("x",), lang="de", modified="2026-02-01")
    old = DocumentMetadata(lang="en", trust=TrustLevel.GENERATED, created="2020-01-01")
    site = DocumentMetadata(lang="ko", trust=TrustLevel.SECONDARY, modified="2025-01-01")
    with catalog.change() as change:
        put(change, "2026/plan.md", ["a", "b"], plan)
        put(change, "2026/q1/notes.txt", ["c"], notes)
        put(change, "2026b.md", ["d"], old)
        put(change, "site.md", ["e"], site, folder="Web")
    return catalog


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (SearchFilters(tags_any=("work", "none")), {"2026/plan.md"}),
        (SearchFilters(tags_none=("work",)), {"2026/q1/notes.txt", "2026b.md", "site.md"}),
        (SearchFilters(langs=("EN",)), {"2026/plan.md", "2026b.md"}),
        (SearchFilters(langs_none=("en", "de")), {"site.md"}),
        (SearchFilters(folders=("Web",)), {"site.md"}),
        (SearchFilters(folders=("Notes/2026",)), {"2026/plan.md", "2026/q1/notes.txt"}),
        (SearchFilters(folders_none=("Notes/2026", "Web")), {"2026b.md"}),
        (SearchFilters(path_glob="**/*.md"), {"2026/plan.md", "2026b.md", "site.md"}),
        (SearchFilters(path_glob="2026/{q1,q2}/*"), {"2026/q1/notes.txt"}),
        (SearchFilters(trust_min=TrustLevel.PRIMARY), {"2026/plan.md", "2026/q1/notes.txt"}),
        (SearchFilters(after=date(2026, 5, 1)), {"2026/plan.md"}),
        (SearchFilters(before=date(2025, 1, 1)), {"2026b.md", "site.md"}),
        (SearchFilters(file_types=(".MD",), langs=("ko",)), {"site.md"}),
        (SearchFilters(tags_any=("' OR 1 --",)), set()),
    ],
)
def test_filters_leave_the_documents_that_meet_them(shelf, filters, expected):
    assert paths_of(shelf, filters) == expected


@pytest.mark.parametrize(
    "filters",
    [
        SearchFilters(tags_any=("\udcff",)),
        SearchFilters(folders=("\udcff", "Notes/\udcff")),
        SearchFilters(path_glob="\udcff*"),
    ],
)
def test_a_filter_that_is_no_text_leaves_nothing(shelf, filters):
    # Bytes of a command line that are not UTF-8 come as lone surrogates (PEP 383).
    assert paths_of(shelf, filters) == set()


def test_allowed_documents_are_sorted_and_count_their_passages(shelf):
    allowed = shelf.resolve(SearchFilters(tags_any=("x",)))

    assert allowed.numbers.tolist() == sorted(allowed.numbers.tolist())
    assert allowed.chunks == 3
    assert shelf.resolve(SearchFilters()) is None


def test_a_resolved_filter_follows_a_change(shelf):
    filters = SearchFilters(tags_any=("x",))
    shelf.resolve(filters)
    with shelf.change() as change:
        change.delete_file("Notes", "2026/plan.md")

    assert paths_of(shelf, filters) == {"2026/q1/notes.txt"}


@pytest.mark.parametrize("pattern", ["{1..1000}{1..1000}", "a" * 2000, "**/" * 20])
def test_a_bad_path_pattern_is_a_clear_error(shelf, pattern):
    with pytest.raises(BadRequestError, match="pattern"):
        shelf.resolve(SearchFilters(path_glob=pattern))


@pytest.mark.parametrize("pattern", ["[", "{a,b", "\\"])
def test_an_unfinished_path_pattern_is_taken_literally(shelf, pattern):
    assert paths_of(shelf, SearchFilters(path_glob=pattern)) == set()


def facets_of(catalog, filters=None):
    table = catalog.facet_table()
    numbers = catalog.resolve(filters).numbers if filters else table.documents
    return table.facets(lambda _: table.weights(numbers))


def test_facets_of_everything_count_documents(shelf):
    facets = facets_of(shelf)

    assert facets.folders == (
        FacetCount("Notes", 3),
        FacetCount("Notes/2026", 2),
        FacetCount("Notes/2026/q1", 1),
        FacetCount("Web", 1),
    )
    assert facets.tags == (FacetCount("x", 2), FacetCount("work", 1))
    assert facets.langs == (FacetCount("en", 2), FacetCount("de", 1), FacetCount("ko", 1))
    assert facets.file_types == (FacetCount("md", 4),)


def test_facets_count_months_and_trust(shelf):
    months = (("2020-01", 1), ("2025-01", 1), ("2026-02", 1), ("2026-05", 1))
    trust = (("primary", 2), ("secondary", 1), ("generated", 1))
    facets = facets_of(shelf)

    assert facets.months == tuple(FacetCount(*month) for month in months)
    assert facets.trust == tuple(FacetCount(*level) for level in trust)


def test_facets_of_allowed_documents_count_those(shelf):
    facets = facets_of(shelf, SearchFilters(langs=("en",)))

    assert facets.langs == (FacetCount("en", 2),)
    assert FacetCount("work", 1) in facets.tags


def test_a_tag_from_file_and_person_counts_once(shelf):
    with shelf.change() as change:
        change.set_user_tags("Notes/2026/plan.md", ["x"])

    assert FacetCount("x", 2) in facets_of(shelf).tags


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_path_is_matched_however_its_letters_are_composed(catalog, form):
    name = unicodedata.normalize(form, "Übersicht é.md")
    with catalog.change() as change:
        put(change, name, ["a"])
    for pattern in ("Übersicht é.md", "Über*", "**/*é.md"):
        for typed in ("NFC", "NFD"):
            wanted = SearchFilters(path_glob=unicodedata.normalize(typed, pattern))
            assert len(catalog.resolve(wanted).numbers) == 1


# Filters that a hostile or a very long query brings: the same documents, in bounded work.


@pytest.fixture
def deep_shelf(catalog):
    catalog.add_folder(Path("/mnt/Web"))
    with catalog.change() as change:
        put(change, "2026/q1/plan.md", ["a"], DocumentMetadata(tags=("work",), lang="en"))
        put(change, "2026/q2/plan.md", ["b"], DocumentMetadata(tags=("x",), lang="de"))
        put(change, "2026.md", ["c"], DocumentMetadata(lang="en"))
        put(change, "deep/" * 60 + "end.txt", ["d"], DocumentMetadata(lang="en"))
        put(change, "site.md", ["e"], DocumentMetadata(lang="ko"), folder="Web")
    return catalog


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("**/*/**/*/**/*/**/*/**/end.pdf", set()),
        ("{**,a*}/{**,b*}/{**,c*}/{**,d*}/{**,e*}/x", set()),
        ("**/d*/**/*p/**/*e*/**/?eep/**/end.txt", {"deep/" * 60 + "end.txt"}),
    ],
)
def test_many_stars_over_a_deep_path_end(deep_shelf, pattern, expected):
    assert paths_of(deep_shelf, SearchFilters(path_glob=pattern)) == expected


@pytest.mark.parametrize(
    "folders",
    [("Notes/2026/q1/",), ("Notes/2026.md", "Web"), ("Notes/202", "Notes/2026/q", "No", "")],
)
def test_thousands_of_folders_leave_what_the_few_real_ones_leave(deep_shelf, folders):
    many = (*(f"Notes/none {number}" for number in range(5000)), *folders)
    for field in ("folders", "folders_none"):
        few = paths_of(deep_shelf, SearchFilters(**{field: folders}))
        assert paths_of(deep_shelf, SearchFilters(**{field: many})) == few


def test_tens_of_thousands_of_tags_languages_and_types_are_taken(deep_shelf):
    many = tuple(f"none {number}" for number in range(40_000))
    assert paths_of(deep_shelf, SearchFilters(tags_any=("work", *many))) == {"2026/q1/plan.md"}
    assert paths_of(deep_shelf, SearchFilters(langs=("ko", *many))) == {"site.md"}
    assert len(paths_of(deep_shelf, SearchFilters(langs_none=("ko", *many)))) == 4
