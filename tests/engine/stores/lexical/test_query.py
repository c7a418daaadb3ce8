import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.stores import passages
from tests.engine.stores.passages import document, passage, words
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import ClauseKind
from twofold.engine.search.query_language import parse
from twofold.engine.stores.lexical.counting import ExcludedDocuments
from twofold.engine.stores.lexical.highlight import Highlighter
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.lexical.query_words import TermMatcher

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
    texts = enumerate(zip(TEXTS, LANGS, strict=True), start=1)
    opened.apply([passage(number, text, lang=lang) for number, (text, lang) in texts], [], 1)
    yield opened
    opened.close()


def found(index, text, **about):
    return passages.found(index, parse(text), **about)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how do I limit memory", [1]),
        ("'to be or not to be'", [6]),
        ("memory OR Häuser", [1, 5]),
        ("memory -pod", []),
        ('"limit the memory"', [1]),
        ("'memory AND Stadt'", []),
        ("'(memory OR Stadt) NOT pod'", [5]),
        ("kube*", [1]),
        ("kubernets~", [1]),
        ("haus", [5]),
        ("コンテナ検索", [2]),
        ("検索 エンジン", [2]),
        ("เอกสาร", [4]),
        ("-memory", []),
    ],
)
def test_queries_find(index, text, expected):
    assert sorted(found(index, text)) == expected


@pytest.mark.parametrize(("text", "expected"), [("limit mem", [1]), ("v1.2", [3]), ("検索エ", [2])])
def test_unfinished_queries_find(index, text, expected):
    assert set(expected) <= set(found(index, text, prefix_last=True))


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    opened = LexicalIndex.open(tmp_path_factory.mktemp("code"))
    opened.apply([passage(number, text) for number, text in enumerate(CODE, start=1)], [], 1)
    yield opened
    opened.close()


CODE = (
    "set max_retry_count to 5",
    "let maxRetryLimit = 7",
    "error E-1234 in sha256Digest()",
    "release v1.2.3 of HTTPServer.startAll",
    "a retry and a count",
    "user_name",
    "1.2.4",
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("retry_count", [1, 5]),
        ("E1234", [3]),
        ("sha256", [3]),
        ("1.2.3", [4]),
        ("user_name", [6]),
        ("retry_name", []),
        ("retry_count -max_retry", [1, 5]),
    ],
)
def test_identifiers_are_found_by_parts_if_no_passage_contains_them(code, text, expected):
    answer = code.search(parse(text), 10, SearchFilters())
    complete = int(answer.plan.partition(" ")[0].replace("no", "0"))
    assert sorted(c.chunk_number for c in answer.candidates[:complete]) == expected


SPELLINGS = (
    "def getUserById(user_id): HTTPServerError(max_retry_count=3)",
    "restart the web_server_main, parseUtf8String, iPhone15Pro, MP3Player, A4000B",
    "a 5kg parcel, 16GB of memory, COVID-19, in the 1980's by O'Brien",
    "5 kg, 16 GB, COVID19",
    "upgraded to v2.10.3-rc1",
    "upgraded to 2.10.3",
    "max retry count and get user by id as words, a web-server",
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get_user_by_id", [1, 7]),
        ("UserById", [1, 7]),
        ("ServerError", [1]),
        ("maxRetryCount", [1, 7]),
        ("retryCount", [1, 7]),
        ("web_server", [2, 7]),
        ("server_main", [2]),
        ("iPhone15", [2]),
        ("iPhone", [2]),
        ("utf8", [2]),
        ("MP3", [2]),
        ("A4000", [2]),
        ("4000", [2]),
        ("16GB", [3, 4]),
        ("16 GB", [3, 4]),
        ("5 kg", [3, 4]),
        ("5kg", [3, 4]),
        ("COVID19", [3, 4]),
        ("COVID-19", [3, 4]),
        ("1980s", [3]),
        ("OBrien", [3]),
        ('"2.10.3"', [5, 6]),
        ('"v2.10.3"', [5, 6]),
    ],
)
def test_name_is_found_and_highlighted_in_every_spelling(tmp_path, text, expected):
    index = LexicalIndex.open(tmp_path)
    index.apply([passage(number, one) for number, one in enumerate(SPELLINGS, start=1)], [], 1)
    answer = index.search(parse(text), 10, SearchFilters())
    complete = int(answer.plan.partition(" ")[0].replace("no", "0"))
    assert sorted(c.chunk_number for c in answer.candidates[:complete]) == expected
    mark = index.highlighter(parse(text)).highlight
    assert all(mark(SPELLINGS[number - 1], "en") for number in expected)
    index.close()


