"""The publishers of a collection, and how many passages hold each term, by publisher.

A publisher writes both anew when it has published: the statistics packed, in as many rows as they
take, and last the row that names them. Who reads sums up those of all publishers.
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
from twofold.engine.model.message import message
from twofold.engine.sharing.server import Row, text, unusable
from twofold.engine.stores.lexical.storage import BODY
from twofold.engine.stores.lexical.wildcards import matches

_LETTERS_A_ROW = 60_000
_MAX_ROWS = 400  # some 18 MB
_MAX_BYTES = 80_000_000
# Of all fields, some 200 MB in memory. Terms in the fewest passages are left out first: a search
# weighs them like words that nobody else has, which nearly all of them are.
MAX_TERMS = 2_000_000
_MAX_FIELDS = 5
_LARGEST = 10**12


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who has published, what is there of it, and where its statistics are.

    It is not `is_complete` while it publishes, and after it was ended in the middle. A selection
    is what some filters leave of its library.
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
        """Read what a publisher said of itself."""
        try:
            found = decoded(cls, json.loads(text(row, "value")), ignores_unknown=True)
        except ValueError as error:
            raise unusable() from error
        numbers = (found.generation, found.passages, found.documents)
        if not all(0 <= number <= _LARGEST for number in numbers):
            raise unusable()
        if len(found.statistics) > _MAX_ROWS:
            raise unusable()
        return found

    def value(self) -> str:
        """Return what `read` reads."""
        return json.dumps(encoded(self), ensure_ascii=False)


@dataclass(frozen=True)
class Terms:
    """In how many passages each term occurs, by field of the lexical index."""

    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def of(self, name: str) -> Mapping[str, int]:
        """Return the terms of a field, each with the number of passages that hold it."""
        return self.counts.get(name, {})

    @property
    def size(self) -> int:
        """How many terms there are in all fields."""
        return sum(map(len, self.counts.values()))

    @classmethod
    def sum_of(cls, every: Iterable[Terms]) -> Self:
        """Return the terms of several publishers as those of one library."""
        several = list(every)
        names = dict.fromkeys(name for one in several for name in one.counts)
        return cls({name: _total([one.of(name) for one in several]) for name in names})

    @cached_property
    def sorted_words(self) -> list[str]:
        """All words, in order."""
        return sorted(self.of(BODY))

    def words_with(self, beginning: str) -> list[tuple[str, int]]:
        """Return the words that begin so, in order."""
        words = self.sorted_words
        first, after = (bisect_left(words, end) for end in (beginning, f"{beginning}\U0010ffff"))
        return [(word, self.of(BODY)[word]) for word in words[first:after]]

    def words_like(self, pattern: str, most: int) -> list[str]:
        """Return the `most` frequent words that a word with wildcards stands for."""
        beginning = re.split(r"[*?]", pattern, maxsplit=1)[0]
        found = (one for one in self.words_with(beginning) if matches(one[0], pattern))
        return [word for word, _ in nsmallest(most, found, key=lambda one: (-one[1], one[0]))]

    def limited(self, limit: int) -> Terms:
        """Return at most `limit` of the terms, of each field those in the most passages."""
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
        """Return it as texts of which each fits a row."""
        lines = chain.from_iterable(
            [f"[{name}]", *(f"{term}\t{count}" for term, count in sorted(counts.items()))]
            for name, counts in self.limited(MAX_TERMS).counts.items()
        )
        data = base64.b85encode(zlib.compress("\n".join(lines).encode(), 6)).decode()
        return tuple(
            data[start : start + _LETTERS_A_ROW] for start in range(0, len(data), _LETTERS_A_ROW)
        )

    @classmethod
    def unpacked(cls, rows: Iterable[str]) -> Self:
        """Read what `packed` wrote; IndexUnavailableError for anything else, or too much of it."""
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
                    part[term] = max(0, min(int(count), _LARGEST))
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
