"""`make lint` reports retired phrases in changed lines, only in text."""

import pytest

from scripts.check_words import changed_lines, problems

MODULE = '''"""Say whether a file is open."""
anew = 1
text = "The user is told."  # a person reads it
MAX = MOST_ROWS
'''
PAGE = "The person clicks.\n\n    a person in code\n\n`the person` as a name\n"


@pytest.mark.parametrize(
    ("name", "source", "lines", "phrases"),
    [
        ("a.py", MODULE, {1}, ['"""Say whether']),
        ("a.py", MODULE, {2}, ["anew"]),
        ("a.py", MODULE, {3}, ["is told", "a person"]),
        ("a.py", MODULE, {4}, ["MOST_R"]),
        ("a.py", MODULE, set(), []),
        ("a.md", PAGE, {1, 2, 3, 4, 5}, ["The person"]),
    ],
)
def test_retired_phrases_are_reported_where_lines_changed(name, source, lines, phrases):
    found = [line.split("'")[1] for line in problems(name, source, lines)]
    assert [phrase.lower() for phrase in found] == [phrase.lower() for phrase in phrases]


def test_unknown_commit_has_no_changed_lines():
    assert changed_lines("no-such-commit") == {}
