import threading

import pytest

from engine.model.document import (
    Chunk,
    FileState,
    PlaceKind,
    StoredChunk,
    StoredDocument,
    TokenStreams,
)
from engine.model.errors import IndexUnavailableError
from engine.model.filters import SearchFilters, TrustLevel
from engine.model.request import Clause, ClauseKind, ParsedQuery
from engine.stores.lexical import storage as schema
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.storage import translated

NO_FILTER = SearchFilters()


def document(
    number=1, *, path="notes/a.md", folder="Notes", title="", lang="en", tags=(),
    trust=TrustLevel.PRIMARY, file_type="md",
):  # fmt: skip
    return StoredDocument(
        number, folder, "/home/u/Notes", path, title, file_type, lang, trust, tags, "2026-01-02",
        FileState(1, 1), "2026-11-21T00:00:00Z", "1",
    )  # fmt: skip


def passage(number, text, *, lang="", heading=(), is_code=False, of=None, **about):
    about.setdefault("lang", lang or "en")
    chunk = Chunk(0, text, 0, len(text), PlaceKind.LINE, 1, 1, None, None, heading, lang, is_code)
    return StoredChunk(number, chunk, of or document(number, **about))


def words(*texts, kind=ClauseKind.WORDS, **about):
    clauses = tuple(Clause(text, kind, group) for group, text in enumerate(texts))
    return ParsedQuery(clauses, " ".join(texts), NO_FILTER, **about)


def numbers(index, query, limit=10, filters=NO_FILTER, **about):
    return [hit.chunk_number for hit in index.search(query, limit, filters, **about).candidates]


@pytest.fixture
def index(tmp_path):
    opened = LexicalIndex.open(tmp_path / "lexical")
    yield opened
    opened.close()


def test_passages_with_all_terms_come_before_those_with_some(index):
    index.apply(
        [
            passage(1, "zebra zebra zebra zebra"),
            passage(2, "zebra crossing " + "and many other words " * 20),
            passage(3, "crossing"),
            passage(4, "neither"),
        ],
        [],
        1,
    )
    answer = index.search(words("zebra", "crossing"), 10, NO_FILTER)
    assert answer.candidates[0].chunk_number == 2
    assert {hit.chunk_number for hit in answer.candidates} == {1, 2, 3}
    scores = [hit.raw_score for hit in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    assert [hit.rank for hit in answer.candidates] == [1, 2, 3]


def test_no_partial_match_while_enough_passages_hold_all_terms(index):
    index.apply([passage(n, "red apple") for n in range(5)] + [passage(9, "red red red")], [], 1)
    assert 9 not in numbers(index, words("red", "apple"), limit=5)


def test_explicit_expressions_are_not_filled_up(index):
    index.apply([passage(1, "red apple"), passage(2, "red")], [], 1)
    assert numbers(index, words("red", "apple", explicit=True)) == [1]


def test_equal_scores_rank_by_chunk_number_whatever_the_segments(tmp_path):
    order = list(range(1, 301))
    one = LexicalIndex.open(tmp_path / "one")
    one.apply([passage(n, "same text") for n in order], [], 1)
    many = LexicalIndex.open(tmp_path / "many")
    for start in (200, 0, 100):
        many.apply([passage(n, "same text") for n in order[start : start + 100]], [], start + 1)
    for limit in (5, 50):
        assert numbers(one, words("same"), limit) == order[:limit]
        assert numbers(many, words("same"), limit) == order[:limit]


@pytest.mark.parametrize("limit", [0, -1, 2**40])
def test_any_limit_is_safe(index, limit):
    index.apply([passage(1, "alpha")], [], 1)
    assert numbers(index, words("alpha"), limit) == [1]


def test_stop_words_need_not_occur_but_content_words_come_first(index):
    index.apply(
        [passage(1, "Memory limits of a container"), passage(2, "how do I what where"),
         passage(3, "how do I use memory")], [], 1,
    )  # fmt: skip
    query = words("how", "do", "I", "limit", "memory")
    assert numbers(index, query) == [1, 3]
    assert index.search(query, 1, NO_FILTER).plan == "1 with all terms"
    assert numbers(index, words("how", "do", "I")) == [2, 3]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("run", "She was running"),
        ("running", "a run"),
        ("resume", "mon résumé"),
        ("RÉSUMÉ", "resume"),
        ("getusername", "call getUserName()"),
        ("name", "call getUserName()"),
        ("user_name", "the user_name field"),
        ("v1.2.3", "fixed in v1.2.3 today"),
        ("anna@example.org", "mail anna@example.org"),
        ("検索エンジン", "日本語の検索エンジンです"),
        ("猫", "三匹の猫がいる"),
        ("เอกสาร", "ค้นหาเอกสารภาษาไทย"),
        ("문서", "한국어 문서를 찾는다"),
        ("किताब", "यह किताब है"),
        ("C++", "written in C++"),
    ],
)
def test_words_of_many_kinds_are_found_and_marked(index, query, text):
    index.apply([passage(1, text), passage(2, "something else")], [], 1)
    assert numbers(index, words(query)) == [1]
    assert index.highlighter(words(query)).highlight(text, "en")


