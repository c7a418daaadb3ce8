"""Literal search in an existing library, with and without candidates from the keyword index.

    python -m bench.bench_literal LIBRARY [--rounds N] [TEXT ...]

LIBRARY is the folder of an indexed library. It is opened read-only. Both variants run alternately
and must return the same passages. Prints the CPU time of the fastest round in ms, and how many
passages contain the text (100 at most).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from twofold.engine.model.filters import SearchFilters
from twofold.engine.search.literal_search import find_literal
from twofold.engine.search.scatter import Scatter
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex

TEXTS = (
    "Größenverstellung", "größe", "Straße", "ограничение памяти", "памяти", "メモリの上限",
    "内存限制", "量", "naïve", "é", "kubectl get pods", "etes", "finalizer blocks", "qj", "!=",
    "→", "max_retry_count", "the", "nothing holds this", "x" * 5000,
)  # fmt: skip
_LIMIT = 100


def fastest(search: Callable[[], list[int]], rounds: int) -> tuple[float, list[int]]:
    """Return the CPU time of the fastest round in ms, and the passages found."""
    times = []
    found: list[int] = []
    for _ in range(rounds):
        started = time.process_time()
        found = search()
        times.append(1000 * (time.process_time() - started))
    return min(times), found


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("texts", metavar="TEXT", nargs="*", default=TEXTS)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    catalog = Catalog.open(options.library / "catalog.sqlite", read_only=True)
    lexical = LexicalIndex.open(options.library / "lexical", read_only=True)
    scatter, every = Scatter(catalog, lexical, None), SearchFilters()
    print(f"{'candidates':>10} {'all read':>9} {'ratio':>6} {'found':>6}  text")
    for text in options.texts:
        quick, found = fastest(
            lambda t=text: find_literal(scatter, t, every, _LIMIT), options.rounds
        )
        whole, expected = fastest(
            lambda t=text: catalog.substring(t, every, _LIMIT), options.rounds
        )
        assert [key.chunk_number for key in found.value] == expected, text
        ratio = whole / max(quick, 0.001)
        print(f"{quick:10.1f} {whole:9.1f} {ratio:6.1f} {len(found.value):6}  {text[:40]}")
    lexical.close()
    catalog.close()


if __name__ == "__main__":
    main()
