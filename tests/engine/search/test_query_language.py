from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.search_request import ClauseKind, SearchMode, SearchRequest
from twofold.engine.search.query_language import (
    MAX_CLAUSES,
    MAX_QUERY_LENGTH,
    has_only_symbols,
    is_blank,
    literal_text,
    parse,
)

WORDS, PHRASE, PREFIX, FUZZY, TITLE = (
    ClauseKind.WORDS, ClauseKind.PHRASE, ClauseKind.PREFIX, ClauseKind.FUZZY, ClauseKind.TITLE,
)  # fmt: skip


def clauses(text):
    return [(c.text, c.kind, c.group) for c in parse(text).clauses if not c.excluded]


def excluded(text):
    return [c.text for c in parse(text).clauses if c.excluded]


@pytest.mark.parametrize("text", ['"to be" x', "“to be” x", "«to be» x", "„to be“ x"])
def test_quotes_of_every_shape_make_phrases(text):
    assert clauses(text) == [("to be", PHRASE, 0), ("x", WORDS, 1)]


@pytest.mark.parametrize(
    ("text", "expected", "embedded"),
    [
        ("limit memory", [("limit", WORDS, 0), ("memory", WORDS, 1)], "limit memory"),
        (
            "conf* memry~ colour~2",
            [("conf", PREFIX, 0), ("memry", FUZZY, 1), ("colour", FUZZY, 2)],
            "conf memry colour",
        ),
        (
            "red OR green | blue car",
            [("red", WORDS, 0), ("green", WORDS, 0), ("blue", WORDS, 0), ("car", WORDS, 1)],
            "red green blue car",
        ),
        (
            'title:"pod limits" memory',
            [("pod limits", TITLE, 0), ("memory", WORDS, 1)],
            "memory",
        ),
        ('"to\t be "or', [("to be", PHRASE, 0), ("or", WORDS, 1)], "to be or"),
        ('"  " x TITLE:""', [("x", WORDS, 0)], "x"),
        ('apple -pie -"fruit salad" -tag:"two wo', [("apple", WORDS, 0)], "apple"),
    ],
)
def test_operators_on_words(text, expected, embedded):
    assert clauses(text) == expected
    assert parse(text).free_text == embedded


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ('apple -"', []),
        ('apple -"fruit sal', ["fruit sal"]),
        ("'(apple) -\"fruit sal'", ["fruit sal"]),
    ],
)
def test_incomplete_exclusion_is_not_searched(text, left_out):
    assert excluded(text) == left_out
    assert parse(text).free_text == "apple"


@pytest.mark.parametrize(
    "text",
    ["grep --color", "kubectl -o wide", "well-known", "http://x.y/z", "note: this", "a:b"],
)
def test_dashes_and_colons_of_ordinary_text_are_neither_exclusions_nor_fields(text):
    parsed = parse(text)
    assert parsed.filters.is_empty
    assert parsed.free_text == text
    assert {(clause.kind, clause.excluded) for clause in parsed.clauses} == {(WORDS, False)}


def test_fields_become_filters():
    parsed = parse("tag:work,home lang:EN type:.PDF folder:Notes/2026/ after:2026 before:2026-06 x")
    assert parsed.filters == SearchFilters(
        tags_any=("work", "home"), langs=("en",), file_types=("pdf",), folders=("Notes/2026",),
        after=date(2026, 1, 1), before=date(2026, 6, 1),
    )  # fmt: skip
    assert parsed.free_text == "x"
    assert parsed.understood_as == ""


def test_excluded_fields_become_excluding_filters():
    filters = parse('-tag:draft -lang:de,none -type:log -folder:Old x tag:a tag:"two w"').filters
    assert filters == SearchFilters(
        tags_any=("a", "two w"), tags_none=("draft",), langs_none=("de", "und"),
        file_types_none=("log",), folders_none=("Old",),
    )  # fmt: skip
    assert parse("trust:Secondary").filters.trust_min is TrustLevel.SECONDARY
    assert parse("path:docs/*.md").filters.path_glob == "docs/*.md"
    assert parse("path:docs/").filters.path_glob == "**/docs{,/**}"
    assert excluded('apple -pie -"fruit salad"') == ["pie", "fruit salad"]


@pytest.mark.parametrize(
    "text", ["after:lunch", "before:2026-13", "trust:full", "-path:x", "tag:,", 'say "hello']
)
def test_invalid_syntax_is_searched_as_words_and_reported(text):
    parsed = parse(text)
    assert parsed.clauses
    assert parsed.filters.is_empty
    assert parsed.understood_as


def test_uppercase_and_is_not_a_term():
    assert clauses("red AND green") == [("red", WORDS, 0), ("green", WORDS, 1)]
    assert excluded("a - b") == []
    assert clauses("AND") == [("AND", WORDS, 0)]
    assert clauses("Do NOT use") == [("Do", WORDS, 0), ("NOT", WORDS, 1), ("use", WORDS, 2)]