def test_name_with_punctuation_must_be_adjacent_before_fill_up(index):
    index.apply(
        [passage(1, "3 2 v1 v1 v1"), passage(2, "release v1.2.3 " + "of the tool " * 9)], [], 1
    )
    assert numbers(index, words("v1.2.3")) == [2, 1]
    assert numbers(index, words("v1.2.3", explicit=True)) == [2]


def test_language_decides_the_stem(index):
    index.apply([passage(1, "die Häuser", lang="de"), passage(2, "the houses", lang="en")], [], 1)
    assert numbers(index, words("Haus")) == [1]
    assert numbers(index, words("house")) == [2]


def test_long_question_without_spaces_finds_partial_matches(index):
    index.apply(
        [passage(1, "コンテナのメモリを制限します", lang="ja"), passage(2, "ネコ", lang="ja")],
        [],
        1,
    )
    answer = index.search(words("コンテナのメモリ制限を設定する方法は何ですか"), 10, NO_FILTER)
    assert [hit.chunk_number for hit in answer.candidates] == [1]


def test_phrase_is_a_condition_even_for_fill_up(index):
    index.apply([passage(1, "memory limit"), passage(2, "limit memory of pods")], [], 1)
    phrase = Clause("limit memory", ClauseKind.PHRASE, 0)
    query = ParsedQuery((phrase, Clause("nodes", group=1)), "", NO_FILTER)
    assert numbers(index, query) == [2]


def test_prefix_and_fuzzy_words(index):
    index.apply([passage(1, "configuration"), passage(2, "memory"), passage(3, "other")], [], 1)
    assert numbers(index, words("conf", kind=ClauseKind.PREFIX)) == [1]
    assert numbers(index, words("memroy", kind=ClauseKind.FUZZY)) == [2]
    assert numbers(index, words("memroy")) == []


def test_excluded_words_and_alternatives(index):
    index.apply([passage(1, "apple pie"), passage(2, "apple"), passage(3, "pear")], [], 1)
    clauses = (
        Clause("apple", group=0),
        Clause("pear", group=0),
        Clause("pie", group=1, excluded=True),
    )
    assert set(numbers(index, ParsedQuery(clauses, "", NO_FILTER))) == {2, 3}


def test_title_file_name_and_headings_are_searched(index):
    index.apply(
        [passage(1, "text", title="Annual Report"), passage(2, "text", path="x/budget.md"),
         passage(3, "text", heading=("Travel", "Costs"))], [], 1,
    )  # fmt: skip
    assert numbers(index, words("reports")) == [1]
    assert numbers(index, words("budget")) == [2]
    assert numbers(index, words("cost")) == [3]
    assert numbers(index, words("annual", kind=ClauseKind.TITLE)) == [1]
    assert numbers(index, words("text", kind=ClauseKind.TITLE)) == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (SearchFilters(tags_any=("work", "none")), {1}),
        (SearchFilters(tags_none=("work",)), {2, 3}),
        (SearchFilters(langs=("de",)), {2}),
        (SearchFilters(langs=("DE",)), {2}),
        (SearchFilters(langs_none=("DE",)), {1, 3}),
        (SearchFilters(file_types=(".PDF",)), {3}),
        (SearchFilters(folders=("Notes/a",)), {1, 2}),
        (SearchFilters(folders=("/Notes/a/",)), {1, 2}),
        (SearchFilters(folders=("Notes",), folders_none=("Notes/a/b",)), {1}),
        (SearchFilters(file_types=("pdf",)), {3}),
        (SearchFilters(trust_min=TrustLevel.SECONDARY), {1, 2}),
        (SearchFilters(langs=("fr",)), set()),
    ],
)
def test_filters_choose_passages_without_changing_scores(index, filters, expected):
    index.apply(
        [
            passage(1, "alpha", of=document(1, path="a/x.md", tags=("work",))),
            passage(
                2, "alpha", of=document(2, path="a/b/y.md", lang="de", trust=TrustLevel.SECONDARY)
            ),
            passage(
                3,
                "alpha",
                of=document(3, folder="Old", file_type="pdf", trust=TrustLevel.GENERATED),
            ),
        ],
        [],
        1,
    )
    scores = {
        h.chunk_number: h.raw_score for h in index.search(words("alpha"), 9, NO_FILTER).candidates
    }
    answer = index.search(words("alpha"), 9, filters)
    assert {h.chunk_number for h in answer.candidates} == expected
    assert all(scores[h.chunk_number] == h.raw_score for h in answer.candidates)
    assert answer.allowed == len(expected)


