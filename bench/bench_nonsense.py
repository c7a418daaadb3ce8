"""How many unanswerable queries have a strong hit, and what hiding those costs real queries.

    python -m bench.bench_nonsense LIBRARY... --models DIR
    python -m bench.bench_nonsense LIBRARY --models DIR --judged SET [SET ...]

LIBRARY is the folder of an indexed library. It is opened read-only. The queries are in
nonsense_queries.jsonl: one half is noise and invented words, the other half is everyday questions
in several languages. Half of each was held out when the threshold was chosen.

SET is a judged set (docs/internals/quality.md) whose library was created by `twofold eval --keep`.
With SET, the output is how many of its relevant documents are strong hits among the first ten.
`before` is the rule without random queries.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import copytree
from statistics import mean
from tempfile import TemporaryDirectory

from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.embedding.ports import Embedder
from twofold.engine.evaluation.judged_library import file_name
from twofold.engine.evaluation.judged_set import JudgedQuery, read_judged_set
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.sync.indexes import folder_of_model
from twofold.engine.stores.vectors.index import VectorIndex

_QUERIES = Path(__file__).with_name("nonsense_queries.jsonl")
_TOP = 10
_LISTED = 100
_MAX_JUDGED = 250


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A query that no document answers."""

    query: str
    kind: str
    held_out: bool


class CachedQueries:
    """A model that embeds every query only once, so that only the search is timed."""

    def __init__(self, embedder: Embedder) -> None:
        self.fingerprint, self.near_cosine = embedder.fingerprint, embedder.near_cosine
        self.embed_query = cache(embedder.embed_query)


@contextmanager
def opened(library: Path, embedder: Embedder, *, calibrated: bool) -> Iterator[Searcher]:
    """Yield a searcher over a library, with or without its random queries."""
    with ExitStack() as stack:
        folder = folder_of_model(library / "vectors", embedder.fingerprint)
        if not calibrated:
            scratch = Path(stack.enter_context(TemporaryDirectory()))
            folder = copytree(folder, scratch / folder.name)
            for probes in folder.glob("probes-*"):
                probes.unlink()
        vectors = VectorIndex.open(folder, embedder.dimension, embedder.fingerprint, read_only=True)
        catalog = Catalog.open(library / "catalog.sqlite", read_only=True)
        lexical = LexicalIndex.open(library / "lexical", read_only=True)
        kept = CachedQueries(embedder)
        searcher = open_searcher(catalog, lexical, vectors, lambda: kept, Settings())  # type: ignore[arg-type, return-value]
        yield stack.enter_context(closing(searcher))


def has_strong_hit(searcher: Searcher, query: str, mode: SearchMode) -> bool:
    """Return whether the window would list any hit for a query."""
    request = SearchRequest(query, mode, limit=_LISTED, hide_weak=True)
    return bool(searcher.search(request).hits)


def shares(is_strong: Callable[[str], bool], queries: Sequence[Nonsense]) -> dict[str, float]:
    """Return the fraction of queries with a strong hit: by kind, by half, and in total."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for one in queries:
        strong = is_strong(one.query)
        half = "held out" if one.held_out else "tuned on"
        noise = "off-topic" if one.kind == "off-topic" else "nonsense"
        for group in (one.kind, noise, half, "all"):
            if group != one.kind or one.kind != noise:
                groups[group].append(strong)
    return {group: mean(found) for group, found in groups.items()}


def recall(searcher: Searcher, queries: Sequence[JudgedQuery], mode: SearchMode) -> float:
    """Return the mean fraction of relevant documents that are strong hits among the first ten."""
    found = []
    for query in queries:
        hits = searcher.search(SearchRequest(query.text, mode, limit=_TOP)).hits
        relevant = {file_name(name, "txt") for name, gain in query.relevance.items() if gain > 0}
        strong = {hit.doc_path for hit in hits if not hit.weak}
        found.append(len(strong & relevant) / len(relevant))
    return mean(found)


def report(name: str, before: Searcher, now: Searcher, queries: Sequence[Nonsense]) -> None:
    """Print the fractions for one library, and the CPU time of both rules, measured alternately."""
    print(name)
    for mode in (SearchMode.HYBRID, SearchMode.VECTOR):
        for rule, searcher in (("before", before), ("now", now)):
            found = shares(lambda query, s=searcher, m=mode: has_strong_hit(s, query, m), queries)  # type: ignore[misc]
            text = "  ".join(f"{group} {share:.1%}" for group, share in sorted(found.items()))
            print(f"  {mode.value:7} {rule:7} {text}", flush=True)
    counted = [now.count(SearchRequest(one.query, SearchMode.HYBRID)).passages for one in queries]
    print(f"  counted {mean(count > 0 for count in counted):.1%}")
    seconds = {"before": 0.0, "now": 0.0, "before, counts": 0.0, "now, counts": 0.0}
    for one in queries:
        for rule, searcher in (("before", before), ("now", now)):
            request = SearchRequest(one.query, SearchMode.HYBRID, limit=20)
            started = time.process_time()
            searcher.search(request)
            searched = time.process_time()
            searcher.count(request)
            seconds[rule] += searched - started
            seconds[f"{rule}, counts"] += time.process_time() - searched
    print(
        "  ms CPU  " + "  ".join(f"{k} {1000 * v / len(queries):.2f}" for k, v in seconds.items())
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", metavar="LIBRARY", nargs="+", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--judged", metavar="SET", nargs="+", type=Path, default=[])
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    lines = _QUERIES.read_text(encoding="utf-8").splitlines()
    queries = [Nonsense(**json.loads(line)) for line in lines]
    description = KnownModels(options.models).find(Settings().text("embedding.model"))
    path = provision(description, options.models, lambda _: None)
    with closing(load_model(path, description)) as embedder:
        for library in options.libraries:
            with (
                opened(library, embedder, calibrated=False) as before,
                opened(library, embedder, calibrated=True) as now,
            ):
                if not options.judged:
                    report(str(library), before, now, queries)
                for folder in options.judged:
                    judged = read_judged_set(folder, options.corpus, None)
                    step = max(1, len(judged.queries) // _MAX_JUDGED)
                    some = judged.queries[::step][:_MAX_JUDGED]
                    for mode in (SearchMode.HYBRID, SearchMode.VECTOR):
                        found = [recall(searcher, some, mode) for searcher in (before, now)]
                        print(
                            f"{judged.name} {mode.value} {len(some)} queries: before "
                            f"{found[0]:.3f}, now {found[1]:.3f}",
                            flush=True,
                        )


if __name__ == "__main__":
    main()
