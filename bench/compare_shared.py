"""How similar the answers of a published library are to those of the original.

    python -m bench.compare_shared LIBRARY ADDRESS --judged FOLDER [--queries N]
    python -m bench.compare_shared LIBRARY ADDRESS --asked FILE [--queries N]

LIBRARY was published at ADDRESS (`twofold --library LIBRARY share publish ADDRESS`). For each mode,
prints the fraction of the ten best hits that both have in common. With a judged set whose documents
are in LIBRARY (created by `twofold eval --keep`), also prints nDCG@10 of both. FILE contains one
query per line.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import mean

from bench.bench_scale import model
from twofold.engine.evaluation.judged_library import file_name
from twofold.engine.evaluation.judged_set import JudgedSet, read_judged_set
from twofold.engine.evaluation.measures import measure
from twofold.engine.model.hit import Hit
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.service.shared_search import SharedAccess, SharedChoice, SharedSearch
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.server import Server
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import folder_of_model, open_vectors
from twofold.engine.stores.sync.opening import open_lexical

_TOP = 10
_MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)


def main() -> None:
    """Search both and print the overlap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", metavar="LIBRARY", type=Path)
    parser.add_argument("address", metavar="ADDRESS", type=Address.parse)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--judged", metavar="FOLDER", type=Path)
    what.add_argument("--asked", metavar="FILE", type=Path)
    parser.add_argument("--queries", type=int)
    options = parser.parse_args()
    judged = options.judged and read_judged_set(options.judged, most_queries=options.queries)
    if judged:
        queries = [query.text for query in judged.queries]
    else:
        queries = options.asked.read_text(encoding="utf-8").split("\n")[: options.queries]
    embedder = model()
    parts = (lambda: embedder, Settings())
    catalog = Catalog.open(options.library / "catalog.sqlite", read_only=True)
    lexical = open_lexical(catalog, options.library / "lexical", [])
    folder = folder_of_model(options.library / "vectors", embedder.fingerprint)
    vectors = open_vectors(catalog, folder, embedder.fingerprint, embedder.dimension, [])
    access = SharedAccess(lambda _name: Server(options.address), 60.0)
    chosen = SharedChoice((options.address.name,), with_own=False)
    with closing(SharedSearch(access, chosen)) as shared:
        beside = shared.beside_own(embedder.fingerprint)
        shared.wait_until_open()
        with (
            closing(open_searcher(catalog, lexical, vectors, *parts)) as here,
            closing(open_searcher(catalog, lexical, vectors, *parts, shared=beside)) as there,
        ):
            for mode in _MODES:
                found = [[_hits(one, query, mode) for query in queries] for one in (here, there)]
                print(mode.value, _told(found, judged), flush=True)
    embedder.close()


def _hits(searcher: Searcher, query: str, mode: SearchMode) -> Sequence[Hit]:
    response = searcher.search(SearchRequest(query, mode=mode, limit=50))
    if response.warnings:
        raise SystemExit(f"{query}: {response.warnings}")
    return response.hits


def _told(found: Sequence[Sequence[Sequence[Hit]]], judged: JudgedSet | None) -> str:
    places = [[{_place(hit) for hit in hits[:_TOP]} for hits in one] for one in found]
    common = [len(a & b) / len(a) for a, b in zip(*places, strict=True) if a]
    reported = f"queries {len(common)}  overlap@{_TOP} {mean(common):.3f}"
    if judged:
        here, there = (_ndcg(judged, one) for one in found)
        reported += f"  nDCG@10 embedded {here:.4f} shared {there:.4f} ({there - here:+.4f})"
    return reported


def _place(hit: Hit) -> tuple[str, str]:
    return hit.doc_path, hit.citation.place


def _ndcg(judged: JudgedSet, found: Sequence[Sequence[Hit]]) -> float:
    named = {Path(file_name(one.doc_id, "x")).stem: one.doc_id for one in judged.documents}
    rankings = {
        query.query_id: list(dict.fromkeys(named[Path(hit.doc_path).stem] for hit in hits))
        for query, hits in zip(judged.queries, found, strict=True)
    }
    measured = measure({query.query_id: query.relevance for query in judged.queries}, rankings)
    return mean(one["nDCG@10"] for one in measured.values())


if __name__ == "__main__":
    main()
