"""Opening a library: for writing if possible, otherwise for reading, or shared ones only."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace

from twofold.engine.embedding.ports import RerankerChoice
from twofold.engine.model.errors import (
    EngineError,
    IndexUnavailableError,
    LibraryInUseError,
    LibraryProtectedError,
)
from twofold.engine.model.localized import joined, message
from twofold.engine.model.settings import Settings
from twofold.engine.service.open_library import (
    ChildCommands,
    EmbedderLoader,
    LibraryPlaces,
    OpenLibrary,
)
from twofold.engine.service.relay import has_writer
from twofold.engine.service.shared_search import SharedAccess, SharedChoice
from twofold.engine.stores.catalog.connections import DamagedCatalogError
from twofold.engine.stores.catalog.schema import OlderCatalogError

logger = logging.getLogger(__name__)

_SHARED = LibraryProtectedError(
    message("A shared library cannot be changed here."),
    message("Change it on the computer that publishes it: twofold share publish"),
)
CUT_BY_ANOTHER = message(
    "Some documents were indexed by another version of Twofold. Run 'twofold index' to index "
    "them again. Until then, searches use the old passages."
)
_READ_AGAIN = message("The documents are being read again.")
_TO_BE_READ = message("The documents must be read again.")


@dataclass(frozen=True, slots=True)
class LibraryOpener:
    """Opens a library. With `maintain`, it is opened for writing: indexing, embedding, repairs.

    `choose_reranker` returns the source of a reranking model other than the built-in one. With
    `beside_indexer`, an indexer process keeps the library up to date. It also reports documents
    that were indexed by another version, so this process does not. With `access`, shared libraries
    are searched too: the `chosen` ones or, without these, the ones in the settings.
    """

    places: LibraryPlaces
    settings: Settings
    commands: ChildCommands
    load_embedder: EmbedderLoader
    maintain: bool
    choose_reranker: RerankerChoice = lambda _settings: None
    beside_indexer: bool = False
    access: SharedAccess | None = None
    chosen: SharedChoice | None = None
    only_shared: bool = False

    def open(self) -> OpenLibrary:
        """Open for writing if requested and possible, otherwise for reading.

        A library opened for reading is briefly opened for writing to repair it, if its indexes are
        damaged or an older version wrote it. Raise CatalogError, or LibraryInUseError if there is
        nothing to read yet.
        """
        if self.only_shared:
            return self._open_shared()
        if not self.maintain:
            try:
                return self._open_to_read()
            except (IndexUnavailableError, OlderCatalogError, DamagedCatalogError) as error:
                logger.info("opening for writing to repair: %s", error.message)
        try:
            return self.open_for_writing()
        except (LibraryInUseError, LibraryProtectedError) as error:
            try:
                library = self._open(read_only=True)
            except EngineError as unreadable:  # the other process is just creating it
                raise error from unreadable
            library.why_read_only = error
            if not has_writer(self.places.folder):  # no process accepts changes
                library.repairs = (joined(error.message, error.hint), *library.repairs)
            return library

    def open_for_writing(self) -> OpenLibrary:
        """Open for writing. Raise LibraryInUseError if another process writes to it."""
        library = self._open(read_only=False)
        if library.is_recovered:
            saved, *others = library.repairs
            then = _READ_AGAIN if self.maintain or self.beside_indexer else _TO_BE_READ
            library.repairs = (joined(saved, then), *others)
        return library

    def _open_to_read(self) -> OpenLibrary:
        library = self._open(read_only=True)
        if not self.beside_indexer and library.has_other_chunks:
            library.repairs = (*library.repairs, CUT_BY_ANOTHER)
        return library

    def _open_shared(self) -> OpenLibrary:
        """Open shared libraries, together with an empty local library for reading."""
        if not self.places.catalog.exists():
            with suppress(LibraryInUseError):  # another command creates it
                replace(self, access=None, only_shared=False).open_for_writing().close()
        library = self._open(read_only=True)
        library.why_read_only = _SHARED
        return library

    def _open(self, *, read_only: bool) -> OpenLibrary:
        return OpenLibrary(
            self.places,
            self.settings,
            self.commands,
            read_only=read_only,
            choose_reranker=self.choose_reranker,
            access=self.access,
            chosen=self.chosen,
        )
