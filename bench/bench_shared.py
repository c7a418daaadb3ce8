"""Many clients search a shared library at once: errors, times, and the lower bound of the server.

    python -m bench.bench_shared ADDRESS QUERIES [--clients N] [--seconds S] [--pause P]

Each client has its own connection and searcher, like a window. It searches in hybrid mode for the
lines of the file QUERIES, in its own order, and pauses P seconds after each answer. Queries are
embedded beforehand, because every user has their own computer for that. The lower bound is the time
of the two bare Milvus searches with the same vectors and the same number of clients, which return
only ids and scores. It is measured first, for a fifth of the time. The clients are threads of two
processes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.bench_scale import model
from bench.print_times import print_times
from twofold.engine.model.errors import EngineError
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import open_searcher
from twofold.engine.search.query_language import parse
from twofold.engine.service.shared_search import SharedAccess, SharedChoice, SharedSearch
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.lexical import MilvusLexical
from twofold.engine.sharing.rows import SPARSE
from twofold.engine.sharing.server import Server
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex

_PROCESSES = 2
_HITS = 50


@dataclass(frozen=True)
class Load:
    """The work of a client. `vectors` are the embedded queries."""

    address: Address
    queries: Sequence[str]
    vectors: Mapping[str, NDArray[np.float32]]
    about_model: Mapping[str, Any]
    pause: float
    seconds: float
    is_bare: bool

    def searches(self, own: Path) -> Callable[[str], object]:
        """Connect, and return a function that searches for a query."""
        server, name = Server(self.address), self.address.name
        embedder: Any = SimpleNamespace(embed_query=self.vectors.__getitem__, **self.about_model)
        shared = SharedSearch(
            SharedAccess(lambda _name: server, 60.0), SharedChoice((name,), with_own=False)
        )
        catalog, empty = Catalog.open(own / "catalog.sqlite"), LexicalIndex.open(own / "lexical")
        beside = shared.beside_own(embedder.fingerprint)
        shared.wait_until_open()
        searcher = open_searcher(catalog, empty, None, lambda: embedder, Settings(), shared=beside)
        lexical = MilvusLexical(SharedCollection(server))

        def bare(text: str) -> None:
            name, parsed = self.address.collection, parse(text)
            vector = self.vectors[parsed.free_text].tolist()
            words = lexical._sparse(parsed, lexical.vocabulary, prefix_last=False)
            server.search(name, "words", words, _HITS, "", ["id"], SPARSE)
            server.search(name, "meaning", vector, _HITS, "", ["id"], {"metric_type": "COSINE"})

        def ours(text: str) -> None:
            response = searcher.search(SearchRequest(text, mode=SearchMode.HYBRID, limit=20))
            for warning in response.warnings:
                raise EngineError(warning)

        return bare if self.is_bare else ours


@dataclass
class ClientResult:
    """The times of the searches in seconds, and the number of errors by message."""

    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


def client(load: Load, number: int, own: Path) -> ClientResult:
    """Search until the time is over."""
    order, result = random.Random(number), ClientResult()
    try:
        search = load.searches(own / f"{number}")
    except EngineError as error:
        return ClientResult(errors=Counter([f"opening: {error}"]))
    until = time.monotonic() + load.seconds
    for text in cycle(order.sample(load.queries, len(load.queries))):
        began = time.monotonic()
        if began > until:
            return result
        try:
            search(text)
            result.times.append(time.monotonic() - began)
        except EngineError as error:
            result.errors[str(error)] += 1
        time.sleep(load.pause * order.uniform(0.5, 1.5))
    return result


def clients(load: Load, numbers: range) -> list[ClientResult]:
    """Run several clients in this process."""
    with tempfile.TemporaryDirectory() as own, ThreadPoolExecutor(len(numbers)) as pool:
        return list(pool.map(lambda number: client(load, number, Path(own)), numbers))


def main() -> None:
    """Measure the bare searches, then those of Twofold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", metavar="ADDRESS", type=Address.parse)
    parser.add_argument("queries", metavar="QUERIES", type=Path)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--pause", type=float, default=10.0)
    options = parser.parse_args()
    embedder = model()
    queries = list(filter(None, options.queries.read_text(encoding="utf-8").split("\n")))
    meant = {parse(query).free_text for query in queries}
    vectors = {text: embedder.embed_query(text) for text in meant}
    names = ("fingerprint", "dimension", "near_cosine")
    about = {name: getattr(embedder, name) for name in names}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(_PROCESSES, context) as pool:
        for kind, share in (("bare", 0.2), ("ours", 1.0)):
            seconds = options.seconds * share
            asked = (queries, vectors, about, options.pause)
            load = Load(options.address, *asked, seconds, kind == "bare")
            parts = [range(at, options.clients, _PROCESSES) for at in range(_PROCESSES)]
            found = [one for some in pool.map(clients, [load] * _PROCESSES, parts) for one in some]
            print_times(kind, [1000 * value for one in found for value in one.times])
            result = sum((one.errors for one in found), Counter[str]())
            print(f"{kind}: {result.total()} errors in {seconds:.0f} s", dict(result), flush=True)


if __name__ == "__main__":
    main()
