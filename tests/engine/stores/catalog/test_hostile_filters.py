"""Filters that a hostile or a very long query brings: the same documents, in bounded work."""

from pathlib import Path

import pytest

from engine.model.document import DocumentMetadata
from engine.model.filters import SearchFilters
from engine.stores.catalog.catalog import Catalog
from tests.engine.stores.library import paths_of, put


@pytest.fixture
def shelf(tmp_path):
    opened = Catalog.open(tmp_path / "catalog.sqlite")
    opened.add_folder(Path("/home/ada/Notes"))
    opened.add_folder(Path("/mnt/Web"))
    with opened.change() as change:
        put(change, "2026/q1/plan.md", ["a"], DocumentMetadata(tags=("work",), lang="en"))
        put(change, "2026/q2/plan.md", ["b"], DocumentMetadata(tags=("x",), lang="de"))
        put(change, "2026.md", ["c"], DocumentMetadata(lang="en"))
        put(change, "deep/" * 60 + "end.txt", ["d"], DocumentMetadata(lang="en"))
        put(change, "site.md", ["e"], DocumentMetadata(lang="ko"), folder="Web")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("**/*/**/*/**/*/**/*/**/end.pdf", set()),
        ("**/deep/**/deep/**/deep/**/deep/**/deep/**/x", set()),
        ("{**,a*}/{**,b*}/{**,c*}/{**,d*}/{**,e*}/x", set()),
        ("**/d*/**/*p/**/*e*/**/?eep/**/end.txt", {"deep/" * 60 + "end.txt"}),
    ],
)
def test_many_stars_over_a_deep_path_end(shelf, pattern, expected):
    assert paths_of(shelf, SearchFilters(path_glob=pattern)) == expected


@pytest.mark.parametrize(
    "folders",
    [
        ("Web",),
        ("Notes/2026",),
        ("Notes/2026/q1/",),
        ("Notes/2026.md", "Web"),
        ("Notes/202", "Notes/2026/q", "No", ""),
    ],
)
def test_thousands_of_folders_leave_what_the_few_real_ones_leave(shelf, folders):
    many = (*(f"Notes/none {number}" for number in range(5000)), *folders)
    assert paths_of(shelf, SearchFilters(folders=many)) == paths_of(
        shelf, SearchFilters(folders=folders)
    )
    assert paths_of(shelf, SearchFilters(folders_none=many)) == paths_of(
        shelf, SearchFilters(folders_none=folders)
    )


def test_tens_of_thousands_of_tags_languages_and_types_are_taken(shelf):
    many = tuple(f"none {number}" for number in range(40_000))
    assert paths_of(shelf, SearchFilters(tags_any=("work", *many))) == {"2026/q1/plan.md"}
    assert paths_of(shelf, SearchFilters(langs=("ko", *many))) == {"site.md"}
    assert len(paths_of(shelf, SearchFilters(langs_none=("ko", *many)))) == 4
