import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.document import Chunk, PlaceKind, StoredChunk, StoredDocument
from engine.core.file_state import FileState
from engine.core.request import SearchFilters, TrustLevel
from engine.search.query_language import parse
from engine.stores.lexical_index import LexicalIndex
from engine.stores.vocabulary import Vocabulary

TEXTS = (
    "How to limit the memory of a pod in Kubernetes",
    "日本語の検索エンジン",
    "getUserName(user_name) returns v1.2.3",
    "ค้นหาเอกสารภาษาไทย",
    "die Häuser der Stadt",
    "to be or not to be",
)
LANGS = ("en", "ja", "en", "th", "de", "en")


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    opened = LexicalIndex.open(tmp_path_factory.mktemp("lexical"))
    chunks = []
    for number, (text, lang) in enumerate(zip(TEXTS, LANGS, strict=True), start=1):
        document = StoredDocument(
            number, "Notes", "/n", f"file{number}.txt", "", "txt", lang, TrustLevel.PRIMARY, (), "",
            FileState(1, 1), "", "1",
        )  # fmt: skip
        chunk = Chunk(0, text, 0, len(text), PlaceKind.LINE, 1, 1, lang=lang)
        chunks.append(StoredChunk(number, chunk, document))
    opened.apply(chunks, [], 1)
    yield opened
    opened.close()


def found(index, text, **about):
    answer = index.search(parse(text), 10, SearchFilters(), **about)
    return [candidate.chunk_number for candidate in answer.candidates]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how do I limit memory", [1]),
        ("the memory", [1]),
        ("'to be or not to be'", [6]),
        ("memory OR Häuser", [1, 5]),
        ("memory -pod", []),
        ('"memory limit"', []),
        ('"limit the memory"', [1]),
        ("'memory AND Stadt'", []),
        ("'(memory OR Stadt) NOT pod'", [5]),
        ("user-name", [3]),
        ("v1.2.3", [3]),
        ("kube*", [1]),
        ("kubernets~", [1]),
        ("検索 エンジン", [2]),
        ("検索の方法", [2]),
        ("เอกสาร", [4]),
        ("-memory", []),
        ("unknownword", []),
    ],
)
def test_queries_find(index, text, expected):
    assert sorted(found(index, text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("limit mem", [1]), ("v1.2", [3]), ("検索エ", [2]), ("h", [1, 5])]
)
def test_unfinished_queries_find(index, text, expected):
    assert set(expected) <= set(found(index, text, prefix_last=True))


def test_an_unfinished_word_counts_the_passages_of_its_other_forms(index):
    # No word begins with 'limits', and 'limit' is found for it.
    answer = index.search(parse("limits"), 10, SearchFilters(), prefix_last=True)
    assert [(term.term, term.passages) for term in answer.terms] == [("limits*", 1)]


def test_limits_of_the_answer_hold_whatever_is_asked(index):
    answer = index.search(parse("memory"), 10, SearchFilters(langs=("en",)))
    assert answer.allowed == 3
    assert answer.plan == "1 with all terms"


_WORDS = st.sampled_from(
    ["memory", "be", "the", "日本", "語", "ไทย", "v1.2.3", "a.b@c", '"to be"', '"', '":"', "-pod",
     "OR", "x*", "y~", "title:a", "'", "(", ")", "\x00", "\ud800", "C++", "🎉", "_", "-", "ß~"]
)  # fmt: skip
_QUERIES = st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=12).map(" ".join))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_QUERIES, st.booleans())
def test_any_query_is_answered_and_marked(index, text, prefix_last):
    query = parse(text)
    answer = index.search(query, 5, SearchFilters(), prefix_last=prefix_last)
    scores = [candidate.raw_score for candidate in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    for passage in (*TEXTS, text):
        spans = index.highlighter(query, prefix_last=prefix_last).highlight(passage, "en")
        ends = [0, *(end for span in spans for end in (span.start, span.end)), len(passage)]
        assert ends == sorted(ends)


def test_a_query_that_says_the_same_in_many_ways_asks_the_index_once(index, monkeypatch):
    asked = []
    expansions = Vocabulary.expansions

    def counted(self, field, prefix, most):
        asked.append((prefix, most))
        return expansions(self, field, prefix, most)

    monkeypatch.setattr(Vocabulary, "expansions", counted)
    alternatives = "'(a* b* c* d*) OR (e* f* g* h*)'"
    found(index, alternatives)
    found(index, alternatives)
    # 16 pairs of beginnings: all together stand for as many words as eight alone.
    assert sorted(asked) == [(letter, 16) for letter in "abcdefgh"]
