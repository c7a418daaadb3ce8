"""The engine as front ends see it: requests go in with an id, events come back.

What a request asks is answered by the `Reader`, what it changes is done by the `Writer` on the
indexing thread of the `LibraryHost`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

from twofold.engine.api import (
    AddFolder,
    ChangeCollected,
    ChangeTags,
    CheckLibrary,
    CollectPassages,
    DeleteRemoved,
    Event,
    EventCallback,
    LibraryChecked,
    MoveFolder,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    Request,
    RequestDone,
    RestorePersonal,
    SetFolderRules,
    SetTrust,
    UseModel,
    UseSettings,
)
from twofold.engine.model.message import Message
from twofold.engine.service.library_host import LibraryHost
from twofold.engine.service.open_library import LibraryOpener
from twofold.engine.service.reader import Reader, is_question
from twofold.engine.service.scheduler import Job, SearchPriority, send_answer

# What a person changed would be lost otherwise; the long part of it goes on at the next start.
_KEPT = (
    AddFolder,
    RemoveFolder,
    DeleteRemoved,
    MoveFolder,
    RestorePersonal,
    SetFolderRules,
    ChangeTags,
    SetTrust,
    CollectPassages,
    ChangeCollected,
)
# These are carried out while folders are being read. Folders are added one after another, and what
# is asked of one folder keeps its order.
_SHORT = (
    RemoveFolder,
    DeleteRemoved,
    SetFolderRules,
    ChangeTags,
    SetTrust,
    UseSettings,
    UseModel,
)


# For an export to end, and for closing the catalog while another thread writes to it. If that takes
# longer, the catalog is checked at the next start, as after a crash.
_SECONDS_TO_CLOSE = 1.0


class BackgroundEngine:
    """One library, searched and kept up to date in the background.

    The constructor returns at once; the library is opened on the indexing thread. When that fails,
    a Notice says so and every request fails with the same sentence. While another process writes to
    the library it is read only, and kept up to date from when that process ends. A search waits at
    most `model_wait` seconds for the model; after that keywords answer alone.
    """

    def __init__(
        self,
        opener: LibraryOpener,
        on_event: EventCallback,
        *,
        model_wait: float = 0.0,
        loads_model: bool = True,
        watches: bool = False,
    ) -> None:
        self._on_event = on_event
        self._ids = count(1)
        self._priority = SearchPriority()
        self._host = LibraryHost(
            opener,
            on_event,
            self._priority,
            taken_over=lambda: self.carry_out(0, RefreshLibrary()),
            loads_model=loads_model,
            watches=watches,
        )
        self._reader = Reader(self._host, on_event, self._priority, model_wait)
        self._workers = (*self._reader.workers.values(), self._host.indexing)
        for worker in self._workers:
            worker.start()

    @property
    def indexer_process_id(self) -> int:
        """0, because everything is done in this process."""
        return 0

    def submit(self, request: Request, client: str = "") -> int:
        """Queue a request and return its id; the answer is an event with the same id."""
        request_id = next(self._ids)
        self.carry_out(request_id, request, client)
        return request_id

    def carry_out(self, request_id: int, request: Request, client: str = "") -> None:
        """Queue a request whose id was chosen by the caller."""
        if is_question(request):
            self._reader.submit(request_id, request, client)
            return
        worker, work = self._host.indexing, partial(self._change, request_id, request)
        match request:
            case ReportStatus():
                worker, work = (
                    self._reader.workers["search"],
                    partial(self._report_status, request_id),
                )
            case CheckLibrary():  # on the thread that writes, so that nothing changes meanwhile
                work = partial(self._check_library, request_id)
            case CollectPassages() | ChangeCollected():  # these do not wait until folders are read
                worker = self._reader.workers["preview"]
            case _:
                self._host.apply_at_once(request)
        worker.put(
            Job(
                partial(send_answer, self._on_event, request_id, work),
                is_kept=isinstance(request, _KEPT),
                is_short=isinstance(request, _SHORT),
                subject=partial(self._host.folder_of, request),
            )
        )

    def wait_until_opened(self) -> None:
        """Wait until the library is open, or known to be unusable."""
        self._host.wait_until_opened()

    def load_model(self, name: str) -> None:
        """Load the model called `name` for queries, when `loads_model` was not given."""
        self._host.indexing.put(Job(partial(self._host.models.start, name)))

    def refuse_model(self, sentence: Message) -> None:
        """Say why meaning cannot be searched."""
        if self._host.library is not None:
            self._host.library.set_model_problem(sentence)

    def follow(self, then: Callable[[], None]) -> None:
        """Search what another process has written meanwhile, then call `then`."""
        self._host.indexing.put(Job(partial(self._host.follow, then)))

    def hold_background_work(self, seconds: float) -> None:
        """Let background work yield: a search runs in another process."""
        self._priority.hold(seconds)

    def close(self, model_patience: float | None = None) -> None:
        """Stop all work at the next safe point; returns when every thread has ended.

        A model that is being loaded or made cannot be stopped; who ends the process at once anyway
        need not wait for it longer than `model_patience` seconds.
        """
        for worker in self._workers:
            worker.ask_to_stop()
        self._host.stop(model_patience)
        for worker in self._workers:
            worker.join()
        self._host.close(model_patience)

    def prepare_exit(self) -> None:
        """Carry out the changes that were asked for; then the process may end at any moment.

        Background work is not waited for, because a crash in the middle of it loses nothing. Only
        an export gets a moment to delete its unfinished file.
        """
        library = self._host.library
        if library is not None:
            library.announce_closing()
        for worker in self._workers:
            worker.ask_to_stop()
        for worker in self._workers:
            worker.wait_for_kept_jobs()
        self._reader.workers["export"].join(_SECONDS_TO_CLOSE)
        if (library := self._host.library) is not None:
            library.catalog.close(_SECONDS_TO_CLOSE)

    def _check_library(self, request_id: int) -> Event:
        return LibraryChecked(request_id, self._host.opened_library.indexes.check())

    def _report_status(self, request_id: int) -> Event:
        self._host.send_status()
        return RequestDone(request_id)

    def _change(self, request_id: int, request: Request) -> Event:
        return RequestDone(request_id, self._host.change(request))
