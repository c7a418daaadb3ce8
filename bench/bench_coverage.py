"""Measure search quality while a library is only partly embedded.

    python -m bench.bench_coverage SET --models DIR --keep DIR [--corpus DIR] [--queries N]

SET is a judged set (docs/internals/quality.md). Queries run as in the program. The vector index
contains a fixed sample of the documents. Each larger sample includes the smaller ones. Prints
nDCG@10 for keywords alone, meaning alone, and each fusion rule.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from twofold.app.child_processes import ChildProcess
from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.evaluation.evaluator import Run, plan_runs
from twofold.engine.evaluation.judged_library import JudgedLibrary, LibraryParts, PassagePlaces
from twofold.engine.evaluation.judged_set import JudgedSet, read_judged_set
from twofold.engine.evaluation.measures import measure
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.stores.vectors.index import VectorIndex

SHARES = (0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)


def part_of_vectors(library: JudgedLibrary, folder: Path, share: float) -> VectorIndex:
    """Return an index in `folder` with the vectors of a fraction `share` of the documents."""
    whole = library.indexes.vectors
    assert whole is not None
    stored = library.catalog.chunks(library.catalog.chunk_numbers())
    documents = {one.document.number for one in stored.values()}
    shuffled = sorted(documents, key=lambda number: blake2b(str(number).encode()).digest())
    read = set(shuffled[: max(1, round(share * len(shuffled)))])
    rows = []
    for number, one in stored.items():
        vector = whole.vector_of(number) if one.document.number in read else None
        if vector is not None:
            rows.append((number, one.document.number, vector.astype("<f2").tobytes()))
    part = VectorIndex.open(folder, whole.dimension, whole.fingerprint)
    part.apply(rows, [], library.catalog.generation)
    return part


def searcher_of(library: JudgedLibrary, vectors: VectorIndex, parts: LibraryParts) -> Searcher:
    """Return a searcher over a library with these vectors."""
    return open_searcher(
        library.catalog, library.indexes.lexical, vectors, lambda: parts.embedder, parts.settings
    )


def ndcg(
    judged: JudgedSet, places: PassagePlaces, searcher: Searcher, runs: Sequence[Run]
) -> list[float]:
    """Return the mean nDCG@10 of each run."""
    rankings: list[dict[str, tuple[str, ...]]] = [{} for _ in runs]
    for query in judged.queries:
        for run, ranking in zip(runs, rankings, strict=True):
            found = searcher.search(run.request(query.text)).ranking
            ranking[query.query_id] = places.documents(found)
    relevance = {query.query_id: query.relevance for query in judged.queries}
    measured = [measure(relevance, ranking).values() for ranking in rankings]
    return [sum(one["nDCG@10"] for one in values) / len(values) for values in measured]


def measure_set(judged: JudgedSet, keep: Path, parts: LibraryParts) -> None:
    """Print a row for each fraction of embedded documents."""
    runs = plan_runs((), (), parts.settings.fusion)
    print(f"{judged.name}: {len(judged.documents)} documents, {len(judged.queries)} queries")
    print("   read " + "".join(f"{run.name.removeprefix('hybrid/'):>10}" for run in runs))
    with closing(JudgedLibrary(keep / judged.corpus.name, parts)) as library:
        places, _ = library.fill(judged, "txt", lambda *_: None)
        library.embed(lambda *_: None)
        for share in SHARES:
            with (
                TemporaryDirectory() as folder,
                closing(part_of_vectors(library, Path(folder), share)) as vectors,
                closing(searcher_of(library, vectors, parts)) as searcher,
            ):
                values = ndcg(judged, places, searcher, runs)
                print(f"{share:7.1%} " + "".join(f"{value:10.3f}" for value in values), flush=True)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--queries", type=int)
    options = parser.parse_args()
    settings = Settings()
    description = KnownModels(options.models).find(settings.text("embedding.model"))
    path = provision(description, options.models, lambda _: None)
    with closing(load_model(path, description)) as embedder:
        parts = LibraryParts(
            settings=settings,
            embedder=embedder,
            reader_command=ChildProcess.EXTRACT_WORKER.command,
            graph_command=ChildProcess.GRAPH_BUILDER.command,
        )
        judged = read_judged_set(options.set, options.corpus, options.queries)
        measure_set(judged, options.keep, parts)


if __name__ == "__main__":
    main()
