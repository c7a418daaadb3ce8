"""Which characters of Markdown are signs, not words: what a person need not read in a snippet.

A snippet is a window of a passage, its lines joined, so a reader of whole documents cannot take it;
and it is read while somebody types, in a tenth of a millisecond. Emphasis follows CommonMark 0.31
(6.2); links, code, images, escapes and the signs of blocks are told by their look. What does not
close stays as it is written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

Span = tuple[int, int]

_SIGN = re.compile(
    r"""
      (?P<escape>\\[!-/:-@\[-`{-~])
    | (?P<fence>(?<!\S)(?:```+|~~~+)[\w+-]*(?=[\s…]|$))
    | (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:.+?)(?<!`)(?P=ticks)(?!`))
    | (?P<tick>`+)
    | (?P<heading>(?:(?<!\S)|(?<=\A…))\#{1,6}(?=[\s…]|$))
    | (?P<rule>(?<!\S)\|(?:\s*(?::-+:?|-{2,}:?|-:)\s*\|)+(?!\S))
    | (?P<address><(?:https?://|mailto:)[^<>\s]+>)
    | (?P<open>!?\[)
    | (?P<target>\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\)
        | \]\([^()\s…]*(?=…?$))
    | (?P<reference>\]\[[^\[\]]*\])
    | (?P<close>\])
    | (?P<run>\*+|_+|~~)
    """,
    re.VERBOSE | re.DOTALL,
)
_TICKS = re.compile("`+")
# Most text has none of these, and then there is nothing to look for.
_FIRST_LOOK = re.compile(r"[\\`#*_~\[\]<|]")


@dataclass(slots=True)
class _Opener:
    """A sign that may open something: a bracket, or a run of which `left` are not closed yet."""

    sign: str
    start: int
    end: int
    both: bool = False
    left: int = 0


@dataclass(slots=True)
class _Reading:
    text: str
    signs: list[Span] = field(default_factory=list)
    openers: list[_Opener] = field(default_factory=list)


def markdown_signs(text: str) -> list[Span]:
    """Return the [start, end) of the signs in a snippet of Markdown, ascending."""
    if not _FIRST_LOOK.search(text):
        return []
    reading = _Reading(text)
    for found in _SIGN.finditer(text):
        _read(reading, found)
    if text.endswith("…"):  # what they open is closed below the window
        strong = (one for one in reading.openers if one.left >= 2 and not one.both)
        reading.signs.extend((one.start, one.start + one.left) for one in strong)
    return sorted(reading.signs)


def without_signs(text: str) -> str:
    """Return one line of Markdown, a heading for instance, as it is read."""
    kept, done = [], 0
    for start, end in markdown_signs(text):
        kept.append(text[done:start])
        done = end
    return "".join([*kept, text[done:]])


def _read(reading: _Reading, found: re.Match[str]) -> None:
    start, end = found.span()
    match found.lastgroup:
        case "escape":
            reading.signs.append((start, start + 1))
        case "fence" | "tick" | "heading" | "rule":
            reading.signs.append((start, end))
        case "code" | "ticks":
            # Also those inside: lines of a block stand here in one.
            ticks = (tick.span() for tick in _TICKS.finditer(reading.text, start, end))
            reading.signs.extend(ticks)
        case "address":
            reading.signs += [(start, start + 1), (end - 1, end)]
        case "open":
            reading.openers.append(_Opener("[", start, end))
        case "run":
            _read_run(reading, start, end)
        case kind:
            _close_bracket(reading, found, is_link=kind != "close")


def _close_bracket(reading: _Reading, found: re.Match[str], *, is_link: bool) -> None:
    places = [place for place, one in enumerate(reading.openers) if one.sign == "["]
    if not places:
        # The window began within the words of a link.
        if found.lastgroup == "target" and reading.text.startswith("…"):
            reading.signs.append(found.span())
        return
    opener = reading.openers[places[-1]]
    del reading.openers[places[-1] :]
    before = reading.text[opener.start - 1 : opener.start]
    if is_link and not (found.lastgroup == "reference" and before.isalnum()):
        reading.signs += [(opener.start, opener.end), found.span()]


def _read_run(reading: _Reading, start: int, end: int) -> None:
    """Close what a run of stars, lines or waves closes; what is left of it may open."""
    opens, closes = _flanks(reading.text, start, end)
    sign, at = reading.text[start], start
    while closes and at < end:
        place = _opener_of(reading.openers, sign, end - at, both=opens and closes)
        if place is None:
            break
        opener = reading.openers[place]
        used = min(2, opener.left, end - at)
        opener.left -= used
        del reading.openers[place + 1 :]
        first = opener.start + opener.left
        reading.signs += [(first, first + used), (at, at + used)]
        if not opener.left:
            reading.openers.pop()
        at += used
    if closes and not opens and end - at >= 2 and reading.text.startswith("…"):
        reading.signs.append((at, end))  # what it closes was opened above the window
    elif opens and at < end:
        reading.openers.append(_Opener(sign, at, end, both=closes, left=end - at))


def _opener_of(openers: list[_Opener], sign: str, length: int, *, both: bool) -> int | None:
    for place in range(len(openers) - 1, -1, -1):
        one = openers[place]
        if one.sign == "[":
            return None  # links hold together more than emphasis does
        # The rule of three: *a**b* is no emphasis within another.
        odd = (both or one.both) and (one.left + length) % 3 == 0 and length % 3 != 0
        if one.sign == sign and not odd:
            return place
    return None


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Say whether a run may open and whether it may close (CommonMark 6.2)."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    white_before, white_after = before.isspace(), after.isspace()
    sign_before, sign_after = _is_punctuation(before), _is_punctuation(after)
    left = not white_after and (not sign_after or white_before or sign_before)
    right = not white_before and (not sign_before or white_after or sign_after)
    if text[start] == "_":
        return left and (not right or sign_before), right and (not left or sign_after)
    return left, right


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"
