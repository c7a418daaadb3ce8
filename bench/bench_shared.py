"""Many search a shared library at once: errors, times, and the limit that its server sets.

    python -m bench.bench_shared ADDRESS QUERIES [--clients N] [--seconds S] [--pause P]

Each client has a connection and a search of its own, as a window has, and searches in hybrid mode
for the lines of the file QUERIES, in an order of its own, P seconds after each answer. Queries are
embedded beforehand: every person has a computer for that. The limit is what as many clients wait
for the two bare searches of the same vectors, which bring numbers alone; it is measured first, for
a fifth of the time. The clients are threads of two processes.
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
from bench.measured import tell
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
    """What a client does; `vectors` are those of what is meant by the queries."""

    address: Address
    queries: Sequence[str]
    vectors: Mapping[str, NDArray[np.float32]]
    about_model: Mapping[str, Any]
    pause: float
    seconds: float
    is_bare: bool

    def searches(self, own: Path) -> Callable[[str], object]:
        """Connect, and return what searches for a query."""
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
class Told:
    """Seconds of the searches, and errors by what they say."""

    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


def client(load: Load, number: int, own: Path) -> Told:
    """Search until the time is over."""
    order, told = random.Random(number), Told()
    try:
        search = load.searches(own / f"{number}")
    except EngineError as error:
        return Told(errors=Counter([f"opening: {error}"]))
    until = time.monotonic() + load.seconds
    for text in cycle(order.sample(load.queries, len(load.queries))):
        began = time.monotonic()
        if began > until:
            return told
        try:
            search(text)
            told.times.append(time.monotonic() - began)
        except EngineError as error:
            told.errors[str(error)] += 1
        time.sleep(load.pause * order.uniform(0.5, 1.5))
    return told


def clients(load: Load, numbers: range) -> list[Told]:
    """Run some clients in this process."""
    with tempfile.TemporaryDirectory() as own, ThreadPoolExecutor(len(numbers)) as pool:
        return list(pool.map(lambda number: client(load, number, Path(own)), numbers))


def main() -> None:
    """Measure bare searches, then ours."""
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
            tell(kind, [1000 * value for one in found for value in one.times])
            told = sum((one.errors for one in found), Counter[str]())
            print(f"{kind}: {told.total()} errors in {seconds:.0f} s", dict(told), flush=True)


if __name__ == "__main__":
    main()
