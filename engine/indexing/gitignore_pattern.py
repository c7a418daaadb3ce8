"""A line of a .gitignore file as a regular expression that matches in time linear in the path.

https://git-scm.com/docs/gitignore#_pattern_format defines the syntax. A pattern is compared with a
single entry, because its parent directories were checked before. The path of a directory ends with
'/'.

Without atomic groups the time would be exponential in the number of stars. Of two stars in a name,
the first may stop at the first match of the text between them, because the second takes whatever
follows. The same is true for two ** in a path.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

_MAX_DOUBLE_STARS = 8
# A file path has at most 4096 bytes, and each may be escaped.
_MAX_LINE_LENGTH = 2 * 4096
_MAX_WILD_LINE_LENGTH = 500
_WILD = re.compile(r"[*?\[]")
_ESCAPED = re.compile(r"\\.")
_TOKEN = re.compile(
    r"\\(?P<escaped>.)|(?P<stars>\*+)|(?P<one>\?)|\[(?P<inverted>[!^]?+)(?P<set>\]?+[^\]]*)\]"
    r"|(?P<plain>[^\\\[*?]+)",
    re.DOTALL,
)
_SET_OPERATORS = re.compile(r"[\[&|~]|(?<=[^^]-)-")
_ONE, _STAR = "[^/]", "[^/]*"


class GitignorePattern(NamedTuple):
    """The paths that a line matches, and whether they are ignored or, after a '!', included."""

    expression: re.Pattern[str]
    ignored: bool


def parse_pattern(line: str) -> GitignorePattern | None:
    """Return the pattern of a line; None if it contains none, is invalid or is too long."""
    text = line if line.endswith("\\ ") else line.rstrip()
    is_wild = _WILD.search(_ESCAPED.sub("", line))
    if not text or len(line) > (_MAX_WILD_LINE_LENGTH if is_wild else _MAX_LINE_LENGTH):
        return None
    if text.startswith("#") or text == "/" or has_too_many_stars(line):
        return None
    ignored = not text.startswith("!")
    try:
        expression = _path_expression(text.removeprefix("!").split("/"))
        return GitignorePattern(re.compile(expression, re.DOTALL), ignored)
    except (ValueError, re.error):
        return None


def has_too_many_stars(line: str) -> bool:
    """Return whether a line contains more ** than supported."""
    return line.count("**") > _MAX_DOUBLE_STARS


def _path_expression(names: list[str]) -> str:
    """Return the expression of a pattern split at slashes; raise ValueError if it is invalid."""
    is_directory = not names[-1]
    is_anchored = not names[0] or len(names) > (2 if is_directory else 1)
    if not names[0]:
        del names[0]
    if not names:
        raise ValueError("A pattern without a name")
    if is_directory:
        names[-1] = "**"
    if not is_anchored:
        names.insert(0, "**")
    end = r"/?\Z" if names[-1] != "**" else r"/\Z" if is_directory else "/."
    groups = groupby(names, lambda name: name == "**")
    runs = ["/".join(map(_name_expression, run)) for is_deep, run in groups if not is_deep]
    if not runs:
        return r"/\Z" if is_directory else "."
    return f"^{_runs_expression(runs, begins_anywhere=names[0] == '**')}{end}"


def _runs_expression(runs: list[str], *, begins_anywhere: bool) -> str:
    """Return the expression of runs of names with any directories between them."""
    first, *others = runs
    if not others:
        return f"(?:.+/)?{first}" if begins_anywhere else first
    *middle, last = others
    beginning = f"(?>(?:[^/]+/)*?{first}(?=/))" if begins_anywhere else first
    return (
        beginning + "".join(f"(?>(?:/[^/]+)*?/{run}(?=/))" for run in middle) + f"(?:/.+)?/{last}"
    )


def _name_expression(name: str) -> str:
    """Return the expression of a name between two slashes; raise ValueError if it is invalid."""
    if name == "*":
        return f"{_ONE}+"
    first, *others = _between_stars(name)
    if not others:
        return first
    *middle, last = others
    return first + "".join(f"(?>{_STAR}?{part})" for part in middle) + _STAR + last


def _between_stars(name: str) -> list[str]:
    """Return the expressions of the parts of a name between its stars."""
    parts, at = [""], 0
    while at < len(name):
        token = _TOKEN.match(name, at)
        if token is None:
            raise ValueError("A bracket that is never closed, or a backslash at the end")
        at = token.end()
        if token["stars"]:
            parts.append("")
        elif token["one"]:
            parts[-1] += _ONE
        elif token["set"] is not None:
            parts[-1] += _set_expression(token["set"], is_inverted=bool(token["inverted"]))
        else:
            parts[-1] += re.escape(token["escaped"] or token["plain"])
    return parts


def _set_expression(characters: str, *, is_inverted: bool) -> str:
    """Return the expression of a set [...].

    It matches no slash. Characters that are set operators in Python are escaped.
    """
    written = ("^" if is_inverted else "") + characters.replace("\\", "\\\\")
    return f"(?!/)[{_SET_OPERATORS.sub(lambda operator: chr(92) + operator[0], written)}]"
