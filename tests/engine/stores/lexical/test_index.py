import pytest

from tests.engine.stores.passages import NO_FILTER, found, passage, words
from twofold.engine.model.document import TokenStreams
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.stores.lexical import storage as schema
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.lexical.storage import translated


@pytest.fixture
def index(tmp_path):
    opened = LexicalIndex.open(tmp_path / "lexical")
    yield opened
    opened.close()


def test_equal_scores_are_ordered_by_chunk_number(tmp_path):
    order = list(range(1, 301))
    one = LexicalIndex.open(tmp_path / "one")
    one.apply([passage(n, "same text") for n in order], [], 1)
    many = LexicalIndex.open(tmp_path / "many")
    for start in (200, 0, 100):
        many.apply([passage(n, "same text") for n in order[start : start + 100]], [], start + 1)
    for limit in (5, 50):
        assert found(one, words("same"), limit) == order[:limit]
        assert found(many, words("same"), limit) == order[:limit]


def test_stop_words_need_not_occur_but_content_words_come_first(index):
    index.apply(
        [passage(1, "Memory limits of a container"), passage(2, "how do I what where"),
         passage(3, "how do I use memory")], [], 1,
    )  # fmt: skip
    query = words("how", "do", "I", "limit", "memory")
    assert found(index, query) == [1, 3]
    assert index.search(query, 1, NO_FILTER).plan == "1 with all terms"
    assert found(index, words("how", "do", "I")) == [2, 3]


def test_name_with_punctuation_must_be_adjacent_before_fill_up(index):
    index.apply(
        [passage(1, "3 2 v1 v1 v1"), passage(2, "release v1.2.3 " + "of the tool " * 9)], [], 1
    )
    assert found(index, words("v1.2.3")) == [2, 1]
    assert found(index, words("v1.2.3", explicit=True)) == [2]


def test_phrase_is_a_condition_even_for_fill_up(index):
    index.apply([passage(1, "memory limit"), passage(2, "limit memory of pods")], [], 1)
    phrase = Clause("limit memory", ClauseKind.PHRASE, 0)
    query = ParsedQuery((phrase, Clause("nodes", group=1)), "", NO_FILTER)
    assert found(index, query) == [2]


def test_title_file_name_and_headings_are_searched(index):
    index.apply(
        [passage(1, "text", title="Annual Report"), passage(2, "text", path="x/budget.md"),
         passage(3, "text", heading=("Travel", "Costs"))], [], 1,
    )  # fmt: skip
    assert found(index, words("reports")) == [1]
    assert found(index, words("budget")) == [2]
    assert found(index, words("cost")) == [3]
    assert found(index, words("annual", kind=ClauseKind.TITLE)) == [1]
    assert found(index, words("text", kind=ClauseKind.TITLE)) == []


@pytest.mark.parametrize(
    "query",
    [
        ("boeing",),
        ("boeing", "2022", "10k"),
        ("BOEING_2022_10K",),
        ("2022", "10-K"),
        ("boeing-2022",),
    ],
)
def test_every_passage_of_a_file_is_found_by_the_words_of_its_name(index, query):
    report = {"path": "x/BOEING_2022_10K.pdf", "title": "Annual Report"}
    index.apply(
        [passage(1, "revenue", **report), passage(2, "Revenue of 2022", path="x/other.md"),
         passage(3, "costs", **report)], [], 1,
    )  # fmt: skip
    asked = words(*query, explicit=True)
    assert found(index, asked) == [1, 3]
    assert found(index, words("annual", *query, explicit=True)) == [1, 3]
    assert found(index, words("revenue", *query, explicit=True)) == [1]


def test_file_is_found_by_a_prefix_of_its_name(index):
    index.apply(
        [passage(1, "revenue", path="BOEING_2022_10K.pdf"), passage(2, "the boer war")], [], 1
    )
    assert found(index, words("boei"), prefix_last=True) == [1]
    assert sorted(found(index, words("boe"), prefix_last=True)) == [1, 2]


