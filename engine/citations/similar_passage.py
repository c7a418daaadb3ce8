"""Finding the part of a text that is most similar to a passage.

Runs of words that the passage and the text have in common vote for possible starts of the passage.
The starts with the most votes are compared word by word (difflib's Ratcliff-Obershelp matching).
Both steps are limited: voting takes linear time, and only windows about as long as the passage are
compared.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher

from twofold.engine.model.hit import TextSpan

# Thai, Lao, Myanmar, Khmer, Kana and Han: each character counts as a word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
)
UNSPACED = re.compile(f"[{_UNSPACED}]")
SPACED_LETTER = f"[^\\W{_UNSPACED}]"
_WORD = re.compile(f"{UNSPACED.pattern}|{SPACED_LETTER}+")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in lower case; word i is `text[starts[i]:ends[i]]`."""

    words: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.words)


def words_of(text: str) -> Words:
    """Return the words of `text` with their positions."""
    found = list(_WORD.finditer(text))
    return Words(
        [match[0].casefold() for match in found],
        [match.start() for match in found],
        [match.end() for match in found],
    )


# Passages with fewer common words are considered different.
_MIN_SIMILARITY = 0.5
_RUN = 3
_MAX_WORDS = 600
_MAX_TEXT_WORDS = 3_000_000
_MAX_COMPARED = 4
_MAX_REPEATS = 20
_PARAGRAPH_BREAK = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")

IsOther = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class SimilarPassage:
    """A span of a text, and its share of words in common with the passage (0 to 1)."""

    span: TextSpan
    similarity: float


def find_similar(
    text: str, quotation: str, is_other: IsOther = lambda _text: False
) -> SimilarPassage | None:
    """Return the part of `text` most similar to `quotation`, or None if none is similar enough.

    A part for which `is_other` returns True belongs to another passage and is ignored.
    """
    return most_similar(text, words_of(quotation), words_of(text), is_other)


def most_similar(
    text: str, quotation: Words, there: Words, is_other: IsOther = lambda _text: False
) -> SimilarPassage | None:
    """Do the same as `find_similar` with the words of both texts."""
    wanted = _first_words(quotation, _MAX_WORDS)
    if not len(wanted) or not len(there) or len(there) > _MAX_TEXT_WORDS:
        return None
    compared = (_compared(text, wanted, there, begin) for begin in _likely_starts(wanted, there))
    best: SimilarPassage | None = None
    for candidate in compared:
        if candidate is None or candidate.similarity < _MIN_SIMILARITY:
            continue
        if is_other(text[candidate.span.start : candidate.span.end]):
            continue
        if best is None or candidate.similarity > best.similarity:
            best = candidate
    return best


def _first_words(words: Words, max_words: int) -> Words:
    return Words(words.words[:max_words], words.starts[:max_words], words.ends[:max_words])


def _likely_starts(wanted: Words, there: Words) -> list[int]:
    """Return the numbers of the words at which the passage may start, most likely first."""
    run = min(_RUN, max(1, len(wanted) // 3))
    positions: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for begin in range(len(wanted) - run + 1):
        positions[tuple(wanted.words[begin : begin + run])].append(begin)
    # Insertions shift the words after them, so votes for nearby starts are added up.
    bucket_size = max(1, len(wanted) // 4)
    votes: Counter[int] = Counter()
    for begin in range(len(there) - run + 1):
        for place in positions.get(tuple(there.words[begin : begin + run]), ())[:_MAX_REPEATS]:
            votes[(begin - place) // bucket_size] += 1
    ranked = sorted(votes, key=lambda bucket: (-_with_neighbours(votes, bucket), bucket))
    return [max(0, bucket * bucket_size) for bucket in ranked[:_MAX_COMPARED]]


def _with_neighbours(votes: Counter[int], bucket: int) -> int:
    return 2 * votes[bucket] + votes.get(bucket - 1, 0) + votes.get(bucket + 1, 0)


def _compared(text: str, wanted: Words, there: Words, begin: int) -> SimilarPassage | None:
    slack = len(wanted) // 2 + 4
    first, last = max(0, begin - slack), min(len(there), begin + len(wanted) + 2 * slack)
    window = there.words[first:last]
    matcher = SequenceMatcher(None, wanted.words, window, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return None
    core = _core(blocks, len(wanted))
    before = _moved_by(text, there, first + core[0].b, -core[0].a)
    ends = core[-1].b + core[-1].size
    after = _moved_by(text, there, first + ends - 1, len(wanted) - core[-1].a - core[-1].size)
    common = sum(block.size for block in core)
    similarity = 2 * common / (len(wanted) + after - before + 1)
    return SimilarPassage(TextSpan(there.starts[before], there.ends[after]), similarity)


def _core(blocks: list[Match], length: int) -> list[Match]:
    """Drop blocks at either end that are far from the others and lower the ratio."""
    while len(blocks) > 1:
        shorter = max(blocks[1:], blocks[:-1], key=lambda part: _ratio(part, length))
        if _ratio(shorter, length) <= _ratio(blocks, length):
            break
        blocks = shorter
    return blocks


def _ratio(blocks: list[Match], length: int) -> float:
    extent = blocks[-1].b + blocks[-1].size - blocks[0].b
    return 2 * sum(block.size for block in blocks) / (length + extent)


def _moved_by(text: str, there: Words, word: int, by: int) -> int:
    """Return the index of the word `by` words after `word`, in the same paragraph.

    The span is extended in this way by words that were replaced. A negative `by` counts backwards.
    """
    step = 1 if by > 0 else -1
    for _ in range(abs(by)):
        beyond = word + step
        if not 0 <= beyond < len(there):
            break
        earlier, later = min(word, beyond), max(word, beyond)
        if _PARAGRAPH_BREAK.search(text, there.ends[earlier], there.starts[later]):
            break
        word = beyond
    return word