REPORTS = (
    "the revenue of 2017 was lower than anybody had hoped",
    "the revenue of 2018 was lower than anybody had hoped",
    "the revenue of 2016 was lower than anybody had hoped",
    "in FY2018 the revenue rose",
)


@pytest.mark.parametrize(
    ("passages_held", "text", "expected"),
    [(3, "FY2018", [2]), (3, "revenue FY2018", [2, 1, 3]), (4, "revenue FY2018", [4, 2, 1, 3])],
)
def test_letters_and_digits_match_words_in_other_spellings(tmp_path, passages_held, text, expected):
    index = LexicalIndex.open(tmp_path)
    held = enumerate(REPORTS[:passages_held], start=1)
    index.apply([passage(number, one) for number, one in held], [], 1)
    assert found(index, text) == expected
    index.close()


NEAR = (
    "Configuration of the transporter and its subconfig.",
    "notice of termination within the grace period",
    "termination is given by written notice",
    "the notice period is long and far away from any kind of thing called termination",
    "nothing of the kind",
    "women and a woman in the colour of color, Übergröße und Größe",
)


@pytest.fixture(scope="module")
def near(tmp_path_factory):
    opened = LexicalIndex.open(tmp_path_factory.mktemp("near"))
    opened.apply([passage(number, text) for number, text in enumerate(NEAR, start=1)], [], 1)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("text", "expected", "marked"),
    [
        ("*porter", [1], ["transporter"]),
        ("*CONFIG", [1], ["subconfig"]),
        ("trans*ter", [1], ["transporter"]),
        ("trans?orter", [1], ["transporter"]),
        ("wom?n", [6], ["women", "woman"]),
        ("colo*r", [6], ["colour", "color"]),
        ("*größe", [6], ["Übergröße", "Größe"]),
        ("*zzz", [], []),
        ('"configuration of the trans*"', [1], ["Configuration", "of", "the", "transporter"]),
        ('"trans?orter and"', [1], ["transporter", "and"]),
        ("notice w/3 termination", [2], ["notice", "termination"]),
        ("termination w/3 notice", [2], ["notice", "termination"]),
        ("notice W/5 termination", [2, 3], ["notice", "termination"]),
        ("notice NEAR/20 termination", [2, 3, 4], ["notice", "termination"]),
        ("notice NEAR termination", [2, 3], ["notice", "termination"]),
        ("notice AROUND(3) termination", [2], ["notice", "termination"]),
        ("NEAR(notice termination, 3)", [2], ["notice", "termination"]),
        ('NEAR("grace period" notice, 9)', [2], ["notice", "grace", "period"]),
        ('"grace period" w/6 notice', [2], ["notice", "grace", "period"]),
        ("terminat* w/3 not?ce", [2], ["notice", "termination"]),
        ("notice w/3 termination w/4 grace", [2], ["notice", "termination", "grace"]),
        ('"notice termination"~1', [2], ["notice", "termination"]),
        ('"termination notice"~3', [2], ["notice", "termination"]),
        ('"notice termination"', [], []),
        ("'(notice OR letter) w/3 termination'", [2], ["notice", "termination"]),
        ("termination -notice~ -*iod", [], []),
        ("notice NOT grace", [3, 4], ["notice"]),
        ('notice -"grace per*"', [3, 4], ["notice"]),
        ("notice -NEAR", [2, 3, 4], ["notice"]),
        ("'notice NOT notice w/3 termination'", [3, 4], ["notice"]),
    ],
)
def test_wildcards_and_words_near_each_other_are_found_and_marked(near, text, expected, marked):
    query = parse(text)
    answer = near.search(query, 10, SearchFilters())
    complete = int(answer.plan.partition(" ")[0].replace("no", "0"))
    assert sorted(c.chunk_number for c in answer.candidates[:complete]) == expected
    if expected:
        shown = NEAR[expected[0] - 1]
        spans = near.highlighter(query).highlight(shown, "en")
        assert [shown[span.start : span.end] for span in spans] == marked
        spelt = " ".join(term.term for term in answer.terms)
        looked_for = (clause for clause in query.clauses if not clause.excluded)
        assert all(operand in spelt for clause in looked_for for operand in clause.operands)


