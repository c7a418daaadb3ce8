"""Every filter constrains both rankings, whether it is typed or selected."""

from contextlib import closing

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.filters import FILTERS, SearchFilters, TrustLevel, ValuesFilter
from twofold.engine.model.search_request import SearchMode, SearchRequest

WANTED = Text(
    "wanted/a.md",
    "Pods rest.",
    ("work",),
    "de",
    TrustLevel.PRIMARY,
    date="2026-06-01",
    author="Brun, Jo; Holm, Ida",
    published={"item_type": "thesis", "citation_key": "brun2026"},
)
MOVE = "Pods move to another machine when the one they are on has no memory left for them."
OTHER = Text("other/b.txt", MOVE, ("home",), "en", TrustLevel.GENERATED, date="2025-06-01")
NEWER = Text("other/b v2.txt", MOVE, ("home",), "en", TrustLevel.GENERATED, date="2025-07-01")
LATER = Text("other/c.txt", "Pods wait.", ("home",), "en", TrustLevel.GENERATED, date="2027-06-01")

# The text of each filter: it leaves WANTED but not OTHER, `before` WANTED but not LATER. NEWER is a
# version of OTHER.
WRITTEN = {
    "tag": "work",
    "lang": "de",
    "folder": "Notes/wanted",
    "type": "md",
    "author": '"Ida Holm"',
    "key": "brun2026",
    "kind": "Thesis",
    "path": "wanted/*",
    "trust": "primary",
    "after": "2026-01-01",
    "before": "2026-12-31",
    "versions": "newest",
}

MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.SUBSTRING)


@pytest.fixture(scope="module")
def library(tmp_path_factory, tiny_embedder):
    library = SmallLibrary(tmp_path_factory.mktemp("pods"), tiny_embedder)
    library.add(WANTED, OTHER, NEWER, LATER)
    yield library
    library.close()


def found(library, *request, **options):
    options.setdefault("collapse_duplicates", False)
    with closing(library.searcher()) as searcher:
        return {hit.doc_path for hit in searcher.search(SearchRequest(*request, **options)).hits}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("word", [known.word for known in FILTERS])
def test_filter_leaves_matching_documents(library, word, mode):
    left = found(library, f"pods {word}:{WRITTEN[word]}", mode)
    assert WANTED.path in left
    assert (LATER if word == "before" else OTHER).path not in left


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("known", [known for known in FILTERS if isinstance(known, ValuesFilter)])
def test_excluding_filter_leaves_other_documents(library, known, mode):
    filters = known.with_written(SearchFilters(), WRITTEN[known.word], excluded=True)
    assert found(library, "pods", mode, filters=filters) == {OTHER.path, NEWER.path, LATER.path}


@pytest.mark.parametrize("mode", MODES)
def test_a_folder_may_be_a_single_document(library, mode):
    assert found(library, "pods folder:Notes/wanted/a.md", mode) == {WANTED.path}


@pytest.mark.parametrize("mode", MODES)
def test_a_tag_includes_those_below_it(tmp_path, tiny_embedder, mode):
    library = SmallLibrary(tmp_path, tiny_embedder)
    health = Text("health.md", "Pods rest.", ("area/health/sleep",))
    areas = Text("areas.md", "Pods move.", ("areas", "area-51", "area0"))
    plain = Text("plain.md", "Pods wait.", ("area",))
    library.add(health, areas, plain)
    below = {health.path, plain.path}
    assert found(library, "pods tag:area", mode) == below
    assert found(library, "pods tag:#area/", mode) == below
    assert found(library, "pods tag:area/health", mode) == {health.path}
    assert found(library, "pods -tag:area", mode) == {areas.path}
    table = library.catalog.facet_table()
    facets = table.facets(lambda _name: table.weights(table.documents))
    counted = {one.value: one.count for one in facets.tags}
    assert (counted["area"], counted["area/health"], counted["areas"]) == (2, 1, 1)
    library.close()
