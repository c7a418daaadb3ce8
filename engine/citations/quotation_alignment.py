"""Comparing a quotation with a text word by word.

White space, quotation marks and ligatures are ignored. Hyphens are ignored inside words, so that a
word divided at the end of a line is the same word. Omissions and words in brackets are permitted.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum, auto
from itertools import groupby

from twofold.engine.citations.similar_passage import (
    SPACED_LETTER,
    UNSPACED,
    Words,
    most_similar,
)
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.quotation import QuotationMark, WordDifference

_ELLIPSIS = r"\[\s*(?:…|\.\s?\.\s?\.)\s*\]|\(\s*(?:…|\.\s?\.\s?\.)\s*\)|…|\.\s?\.\s?\."
_LETTERS = SPACED_LETTER.replace(r"\W", r"\W_")
_DIVIDED = r"(?:[-\u00ad\u2010\u2011](?:[ \t]*\r?\n[ \t>]*)?(?=\w))"
_SPACED_WORD = f"{_LETTERS}+(?:{_DIVIDED}{_LETTERS}+)*"
_CHANGED_LETTERS = rf"\[{_LETTERS}{{1,12}}\]{_LETTERS}+|{_LETTERS}+\[{_LETTERS}{{1,12}}\]"
_SOURCE_WORD = re.compile(f"{UNSPACED.pattern}|{_SPACED_WORD}")
_DRAFT_WORD = re.compile(
    rf"(?P<ellipsis>{_ELLIPSIS})|(?P<letters>{_CHANGED_LETTERS})|(?P<brackets>\[[^\[\]\n]{{1,120}}\])"
    rf"|(?P<word>{UNSPACED.pattern}|{_SPACED_WORD})"
)
_NO_LETTER = re.compile(r"[^\w]+|_+")
_HYPHEN = re.compile("[-\u00ad\u2010\u2011]")
_PUNCTUATION = re.compile(r"[,;:.!?()]")
# The source may have this many words in the place of words in brackets.
_MAX_REPLACED_BY_BRACKETS = 8
_MARKED = "\0"


class _Kind(Enum):
    WORD = auto()
    LETTERS = auto()  # a word with letters in brackets: [T]he
    BRACKETS = auto()
    ELLIPSIS = auto()


@dataclass(frozen=True, slots=True)
class DraftWords(Words):
    """The words of a quotation. Words in brackets and omissions are words that match nothing."""

    kinds: Sequence[_Kind]


def source_words(text: str) -> Words:
    """Return the words of a source text with their positions."""
    spans = [match.span() for match in _SOURCE_WORD.finditer(text)]
    lower = text.lower() if text.isascii() else ""
    keys = [
        word if lower and (word := lower[start:end]).isalnum() else _key(text[start:end])
        for start, end in spans
    ]
    return Words(keys, [start for start, _ in spans], [end for _, end in spans])


def draft_words(text: str, span: TextSpan) -> DraftWords:
    """Return the words of a quotation, with their positions in the draft."""
    found = list(_DRAFT_WORD.finditer(text, span.start, span.end))
    kinds = [_Kind[(match.lastgroup or "word").upper()] for match in found]
    is_marked = {_Kind.BRACKETS, _Kind.ELLIPSIS}
    keys = [
        f"{_MARKED}{at}" if kind in is_marked else _key(match[0])
        for at, (match, kind) in enumerate(zip(found, kinds, strict=True))
    ]
    return DraftWords(
        keys, [match.start() for match in found], [match.end() for match in found], kinds
    )


def _key(word: str) -> str:
    """Return the form in which words are compared."""
    if word.isascii() and word.isalpha():
        return word.lower()
    return _NO_LETTER.sub("", unicodedata.normalize("NFKC", word)).casefold()


@dataclass(frozen=True, slots=True)
class Alignment:
    """The part of a source text that a quotation repeats.

    `first` and `last` are indices of the source's words. `matched` is the number of words in
    common, `run` are the indices of the longest run of them in the quotation, and `similarity` is
    the share of words in common without those that are permitted to differ. Spans of `differences`
    are offsets in the whole draft and the whole source text.
    """

    first: int
    last: int
    matched: int
    run: range
    similarity: float
    differences: tuple[WordDifference, ...]


def align(draft: str, quoted: DraftWords, source: str, there: Words) -> Alignment | None:
    """Return the part of `source` that is most similar to a quotation; None if there is none."""
    parts: list[tuple[range, range]] = []  # words of the draft, words of the source
    begin = 0
    for part in _between_ellipses(quoted):
        found = _locate(source, _part(quoted, part), there, begin)
        if found is not None:
            parts.append((part, found))
            begin = found.stop
    if not parts:
        return None
    comparison = _Comparison(draft, quoted, source, there)
    pairs: list[_Pair] = []
    for (one, other), following in zip(parts, [*parts[1:], None], strict=True):
        pairs += comparison.pairs(one, other)
        if following is not None:
            pairs.append(
                _Pair(
                    range(one.stop, following[0].start),
                    range(other.stop, following[1].start),
                    False,
                )
            )
    first, last = parts[0], parts[-1]
    return comparison.result(
        [
            _Pair(range(first[0].start), range(first[1].start, first[1].start), False),
            *pairs,
            _Pair(range(last[0].stop, len(quoted)), range(last[1].stop, last[1].stop), False),
        ],
        range(first[1].start, last[1].stop),
    )


def _between_ellipses(quoted: DraftWords) -> Iterator[range]:
    at = 0
    for is_gap, kinds in groupby(quoted.kinds, key=lambda kind: kind is _Kind.ELLIPSIS):
        size = len(list(kinds))
        if not is_gap:
            yield range(at, at + size)
        at += size


def _part(words: Words, part: range) -> Words:
    return Words(
        words.words[part.start : part.stop],
        words.starts[part.start : part.stop],
        words.ends[part.start : part.stop],
    )


def _locate(source: str, part: Words, there: Words, begin: int) -> range | None:
    """Return the words of the source most similar to a part, from word `begin` on."""
    exact = _exact(part.words, there.words, begin)
    if exact is not None:
        return range(exact, exact + len(part))
    rest = there if not begin else _part(there, range(begin, len(there)))
    similar = most_similar(source, part, rest)
    if similar is None:
        return None
    first = bisect_left(there.starts, similar.span.start)
    return range(first, bisect_left(there.starts, similar.span.end))


def _exact(wanted: Sequence[str], there: Sequence[str], begin: int) -> int | None:
    """Return the first index from `begin` at which all `wanted` words follow one another."""
    text = f" {' '.join(there[begin:])} "
    at = text.find(f" {' '.join(wanted)} ")
    return None if at < 0 else begin + text.count(" ", 0, at)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Words of the draft and of the source that are opposite each other."""

    draft: range
    source: range
    is_equal: bool


