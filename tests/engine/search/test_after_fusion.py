"""Processing of the list after fusion, with a small real library."""

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from tests.support.json_schema import load_schema, violations
from twofold.engine.model.document import as_id
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import RetrieverKind
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.wire import as_json_text, response_as_json

MANUAL = (
    "The car is started with its key. Turn it to the right until the engine runs, and let it go. "
    "In winter wait for the lamp of the preheater to go out before the key is turned any further."
)
COPIES = (
    Text("first/manual.md", MANUAL),
    Text("second/manual.md", MANUAL.replace(" ", "  ")),
    Text("third/manual.md", MANUAL.replace("runs", "turns")),
)
OTHERS = tuple(
    Text(f"other/{name}.md", f"A {name} is parked beside the car.")
    for name in ("van", "bus", "tram")
)


def paths(response):
    return [hit.doc_path for hit in response.hits]


@pytest.fixture
def copied(library: SmallLibrary) -> SmallLibrary:
    library.add(*COPIES, *OTHERS)
    return library


MODES = (SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.VECTOR)


def test_duplicates_are_one_hit_that_names_the_others(copied):
    searcher = copied.searcher()
    for mode in MODES:
        response = searcher.search(SearchRequest("preheater lamp", mode))
        (hit,) = [hit for hit in response.hits if hit.doc_path.endswith("manual.md")]
        named = {copy.doc_path for copy in hit.duplicates}
        assert named | {hit.doc_path} == {text.path for text in COPIES}
        assert response.trace.duplicates == 2
        assert [hit.rank for hit in response.hits] == list(range(1, len(response.hits) + 1))


@pytest.mark.parametrize("mode", MODES)
def test_duplicate_whose_file_the_query_names_is_shown(library, mode):
    library.add(*(Text(f"guide-{name}.md", MANUAL) for name in ("amd", "arm", "mips", "sparc")))
    for name in ("amd", "arm", "mips", "sparc"):
        hit = library.searcher().search(SearchRequest(f"preheater lamp on {name}", mode)).hits[0]
        assert hit.doc_path == f"guide-{name}.md"
        assert len(hit.duplicates) == 3
        assert all(copy.is_exact for copy in hit.duplicates)


def test_list_is_filled_with_hits_behind_many_duplicates(library):
    library.add(*(Text(f"copy{n}.md", "car lake") for n in range(25)))
    library.add(*(Text(f"{n}.md", f"car lake {'dog ' * n}") for n in range(1, 9)))
    few, many = (library.searcher(search__candidates=most) for most in (10, 1000))
    for mode in MODES:
        request = SearchRequest("car lake", mode, limit=6)
        response = few.search(request)
        assert len(response.hits) == 6
        assert response.trace.duplicates == 24
        assert paths(response) == paths(many.search(request))


def test_list_is_filled_with_documents_behind_a_dominant_one(library):
    library.add(Text("long.md", "\n\n".join(f"A car, number {n}." for n in range(40))))
    library.add(
        *(Text(f"{n}.md", f"The doctor of number {n} sleeps, and has a car.") for n in "abc")
    )
    request = SearchRequest("car", SearchMode.LEXICAL, limit=4, group_by_document=True)
    response = library.searcher(search__candidates=10).search(request)
    assert len(response.hits) == 4
    assert paths(response)[0] == "long.md"


def test_hits_grouped_by_document_are_its_best_passages(library):
    library.add(
        Text("long.md", "\n\n".join(f"Chapter {n} of the long story." for n in range(30))),
        Text("car.md", "A car.\n\nThe car in the long story."),
    )
    response = library.searcher().search(
        SearchRequest("car story", SearchMode.LEXICAL, group_by_document=True)
    )
    assert paths(response) == ["car.md", "long.md"]
    assert response.hits[0].document.passages == 2
    assert [hit.rank for hit in response.hits] == [1, 2]
    assert response.documents == len(response.ranking) == 2


def test_more_like_this_excludes_the_passage_and_its_duplicates(copied):
    source = as_id(copied.number("first/manual.md"))
    copied.add(Text("winter.md", "In winter the lamp of the preheater is lit when the key turns."))
    response = copied.searcher().search(SearchRequest("", like=source, collapse_duplicates=False))
    assert paths(response)[0] == "winter.md"
    assert not any(path.endswith("manual.md") for path in paths(response))
    assert {trace.kind for trace in response.trace.retrievers} == set(RetrieverKind)
    assert "preheater" in {term.term for term in response.trace.terms}


def test_more_like_this_includes_other_documents_at_the_top(library):
    parts = [f"The lamp of the preheater, part {n} of it, in the {n}th winter." for n in range(9)]
    library.add(Text("manual.md", "\n\n".join(parts)))
    others = [f"{n}.md" for n in "abcdefgh"]
    library.add(*(Text(path, f"The lamp in the hall {path[0] * 9}.") for path in others))
    source = as_id(library.number("manual.md", 4))
    request = SearchRequest("", SearchMode.LEXICAL, like=source, collapse_duplicates=False)
    response = library.searcher().search(request)
    first = paths(response)[:10]
    assert first.count("manual.md") == 3
    assert set(others[:7]) <= set(paths(response))
    assert paths(response).count("manual.md") == 8, "the others follow"
    assert [hit.rank for hit in response.hits] == list(range(1, len(response.hits) + 1))


def test_more_like_this_applies_filters_without_words_or_a_model(copied):
    def failing_model():
        raise AssertionError("nothing is to be embedded")

    source = as_id(copied.number("other/van.md"))

    def search(query, **options):
        return copied.searcher(failing_model).search(SearchRequest(query, like=source, **options))

    plain, worded = search(""), search("preheater")
    assert plain.warnings == ()
    assert set(paths(plain)) >= {"other/bus.md", "other/tram.md"}
    assert paths(worded) == paths(plain)
    assert paths(search("path:other/bus.md")) == ["other/bus.md"]
    chosen = SearchFilters(path_glob="other/tram.md")
    assert paths(search("", filters=chosen)) == ["other/tram.md"]
    with pytest.raises(BadRequestError, match="Exact text mode"):
        search("", mode=SearchMode.SUBSTRING)


def test_more_like_this_without_a_vector_compares_words(library):
    library.add(*OTHERS)
    library.add(Text("late.md", "A van is parked too."), with_vectors=False)
    response = library.searcher().search(SearchRequest("", like=as_id(library.number("late.md"))))
    assert paths(response)[0] == "other/van.md"
    assert response.warnings == (
        "Only keywords were searched: This passage is not indexed by meaning yet.",
    )


def test_more_like_this_reports_an_unknown_passage(copied):
    for like in ("0000000000000001", "no id"):
        with pytest.raises(BadRequestError, match="There is no passage"):
            copied.searcher().search(SearchRequest("", like=like))


def test_json_is_valid_and_reproducible(copied):
    searcher, schema = copied.searcher(), load_schema("search_response.v1.json")
    for request in (
        SearchRequest("preheater"),
        SearchRequest("preheater", group_by_document=True),
        SearchRequest("zzz qqq", hide_weak=True),
    ):
        for explain in (True, False):
            found = response_as_json(searcher.search(request), explain=explain)
            assert violations(found, schema) == []
        again = response_as_json(searcher.search(request), explain=False)
        assert as_json_text(found) == as_json_text(again)
