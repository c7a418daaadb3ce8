"""Signatures of documents, to find versions of the same text without reading it again.

A signature estimates the overlap of two texts (Broder, "On the resemblance and containment of
documents", 1997). It contains 128 MinHash values of word 4-grams, computed with one hash function
(Li, Owen and Zhang, "One permutation hashing", 2012), and a sample of the numbers in the text,
because two invoices of one template share their words but not their numbers. A character of a
script without spaces counts as a word.

The process that reads a document makes its signature, so this module does without numpy, which
would add to the memory and the start of each such process.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from struct import iter_unpack, pack, unpack_from
from zlib import crc32

from twofold.engine.model.document import Chunk, PassageKind

VALUES = 128
# The sizes in bytes of the counts of shingles and numbers, and of them with the MinHash values.
COUNTS_SIZE = 8
FIXED_SIZE = COUNTS_SIZE + 4 * VALUES

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)
_PUNCTUATION = re.compile("[\u0080-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+")
# Everything in ASCII but letters and digits separates words.
_SEPARATED = bytes(byte if byte > 127 or chr(byte).isalnum() else 32 for byte in range(256))
_NUMBER = re.compile(r"\d+(?:[.,:/\-]\d+)*")
_NUMBERS = 32
# Texts with fewer words are not compared. Two thank-you notes are not versions.
_MIN_WORDS = 12
_MAX_CHARACTERS = 1_000_000
# Pairs with a similarity of .5 share a band with a probability of .97, pairs with .1 with .03.
_BANDS, _BAND_SIZE = 26, 3 * 4
_RANGE = (1 << 32) // VALUES
_PRIME = 0x1000193
# Replies quote the earlier messages, which are not older versions of them.
_MESSAGES = frozenset({"eml", "msg", "emlx", "mbox"})


def document_signature(chunks: Iterable[Chunk], file_type: str = "") -> bytes:
    """Return the signature of a document's text; b'' for messages, or if it has hardly any text.

    Source code is left out, because files with the same licence are not versions of one text.
    """
    if file_type.lower() in _MESSAGES:
        return b""
    return signature_of(
        chunk.text for chunk in chunks if chunk.kind is PassageKind.TEXT and not chunk.is_code
    )


def signature_of(texts: Iterable[str]) -> bytes:
    """Return the signature of a text in parts; b'' if it has too few words."""
    text = _first(texts).casefold()
    words = _words(text)
    if len(words) < _MIN_WORDS:
        return b""
    # The same length for all texts: with shorter shingles for short texts, a text that grows beyond
    # the limit would have nothing in common with its earlier version.
    fours = zip(words, words[1:], words[2:], words[3:], strict=False)
    shingles = sorted(set(map(crc32, map(b" ".join, fours))))
    numbers = sorted({crc32(number.encode()) for number in _NUMBER.findall(text)})
    values = (len(shingles), len(numbers), *_minima(shingles), *numbers[:_NUMBERS])
    return pack(f"<{len(values)}I", *values)


def is_signature(data: bytes) -> bool:
    """Return whether bytes from another process have the form of a signature; b'' has, too."""
    if not data:
        return True
    if len(data) < FIXED_SIZE or len(data) % 4:
        return False
    shingles, numbers = map(int, unpack_from("<2I", data))
    return shingles > 0 and len(data) == FIXED_SIZE + 4 * min(numbers, _NUMBERS)


def bands(signature: bytes) -> list[int]:
    """Return the keys under which similar documents are found: 32-bit integers."""
    end = COUNTS_SIZE + _BANDS * _BAND_SIZE
    rows = iter_unpack(f"{_BAND_SIZE}s", signature[COUNTS_SIZE:end])
    return [crc32(row, place) for place, (row,) in enumerate(rows)]


def _first(texts: Iterable[str]) -> str:
    kept, length = [], 0
    for text in texts:
        kept.append(text)
        length += len(text)
        if length > _MAX_CHARACTERS:
            break
    return "\n".join(kept)[:_MAX_CHARACTERS]


def _words(text: str) -> list[bytes]:
    if not text.isascii():
        text = _UNSPACED.sub(lambda run: f" {' '.join(run[0])} ", _PUNCTUATION.sub(" ", text))
    return text.encode("utf-8", "replace").translate(_SEPARATED).split()


def _minima(shingles: list[int]) -> list[int]:
    """Return the lowest hash of each of 128 equal ranges; empty ranges derive it from the next."""
    minima = []
    for start in range(0, 1 << 32, _RANGE):
        place = bisect_left(shingles, start)
        following = shingles[place % len(shingles)]
        distance = (following - start) // _RANGE % VALUES
        minima.append((following + distance * _PRIME) & 0xFFFFFFFF)
    return minima
