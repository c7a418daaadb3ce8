"""A library and other shards, searched as one, with simulated shards."""

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, Candidate, PassageKey
from twofold.engine.model.localized import Message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.gather import merged_background, merged_tiers, merged_vectors
from twofold.engine.search.pipeline import open_searcher
from twofold.engine.search.remote import SharedShards
from twofold.engine.stores.ports import NO_FILTERS, Tiers, VectorAnswer
from twofold.engine.stores.shards import DatedDocument, DocumentFacets, ShardAnswers, ShardProblem

ADDRESS = "milvus://host:1/other"


class OtherPassages:
    """The passages of another library, as returned by a shard on a server."""

    generation = 1

    def __init__(self, library: SmallLibrary) -> None:
        self._catalog = library.catalog

    def cached(self, number):
        return None

    def chunks(self, numbers):
        found = self._catalog.chunks(numbers)
        return {
            number: replace(one, document=replace(one.document, folder_root=ADDRESS))
            for number, one in found.items()
        }

    def substring(self, query, filters, limit):
        return self._catalog.substring(query, filters, limit)

    def resolve(self, filters):
        return self._catalog.resolve(filters).numbers.tolist()

    def newest(self, documents, limit):
        newest = self._catalog.newest(list(documents), limit)
        known = self._catalog.documents(one.document for one in newest)
        return [DatedDocument(known[one.document].date, one.document, one.chunk) for one in newest]

    def facets(self):
        numbers = self._catalog.facet_table().documents.tolist()
        return [DocumentFacets.of(one) for one in self._catalog.documents(numbers).values()]

    def filters_not_applied(self, filters):
        return ("lang",) if filters.langs else ()


class OtherShard:
    def __init__(self, library: SmallLibrary) -> None:
        self.name, self.passages = ADDRESS, OtherPassages(library)
        self.lexical, self.vectors = library.lexical, library.vectors


class FakeShards:
    """Shards that answer immediately, except for those in `away`."""

    def __init__(self, *shards: OtherShard) -> None:
        self.opened = dict(enumerate(shards, 1))
        self.count = len(shards)
        self.away: set[int] = set()
        self.reported: list[ShardProblem] = []

    def begin(self, work, question=None, *, only=None, filters=NO_FILTERS):
        asked = [at for at in self.opened if only is None or at in only]
        found = {at: work(self.opened[at]) for at in asked if at not in self.away}
        problems = [ShardProblem(ADDRESS, Message("away")) for at in asked if at in self.away]
        for at in found:
            if self.opened[at].passages.filters_not_applied(filters):
                problems.append(ShardProblem(ADDRESS, Message("not applied: lang")))
        return lambda: ShardAnswers(found, tuple(problems))

    def report(self, problems):
        self.reported = list(problems)


@pytest.fixture
def other(tmp_path, tiny_embedder):
    (tmp_path / "other").mkdir()
    made = SmallLibrary(tmp_path / "other", tiny_embedder)
    yield made
    made.close()


@pytest.fixture
def both(library, other):
    """A searcher over a library and another one, and the shards that it queries."""
    library.add(Text("mine.md", "memory of a pod"), Text("equal.md", "swallows fly south"))
    other.add(Text("theirs.md", "memory of a node"), Text("equal.md", "swallows swallows"))
    shards = FakeShards(OtherShard(other))
    stores = (library.catalog, library.lexical, library.vectors)
    shared = SharedShards(shards, with_own=True, model=library.embedder.fingerprint)
    searcher = open_searcher(*stores, lambda: library.embedder, Settings(), shared=shared)
    with closing(searcher):
        yield searcher, shards


MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID, SearchMode.SUBSTRING)


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_finds_passages_and_sources_of_every_shard(both, mode):
    searcher, _ = both
    found = searcher.search(SearchRequest("memory", mode=mode)).hits
    libraries = {hit.doc_path: hit.library for hit in found}
    assert (libraries["mine.md"], libraries["theirs.md"]) == ("", ADDRESS)