@pytest.mark.parametrize("text", ["trans*ter", "notice w/3 termination", '"notice of term*"~1'])
def test_term_with_an_operator_matches_the_text_that_it_highlights(near, text):
    query, stemmers = parse(text), near.vocabulary.stemmers
    answer = near.search(query, 10, SearchFilters())
    shown = NEAR[answer.candidates[0].chunk_number - 1]
    spans = near.highlighter(query).highlight(shown, "en")
    assert TermMatcher(answer.terms, stemmers).matched(shown, spans, "en") == answer.terms


def test_nearby_words_are_highlighted_in_bounded_time():
    text = "notice " * 3000 + "termination " * 3000
    assert len(Highlighter(parse("notice w/100 termination")).highlight(text, "en")) == 200


def test_terms_searched_by_parts_are_reported_and_highlighted(code):
    answer = code.search(parse("countRetry sha256Digest"), 10, SearchFilters())
    assert [(term.term, term.passages) for term in answer.terms] == [
        ("count retry", 2), ("sha256digest", 1),
    ]  # fmt: skip
    assert answer.plan.endswith("because no passage contains them whole: countretry")
    marks = code.highlighter(parse("countRetry")).highlight(CODE[0], "en")
    assert [CODE[0][mark.start : mark.end] for mark in marks] == ["retry", "count"]
    assert not code.highlighter(parse("userName"), only_whole=True).highlight("name a user", "en")


def test_identifiers_are_searched_by_parts_within_limits(code):
    assert found(code, "set retry_count", prefix_last=True)[0] == 1
    assert found(code, "retry_c*") == []
    assert found(code, "_".join(["retry", "count"] * 9)) == []
    absent = " ".join(f"gone{number}Missing" for number in range(16))
    assert found(code, f"{absent} limitRetry") == []
    assert found(code, f"{absent} maxRetryLimit") == [2]


_WORDS = st.sampled_from(
    ["m*y", "*", "?a?*", "w/5", "NEAR/2", 'NEAR(a "b c", 5)', '"to be"~3', '"t* b?"', "NOT",
     "pre/5", "memory",
     "be", "the", "日本", "語", "ไทย", "v1.2.3", "a.b@c", '"to be"', '"', '":"', "-pod",
     "OR", "x*", "y~", "title:a", "'", "(", ")", "\x00", "\ud800", "C++", "🎉", "_", "-", "ß~",
     "userName", "getUser", "name_user", "1.2.3", "v1.2", "-get_user", "E12", "be_2B*"]
)  # fmt: skip
_QUERIES = st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=12).map(" ".join))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_QUERIES, st.booleans())
def test_any_query_is_answered_and_highlighted(index, text, prefix_last):
    query = parse(text)
    answer = index.search(query, 5, SearchFilters(), prefix_last=prefix_last)
    scores = [candidate.raw_score for candidate in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    for shown in (*TEXTS, text):
        spans = index.highlighter(query, prefix_last=prefix_last).highlight(shown, "en")
        ends = [0, *(end for span in spans for end in (span.start, span.end)), len(shown)]
        assert ends == sorted(ends)


ALL = np.arange(1, 9, dtype=np.int64)


@pytest.mark.parametrize("max_hits", [1, 4, 1000])
def test_excluded_passages_are_removed_for_any_batch_size(tmp_path, max_hits):
    index = LexicalIndex.open(tmp_path)
    texts = {of: "sun" if of % 2 else "rain" for of in ALL.tolist()}
    passages = [
        passage(10 * of + n, f"{text} of day {n}", of=document(of, title="Report"))
        for of, text in texts.items()
        for n in range(4)
    ]
    index.apply(passages, [], 1)
    excluded = ExcludedDocuments(index._queries, words(excluded=("rain",)), max_hits)
    assert excluded.left_of(ALL).tolist() == [1, 3, 5, 7]
    assert excluded.left_of(ALL[3:6]).tolist() == [5]
    assert excluded.left_of(ALL[:0]).tolist() == []
    assert index.without_excluded(words(excluded=("rain", "sun")), ALL).tolist() == []
    for query in (words(excluded=("snow",)), words("rain", kind=ClauseKind.TITLE)):
        assert index.without_excluded(query, ALL).tolist() == ALL.tolist()
    index.close()
