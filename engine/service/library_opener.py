"""Opening a library for writing where that is wanted and free, for reading otherwise."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from engine.embedding.ports import RerankerProvider, no_reranker
from engine.model.errors import (
    CatalogError,
    EngineError,
    IndexUnavailableError,
    LibraryInUseError,
    LibraryProtectedError,
)
from engine.model.settings import Settings
from engine.service.model_thread import EmbedderLoader
from engine.service.open_library import (
    CUT_BY_ANOTHER,
    ChildCommands,
    LibraryPlaces,
    OpenLibrary,
)
from engine.stores.catalog.connections import DamagedCatalogError
from engine.stores.catalog.schema import OlderCatalogError

_READ_AGAIN = "The documents are read again."
_TO_BE_READ = "The documents are to be read again."

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LibraryOpener:
    """Opens one library. `maintain` asks for writing: indexing, embedding, repairs.

    `load_reranker` is called when a search first wants the reranking model. With `beside_indexer`
    another process keeps the library up to date, and tells what another version made.
    """

    places: LibraryPlaces
    settings: Settings
    commands: ChildCommands
    load_embedder: EmbedderLoader
    maintain: bool
    load_reranker: RerankerProvider = no_reranker
    beside_indexer: bool = False

    def open(self) -> OpenLibrary:
        """Open for writing when wanted and free, for reading otherwise.

        A library that is only read but whose indexes are damaged, or that an older version wrote,
        is opened for writing once, so that it is put in order. Raises CatalogError, or
        LibraryInUseError when there is nothing to read yet either.
        """
        if not self.maintain:
            try:
                return self._open_to_read()
            except (IndexUnavailableError, OlderCatalogError, DamagedCatalogError) as error:
                logger.info("opening for writing to repair: %s", error.message)
        try:
            return self.open_for_writing()
        except (LibraryInUseError, LibraryProtectedError) as error:
            library = self._open_beside_another(error)
            library.why_read_only = error
            library.repairs = (f"{error.message} {error.hint}", *library.repairs)
            return library

    def open_for_writing(self) -> OpenLibrary:
        """Open for writing; LibraryInUseError while another process does."""
        library = self._open(read_only=False)
        if library.is_recovered:
            saved, *others = library.repairs
            then = _READ_AGAIN if self.maintain or self.beside_indexer else _TO_BE_READ
            library.repairs = (f"{saved} {then}", *others)
        return library

    def _open_to_read(self) -> OpenLibrary:
        library = self._open(read_only=True)
        if not self.beside_indexer and library.is_cut_by_another_version:
            library.repairs = (*library.repairs, CUT_BY_ANOTHER)
        return library

    def _open_beside_another(self, in_use: CatalogError) -> OpenLibrary:
        try:
            return self._open(read_only=True)
        except EngineError as error:
            # The other one is just making it.
            raise in_use from error

    def _open(self, *, read_only: bool) -> OpenLibrary:
        return OpenLibrary(
            self.places,
            self.settings,
            self.commands,
            read_only=read_only,
            load_reranker=self.load_reranker,
        )