@pytest.mark.parametrize("mode", MODES)
def test_own_passage_wins_over_a_shared_one_with_the_same_number(both, mode):
    searcher, _ = both
    request = SearchRequest("swallows", mode=mode, collapse_duplicates=False)
    found = [hit for hit in searcher.search(request).hits if hit.doc_path == "equal.md"]
    assert [(hit.library, hit.text) for hit in found] == [("", "swallows fly south")]


@pytest.mark.parametrize("mode", MODES)
def test_a_shard_that_does_not_answer_is_reported_with_each_search(both, mode):
    searcher, shards = both
    shards.away = {1}
    for _ in range(2):
        found = searcher.search(SearchRequest("memory", mode=mode))
        assert {hit.library for hit in found.hits} == {""}
        assert [str(one) for one in found.warnings].count("away") == 1
        assert {one.shard for one in shards.reported} == {ADDRESS}
    shards.away = set()
    assert searcher.search(SearchRequest("memory", mode=mode)).warnings == ()
    assert shards.reported == []


@pytest.mark.parametrize("query", ["memory", ""])
def test_a_filter_that_a_shard_cannot_apply_is_reported_once(both, query):
    searcher, _ = both
    found = searcher.search(SearchRequest(query, filters=SearchFilters(langs=("en",))))
    assert [str(one) for one in found.warnings] == ["not applied: lang"]


def test_documents_in_several_shards_are_listed_once(both):
    searcher, _ = both
    listed = searcher.search(SearchRequest("type:md"))
    assert sorted(hit.doc_path for hit in listed.hits) == ["equal.md", "mine.md", "theirs.md"]
    assert listed.documents == 3
    assert searcher.count(SearchRequest("type:md -node")).documents == 2


def test_passage_is_read_by_number_from_any_shard(both, other):
    searcher, _ = both
    number = other.number("theirs.md")
    assert searcher.scatter.chunk(number).value.document.library == ADDRESS
    assert searcher.search(SearchRequest("", like=f"{number:016x}")).hits


def test_counts_match_the_list_of_all_shards(both):
    searcher, _ = both
    counts = searcher.count(SearchRequest("memory", mode=SearchMode.LEXICAL))
    assert counts.passages == 2


# --- Merging ---


def tiers(complete, partial=(), **about):
    return Tiers(complete, partial, (), 10, **about)


def test_passages_with_all_words_are_first_and_ties_go_to_the_first_shard():
    found = {0: tiers([(2.0, 7)], [(1.5, 8)]), 2: tiers([(2.0, 9), (1.0, 7)], [(1.8, 6)])}
    answer = merged_tiers(found, 4)
    keys = [PassageKey(one.shard, one.chunk_number) for one in answer.candidates]
    assert keys == [(0, 7), (2, 9), (2, 6), (0, 8)]
    assert answer.allowed == 20


def test_passage_in_two_shards_is_ranked_once():
    answers = {
        at: VectorAnswer((Candidate(5, 0.9, 1), Candidate(at, 0.5, 2)), Message("scan"), 2, 2)
        for at in (1, 2)
    }
    merged = merged_vectors(answers, 10)
    assert [(one.shard, one.chunk_number) for one in merged.candidates] == [(1, 5), (1, 1), (2, 2)]
    assert [one.rank for one in merged.candidates] == [1, 2, 3]


def test_background_similarity_covers_all_shards():
    rng = np.random.default_rng(1)
    parts = [rng.normal(0.3, 0.1, 1000), rng.normal(0.5, 0.2, 3000)]
    each = [
        (len(part), Background(float(part.mean()), float(part.std()), len(part))) for part in parts
    ]
    merged, whole = merged_background(each), np.concatenate(parts)
    assert merged.mean == pytest.approx(whole.mean())
    assert merged.spread == pytest.approx(whole.std())
    assert merged_background([]).sample == 0
