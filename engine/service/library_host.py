"""One library being open: for writing as soon as nobody else writes to it, else to be followed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace

from engine.api import (
    EngineError,
    EventCallback,
    LibraryInUseError,
    Notice,
    PauseEmbedding,
    PauseIndexing,
    Request,
    Settings,
    UseSettings,
)
from engine.service.background_embedding import Throttle
from engine.service.model_slot import ModelSlot
from engine.service.open_library import LibraryOpener, OpenLibrary
from engine.service.scheduler import Job, SearchPriority, WorkerThread
from engine.service.status import StatusReport
from engine.service.updates import SECONDS_BETWEEN_CHECKS, LiveUpdates
from engine.service.writer import Writer

logger = logging.getLogger(__name__)

_SECONDS_UNTIL_NEXT_TURN = 2.0


class LibraryHost:
    """Opens the library and keeps it up to date, on the indexing thread, which it owns.

    While another process writes to the library it is read only and followed; when that process
    ends it is kept up to date from here. Then, and after a recovery, `taken_over` is called: all
    folders are to be looked at. With `watches` changed files are noticed at once.
    """

    def __init__(
        self,
        opener: LibraryOpener,
        on_event: EventCallback,
        priority: SearchPriority,
        taken_over: Callable[[], None],
        *,
        loads_model: bool,
        watches: bool,
    ) -> None:
        self._opener = opener
        self._on_event = on_event
        self._priority = priority
        self._taken_over = taken_over
        self._loads_model = loads_model
        self._watches = watches
        self._former: OpenLibrary | None = None
        self._followed_generation = -1
        self._followed_model = ""  # to which the process that writes has changed meanwhile
        # A pause may come in any moment, also while one service takes the place of another.
        self._pausing = threading.Lock()
        self._paused_early = False
        self._all_paused_early = False
        self._newest_settings = opener.settings
        self._live: LiveUpdates | None = None
        self.opened = threading.Event()
        self.library: OpenLibrary | None = None
        self.service: Writer | None = None
        self.report: StatusReport | None = None
        self.failure = EngineError("The library is closed.")
        self.indexing = WorkerThread(
            "indexing", start_work=self._open, idle_work=self._maintain, patience=self._patience
        )
        self.models = ModelSlot(
            opener.load_embedder, on_event, lambda: self.indexing.put(Job(self.models.take))
        )

    # --- Any thread ---

    def heed(self, request: Request) -> None:
        """Stop or go on at once when that is asked, also with a library that is not open yet."""
        with self._pausing:
            match request:
                case PauseEmbedding():
                    self._paused_early = request.paused
                    if self.service is not None:
                        self.service.pause(paused=request.paused)
                case PauseIndexing():
                    self._all_paused_early = request.paused
                    if self.service is not None:
                        self.service.reading.pause(paused=request.paused)
                case UseSettings():
                    self._newest_settings = Settings.from_mapping(dict(request.values))

    def stop(self, model_patience: float | None) -> None:
        """End what takes long; the indexing thread was asked to stop."""
        self.opened.wait()
        self.models.removed()
        if self.library is not None:
            self.library.stop_readers()
        self.models.join(model_patience)

    def close(self, model_patience: float | None) -> None:
        """Close everything once every thread that uses the library has ended."""
        if self._live is not None:
            self._live.close()
        self.models.join(model_patience)  # a job may have begun to load another one meanwhile
        for library in (self.library, self._former):
            if library is not None:
                library.close()
        self.models.close(model_patience)

    # --- Indexing thread ---

    def follow(self, then: Callable[[], None]) -> None:
        """Search what another process has written meanwhile, and call `then` when that is so."""
        try:
            if self.library is None:
                self._use(self._opener.open())
            else:
                self.library.follow()
        except EngineError as error:
            logger.info("following the library later: %s", error.message)
        finally:
            then()

    def use_settings(self) -> str:
        """Read by the settings that were asked for last; return what was done in words.

        Each of many that come while a folder is read asks for this: the first does it for all.
        """
        self._opener = replace(self._opener, settings=self._newest_settings)
        if self.library is None or self.service is None:
            return ""
        is_new = self.library.read_by(self._newest_settings)
        return (self.service.refresh() if is_new else "") or ""

    def _open(self) -> None:
        try:
            library = self._opener.open()
        except EngineError as error:
            self.failure = error
            self._on_event(Notice(error.message, error.hint, is_warning=True))
        except Exception as error:
            logger.exception("the library cannot be opened")
            self.failure = EngineError(f"The library cannot be opened ({type(error).__name__}).")
            self._on_event(
                Notice(self.failure.message, "The log has the details.", is_warning=True)
            )
        else:
            self._use(library)
            self._load_first_model()
        finally:
            self.opened.set()

    def _use(self, library: OpenLibrary) -> None:
        """Answer and keep this library from now on."""
        report = StatusReport(library.catalog, self._on_event, library, read_only=library.read_only)
        self._live = self._new_live_updates(library)
        service = Writer(
            catalog=library.catalog,
            indexes=library.indexes,
            indexer=library.indexer,
            report=report,
            priority=self._priority,
            on_event=self._on_event,
            stop_requested=lambda: self.indexing.is_closing,
            jobs_wait=lambda: self.indexing.has_waiting_jobs,
            changes_wait=lambda: self.indexing.has_short_jobs,
            between_steps=self.models.take,
            when_embedded=self.models.complete,
            live=self._live,
            throttle=Throttle(self._opener.settings.whole("embedding.processor_share")),
        )
        self.models.serve(library, service, report)
        for repair in library.repairs:
            self._on_event(Notice(repair))
        with self._pausing:
            service.pause(paused=self._paused_early)
            service.reading.pause(paused=self._all_paused_early)
            self.report, self.service, self.library = report, service, library
        if library.is_recovered and self._opener.maintain:
            self._taken_over()

    def _new_live_updates(self, library: OpenLibrary) -> LiveUpdates | None:
        if library.read_only or not self._watches:
            return None
        minutes = self._opener.settings.whole("indexing.rescan_minutes")
        return LiveUpdates(self._wake, minutes * 60.0)

    def _wake(self) -> None:
        self.indexing.put(Job(self._follow_disk, "follow the disk"))

    def _follow_disk(self) -> None:
        if self.service is not None:
            self.service.follow_disk()

    def _load_first_model(self) -> None:
        if self._loads_model:
            self.models.start(self._answering_model() or self._chosen_model)
        elif self.library is not None:
            self._keep_vectors_in_step(self.library)

    @property
    def _chosen_model(self) -> str:
        return self._opener.settings.text("embedding.model")

    def _answering_model(self) -> str:
        """Return whose vectors answer a library that is only read: another may not be complete."""
        if self.library is None or (self._opener.maintain and not self.library.read_only):
            return ""
        return self.library.catalog.answering_model.partition("@")[0]

    def _keep_vectors_in_step(self, library: OpenLibrary) -> None:
        try:
            repairs = library.keep_vectors_in_step()
        except EngineError as error:
            logger.info("vectors follow later: %s", error.message)
            return
        for repair in repairs:
            self._on_event(Notice(repair))

    @property
    def _waits_for_turn(self) -> bool:
        """Whether another process writes to the library that is to be kept up to date here."""
        if self.library is None:
            return self.opened.is_set() and isinstance(self.failure, LibraryInUseError)
        return self.library.read_only and self._opener.maintain

    def _patience(self) -> float | None:
        if self._waits_for_turn:
            return _SECONDS_UNTIL_NEXT_TURN
        return SECONDS_BETWEEN_CHECKS if self._live is not None else None

    def _maintain(self) -> bool:
        """One small step of background work; False when there is nothing to do for now."""
        if self._waits_for_turn:
            self._take_turn()
            return False
        if self.service is None or self.library is None or self.library.read_only:
            return False
        self.service.follow_disk()
        return self.service.embed_some()

    def _take_turn(self) -> None:
        """Keep the library up to date if nobody else does any more; else follow who does."""
        try:
            library = self._opener.open_for_writing()
        except EngineError as error:
            logger.debug("the library stays read only: %s", error.message)
            self._follow_the_other()
            return
        # Searches may still run in the former, which stays open until the end.
        self._former = self.library
        self._use(library)
        if self._former is None:
            self._load_first_model()
        elif self._loads_model:
            self.models.prefer(self._followed_model or self._chosen_model)
        self._on_event(Notice("The other Twofold has ended; the library is kept up to date here."))
        self._taken_over()

    def _follow_the_other(self) -> None:
        if self.library is None or self.report is None:
            return
        self._change_model_with_the_other()
        generation = self.library.catalog.generation
        if generation != self._followed_generation:
            try:
                self.library.follow()
            except EngineError as error:
                logger.info("following the library later: %s", error.message)
                return
            self._followed_generation = generation
            self.report.send()

    def _change_model_with_the_other(self) -> None:
        """Answer with the vectors that who writes keeps in step: the former ones grow stale."""
        answering = self._answering_model()
        if self._loads_model and answering and answering != self.models.wanted:
            self._followed_model = answering
            self.models.start(answering)