def test_a_name_that_repeats_its_title_counts_once(index):
    index.apply(
        [passage(1, "text", title="Boeing report", path="boeing_report.md"),
         passage(2, "text", title="Boeing report", path="0815.md")], [], 1,
    )  # fmt: skip
    first, second = index.search(words("boeing"), 2, NO_FILTER).candidates
    assert first.raw_score == pytest.approx(second.raw_score, rel=0.2)


def test_hostile_text_is_indexed_and_found(index):
    about = {"path": "bad\udcff.md", "tags": ("x\ud800",), "heading": ("\ud801",)}
    odd = passage(1, "nul \x00 lone \ud800 word", **about)
    index.apply([odd, passage(2, "a" * 70_000), passage(3, "")], [], 1)
    assert found(index, words("lone", "wo\ud800")) == [1]
    assert index.size == 3
    assert found(index, words("lone"), -1) == found(index, words("lone"), 2**40) == [1]


@pytest.mark.parametrize("differs", ["LEXICAL_VERSION", "STEMMER"])  # STEMMER makes other fields
def test_index_of_another_version_is_refused(tmp_path, monkeypatch, differs):
    monkeypatch.setattr(schema, differs, "older")
    LexicalIndex.open(tmp_path).apply([passage(1, "alpha")], [], 1)
    monkeypatch.undo()
    with pytest.raises(IndexUnavailableError, match="created by another version"):
        LexicalIndex.open(tmp_path)
    with pytest.raises(IndexUnavailableError, match="no keyword index"):
        LexicalIndex.open(tmp_path / "none", read_only=True)
    assert not (tmp_path / "none").exists()
    LexicalIndex.discard(tmp_path)
    assert LexicalIndex.open(tmp_path).generation is None


def test_second_writer_is_refused_and_readers_are_not(tmp_path):
    writer = LexicalIndex.open(tmp_path)
    writer.apply([passage(1, "alpha")], [], 1)
    reader = LexicalIndex.open(tmp_path, read_only=True)
    assert found(reader, words("alpha")) == [1]
    with pytest.raises(IndexUnavailableError, match="read-only"):
        reader.apply([], [], 2)
    with pytest.raises(IndexUnavailableError, match="cannot be written"):
        LexicalIndex.open(tmp_path).apply([], [], 2)
    writer.close()


def test_tantivy_panic_is_reported_as_an_error(index):
    index.apply([passage(1, "alpha")], [], 1)
    searcher = index.vocabulary.searcher
    with pytest.raises(IndexUnavailableError), translated("It failed.", ""):
        searcher.search(schema.marker_query(index._schema), limit=0)


def test_long_queries_use_the_first_parts_but_all_exclusions(index):
    index.apply([passage(1, "a cup"), passage(2, "a cup of walrus")], [], 1)
    clauses = [Clause(f"cup {n} " * 10, ClauseKind.WORDS, n) for n in range(60)]
    excluded = Clause("walrus", ClauseKind.WORDS, 60, excluded=True)

    answer = index.search(ParsedQuery((*clauses, excluded), "", NO_FILTER), 10, NO_FILTER)

    assert [hit.chunk_number for hit in answer.candidates] == [1]
    assert len(answer.terms) <= 512 + 8 * 60


def test_precomputed_token_streams_are_indexed_instead_of_the_text(index):
    ready = {
        ("english", "the first"): TokenStreams("zebra", "zebra"),
        ("german", "the second"): TokenStreams("emu", "emu"),
    }
    index.apply([passage(1, "the first"), passage(2, "the second")], [], 1, ready)
    assert found(index, words("zebra")) == [1]
    assert found(index, words("first")) == []
    assert found(index, words("second")) == [2]  # the precomputed streams are in another language


def test_partial_matches_fill_the_list(index):
    every = [passage(number, "hound") for number in range(2, 102)]
    index.apply([passage(1, "a hound sleeps " + "on a mat " * 40), *every], [], 1)
    assert found(index, words("hound", "sleeps"), 101) == list(range(1, 102))
    assert found(index, words("hound", "sleeps"), 2) == [1, 2]
