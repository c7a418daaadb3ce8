"""Searching a small real library: modes, failures, filters and hits."""

from itertools import product

import pytest

from tests.engine.search.conftest import CHUNKER_VERSION, INDEXED_AT, SmallLibrary, Text
from tests.support.json_schema import load_schema, violations
from twofold.engine.model.citation import parse_uri
from twofold.engine.model.errors import BadRequestError, ModelError, SearchFailedError
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.fusion import FusionRule, FusionSettings, ScoreKind
from twofold.engine.model.hit import RetrieverKind
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.wire import response_as_json

GARAGE = Text("garage.md", "The car is in the garage.", tags=("home",))
AUTOMOBILE = Text("fleet/automobile.md", "An automobile needs a licence.", tags=("work",))
DOG = Text("animals/dog.md", "The dog sleeps.\n\nA cat sleeps too.", lang="en")
RANKED = (SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.VECTOR)
HUND = Text("animals/hund.md", "Der Hund bellt.", lang="de", trust=TrustLevel.SECONDARY)


@pytest.fixture
def filled(library: SmallLibrary) -> SmallLibrary:
    library.add(GARAGE, AUTOMOBILE, DOG, HUND)
    return library


def paths(response):
    return [hit.doc_path for hit in response.hits]


def failing_model():
    raise ModelError("The model could not be loaded.", "Choose another.")


def test_hybrid_finds_hits_of_both_retrievers(filled):
    response = filled.searcher().search(SearchRequest("car"))
    assert response.trace.mode is SearchMode.HYBRID
    assert paths(response)[:2] == ["garage.md", "fleet/automobile.md"]
    assert response.hits[0].retrieval.sources == (RetrieverKind.LEXICAL, RetrieverKind.VECTOR)
    assert response.hits[1].retrieval.sources == (RetrieverKind.VECTOR,)
    hit = response.hits[0]
    assert hit.index_version == f"hybrid:{filled.lexical.version}+{filled.vectors.version}"
    assert hit.embedding_model == filled.embedder.fingerprint
    assert hit.score_kind is FusionRule.RRF
    assert all(vote.weight == 1.0 for vote in hit.retrieval.contributions)


@pytest.fixture
def half_read(library):
    words = ["river", "bridge", "stone", "castle", "market", "winter", "garden", "harbour"]
    for number in range(12):
        text = " ".join(words[: 2 + number % 6])
        library.add(Text(f"{number:02}.txt", f"{text} {number}"), with_vectors=number % 2 > 0)
    return library


def test_passage_without_a_vector_is_not_ranked_lower(half_read):
    searcher = half_read.searcher()
    for rule in FusionRule:
        request = SearchRequest("river castle", fusion=FusionSettings(rule=rule))
        response = searcher.search(request)
        first = next(chunk for chunk in response.ranking if chunk.lexical_rank == 1)
        hits = {hit.chunk_id: hit for hit in response.hits}
        for hit in response.hits:
            is_read = half_read.vectors.vector_of(int(hit.chunk_id, 16)) is not None
            assert any(vote.for_both for vote in hit.retrieval.contributions) is not is_read
            assert sum(vote.share for vote in hit.retrieval.contributions) == hit.score
        assert hits[first.chunk_id].retrieval.contributions[0].for_both
        assert first.rank == 1
    described = response_as_json(response, explain=True)
    assert described["hits"][0]["retrieval"]["contributions"][0]["for_both"] is True
    assert violations(described, load_schema("search_response.v1.json")) == []


def test_hits_by_meaning_are_shown_while_few_passages_are_embedded(half_read):
    half_read.add(HUND)
    response = half_read.searcher().search(SearchRequest("hound"))
    assert paths(response)[0] == "animals/hund.md"


def test_lexical_mode_delegates_to_the_keyword_ranking(filled):
    searcher = filled.searcher(failing_model)
    response = searcher.search(SearchRequest("sleeps", SearchMode.LEXICAL))
    assert paths(response) == ["animals/dog.md", "animals/dog.md"]
    assert response.warnings == ()
    pinned = searcher.search(SearchRequest("arag", SearchMode.LEXICAL))
    assert (pinned.hits, pinned.trace.mode) == ((), SearchMode.LEXICAL)
    for hit in response.hits:
        retrieval = hit.retrieval
        assert (retrieval.method, hit.score_kind) == (SearchMode.LEXICAL, ScoreKind.BM25)
        assert (retrieval.vector_score, retrieval.vector_rank, hit.cosine) == (None, None, None)
        assert retrieval.lexical_score == hit.score == hit.bm25 / (1 + hit.bm25)
        assert hit.index_version == filled.lexical.version
        assert hit.embedding_model == ""


