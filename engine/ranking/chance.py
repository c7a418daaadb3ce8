"""Compare the nearness of passages to a query with their nearness to random queries.

Some passages are near to any query: lists of names, markup, a title of one word. In cross-modal
retrieval such hubs are found with a bank of random queries (Bogolin and others 2022, "Querybank
Normalisation"). Here the bank gives every passage its own mean and standard deviation. The measure
is the number of deviations by which the query is nearer to a passage than random queries are.

With q a query, p a passage, c the mean passage of the library and b the random queries with mean m:

    deviations = (q - m) . (p - c) / spread of (b - m) . (p - c) over all b

This removes both the general nearness of the query and that of the passage. If all passages are
about one subject, none stands out for a question about it, but the library as a whole is nearer to
the question than to random queries. The library's deviations beyond the first are therefore
multiplied by one and a half and added to the deviations of every passage; at most two are added.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# The minimum spread of a passage, as a share of the typical one: 64 random queries measure it only
# to a tenth, and a minimum lets one product rule out most passages.
_MIN_OF_USUAL = 0.75
# Deviations of the whole library: the level from which they count, the factor, and the maximum
# added.
_FROM_LEVEL, _LEVEL_FACTOR, _MAX_FROM_LEVEL = 1.0, 1.5, 2.0
_ROWS_FOR_USUAL = 512
_ROWS_AT_ONCE = 16
_DECIMALS = 4
_TINY = float(np.finfo(np.float32).tiny)


class Chance:
    """The random queries (n, dimension) of a model and a sample (m, dimension) of a library."""

    def __init__(self, probes: Floats, sample: Floats) -> None:
        self._mean = probes.mean(axis=0)
        self._centred = (probes - self._mean) / np.float32(np.sqrt(len(probes)))
        self._centre = sample.mean(axis=0)
        self._spread_of_all = float(np.linalg.norm(self._centred @ self._centre))
        self._sample = sample[:_ROWS_FOR_USUAL]

    @cached_property
    def usual(self) -> float:
        """The median spread of the sample passages, in units of the cosine."""
        products = _products(self._sample - self._centre, self._centred)
        spreads = np.sort(np.linalg.norm(products, axis=1))
        middle = spreads[(len(spreads) - 1) // 2 : len(spreads) // 2 + 1]
        # np.median imports numpy.ma, which takes a tenth of a cold search
        return float(middle.mean())

    def direction(self, query: Floats) -> Floats:
        """Return the difference of a query (dimension,) from the mean random query."""
        direction: Floats = query - self._mean
        return direction

    def least_product(self, query: Floats, deviations: float) -> float:
        """Return the minimum product with `direction` for this many deviations."""
        level = float(self.direction(query) @ self._centre)
        own = deviations - self._added(query)
        return level + own * _MIN_OF_USUAL * self.usual

    def deviations(self, query: Floats, rows: Floats) -> NDArray[np.float64]:
        """Return by how many deviations each of `rows` (n, dimension) is nearer than by chance."""
        factors = np.vstack([self._centred, self.direction(query)])
        products = _products(rows - self._centre, factors)
        spreads = np.linalg.norm(products[:, :-1], axis=1)
        least = max(_MIN_OF_USUAL * self.usual, _TINY)
        own = products[:, -1] / np.maximum(spreads, least)
        found: NDArray[np.float64] = np.round(own.astype(np.float64), _DECIMALS)
        return found + self._added(query)

    def _added(self, query: Floats) -> float:
        """Return the deviations added to all passages if the whole library is near."""
        product = float(self.direction(query) @ self._centre)
        level = product / max(self._spread_of_all, _TINY)
        added = min(max(_LEVEL_FACTOR * (level - _FROM_LEVEL), 0.0), _MAX_FROM_LEVEL)
        return round(added, _DECIMALS)


def _products(rows: Floats, factors: Floats) -> Floats:
    """Return the products of all rows with all factors, as an array (rows, factors).

    They are computed in small blocks. For larger ones, the matrix library starts several threads,
    whose synchronisation takes ten times as long as the multiplication.
    """
    found = np.empty((len(rows), len(factors)), dtype=np.float32)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = slice(start, start + _ROWS_AT_ONCE)
        np.matmul(rows[some], factors.T, out=found[some])
    return found
