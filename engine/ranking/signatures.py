"""Signatures of documents, to find versions of the same text without reading it again.

A signature estimates the overlap of two texts (Broder, "On the resemblance and containment of
documents", 1997). It contains 128 MinHash values of word 4-grams, computed with one hash function
(Li, Owen and Zhang, "One permutation hashing", 2012), and a sample of the numbers in the text,
because two invoices of one template share their words but not their numbers. A character of a
script without spaces counts as a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.version_names import NameRelation

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
_PUNCTUATION = re.compile("[\u0080-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+")
# Everything in ASCII but letters and digits separates words.
_SEPARATED = bytes(byte if byte > 127 or chr(byte).isalnum() else 32 for byte in range(256))
_NUMBER = re.compile(r"\d+(?:[.,:/\-]\d+)*")
# The same length for all texts: with shorter shingles for short texts, a text that grows beyond the
# limit would have nothing in common with its earlier version.
_SHINGLE = 4
_VALUES = 128
_NUMBERS = 32
# Texts with fewer words are not compared. Two thank-you notes are not versions.
_MIN_WORDS = 12
_MAX_CHARACTERS = 1_000_000
# Pairs with a similarity of .5 share a band with a probability of .97, pairs with .1 with .03.
_BANDS, _ROWS = 26, 3
_MULTIPLIER = 0x9E3779B97F4A7C15
_SEED = np.uint64(0x5851F42D4C957F2D)
_PRIME = np.uint64(0x100000001B3)

_U64 = NDArray[np.uint64]
_U32 = NDArray[np.uint32]


def signature_of(texts: Iterable[str]) -> bytes:
    """Return the signature of a document's passages; b'' if it has too few words."""
    text = _first(texts).casefold()
    words = _hashes(text)
    if len(words) < _MIN_WORDS:
        return b""
    shingles = np.unique(_shingles(words))
    numbers = np.unique(_crcs(_NUMBER.findall(text)))
    head = np.array([len(shingles), len(numbers)], dtype="<u4")
    kept = numbers[:_NUMBERS]
    return head.tobytes() + _minima(shingles).astype("<u4").tobytes() + kept.tobytes()


def _first(texts: Iterable[str]) -> str:
    kept, length = [], 0
    for text in texts:
        kept.append(text)
        length += len(text)
        if length > _MAX_CHARACTERS:
            break
    return "\n".join(kept)[:_MAX_CHARACTERS]


def _hashes(text: str) -> _U64:
    """Hash all words at once, with a polynomial modulo 2^64 and prefix sums over the bytes."""
    if not text.isascii():
        text = _UNSPACED.sub(r" \g<0> ", _PUNCTUATION.sub(" ", text))
    data = np.frombuffer(text.encode("utf-8", "replace").translate(_SEPARATED), dtype=np.uint8)
    is_word = np.zeros(len(data) + 2, dtype=np.int8)
    is_word[1:-1] = data != 32
    edges = np.flatnonzero(np.diff(is_word))
    starts, ends = edges[::2], edges[1::2]
    powers = _powers(len(data), _MULTIPLIER)
    inverse = _powers(len(data), pow(_MULTIPLIER, -1, 1 << 64))
    sums = np.zeros(len(data) + 1, dtype=np.uint64)
    np.cumsum((data + np.uint64(1)) * powers[:-1], out=sums[1:])
    return _mixed((sums[ends] - sums[starts]) * inverse[starts])


def _crcs(words: Sequence[str]) -> _U32:
    return np.array([crc32(word.encode()) for word in words], dtype="<u4")


def _powers(count: int, base: int) -> _U64:
    powers = np.full(count + 1, base, dtype=np.uint64)
    powers[0] = 1
    return np.cumprod(powers)


def _shingles(words: _U64) -> _U64:
    length = len(words) - _SHINGLE + 1
    joined = np.full(length, _SEED)
    for place in range(_SHINGLE):
        joined = joined * _PRIME + words[place : place + length]
    return _mixed(joined)


