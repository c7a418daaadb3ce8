"""Exact search of text: which form is compared, and which characters are equal.

The comparison ignores case, and uses Unicode NFC and the equivalences of exact text
(`engine.stores.equivalences`). Any white space counts as one space, and a word hyphenated at the
end of a line is also compared as one word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from twofold.engine.stores.equivalences import LITERAL, divided_words, pattern_of

_SURROGATE = re.compile("[\ud800-\udfff]")
MAX_PART = 100
_COMMON = re.compile("[a-z]{0,2}")
_EQUAL = pattern_of(LITERAL)
# A soft hyphen before a line break becomes a hyphen, so that it divides a word like any other.
_SOFT_BREAK = re.compile("\u00ad(?=[ \\t]*\\r?\\n)")

# The Unicode blocks with letters that have case.
_CASED_BLOCKS = ((0x41, 0x590), (0x10A0, 0x1400), (0x1C80, 0x2190), (0x24B6, 0x24D0),
                 (0x2C00, 0x2D00), (0xA640, 0xA800), (0xAB70, 0xABC0), (0xFB00, 0xFB18),
                 (0xFF21, 0xFF3B), (0x10400, 0x10E00), (0x118A0, 0x118C0), (0x16E40, 0x16F00),
                 (0x1E900, 0x1E944))  # fmt: skip


def unfolded(letter: str) -> tuple[str, ...]:
    """Return the characters that fold to `letter`, or to a sequence containing it."""
    return _sources().get(letter, ())


@lru_cache(maxsize=1)
def _sources() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for code in (*_codes(_CASED_BLOCKS), *LITERAL):
        source = chr(code)
        folded = folded_character(source)
        if folded != source:
            for letter in dict.fromkeys(folded):
                if source not in table.get(letter, ()):
                    table[letter] = (*table.get(letter, ()), source)
    return table


def _codes(blocks: Iterable[tuple[int, int]]) -> Iterator[int]:
    for first, last in blocks:
        yield from range(first, last)


def folded_character(character: str) -> str:
    """Return the folded form of one character that is not white space; '' if it is ignored."""
    return character.translate(LITERAL).casefold()


def folded_literal(text: str) -> str:
    """Return the folded form of an exact query; '' if nothing can match."""
    folded = _folded(text)
    return "" if _SURROGATE.search(folded) else folded  # no stored text contains lone surrogates


def _folded(text: str) -> str:
    if not text.isascii():
        if not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
        if _EQUAL.search(text):
            text = text.translate(LITERAL)
    return " ".join(text.casefold().split())


def holds_folded(text: str, folded: str) -> bool:
    """Return whether the folded form of `text` contains `folded`."""
    if text.isascii() and not folded.isascii():
        return False
    return any(folded in _folded(reading) for reading in _readings(text))


def _readings(text: str) -> Iterator[str]:
    """Yield `text`, and its forms without the hyphenation at line ends."""
    yield text
    text = _SOFT_BREAK.sub("-", text)
    divided = divided_words(text)
    if divided:
        yield _without(text, divided)
        yield _without(text, [(start + 1, end) for start, end in divided])


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    return "".join(text[first:last] for first, last in zip(ends, starts, strict=True))


def literal_spans(text: str, literal: str) -> list[tuple[int, int]]:
    """Return the spans of `literal` in `text`, compared as in `holds_folded`, in order."""
    wanted = folded_literal(literal)
    if not wanted:
        return []
    return sorted({span for reading in _places(text) for span in _found(*reading, wanted)})


def _places(text: str) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield each folded form, and the first and last offset in `text` of its characters."""
    yield _with_places(text, ())
    text = _SOFT_BREAK.sub("-", text)
    divided = divided_words(text)
    if divided:
        yield _with_places(text, divided)
        yield _with_places(text, [(start + 1, end) for start, end in divided])


def _with_places(
    text: str, left_out: Sequence[tuple[int, int]]
) -> tuple[str, list[int], list[int]]:
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skipped = dict(left_out)
    place = 0
    while place < len(text):
        if place in skipped:
            place = skipped[place]
            continue
        end = place + 1
        while end < len(text) and _joins_previous(text[end]):
            end += 1
        piece = text[place:end]
        if piece.isspace():
            if folded and folded[-1] != " ":
                folded.append(" ")
                starts.append(place)
                ends.append(end)
        else:
            for character in unicodedata.normalize("NFC", piece).translate(LITERAL).casefold():
                folded.append(character)
                starts.append(place)
                ends.append(end)
        place = end
    return "".join(folded), starts, ends


def _joins_previous(character: str) -> bool:
    return bool(unicodedata.combining(character)) or "\u1160" <= character <= "\u11ff"


def _found(
    folded: str, starts: Sequence[int], ends: Sequence[int], wanted: str
) -> Iterator[tuple[int, int]]:
    start = folded.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        yield starts[start], ends[end - 1]
        start = folded.find(wanted, end)


def plain_part(folded: str) -> str:
    """Return a part that matching ASCII texts contain unchanged except for case; '' if too common.

    Texts that are not ASCII or contain a hyphenated word may contain it in another form.
    """
    parts = [""]
    for letter in folded[:MAX_PART]:
        if letter.isspace() or letter == "-" or not letter.isascii():
            parts.append("")
        else:
            parts[-1] += letter
    longest = max(parts, key=len)
    return "" if _COMMON.fullmatch(longest) else longest
