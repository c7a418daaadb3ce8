"""Path patterns: * within a directory, ** across them, ?, [a-z] and {a,b}."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from wcmatch import glob
from wcmatch._wcparse import PatternLimitException

from engine.core.errors import BadRequestError

_FLAGS = glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB | glob.FORCEUNIX
_LONGEST = 1000
_MOST_STARS = 16
_MOST_ALTERNATIVES = 250
_MOST_WORK = 640  # alternatives times stars
_BEGIN, _END = "^(?s:", ")$"
# What **/ is translated to at the beginning and further on, and what does the same many times as
# fast, as no path of a document has '.', '..' or nothing between two slashes.
_SLOW = glob.translate("**/x", flags=_FLAGS)[0][0].removeprefix(_BEGIN).partition("x")[0]
_SLOW_INSIDE = f"(?=[/]){_SLOW}"
_ANY_START = "(?:[^/]+/)*?"
_ANY_DEPTH = f"/{_ANY_START}"


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a path (POSIX, relative) matches, in bounded time.

    Raise BadRequestError for what is no pattern, and for too large ones.
    """
    if len(pattern) > _LONGEST:
        raise BadRequestError(f"A path pattern may have {_LONGEST} characters.")
    if pattern.count("*") > _MOST_STARS:
        raise BadRequestError(f"A path pattern may have {_MOST_STARS} stars.")
    try:
        wanted, _ = glob.translate(_composed(pattern), flags=_FLAGS, limit=_MOST_ALTERNATIVES)
        if len(wanted) * pattern.count("*") > _MOST_WORK:
            raise ValueError("too many alternatives with stars")
        expression = re.compile(_expression(wanted))
    except (PatternLimitException, re.error, ValueError) as error:
        raise BadRequestError(
            f"'{pattern}' is not a path pattern: {error}.", "Use *, **, ? and {a,b}."
        ) from error
    return lambda path: expression.match(_composed(path)) is not None


def _composed(text: str) -> str:
    """Return a text in which 'é' is one character: names from a Mac may have it as two."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _expression(alternatives: Iterable[str]) -> str:
    """Return one regular expression for translated patterns.

    A ** at the beginning is tried once for all alternatives, and what stands between two others is
    looked for once: its first place is as good as any, as the next ** takes whatever follows.
    Otherwise the time is exponential in their number.
    """
    grouped: dict[str, list[str]] = {_ANY_START: [], "": []}
    for alternative in alternatives:
        body = alternative.removeprefix(_BEGIN).removesuffix(_END)
        start = _ANY_START if body.startswith(_SLOW) else ""
        grouped[start].append(_without_ways_back(body.removeprefix(_SLOW)))
    joined = (f"{start}(?:{'|'.join(rests)})" for start, rests in grouped.items() if rests)
    return f"{_BEGIN}{'|'.join(joined)}{_END}"


def _without_ways_back(expression: str) -> str:
    first, *others = expression.split(_SLOW_INSIDE)
    once = "".join([f"(?>{_ANY_DEPTH}{part}(?=/))" for part in others[:-1]])
    return first + once + "".join([_ANY_DEPTH + part for part in others[-1:]])
