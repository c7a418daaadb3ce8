"""A single search for a command, without the threads and parts of a long-running engine.

Most of the time of a command is spent importing modules. This search imports only the catalog, the
indexes and the search pipeline, and a model only to search by meaning. The response is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from twofold.engine.model.document import CHUNKER_VERSION
from twofold.engine.model.errors import CatalogError, IndexUnavailableError, ModelError
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.query_language import is_blank, parse
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.opening import open_lexical

if TYPE_CHECKING:
    from twofold.engine.embedding.ports import Embedder
    from twofold.engine.stores.vectors.index import VectorIndex

_BY_KEYWORDS = frozenset({SearchMode.LEXICAL, SearchMode.SUBSTRING})


def search_once(
    request: SearchRequest,
    settings: Settings,
    *,
    catalog_file: Path,
    lexical_folder: Path,
    vectors_folder: Path,
    load_embedder: Callable[[str], Embedder],
) -> SearchResponse | None:
    """Return the response; None if a complete engine is needed.

    A complete engine is needed if the library needs repair, is empty, was created by another
    version or has no vectors, if its model cannot be used, and for reranking. It also reports
    problems to the user. `load_embedder` returns the embedder for a model name. Its model is loaded
    while modules are imported and keywords are searched.
    """
    if request.rerank:
        return None
    embedder: Embedder | None = None
    vectors: VectorIndex | None = None
    with ExitStack() as opened:
        try:
            catalog = opened.enter_context(closing(Catalog.open(catalog_file, read_only=True)))
            lexical = opened.enter_context(closing(open_lexical(catalog, lexical_folder, [])))
            if not lexical.size or catalog.files.has_other_chunker(CHUNKER_VERSION):
                return None
            if request.mode not in _BY_KEYWORDS or request.like:
                name = catalog.vectors.answering_model.partition("@")[0]
                if not name:
                    return None
                embedder = load_embedder(name)  # not closed, because exiting the process is faster
                vectors = _open_vectors(catalog, vectors_folder, embedder)
                opened.enter_context(closing(vectors))
                if not vectors.count:
                    return None
                if not is_blank(request, parse(request.query)):
                    _start_loading(embedder)
        except (CatalogError, IndexUnavailableError, ModelError):
            return None
        from twofold.engine.search.pipeline import open_searcher  # noqa: PLC0415 (the model loads in the meantime)

        searcher = open_searcher(catalog, lexical, vectors, lambda: embedder, settings)
        return opened.enter_context(closing(searcher)).search(request)


def _start_loading(embedder: Embedder) -> None:
    """Load the model on a thread. Errors are reported when the query is embedded."""

    def load() -> None:
        with suppress(ModelError):
            embedder.load()

    Thread(target=load, name="model").start()


def _open_vectors(catalog: Catalog, folder: Path, embedder: Embedder) -> VectorIndex:
    from twofold.engine.stores.sync.indexes import folder_of_model, open_vectors  # noqa: PLC0415 (and numpy)

    fingerprint = embedder.fingerprint
    place = folder_of_model(folder, fingerprint)
    return open_vectors(catalog, place, fingerprint, embedder.dimension, [])