def test_vector_mode_delegates_to_the_meaning_ranking(filled):
    response = filled.searcher().search(SearchRequest("hound", SearchMode.VECTOR, limit=2))
    assert {hit.doc_path for hit in response.hits} == {"animals/dog.md", "animals/hund.md"}
    for rank, hit in enumerate(response.hits, start=1):
        assert (hit.retrieval.vector_rank, hit.retrieval.lexical_rank) == (rank, None)
        assert hit.score == min(max(hit.cosine, 0.0), 1.0)
        assert hit.score_kind is ScoreKind.COSINE
        assert hit.index_version == filled.vectors.version


def test_substring_mode_finds_parts_of_words_without_retrievers(filled):
    response = filled.searcher().search(SearchRequest("arag", SearchMode.SUBSTRING))
    assert paths(response) == ["garage.md"]
    hit = response.hits[0]
    assert hit.retrieval.contributions == hit.retrieval.sources == ()
    assert (hit.retrieval.lexical_rank, hit.retrieval.vector_rank) == (None, None)
    span = hit.snippet.matches[0]
    assert hit.snippet.text[span.start : span.end] == "arag"


@pytest.mark.parametrize("mode", [SearchMode.SUBSTRING, SearchMode.AUTO])
def test_symbols_without_words_are_found_literally(library, mode):
    library.add(Text("code.md", "if a != b", tags=("x",)), Text("other.md", "c != d"))
    searcher = library.searcher()
    assert len(searcher.search(SearchRequest("!=", mode)).hits) == 2
    only_tagged = searcher.search(SearchRequest("tag:x a", SearchMode.SUBSTRING))
    assert paths(only_tagged) == ["code.md"]


def test_auto_mode_is_lexical_without_vectors_and_literal_as_fallback(library):
    library.add(GARAGE, with_vectors=False)
    searcher = library.searcher()
    assert searcher.search(SearchRequest("car", SearchMode.AUTO)).trace.mode is SearchMode.LEXICAL
    literal = searcher.search(SearchRequest("arag", SearchMode.AUTO))
    assert literal.trace.mode is SearchMode.SUBSTRING
    assert paths(literal) == ["garage.md"]
    library.add(DOG)
    hybrid = library.searcher().search(SearchRequest("car", SearchMode.AUTO))
    assert hybrid.trace.mode is SearchMode.HYBRID
    assert hybrid.trace.retrievers[1].plan.endswith("vectors of 2 of 3 passages")


def test_query_without_terms_finds_nothing_without_an_error(filled):
    searcher = filled.searcher(failing_model)
    nothing = [*product(["", " \n", "tag:nobody"], SearchMode), ("-cat", SearchMode.HYBRID)]
    for query, mode in nothing:
        response = searcher.search(SearchRequest(query, mode))
        assert (response.hits, response.warnings) == ((), ())
        written = response_as_json(response, explain=True)
        assert violations(written, load_schema("search_response.v1.json")) == []


def test_only_a_failure_of_both_retrievers_is_an_error(filled, monkeypatch, expected_log):
    expected_log.append("retriever failed")
    searcher, without_model = filled.searcher(), filled.searcher(failing_model)
    response = without_model.search(SearchRequest("car"))
    assert paths(response) == ["garage.md"]
    assert response.warnings == ("Only keywords were searched: The model could not be loaded.",)
    assert response.hits[0].score == 0.5
    with pytest.raises(SearchFailedError, match="could not be loaded"):
        without_model.search(SearchRequest("car", SearchMode.VECTOR))

    def fail(*_arguments, **_options):
        raise MemoryError("not even this")

    monkeypatch.setattr(filled.lexical, "search", fail)
    response = searcher.search(SearchRequest("car"))
    assert "Only meaning was searched" in response.warnings[0]
    assert "unexpected error" in response.warnings[0]
    assert paths(response)[0] in {"garage.md", "fleet/automobile.md"}
    with pytest.raises(SearchFailedError, match=r"unexpected error.*could not be loaded"):
        without_model.search(SearchRequest("car"))