class _Comparison:
    """The word-by-word comparison of a quotation with a source text."""

    def __init__(self, draft: str, quoted: DraftWords, source: str, there: Words) -> None:
        self._draft, self._quoted = draft, quoted
        self._source, self._there = source, there

    def pairs(self, one: range, other: range) -> Iterator[_Pair]:
        """Yield the equal and different words of two parts, in order."""
        mine = self._quoted.words[one.start : one.stop]
        theirs = self._there.words[other.start : other.stop]
        if mine == theirs:
            yield _Pair(one, other, True)
            return
        for tag, i1, i2, j1, j2 in SequenceMatcher(
            None, mine, theirs, autojunk=False
        ).get_opcodes():
            yield _Pair(
                range(one.start + i1, one.start + i2),
                range(other.start + j1, other.start + j2),
                tag == "equal",
            )

    def result(self, pairs: Sequence[_Pair], region: range) -> Alignment:
        """Return the alignment of the words in `region` of the source."""
        differences: list[WordDifference] = []
        matched = mine = theirs = 0
        run = range(0)
        for pair in pairs:
            if pair.is_equal:
                matched += len(pair.draft)
                run = max(run, pair.draft, key=len)
                mine, theirs = mine + len(pair.draft), theirs + len(pair.source)
                differences += self._in_equal(pair)
            elif pair.draft or pair.source:
                mark = self._permitted(pair)
                if mark is None:
                    mine, theirs = mine + len(pair.draft), theirs + len(pair.source)
                differences.append(self._difference(pair, mark))
        similarity = 2 * matched / (mine + theirs) if matched else 0.0
        return Alignment(
            region.start, region.stop - 1, matched, run, similarity, tuple(differences)
        )

    def _permitted(self, pair: _Pair) -> QuotationMark | None:
        """Return why words may differ; None if they may not."""
        kinds = {self._quoted.kinds[at] for at in pair.draft}
        if kinds == {_Kind.ELLIPSIS}:
            return QuotationMark.ELLIPSIS
        if kinds == {_Kind.BRACKETS} and len(pair.source) <= _MAX_REPLACED_BY_BRACKETS:
            return QuotationMark.BRACKETS
        if self._is_divided_differently(pair):
            return QuotationMark.HYPHENATION
        if kinds == {_Kind.LETTERS} and len(pair.draft) == len(pair.source) == 1:
            outside = re.sub(r"\[[^\]]*\]", "", self._text_of(pair.draft.start)).casefold()
            word = self._there.words[pair.source.start]
            if word.startswith(outside) or word.endswith(outside):
                return QuotationMark.BRACKETS
        return None

    def _is_divided_differently(self, pair: _Pair) -> bool:
        """Return whether a hyphen divides one of two equal words: 'as- suming' in a copied text."""
        if not pair.draft or not pair.source:
            return False
        mine = "".join(self._quoted.words[pair.draft.start : pair.draft.stop])
        theirs = "".join(self._there.words[pair.source.start : pair.source.stop])
        spans = _span(self._quoted, pair.draft), _span(self._there, pair.source)
        texts = (
            text[one.start : one.end]
            for text, one in zip((self._draft, self._source), spans, strict=True)
        )
        return mine == theirs and any(_HYPHEN.search(text) for text in texts)

    def _text_of(self, at: int) -> str:
        return self._draft[self._quoted.starts[at] : self._quoted.ends[at]]

    def _in_equal(self, pair: _Pair) -> Iterator[WordDifference]:
        """Yield the differences between equal words: letter case, hyphens and punctuation."""
        there = self._there
        for at, (i, j) in enumerate(zip(pair.draft, pair.source, strict=True)):
            mine, theirs = self._text_of(i), self._source[there.starts[j] : there.ends[j]]
            one = _Pair(range(i, i + 1), range(j, j + 1), False)
            if unicodedata.normalize("NFKC", mine) != unicodedata.normalize("NFKC", theirs):
                yield self._difference(one, self._mark_in_word(i, mine, theirs))
            if at + 1 < len(pair.draft) and self._punctuation_differs(i, j):
                yield self._punctuation(i, j)

    def _mark_in_word(self, at: int, mine: str, theirs: str) -> QuotationMark | None:
        """Return why the same word may be written differently; None if it may not."""
        if self._quoted.kinds[at] is _Kind.LETTERS:
            return QuotationMark.BRACKETS
        plain, other = (
            _NO_LETTER.sub("", unicodedata.normalize("NFKC", word)) for word in (mine, theirs)
        )
        if plain == other:
            return QuotationMark.HYPHENATION
        is_first = at == 0 or self._quoted.kinds[at - 1] is _Kind.ELLIPSIS
        return QuotationMark.CAPITAL if is_first and plain[1:] == other[1:] else None

    def _punctuation_differs(self, i: int, j: int) -> bool:
        mine = self._draft[self._quoted.ends[i] : self._quoted.starts[i + 1]]
        theirs = self._source[self._there.ends[j] : self._there.starts[j + 1]]
        return mine != theirs and _PUNCTUATION.findall(mine) != _PUNCTUATION.findall(theirs)

    def _punctuation(self, i: int, j: int) -> WordDifference:
        return WordDifference(
            TextSpan(self._quoted.ends[i], self._quoted.starts[i + 1]),
            TextSpan(self._there.ends[j], self._there.starts[j + 1]),
            QuotationMark.PUNCTUATION,
        )

    def _difference(self, pair: _Pair, mark: QuotationMark | None) -> WordDifference:
        return WordDifference(
            _span(self._quoted, pair.draft), _span(self._there, pair.source), mark
        )


def _span(words: Words, part: range) -> TextSpan:
    """Return the span of words; of no words, the empty span before the next word."""
    if part:
        return TextSpan(words.starts[part.start], words.ends[part.stop - 1])
    at = words.starts[part.start] if part.start < len(words) else words.ends[-1]
    return TextSpan(at, at)
