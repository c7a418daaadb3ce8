"""Patterns for document paths (`*`, `**`, `?`, `[abc]`, `{a,b}`), with limits on their cost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import bracex

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message, message

_MAX_PATTERN_LENGTH = 1000
_MAX_STARS = 16
_MAX_BRACES = 50  # far below Python's recursion limit, even if all of them are nested
_MAX_ALTERNATIVES = 250
_MAX_WORK = 640  # alternatives times stars
_ANY_DEPTH = "(?:[^/]+/)*?"
_NOTHING = "(?!)"
_SPECIAL = re.compile(r"([*?\[\]{}\\])")
_TOKEN = re.compile(
    r"\\(?P<escaped>.)|\[(?P<negated>[!^]?)(?P<choice>\]?[^\]]*)\]|(?P<one>.)", re.DOTALL
)


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return a predicate for relative POSIX paths.

    Raise BadRequestError if the pattern is invalid or too large.
    """
    if len(pattern) > _MAX_PATTERN_LENGTH:
        raise BadRequestError(
            message(
                "A path pattern can have at most {longest} characters.", longest=_MAX_PATTERN_LENGTH
            )
        )
    stars = pattern.count("*")
    if stars > _MAX_STARS:
        raise BadRequestError(
            message("A path pattern can have at most {most_stars} stars.", most_stars=_MAX_STARS)
        )
    if pattern.count("{") > _MAX_BRACES:
        raise BadRequestError(
            message(
                "A path pattern can have at most {most_braces} braces.", most_braces=_MAX_BRACES
            )
        )
    try:
        alternatives = bracex.expand(_composed(pattern), keep_escapes=True, limit=_MAX_ALTERNATIVES)
        if len(alternatives) * stars > _MAX_WORK:
            raise _invalid_pattern(pattern, message("too many alternatives with stars"))
        expression = re.compile("|".join(map(_expression, dict.fromkeys(alternatives))), re.DOTALL)
    except (bracex.ExpansionLimitException, re.error, ValueError) as error:
        raise _invalid_pattern(pattern, Message(str(error))) from error
    return lambda path: expression.fullmatch(_composed(path)) is not None


def exact_pattern(path: str) -> str:
    """Return the pattern that matches only this path."""
    return _SPECIAL.sub(r"\\\1", path)


def _invalid_pattern(pattern: str, why: Message) -> BadRequestError:
    return BadRequestError(
        message("'{pattern}' is not a path pattern: {error}.", pattern=pattern, error=why),
        message("Use *, **, ? and {a,b}."),
    )


def _composed(text: str) -> str:
    """Return a text in NFC, because file names from macOS may be decomposed."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _expression(pattern: str) -> str:
    """Translate a pattern without braces into a regular expression."""
    runs: list[list[str]] = [[]]  # runs of names; two runs have a ** between them
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
    written = re.sub(r"([\\\[\]^&~|]|(?<=-)-)", r"\\\1", characters)
    return f"(?!/)[{'^' if negated else ''}{written}]"