def _mixed(values: _U64) -> _U64:
    """Scramble values (the finaliser of SplitMix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _minima(shingles: _U64) -> _U64:
    """Return the lowest hash of each of 128 equal ranges; empty ranges copy the next one."""
    shift = np.uint64(64 - (_VALUES.bit_length() - 1))
    bins = (shingles >> shift).astype(np.int64)
    values = np.zeros(_VALUES, dtype=np.uint64)
    filled, first = np.unique(bins, return_index=True)  # the shingles are sorted
    values[filled] = shingles[first]
    following = filled[np.searchsorted(filled, np.arange(_VALUES)) % len(filled)]
    distance = (following - np.arange(_VALUES)) % _VALUES
    copied: _U64 = values[following] + distance.astype(np.uint64) * _PRIME
    return copied & np.uint64(0xFFFFFFFF)


def bands(signature: bytes) -> list[int]:
    """Return the keys under which similar documents are found: 63-bit integers."""
    rows = _values(signature)[: _BANDS * _ROWS].reshape(_BANDS, _ROWS).astype(np.uint64)
    keys = np.arange(_BANDS, dtype=np.uint64) + _SEED
    for place in range(_ROWS):
        keys = _mixed(keys * _PRIME + rows[:, place])
    return [int(key) for key in keys >> np.uint64(1)]


def _values(signature: bytes) -> _U32:
    return np.frombuffer(signature, dtype="<u4", offset=8, count=_VALUES)


# --- Comparing ---


@dataclass(frozen=True, slots=True)
class Overlap:
    """The estimated overlap of two texts.

    Attributes:
        similarity: The share of common shingles among all shingles of both.
        containment: The share of the shorter text that the other text contains.
        numbers: The share of the numbers of the text with fewer numbers that both contain; 1.0 if
            one has no numbers.
    """

    similarity: float
    containment: float
    numbers: float


# The least similarity or containment of versions, and how much less of the numbers than of the text
# they may have in common. Measured by bench/check_families.py: pairs of versions lose at most .08,
# filled-in templates at least .08, mostly .2.
_LEAST = {
    NameRelation.SAME: (0.45, 0.8, 0.15),
    NameRelation.UNRELATED: (0.5, 0.9, 0.08),
    NameRelation.SERIES: (0.95, 2.0, 0.0),
}


def are_versions(overlap: Overlap, names: NameRelation) -> bool:
    """Return whether two documents are versions of one text.

    A template that was filled in twice has other numbers each time, or names of a series. In
    versions, the numbers change about as much as the rest of the text.
    """
    similarity, containment, loss = _LEAST[names]
    is_similar = overlap.similarity >= similarity or overlap.containment >= containment
    return is_similar and overlap.numbers >= overlap.containment - loss


def overlaps(signature: bytes, others: Sequence[bytes]) -> list[Overlap]:
    """Return the overlap of a document with each of the others."""
    if not others:
        return []
    values = np.stack([_values(other) for other in others])
    shares = np.mean(values == _values(signature), axis=1)
    return [
        _overlap(float(share), signature, other)
        for share, other in zip(shares, others, strict=True)
    ]


def _overlap(similarity: float, one: bytes, other: bytes) -> Overlap:
    first, second = _counts(one)[0], _counts(other)[0]
    common = similarity * (first + second) / (1.0 + similarity)
    return Overlap(similarity, min(1.0, common / min(first, second)), _shared_numbers(one, other))


def _counts(signature: bytes) -> tuple[int, int]:
    shingles, numbers = np.frombuffer(signature, dtype="<u4", count=2)
    return int(shingles), int(numbers)


def _shared_numbers(one: bytes, other: bytes) -> float:
    """Compare the part of both samples in which neither leaves out a number."""
    first, second = _numbers(one), _numbers(other)
    samples = (first, _counts(one)[1]), (second, _counts(other)[1])
    ends = [int(sample[-1]) for sample, count in samples if count > len(sample)]
    end = min(ends, default=1 << 32)
    first, second = first[first <= end], second[second <= end]
    fewer = min(len(first), len(second))
    return len(np.intersect1d(first, second)) / fewer if fewer else 1.0


def _numbers(signature: bytes) -> NDArray[Any]:
    return np.frombuffer(signature, dtype="<u4", offset=8 + 4 * _VALUES)
