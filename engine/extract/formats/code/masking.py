"""Source code with strings and comments blanked, so that what is left is structure.

A masked text has the length of its source and the same line breaks: every offset is that of the
source. What never closes reaches to the end of the line or, where a literal may have many lines,
of the file; no pattern backtracks, so the work is linear.
"""

from __future__ import annotations

import re
from functools import lru_cache

_LITERALS = {
    "//": r"//[^\r\n]*+",
    "#": r"\#[^\r\n]*+",
    "--": r"--[^\r\n]*+",
    ";": r";[^\r\n]*+",
    "%": r"%[^\r\n]*+",
    "/*": r"/\*[\s\S]*?(?:\*/|\Z)",
    "{-": r"\{-[\s\S]*?(?:-\}|\Z)",
    "(*": r"\(\*[\s\S]*?(?:\*\)|\Z)",
    "--[[": r"--\[(?P<lua>=*)\[[\s\S]*?(?:\](?P=lua)\]|\Z)",
    "=begin": r"^=begin\b[\s\S]*?(?:^=end\b|\Z)",
    "=pod": r"^=[a-z]\w*[\s\S]*?(?:^=cut\b|\Z)",
    # Preprocessor lines, with those they continue on.
    "#if": r"^[ \t]*\#(?:[^\r\n\\]++|\\(?:\r\n|[\s\S]))*+",
    # A literal of one line; a backslash may continue it on the next.
    '"': r'"(?:[^"\\\r\n]++|\\(?:\r\n|[\s\S]))*+"?',
    "'": r"'(?:[^'\\\r\n]++|\\(?:\r\n|[\s\S]))*+'?",
    # A character, not a lifetime or a type variable.
    "'c'": r"'(?:[^'\\\r\n]|\\[^\r\n']{1,10}|\\')'",
    # Literals of many lines.
    '"+': r'"(?:[^"\\]++|\\[\s\S])*+"?',
    "'+": r"'(?:[^'\\]++|\\[\s\S])*+'?",
    "`": r"`(?:[^`\\]++|\\[\s\S])*+`?",
    "`raw`": r"`[^`]*+`?",
    '"""': r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:""")?',
    "'''": r"'''(?:[^'\\]++|\\[\s\S]|'(?!''))*+(?:''')?",
    'r#"': r'\br(?P<rust>\#*)"[\s\S]*?(?:"(?P=rust)|\Z)',
    'R"(': r'\bR"(?P<cpp>[^\s()\\]{0,16})\([\s\S]*?(?:\)(?P=cpp)"|\Z)',
    '@"': r'@"(?:[^"]++|"")*+"?',
    "$$": r"\$(?P<sql>\w*)\$[\s\S]*?(?:\$(?P=sql)\$|\Z)",
    "''": r"'(?:[^']++|'')*+'?",
}
# What the lines of a string of many lines are filled with, so that they are not taken for comments.
INSIDE_STRING = "\x01"
_STRING_STARTS = frozenset("\"'`rR@$")
_INK = re.compile(r"[^\r\n]")


def masked(text: str, literals: tuple[str, ...]) -> str:
    """Blank the literals and comments of the kinds named, the first that fits at each place."""
    if not literals:
        return text
    return _pattern(literals).sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    ink = found[0]
    if "\n" not in ink and "\r" not in ink:
        return " " * len(ink)
    return _INK.sub(INSIDE_STRING if ink[0] in _STRING_STARTS else " ", ink)


@lru_cache(maxsize=32)
def _pattern(literals: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(_LITERALS[name] for name in literals), re.MULTILINE)
