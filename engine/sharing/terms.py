"""The publishers of a collection, and the number of passages with each term, by publisher.

After publishing, a publisher writes both again: the packed statistics in as many rows as needed,
then the row that refers to them. Readers add up the statistics of all publishers.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest
from io import BytesIO
from itertools import chain
from typing import Self

from twofold.engine.model.codec import decoded, encoded
from twofold.engine.model.localized import message
from twofold.engine.sharing.server import Row, text, unusable
from twofold.engine.stores.lexical.storage import BODY
from twofold.engine.stores.lexical.wildcards import matches

_CHARACTERS_PER_ROW = 60_000
_MAX_ROWS = 400  # about 18 MB
_MAX_BYTES = 80_000_000
# Of all fields, about 200 MB in memory. Terms in the fewest passages are dropped first: a search
# weights them like words that occur nowhere else, which is true for nearly all of them.
MAX_TERMS = 2_000_000
_MAX_FIELDS = 5
_MAX_NUMBER = 10**12


@dataclass(frozen=True, slots=True)
class Publisher:
    """A publisher, its published documents, and the rows of its statistics.

    `is_complete` is False while publishing, and after an interruption. `is_selection` means that
    only the documents matching some filters are published.
    """

    id: str
    name: str
    generation: int
    passages: int
    documents: int
    folders: tuple[str, ...]
    published_at: str
    statistics: tuple[str, ...] = ()
    is_complete: bool = True
    is_selection: bool = False

    @classmethod
    def read(cls, row: Row) -> Self:
        """Decode the description of a publisher."""
        try:
            found = decoded(cls, json.loads(text(row, "value")), ignores_unknown=True)
        except ValueError as error:
            raise unusable() from error
        numbers = (found.generation, found.passages, found.documents)
        if not all(0 <= number <= _MAX_NUMBER for number in numbers):
            raise unusable()
        if len(found.statistics) > _MAX_ROWS:
            raise unusable()
        return found

    def value(self) -> str:
        """Encode for `read`."""
        return json.dumps(encoded(self), ensure_ascii=False)


@dataclass(frozen=True)
class Terms:
    """The number of passages with each term, by field of the lexical index."""

    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def of(self, name: str) -> Mapping[str, int]:
        """Return the terms of a field, each with the number of passages that contain it."""
        return self.counts.get(name, {})

    @property
    def size(self) -> int:
        """The number of terms in all fields."""
        return sum(map(len, self.counts.values()))

    @classmethod
    def sum_of(cls, every: Iterable[Terms]) -> Self:
        """Return the combined terms of several publishers."""
        several = list(every)
        names = dict.fromkeys(name for one in several for name in one.counts)
        return cls({name: _total([one.of(name) for one in several]) for name in names})

    @cached_property
    def sorted_words(self) -> list[str]:
        """All words, sorted."""
        return sorted(self.of(BODY))

    def words_with(self, beginning: str) -> list[tuple[str, int]]:
        """Return the words with this prefix, sorted."""
        words = self.sorted_words
        first, after = (bisect_left(words, end) for end in (beginning, f"{beginning}\U0010ffff"))
        return [(word, self.of(BODY)[word]) for word in words[first:after]]

    def words_like(self, pattern: str, most: int) -> list[str]:
        """Return the most frequent words that match a word with wildcards."""
        beginning = re.split(r"[*?]", pattern, maxsplit=1)[0]
        found = (one for one in self.words_with(beginning) if matches(one[0], pattern))
        return [word for word, _ in nsmallest(most, found, key=lambda one: (-one[1], one[0]))]

    def limited(self, limit: int) -> Terms:
        """Return at most `limit` of the terms, keeping in each field those in the most passages."""
        if self.size <= limit:
            return self
        kept, left = dict[str, Mapping[str, int]](), limit
        by_size = sorted(self.counts, key=lambda name: len(self.counts[name]))
        for done, name in enumerate(by_size):
            counts, share = self.counts[name], left // (len(by_size) - done)
            if len(counts) > share:
                counts = dict(nsmallest(share, counts.items(), key=lambda one: (-one[1], one[0])))
            kept[name] = counts
            left -= len(counts)
        return Terms(kept)

    def packed(self) -> tuple[str, ...]:
        """Encode as texts that each fit into a row."""
        lines = chain.from_iterable(
            [f"[{name}]", *(f"{term}\t{count}" for term, count in sorted(counts.items()))]
            for name, counts in self.limited(MAX_TERMS).counts.items()
        )
        data = base64.b85encode(zlib.compress("\n".join(lines).encode(), 6)).decode()
        return tuple(
            data[start : start + _CHARACTERS_PER_ROW]
            for start in range(0, len(data), _CHARACTERS_PER_ROW)
        )

    @classmethod
    def unpacked(cls, rows: Iterable[str]) -> Self:
        """Decode the result of `packed`. Raise IndexUnavailableError if it is not valid."""
        try:
            unpacking = zlib.decompressobj()
            plain = unpacking.decompress(base64.b85decode("".join(rows)), _MAX_BYTES)
            if not unpacking.eof:
                raise unusable()
            if plain.count(b"\n") > MAX_TERMS + _MAX_FIELDS:
                raise unusable(message("A publisher of this collection lists too many terms."))
            found: dict[str, dict[str, int]] = {}
            part: dict[str, int] = {}
            for line in filter(None, (one.decode().rstrip("\n") for one in BytesIO(plain))):
                if line.startswith("["):
                    part = found.setdefault(line.strip("[]"), {})
                    if len(found) > _MAX_FIELDS:
                        raise unusable()
                else:
                    term, count = line.split("\t")
                    part[term] = max(0, min(int(count), _MAX_NUMBER))
        except (ValueError, KeyError, zlib.error) as error:
            raise unusable() from error
        return cls(found)


def _total(several: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    if len(several) == 1:
        return several[0]
    total: Counter[str] = Counter()
    for one in several:
        total.update(one)
    return total
