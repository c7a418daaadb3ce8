"""Path patterns: * within a directory, ** across directories, ?, [a-z], [!a-z] and {a,b}.

Matching takes time in proportion to the path for each star: a part between two stars is looked for
once, as its first place leaves the most for what follows, and is never looked for again (atomic
groups).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import bracex

from engine.model.errors import BadRequestError

_LONGEST = 1000
_MOST_STARS = 16
_MOST_ALTERNATIVES = 250
_MOST_WORK = 640  # alternatives times stars
_ANY_DEPTH = "(?:[^/]+/)*?"
_NOTHING = "(?!)"
_TOKEN = re.compile(
    r"\\(?P<escaped>.)|\[(?P<negated>[!^]?)(?P<choice>\]?[^\]]*)\]|(?P<one>.)", re.DOTALL
)


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a path (POSIX, relative) matches.

    Raise BadRequestError for what is no pattern, and for too large ones.
    """
    if len(pattern) > _LONGEST:
        raise BadRequestError(f"A path pattern may have {_LONGEST} characters.")
    stars = pattern.count("*")
    if stars > _MOST_STARS:
        raise BadRequestError(f"A path pattern may have {_MOST_STARS} stars.")
    try:
        alternatives = bracex.expand(
            _composed(pattern), keep_escapes=True, limit=_MOST_ALTERNATIVES
        )
        if len(alternatives) * stars > _MOST_WORK:
            raise ValueError("too many alternatives with stars")
        expression = re.compile("|".join(map(_expression, dict.fromkeys(alternatives))), re.DOTALL)
    except (bracex.ExpansionLimitException, re.error, ValueError) as error:
        raise BadRequestError(
            f"'{pattern}' is not a path pattern: {error}.", "Use *, **, ? and {a,b}."
        ) from error
    return lambda path: expression.fullmatch(_composed(path)) is not None


def _composed(text: str) -> str:
    """Return a text in which 'é' is one character: names from a Mac may have it as two."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _expression(pattern: str) -> str:
    """Translate a pattern without braces into a regular expression."""
    runs: list[list[str]] = [[]]  # of names, each two with a ** between
    for name in re.sub("/+", "/", pattern).split("/"):
        if name != "**":
            runs[-1].append(_name(name) if name else _NOTHING)  # no path begins or ends with '/'
        elif len(runs) == 1 or runs[-1]:
            runs.append([])
    first, *others = ["/".join(run) for run in runs]
    if not others:
        return first
    between = "".join(f"(?>{_ANY_DEPTH}{run}/)" for run in others[:-1])
    end = f"{_ANY_DEPTH}{others[-1]}" if others[-1] else ".+"
    return f"{first}{'/' if first else ''}{between}{end}"


def _name(pattern: str) -> str:
    """Translate the pattern of one file or directory name."""
    parts = [""]
    for token in _TOKEN.finditer(pattern):
        if token["one"] == "*":
            parts.append("")
        elif token["one"] == "?":
            parts[-1] += "[^/]"
        elif token["choice"]:
            parts[-1] += _choice(token["choice"], negated=bool(token["negated"]))
        else:
            parts[-1] += re.escape(token["escaped"] or token[0])
    first, *others = parts
    between = "".join(f"(?>[^/]*?{part})" for part in others[:-1])
    return first + between + (f"[^/]*{others[-1]}" if others else "")


def _choice(characters: str, *, negated: bool) -> str:
    written = re.sub(r"([\\\[\]^&~|])", r"\\\1", characters)
    return f"(?!/)[{'^' if negated else ''}{written}]"