def test_single_quotes_make_an_expression():
    parsed = parse("'(red car) OR bicycle NOT blue'")
    assert parsed.explicit
    assert clauses("'(red car) OR bicycle NOT blue'") == [
        ("red", WORDS, 0), ("bicycle", WORDS, 0), ("car", WORDS, 1), ("bicycle", WORDS, 1),
    ]  # fmt: skip
    assert excluded("'(red car) OR bicycle NOT blue'") == ["blue"]
    assert parsed.free_text == "red bicycle car"
    assert not parse("(red car) OR bicycle").explicit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("'((a'", "closing bracket was added"),
        ("'a) OR b'", "closing bracket"),
        ("'" + "(" * 100 + "a'", "nested too deeply"),
        ("path:" + "{" * 400 + " a", "path pattern can have"),
        ("'(a b c d e f g h i) OR (a b c d e f g h i)'", "too many OR combinations"),
        ("x " * 200, "first 64"),
        ("word " * 5000, "2,000 characters"),
    ],
)
def test_repairs_are_reported(text, said):
    assert said in parse(text).understood_as


_PIECES = st.sampled_from(
    ["'", '"', "(", ")", "-", "OR", "AND", "NOT", "|", "*", "~", ":", "tag:", "after:", "path:",
     "title:", "a", "日本", "\x00", "\ud800", " ", "\n", "“", "9999-99-99", "x*", "y~", "\\", "/"]
)  # fmt: skip


@settings(max_examples=40)
@given(st.one_of(st.text(max_size=300), st.lists(_PIECES, max_size=80).map(" ".join),
                 st.lists(_PIECES, max_size=80).map("".join)))  # fmt: skip
def test_any_text_is_a_query_of_bounded_size(text):
    parsed = parse(text)
    assert len(parsed.clauses) <= MAX_CLAUSES
    assert sum(len(clause.text) for clause in parsed.clauses) <= MAX_CLAUSES * MAX_QUERY_LENGTH
    assert all(clause.text for clause in parsed.clauses)


def test_very_long_query_uses_only_some_words_and_reports_that():
    parsed = parse(" ".join(f"{letter}*" for letter in "abcdefgh") + " i* word~")
    assert [clause.kind for clause in parsed.clauses] == [PREFIX] * 8 + [WORDS] * 2
    assert "Only the first 8 words with *, ? or ~" in parsed.understood_as
    assert parse("a* word~").understood_as == ""


def test_duplicates_are_searched_once_except_for_plain_words():
    parsed = parse('a* "to be" w~ title:x -pie\n' * 40)
    assert [clause.text for clause in parsed.clauses] == ["a", "to be", "w", "x", "pie"]
    assert clauses("red OR red") == [("red", WORDS, 0)]
    assert clauses("red red") == [("red", WORDS, 0), ("red", WORDS, 1)]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("foo:bar", "foo:"),
        ("from:ada budget", "from:"),
        ("-from:ada budget", "from:"),
        ("notice pre/5 termination", "pre/5"),
        ("notice w/s termination", "w/s"),
        ("notice /p termination", "/p"),
        ("notice ADJ termination", "ADJ"),
        ("+notice", "+notice"),
        ("notice^2", "notice^2"),
        ("!notice", "!notice"),
        ("/conf.*/", "/conf.*/"),
        ("[2024 TO 2025]", "[2024"),
        ("notice w/5", "w/5"),
        ("w/5 notice", "w/5"),
        ("NOT harvest", "NOT"),
        ("404 NOT FOUND", "NOT"),
        ("(a OR b) c", "Brackets"),
    ],
)
def test_operators_and_fields_that_do_not_exist_are_reported(text, reported):
    parsed = parse(text)
    assert any(reported in note for note in parsed.unsupported)
    assert all(note in parsed.understood_as for note in parsed.unsupported)
    assert parsed.clauses  # they are searched as text


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a", "C:\\Users", "std::vector", "10:30", "what is a pod?", "f(x) != y",
        "and/or", "24/7", "rock and roll not dead", "Do NOT panic", "a [1] b", "#tag @name", "x -y",
        "C++ C#", "index.php?id=3", "/usr/bin/", "e.g. (see above)", "tag:work", "km/h", "**bold**",
    ],
)  # fmt: skip
def test_ordinary_text_is_not_reported(text):
    assert parse(text).unsupported == ()


@pytest.mark.parametrize("text", ["№", "🎉", "!= ->", "§", "→ tag:work"])
def test_symbols_alone_are_literal_text(text):
    parsed = parse(text)
    assert has_only_symbols(parsed)
    request = SearchRequest(text, SearchMode.LEXICAL)
    assert not is_blank(request, parsed)
    assert literal_text(request, parsed) == text.removesuffix("tag:work").strip()
    assert "exact text" in parsed.understood_as


@pytest.mark.parametrize("text", ["*", "-", '"', "''", "tag:work", "()"])
def test_incomplete_word_is_not_a_symbol(text):
    assert is_blank(SearchRequest(text, SearchMode.LEXICAL), parse(text))
