"""Open a library for writing, or for reading while another process writes to it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial, singledispatchmethod

from twofold.engine.api import (
    EngineError,
    Event,
    EventCallback,
    LibraryInUseError,
    Notice,
    RefreshLibrary,
    Request,
    RequestDone,
    Settings,
    UseSettings,
)
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.service.background_embedding import Throttle
from twofold.engine.service.library_opener import LibraryOpener
from twofold.engine.service.live_updates import SECONDS_BETWEEN_CHECKS, LiveUpdates
from twofold.engine.service.model_slot import ModelSlot
from twofold.engine.service.open_library import OpenLibrary
from twofold.engine.service.relay import ChangeServer, Submit, send_change
from twofold.engine.service.scheduler import Job, SearchPriority, Worker, send_answer
from twofold.engine.service.shared_search import SharedChoice
from twofold.engine.service.status import Pauses, StatusReport
from twofold.engine.service.writer import Writer

logger = logging.getLogger(__name__)

_SECONDS_UNTIL_NEXT_TRY = 2.0
_RERANKING = ("rerank.model", "rerank.candidates")


class LibraryHost:
    """Opens the library and keeps it up to date. Owns the indexing thread, which does this work.

    While another process writes to the library, it is opened read-only and refreshed after each
    change. When that process ends, this one keeps the library up to date. After such a takeover,
    and after a recovery, all folders are scanned. With `watches`, changed files are detected
    immediately.
    """

    def __init__(
        self,
        opener: LibraryOpener,
        on_event: EventCallback,
        priority: SearchPriority,
        submit: Submit,
        *,
        loads_model: bool,
        watches: bool,
    ) -> None:
        """`submit` carries out a change on the thread of its route."""
        access = opener.access and replace(opener.access, on_change=self._report_shared)
        self._opener = replace(opener, access=access)
        self._on_event = on_event
        self._priority = priority
        self._submit = submit
        self._changes: ChangeServer | None = None
        self._loads_model = loads_model
        self._watches = watches
        self._opened_libraries = ExitStack()
        self._followed_generation = -1
        self._followed_model = ""  # the model that the writing process has switched to
        self.pauses = Pauses()
        self._newest_settings = opener.settings
        self._writer: Writer | None = None
        self._failure = EngineError(message("The library is closed."))
        self.opened = threading.Event()
        self.indexing = Worker(
            "indexing",
            start_work=self._open,
            idle_work=self._maintain,
            idle_seconds=self._idle_seconds,
        )
        self.models = ModelSlot(opener.load_embedder, on_event, self.indexing)

    # --- Thread-safe ---

    @property
    def library(self) -> OpenLibrary | None:
        """The library; None if it is not open."""
        return self._writer.library if self._writer is not None else None

    @property
    def opened_library(self) -> OpenLibrary:
        """The library. Raises the error that prevented opening it."""
        return self._opened_writer.library

    @property
    def _opened_writer(self) -> Writer:
        if self._writer is None:
            raise self._failure
        return self._writer

    def wait_until_opened(self) -> None:
        """Wait until the library is open or known to be unusable."""
        self.opened.wait()

    def note_settings(self, settings: Settings) -> None:
        """Record the newest settings. A `UseSettings` request applies them later."""
        self._newest_settings = settings

    def send_status(self) -> None:
        """Report the state of the library. Raise the error that prevented opening it."""
        writer = self._opened_writer
        writer.library.shared.wait_until_open()
        writer.report.send()

    def refuse_changes(self) -> None:
        """Accept no more changes from other processes."""
        changes, self._changes = self._changes, None
        if changes is not None:
            changes.close()

    def stop(self, model_patience: float | None) -> None:
        """End long-running work, after the indexing thread was asked to stop."""
        self.opened.wait()
        self.models.stop()
        if self.library is not None:
            self.library.stop_readers()
        self.models.join(model_patience)

    def close(self, model_patience: float | None) -> None:
        """Close everything after all threads that use the library have ended."""
        self.models.join(model_patience)  # a job may have started to load another one
        self.refuse_changes()
        self._opened_libraries.close()
        self.models.close(model_patience)

    # --- The thread of the request's route ---

    @singledispatchmethod
    def change(self, request: Request) -> Message:
        """Change the library as requested and describe the result. Raise EngineError."""
        writer = self._opened_writer
        if writer.library.read_only:
            if (done := self._relayed(request)) is not None:
                return done
            raise writer.library.why_read_only
        return writer.change(request)

    def _relayed(self, request: Request) -> Message | None:
        """Send a change to the process that writes to the library; None if there is none."""
        if self._opener.only_shared:
            return None
        return send_change(self._opener.places.folder, request, lambda: self.indexing.is_closing)

    @change.register
    def _use_settings(self, _request: UseSettings) -> Message:
        """Apply the newest settings to reading; the first of several requests applies them all."""
        writer = self._opened_writer
        before = self._opener.settings
        former = SharedChoice.of(before)
        self._opener = replace(self._opener, settings=self._newest_settings)
        if any(before.value(key) != self._newest_settings.value(key) for key in _RERANKING):
            writer.library.rerank_with(self._newest_settings)
        if (chosen := SharedChoice.of(self._newest_settings)) != former:
            self._opener = replace(self._opener, chosen=chosen)
            writer.library.search_in(chosen)
        is_to_scan = writer.library.use_reading_settings(self._newest_settings)
        return writer.refresh() if is_to_scan else EMPTY

    # --- Indexing thread ---

    def follow(self, then: Callable[[], None]) -> None:
        """Make the changes of another process searchable, then call `then`."""
        try:
            if self.library is None:
                self._use(self._opener.open())
            else:
                self.library.follow()
        except EngineError as error:
            logger.info("refreshing the library later: %s", error.message)
        finally:
            then()

    def _open(self) -> None:
        try:
            library = self._opener.open()
        except EngineError as error:
            self._failure = error
            self._on_event(Notice(error.message, error.hint, is_warning=True))
        except Exception as error:
            logger.exception("the library cannot be opened")
            problem = message("The library cannot be opened ({name}).", name=type(error).__name__)
            self._failure = EngineError(problem)
            self._on_event(Notice(problem, message("See the log for details."), is_warning=True))
        else:
            self._use(library)
            self._load_first_model()
        finally:
            self.opened.set()

    def _use(self, library: OpenLibrary) -> None:
        """Use this library for answers, and keep it up to date, from now on."""
        report = StatusReport(library, self._on_event)
        live = self._new_live_updates(library)
        writer = Writer(
            library,
            report,
            self.models,
            live,
            self._on_event,
            worker=self.indexing,
            priority=self._priority,
            pauses=self.pauses,
            throttle=Throttle(self._opener.settings.whole("embedding.processor_share")),
        )
        self.models.serve(library, writer.embedding, report)
        for repair in library.repairs:
            self._on_event(Notice(repair))
        # Searches may still run in a previous library, so all stay open until the end.
        self._opened_libraries.callback(library.close)
        if live is not None:
            self._opened_libraries.callback(live.close)
        self._writer = writer
        if not library.read_only:
            self._accept_changes()
        if library.is_recovered and self._opener.maintain:
            self._queue_refresh()

    def _accept_changes(self) -> None:
        """Carry out changes that other processes send."""
        try:
            self._changes = ChangeServer(self._opener.places.folder, self._submit)
        except OSError as error:
            logger.warning("other processes cannot send changes: %s", error)

    def _queue_refresh(self) -> None:
        """Queue a scan of all folders, without a request from a client."""

        def refresh() -> Event:
            return RequestDone(0, self.change(RefreshLibrary()))

        self.indexing.put(Job(partial(send_answer, self._on_event, 0, refresh)))

    def _report_shared(self) -> None:
        if (writer := self._writer) is not None:
            writer.report.send_if_possible()

    def _new_live_updates(self, library: OpenLibrary) -> LiveUpdates | None:
        if library.read_only or not self._watches:
            return None
        minutes = self._opener.settings.whole("indexing.rescan_minutes")
        return LiveUpdates(
            lambda: self.indexing.put(Job(self._follow_disk, kind=("disk",))), minutes * 60.0
        )

    def _follow_disk(self) -> None:
        self._opened_writer.follow_disk()

    def _load_first_model(self) -> None:
        if self._loads_model:
            self.models.start(self._answering_model() or self._chosen_model)
        elif self.library is not None:
            self._synchronise_vectors(self.library)

    @property
    def _chosen_model(self) -> str:
        return self._opener.settings.text("embedding.model")

    def _answering_model(self) -> str:
        """Return the model whose vectors a read-only library is searched with.

        The vectors of other models may be incomplete.
        """
        if self.library is None or (self._opener.maintain and not self.library.read_only):
            return ""
        own = self.library.catalog.vectors.answering_model
        return (own or self.library.shared.model).partition("@")[0]

    def _synchronise_vectors(self, library: OpenLibrary) -> None:
        try:
            repairs = library.keep_vectors_in_step()
        except EngineError as error:
            logger.info("updating the vectors later: %s", error.message)
            return
        for repair in repairs:
            self._on_event(Notice(repair))

    @property
    def _waits_for_writer(self) -> bool:
        """Whether another process writes to a library that this process should keep up to date."""
        if self.library is None:
            return self.opened.is_set() and isinstance(self._failure, LibraryInUseError)
        return self.library.read_only and self._opener.maintain

    def _idle_seconds(self) -> float | None:
        if self._waits_for_writer:
            return _SECONDS_UNTIL_NEXT_TRY
        is_watching = self._writer is not None and self._writer.live is not None
        return SECONDS_BETWEEN_CHECKS if is_watching else None

    def _maintain(self) -> bool:
        """Do one small step of background work. Return False if there is nothing to do for now."""
        if self._waits_for_writer:
            self._try_to_write()
            return False
        if self._writer is None or self._writer.library.read_only:
            return False
        self._writer.follow_disk()
        writer = self._writer
        return writer.find_versions() or writer.embed_some() or writer.read_scans()

    def _try_to_write(self) -> None:
        """Keep the library up to date if no other process does; otherwise follow its changes."""
        try:
            library = self._opener.open_for_writing()
        except EngineError as error:
            logger.debug("the library stays read-only: %s", error.message)
            self._follow_writer()
            return
        is_first = self._writer is None
        self._use(library)
        if is_first:
            self._load_first_model()
        elif self._loads_model:
            self.models.prefer(self._followed_model or self._chosen_model)
        self._on_event(
            Notice(
                message(
                    "The other Twofold process has ended. This one now keeps the library "
                    "up to date."
                ),
                is_passing=True,
            )
        )
        self._queue_refresh()

    def _follow_writer(self) -> None:
        if self._writer is None:
            return
        self._follow_model_of_writer()
        library = self._writer.library
        generation = library.catalog.generation
        # The catalog is written first, so the indexes may have missed the last change.
        if generation == self._followed_generation and library.indexes.are_up_to_date:
            return
        try:
            library.follow()
        except EngineError as error:
            logger.info("refreshing the library later: %s", error.message)
            return
        self._followed_generation = generation
        self._writer.report.send()

    def _follow_model_of_writer(self) -> None:
        """Load the model that the writing process has switched to, for queries in this process."""
        answering = self._answering_model()
        if self._loads_model and answering and answering != self.models.wanted:
            self._followed_model = answering
            self.models.start(answering)
