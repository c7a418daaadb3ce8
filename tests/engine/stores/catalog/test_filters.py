import unicodedata
from datetime import date
from pathlib import Path

import pytest

from tests.engine.stores.library import paths_of, put
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.hit import FacetCount

DEEP = "deep/" * 60 + "end.txt"


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
        (SearchFilters(langs=("EN",)), {"2026/plan.md", "2026b.md"}),
        (SearchFilters(langs_none=("en", "de")), {"site.md"}),
        (SearchFilters(folders=("Notes/2026",)), {"2026/plan.md", "2026/q1/notes.txt"}),
        (SearchFilters(folders_none=("Notes/2026", "Web")), {"2026b.md"}),
        (SearchFilters(path_glob="2026/{q1,q2}/*"), {"2026/q1/notes.txt"}),
        (SearchFilters(path_glob="{a,b"), set()),  # an incomplete pattern is literal
        (SearchFilters(trust_min=TrustLevel.PRIMARY), {"2026/plan.md", "2026/q1/notes.txt"}),
        (SearchFilters(after=date(2026, 5, 1)), {"2026/plan.md"}),
        (SearchFilters(before=date(2025, 1, 1)), {"2026b.md", "site.md"}),
        (SearchFilters(tags_any=("' OR 1 --",)), set()),
        # Bytes of a command line that are not UTF-8 come as lone surrogates (PEP 383).
        (SearchFilters(tags_any=("\udcff",)), set()),
        (SearchFilters(folders=("\udcff", "Notes/\udcff")), set()),
        (SearchFilters(path_glob="\udcff*"), set()),
    ],
)
def test_filters_leave_matching_documents(shelf, filters, expected):
    assert paths_of(shelf, filters) == expected


def test_a_tag_finds_documents_with_a_tag_below_it(shelf):
    with shelf.change() as change:
        put(change, "doctor.md", ["f"], DocumentMetadata(tags=("area/health",)))
        put(change, "areas.md", ["g"], DocumentMetadata(tags=("areas", "area0")))
    assert paths_of(shelf, SearchFilters(tags_any=("area",))) == {"doctor.md"}
    assert "doctor.md" not in paths_of(shelf, SearchFilters(tags_none=("area",)))


def test_allowed_documents_are_sorted_and_updated_after_a_change(shelf):
    filters = SearchFilters(tags_any=("x",))
    allowed = shelf.resolve(filters)
    assert allowed.numbers.tolist() == sorted(allowed.numbers.tolist())
    assert allowed.chunks == 3
    assert shelf.resolve(SearchFilters()) is None
    with shelf.change() as change:
        change.delete_file("Notes", "2026/plan.md")
    assert paths_of(shelf, filters) == {"2026/q1/notes.txt"}


@pytest.mark.parametrize("pattern", ["{1..1000}{1..1000}", "a" * 2000, "**/" * 20])
def test_a_bad_path_pattern_is_a_clear_error(shelf, pattern):
    with pytest.raises(BadRequestError, match="pattern"):
        shelf.resolve(SearchFilters(path_glob=pattern))


def test_facets_count_a_tag_of_file_and_user_once(shelf):
    with shelf.change() as change:
        change.set_user_tags("Notes/2026/plan.md", ["x"])
    table = shelf.facet_table()
    facets = table.facets(lambda _: table.weights(table.documents))

    def counts(**values):
        return tuple(FacetCount(value.replace("_", "/"), count) for value, count in values.items())

    folders = counts(Notes=3, Notes_2026=2, Notes_2026_q1=1, Web=1)
    assert (facets.folders, facets.tags) == (folders, counts(x=2, work=1))
    assert (facets.langs, facets.file_types) == (counts(en=2, de=1, ko=1), counts(md=4))
    assert facets.trust == counts(primary=2, secondary=1, generated=1)
    assert [month.value for month in facets.months] == ["2020-01", "2025-01", "2026-02", "2026-05"]
    german = shelf.resolve(SearchFilters(langs=("de",))).numbers
    assert table.facets(lambda _: table.weights(german)).langs == counts(de=1)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_path_matches_in_any_unicode_normalisation(catalog, form):
    with catalog.change() as change:
        put(change, unicodedata.normalize(form, "Übersicht é.md"), ["a"])
    for typed in ("NFC", "NFD"):
        wanted = SearchFilters(path_glob=unicodedata.normalize(typed, "**/Über*é.md"))
        assert len(catalog.resolve(wanted).numbers) == 1


def test_hostile_and_very_long_filters_take_bounded_work(shelf):
    with shelf.change() as change:
        put(change, DEEP, ["a"], DocumentMetadata(tags=("deep",), lang="fr"))
    for pattern, expected in (
        ("**/*/**/*/**/*/**/*/**/end.pdf", set()),
        ("{**,a*}/{**,b*}/{**,c*}/{**,d*}/{**,e*}/x", set()),
        ("**/d*/**/*p/**/*e*/**/?eep/**/end.txt", {DEEP}),
    ):
        assert paths_of(shelf, SearchFilters(path_glob=pattern)) == expected
    many = tuple(f"none {number}" for number in range(40_000))
    assert paths_of(shelf, SearchFilters(tags_any=("deep", *many))) == {DEEP}
    assert paths_of(shelf, SearchFilters(langs=("ko", *many))) == {"site.md"}
    assert len(paths_of(shelf, SearchFilters(langs_none=("ko", *many)))) == 4
    for folders in (("Notes/2026/q1/", "Web"), ("Notes/202", "Notes/2026/q", "No", "")):
        lengthened = (*(f"Notes/{name}" for name in many[:5000]), *folders)
        for field in ("folders", "folders_none"):
            few = paths_of(shelf, SearchFilters(**{field: folders}))
            assert paths_of(shelf, SearchFilters(**{field: lengthened})) == few
