"""Where a text may be cut: between sentences, lines, words and whole characters."""

from __future__ import annotations

import re
import unicodedata

_LONGEST_STEP = 40
_CJK_FROM = "\u2e80"

_SENTENCE_START = re.compile(r"\n\s*|(?<=[.!?])[\"')\]*_]*\s+|(?<=[。！？])")
_LINE_START = re.compile(r"\n")
# Inside of these nobody can tell what is read.
_MARKUP = re.compile(
    r"\{\{[^{}]{1,300}\}\}|<[^<>]{1,300}>|\]\([^()\s]{1,300}\)|`[^`\n]{1,120}`|https?://\S{1,300}"
)
_LONGEST_MARKUP = 304


def good_starts(text: str, floor: int, ceiling: int, *, lines_only: bool = False) -> list[int]:
    """Return where lines and sentences begin, from `floor` to `ceiling`, outside of markup."""
    pattern = _LINE_START if lines_only else _SENTENCE_START
    starts = [0] if floor == 0 else []
    starts += [m.end() for m in pattern.finditer(text, max(floor - 1, 0), ceiling)]
    if not lines_only:
        # In text of fixed width most lines begin in the middle of a sentence.
        starts = [start for start in starts if not text[start : start + 1].islower()]
    return [
        s for s in starts if floor <= s <= ceiling and out_of_markup(text, s, 0, len(text)) == s
    ]


def out_of_markup(text: str, position: int, floor: int, ceiling: int) -> int:
    """Return `position`, or where the tag, link or code around it ends, or else begins.

    Neither before `floor` nor after `ceiling`.
    """
    for markup in _MARKUP.finditer(text, max(0, position - _LONGEST_MARKUP)):
        if markup.start() >= position:
            break
        if position < markup.end():
            if markup.end() <= ceiling:
                return markup.end()
            return markup.start() if markup.start() >= floor else position
    return position


def step_back(text: str, floor: int, position: int) -> int:
    """Return the last word boundary after `floor` and not after `position`, if one is near."""
    for candidate in range(position, max(position - _LONGEST_STEP, floor), -1):
        if _is_word_boundary(text, candidate):
            return candidate
    while position > floor + 1 and not _is_character_boundary(text, position):
        position -= 1
    return position


def step_forward(text: str, position: int, ceiling: int) -> int:
    """Return the first word boundary from `position`; `ceiling` when there is none before it.

    One after white space is preferred when it is near: '.name' is the end of something.
    """
    for candidate in range(position, min(position + _LONGEST_STEP, ceiling)):
        if candidate == 0 or (text[candidate - 1].isspace() and not text[candidate].isspace()):
            return candidate
    for candidate in range(position, ceiling):
        if _is_word_boundary(text, candidate):
            return candidate
    return ceiling


def _is_word_boundary(text: str, position: int) -> bool:
    if position in {0, len(text)}:
        return True
    before, after = text[position - 1], text[position]
    if before == " " and after.isalnum():
        return True
    if not _is_character_boundary(text, position):
        return False
    if before >= _CJK_FROM or after >= _CJK_FROM:
        return True
    return not (_is_word_character(before) and _is_word_character(after))


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character in "_'’" or unicodedata.combining(character) != 0


def _is_character_boundary(text: str, position: int) -> bool:
    """Tell whether no combining mark, joiner or variation selector is cut off its base."""
    if position <= 0 or position >= len(text):
        return True
    after = text[position]
    joined = after == "\u200d" or text[position - 1] == "\u200d"
    return not (joined or unicodedata.category(after) in {"Mn", "Me", "Mc"})
