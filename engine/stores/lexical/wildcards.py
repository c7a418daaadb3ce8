"""Words with wildcards: `*` matches any letters, `?` one letter."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from twofold.engine.stores.lexical.analysis import (
    MARKS,
    UNSPACED,
    encodable,
    fold,
    normalise,
    words,
)

_WILDCARDS = re.compile(r"[*?]+")
_LETTERS_READ = 4096
_MAX_WORDS = 256
# Longer words are checksums and encoded data.
_MAX_WORD_LENGTH = 200
_MAX_STARS = 8


@cache
def _piece() -> re.Pattern[str]:
    return re.compile(rf"[\w*?{MARKS}]+")


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")


def has_wildcard(text: str) -> bool:
    """Return whether `text` contains a wildcard."""
    return "*" in text or "?" in text


def pattern_words(text: str) -> list[str]:
    """Return the words of a phrase in their indexed form, keeping wildcards."""
    plain = normalise(encodable(text[:_LETTERS_READ]))
    if not has_wildcard(plain):
        return [word.text for word in words(plain)[:_MAX_WORDS]]
    found: list[str] = []
    for token in plain.split():
        # In a URL, a question mark is not a wildcard: index.php?id=3
        piece = token if _piece().fullmatch(token) else token.replace("?", " ")
        for part in _piece().findall(piece):
            found += _words_of(part)
    return found[:_MAX_WORDS]


def is_pattern(text: str) -> bool:
    """Return whether a phrase contains a word with a wildcard."""
    return has_wildcard(text) and any(map(has_wildcard, pattern_words(text)))


def _words_of(piece: str) -> list[str]:
    if not has_wildcard(piece.rstrip("?")) or _unspaced().search(piece):
        return [word.text for word in words(_WILDCARDS.sub(" ", piece))]
    letters = _WILDCARDS.split(piece)
    if not any(letters):
        return []
    folded = [fold([part])[0] if part else "" for part in letters]
    signs = ["*" if "*" in sign else sign for sign in _WILDCARDS.findall(piece)]
    pattern = "".join(part + sign for part, sign in zip(folded, [*signs, ""], strict=True))
    return [_with_few_stars(pattern)]


def _with_few_stars(pattern: str) -> str:
    """Shorten a pattern of more than eight stars: one star replaces all that follows the eighth."""
    parts = pattern.split("*")
    return pattern if len(parts) <= _MAX_STARS + 1 else "*".join(parts[:_MAX_STARS]) + "*"


def index_pattern(word: str) -> str:
    """Return the regular expression for a word in the index."""
    return "".join({"*": ".*", "?": "."}.get(sign, re.escape(sign)) for sign in word)


@lru_cache(maxsize=256)
def _matcher(word: str) -> re.Pattern[str]:
    """Return a pattern for whole words. It never backtracks."""
    first, *others = [re.escape(part).replace(r"\?", ".") for part in word.split("*")]
    between = "".join(f"(?>.*?{part})" for part in others[:-1])
    return re.compile(first + between + (f".*{others[-1]}" if others else ""), re.DOTALL)


def matches(word: str, pattern: str) -> bool:
    """Return whether an indexed word matches `pattern`."""
    return len(word) <= _MAX_WORD_LENGTH and _matcher(pattern).fullmatch(word) is not None
