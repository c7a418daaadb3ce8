"""Many search a shared library at once: errors, times, and the limit that its server sets.

    python -m tests.bench.bench_shared ADDRESS QUERIES [--clients N] [--seconds S] [--pause P]

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
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.model.errors import EngineError
from engine.model.request import SearchMode, SearchRequest
from engine.model.settings import Settings
from engine.search.pipeline import Searcher
from engine.search.query_language import parse
from engine.stores.milvus.rows import SPARSE
from engine.stores.milvus.server import Address, Server
from engine.stores.sync.sharing import SharedIndexes
from tests.bench.bench_scale import model
from tests.bench.measured import tell

_PROCESSES = 2
_HITS = 50


@dataclass(frozen=True)
class Load:
    """What a client does; `vectors` are those of the queries."""

    address: Address
    vectors: Mapping[str, NDArray[np.float32]]
    about_model: Mapping[str, Any]
    pause: float
    seconds: float
    is_bare: bool

    def searches(self, own: Path) -> Callable[[str], object]:
        """Connect, and return what searches for a query."""
        server = Server(self.address)
        catalog, indexes = SharedIndexes.of(server, own)
        embedder: Any = SimpleNamespace(embed_query=self.vectors.__getitem__, **self.about_model)
        searcher = Searcher(catalog, indexes.lexical, indexes.vectors, lambda: embedder, Settings())

        def bare(text: str) -> None:
            name, vector = self.address.collection, self.vectors[text].tolist()
            words = indexes.lexical._sparse(parse(text), prefix_last=False)
            server.search(name, "words", words, _HITS, "", ["id"], SPARSE)
            server.search(name, "meaning", vector, _HITS, "", ["id"], {"metric_type": "COSINE"})

        def ours(text: str) -> None:
            response = searcher.search(SearchRequest(text, mode=SearchMode.HYBRID, k=20))
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
        search = load.searches(own / f"{number}.sqlite")
    except EngineError as error:
        return Told(errors=Counter([f"opening: {error}"]))
    until = time.monotonic() + load.seconds
    for text in cycle(order.sample(list(load.vectors), len(load.vectors))):
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
    texts = filter(None, options.queries.read_text(encoding="utf-8").split("\n"))
    vectors = {text: embedder.embed_query(text) for text in map(_meant, texts)}
    names = ("fingerprint", "dimension", "near_cosine")
    about = {name: getattr(embedder, name) for name in names}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(_PROCESSES, context) as pool:
        for kind, share in (("bare", 0.2), ("ours", 1.0)):
            seconds = options.seconds * share
            load = Load(options.address, vectors, about, options.pause, seconds, kind == "bare")
            parts = [range(at, options.clients, _PROCESSES) for at in range(_PROCESSES)]
            found = [one for some in pool.map(clients, [load] * _PROCESSES, parts) for one in some]
            tell(kind, [1000 * value for one in found for value in one.times])
            told = sum((one.errors for one in found), Counter[str]())
            print(f"{kind}: {told.total()} errors in {seconds:.0f} s", dict(told), flush=True)


def _meant(text: str) -> str:
    """Return what is embedded of a query; those with more than words are searched without it."""
    return parse(text).free_text


if __name__ == "__main__":
    main()