def test_vectors_of_another_model_are_not_searched(filled):
    class OtherModel:
        fingerprint = "other"

    response = filled.searcher(OtherModel).search(SearchRequest("car"))
    assert "The vectors belong to a different model" in response.warnings[0]


def test_missing_vector_index_is_explained_by_the_model_error(library):
    library.add(GARAGE, with_vectors=False)
    searcher = library.searcher(failing_model, vectors=None)
    assert "The model could not be loaded" in searcher.search(SearchRequest("car")).warnings[0]
    assert searcher.search(SearchRequest("car", SearchMode.AUTO)).warnings == ()
    with pytest.raises(SearchFailedError, match="Meaning could not be searched: The model"):
        searcher.search(SearchRequest("car", SearchMode.VECTOR))
    early = library.searcher(failing_model).search(SearchRequest("car"))
    assert "The chosen model has not indexed any passages yet" in early.warnings[0]


def test_filters_apply_before_the_top_k(library):
    library.add(*(Text(f"many/{n}.md", f"car number {n}") for n in range(30)))
    library.add(Text("one/last.md", "a car and very many other words besides", tags=("rare",)))
    searcher = library.searcher(search__candidates=10)
    for mode in RANKED:
        request = SearchRequest("car", mode, limit=3, filters=SearchFilters(tags_any=("rare",)))
        assert paths(searcher.search(request)) == ["one/last.md"]


@pytest.mark.parametrize("mode", RANKED)
def test_hits_of_both_retrievers_lack_excluded_words(filled, mode):
    response = filled.searcher().search(SearchRequest("sleeps -cats", mode))
    assert response.hits
    assert "A cat sleeps too." not in [hit.text for hit in response.hits]
    ranks = [hit.retrieval.vector_rank for hit in response.hits if hit.retrieval.vector_rank]
    assert sorted(ranks) == list(range(1, len(ranks) + 1))
    without = filled.searcher().search(SearchRequest("sleeps -title:dog", mode))
    assert "animals/dog.md" not in paths(without)


def test_hit_contains_its_source(filled):
    searcher = filled.searcher()
    hit = searcher.search(SearchRequest("cat", SearchMode.LEXICAL)).hits[0]
    assert (hit.title, hit.folder, hit.file_type) == ("dog", "Notes", "md")
    assert (hit.chunker_version, hit.indexed_at) == (CHUNKER_VERSION, INDEXED_AT)
    assert hit.citation.uri == "animals/dog.md#L3"
    path, place = parse_uri(hit.citation.uri)
    line = (filled.root / path).read_text().splitlines()[place.start - 1]
    assert line == hit.text
    assert hit.matched_terms[0].term == "cat"
    assert not hit.stale
    for wrong in (SearchRequest("car", limit=0), SearchRequest("car", offset=-1)):
        with pytest.raises(BadRequestError):
            searcher.search(wrong)


def test_a_changed_or_vanished_file_is_stale(filled):
    searcher = filled.searcher()
    request = SearchRequest("car", SearchMode.LEXICAL)
    (filled.root / "garage.md").write_text("Something else.")
    assert searcher.search(request).hits[0].citation.stale
    (filled.root / "garage.md").unlink()
    assert searcher.search(request).hits[0].stale


def test_passage_missing_in_the_catalog_is_not_a_hit(filled):
    with filled.catalog.change() as change:
        change.delete_file("Notes", "garage.md")
    response = filled.searcher().search(SearchRequest("car"))
    assert "garage.md" not in paths(response)
    assert [hit.rank for hit in response.hits] == list(range(1, len(response.hits) + 1))
    assert len(response.ranking) == response.trace.fused == 4


def test_incomplete_word_matches_and_is_highlighted_as_a_prefix(filled):
    request = SearchRequest("gara", SearchMode.LEXICAL, prefix_last=True)
    hit = filled.searcher().search(request).hits[0]
    assert [hit.snippet.text[s.start : s.end] for s in hit.snippet.matches] == ["garage"]
    assert [term.term for term in hit.matched_terms] == ["gara*"]