def test_hostile_text_is_indexed_and_found(index):
    odd = passage(
        1, "nul \x00 lone \ud800 word", path="bad\udcff.md", tags=("x\ud800",), heading=("\ud801",)
    )
    index.apply([odd, passage(2, "a" * 70_000), passage(3, "")], [], 1)
    assert numbers(index, words("lone", "wo\ud800")) == [1]
    assert index.size == 3


def test_index_of_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "LEXICAL_VERSION", "older")
    LexicalIndex.open(tmp_path).apply([passage(1, "alpha")], [], 1)
    monkeypatch.undo()
    with pytest.raises(IndexUnavailableError, match="another version"):
        LexicalIndex.open(tmp_path)
    LexicalIndex.discard(tmp_path)
    assert LexicalIndex.open(tmp_path).generation is None


def test_index_with_the_fields_of_another_version_is_refused_in_the_same_words(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(schema, "STEMMER", "former_stemmer")
    LexicalIndex.open(tmp_path).close()
    monkeypatch.undo()
    with pytest.raises(IndexUnavailableError) as refusal:
        LexicalIndex.open(tmp_path)
    assert refusal.value.message == "The keyword index was made by another version of Twofold."


def test_damaged_index_is_refused(tmp_path):
    first = LexicalIndex.open(tmp_path)
    first.apply([passage(1, "alpha")], [], 1)
    first.close()
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(IndexUnavailableError, match="cannot be opened"):
        LexicalIndex.open(tmp_path)


def test_second_writer_is_refused_and_readers_are_not(tmp_path):
    writer = LexicalIndex.open(tmp_path)
    writer.apply([passage(1, "alpha")], [], 1)
    reader = LexicalIndex.open(tmp_path, read_only=True)
    assert numbers(reader, words("alpha")) == [1]
    with pytest.raises(IndexUnavailableError, match="reading only"):
        reader.apply([], [], 2)
    with pytest.raises(IndexUnavailableError, match="cannot be written"):
        LexicalIndex.open(tmp_path).apply([], [], 2)
    writer.close()


def test_reading_where_there_is_no_index_is_refused(tmp_path):
    with pytest.raises(IndexUnavailableError, match="no keyword index"):
        LexicalIndex.open(tmp_path / "none", read_only=True)
    assert not (tmp_path / "none").exists()


def test_a_panic_of_tantivy_is_an_ordinary_error(index):
    index.apply([passage(1, "alpha")], [], 1)
    searcher = index._vocabulary.searcher
    with pytest.raises(IndexUnavailableError), translated("It failed.", ""):
        searcher.search(schema.marker_query(index._schema), limit=0)


def test_searching_while_writing_is_safe(index):
    index.apply([passage(n, "alpha beta") for n in range(50)], [], 1)
    failures = []

    def search():
        for _ in range(40):
            if len(numbers(index, words("alpha", "beta"), 50)) != 50:
                failures.append(1)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for generation in range(2, 6):
        index.apply([passage(n, "alpha beta") for n in range(50)], [], generation)
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_word_of_thousands_of_pieces_is_searched_by_its_first(index):
    index.apply([passage(1, "half a cup is ½ cup")], [], 1)

    answer = index.search(words("½" * 2000), 10, NO_FILTER)

    assert len(answer.terms) <= 256


def test_many_words_of_many_pieces_are_searched_by_their_first_and_exclusions_hold(index):
    index.apply([passage(1, "a cup"), passage(2, "a cup of walrus")], [], 1)
    clauses = [Clause(f"cup {n} " * 10, ClauseKind.WORDS, n) for n in range(60)]
    excluded = Clause("walrus", ClauseKind.WORDS, 60, excluded=True)

    answer = index.search(ParsedQuery((*clauses, excluded), "", NO_FILTER), 10, NO_FILTER)

    assert [hit.chunk_number for hit in answer.candidates] == [1]
    assert len(answer.terms) <= 512 + 8 * 60


def test_streams_made_elsewhere_are_indexed_instead_of_the_text(index):
    ready = {
        ("english", "the first"): TokenStreams("zebra", "zebra"),
        ("german", "the second"): TokenStreams("emu", "emu"),
    }
    index.apply([passage(1, "the first"), passage(2, "the second")], [], 1, ready)
    assert numbers(index, words("zebra")) == [1]
    assert numbers(index, words("first")) == []
    assert numbers(index, words("second")) == [2]  # those ready are of another language


def test_a_reader_sees_what_was_committed_meanwhile_and_keeps_its_state_where_nothing_was(
    index, tmp_path
):
    index.apply([passage(7, "The quick brown fox")], [], 3)
    reader = LexicalIndex.open(tmp_path / "lexical", read_only=True)
    reader.refresh()
    before = reader._queries
    reader.refresh()
    assert reader._queries is before
    index.apply([passage(8, "A lazy fox")], [], 4)
    reader.refresh()
    assert sorted(numbers(reader, words("fox"))) == [7, 8]
    assert reader.generation == 4
    reader.close()
