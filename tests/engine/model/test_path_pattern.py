"""Path patterns, against a matcher that tries every way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import BadRequestError
from engine.model.filters import path_matcher

PARTS = st.sampled_from(
    ["**", "*", "a", "b", "?", "a*", "*b", "[ab]", "[!a]", "{a,b}", "ab", "{**,a*}", "{a,**/b}"]
)
PATTERNS = st.lists(PARTS, min_size=1, max_size=6).map("/".join)
NAMES = st.text("ab.", min_size=1, max_size=3).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(NAMES, min_size=1, max_size=7).map("/".join)


def matches_by_trying(pattern, path):
    """Tell by definition whether a path matches, in exponential time."""
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if braces:
        before, after = pattern[: braces.start()], pattern[braces.end() :]
        return any(
            matches_by_trying(before + choice + after, path) for choice in braces[1].split(",")
        )
    return names_match(pattern.split("/"), path.split("/"))


def names_match(patterns, names):
    if not patterns:
        return not names
    if patterns[0] == "**":
        # At the end ** stands for at least one name.
        rests = range(len(names) + 1) if patterns[1:] else range(len(names), len(names) + 1)
        return bool(names or patterns[1:]) and any(
            names_match(patterns[1:], names[start:]) for start in rests
        )
    return (
        bool(names) and name_matches(patterns[0], names[0]) and names_match(patterns[1:], names[1:])
    )


def name_matches(pattern, name):
    written = {"*": ".*", "?": "."}
    parts = re.split(r"(\*|\?|\[!?[ab]+\])", pattern)
    expression = "".join(
        part.replace("!", "^") if part[:1] == "[" else written.get(part, re.escape(part))
        for part in parts
    )
    return re.fullmatch(expression, name) is not None


@given(PATTERNS, PATHS)
def test_a_pattern_matches_what_it_means(pattern, path):
    assert path_matcher(pattern)(path) == matches_by_trying(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a/**", "a", False),
        (r"\*", "*", True),
        ("[]a]", "]", True),
        ("[^a]", "b", True),
        ("a[!b]c", "a/c", False),
        (".*", ".git", True),
        ("*", ".git", True),
        ("[", "[", True),
        ("{a", "{a", True),
    ],
)
def test_corner_cases(pattern, path, expected):
    assert path_matcher(pattern)(path) is expected


@pytest.mark.parametrize(
    "pattern",
    ["*a" * 17, "{a,b}" * 8, "**/*" + "{a,b}*" * 7, "a" * 1001, "{" * 900, "{" * 450 + "}" * 450],
)
def test_patterns_beyond_all_need_are_refused(pattern):
    with pytest.raises(BadRequestError):
        path_matcher(pattern)
