"""The writing side: changes a library as requests ask, and indexes and embeds in the background."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from twofold.engine.api import (
    AddFolder,
    BadRequestError,
    ChangeTags,
    DeleteRemoved,
    EmbedFirst,
    EngineError,
    EventCallback,
    IndexingPhase,
    MoveFolder,
    NoteOpened,
    Notice,
    PauseEmbedding,
    RefreshLibrary,
    RemoveFolder,
    Request,
    RestorePersonal,
    RetryFailures,
    SetFolderRules,
    SetTrust,
)
from twofold.engine.extract.ocr import is_installed as is_ocr_installed
from twofold.engine.indexing.scan import WHOLE, FolderSummary, ReadingProgress, Scan, in_all
from twofold.engine.model.document import as_number
from twofold.engine.model.installed import how_to_add
from twofold.engine.model.message import EMPTY, Message, joined, message
from twofold.engine.processes.this_process import give_back_free_memory
from twofold.engine.service.background_embedding import BackgroundEmbedding, Pauses, Throttle
from twofold.engine.service.live_updates import LiveUpdates
from twofold.engine.service.model_slot import ModelSlot
from twofold.engine.service.open_library import OpenLibrary, place_of
from twofold.engine.service.scheduler import SearchPriority, Worker
from twofold.engine.service.status import Activity, StatusReport
from twofold.engine.stores.catalog.checked_folder import checked_folder
from twofold.engine.stores.catalog.rows import Folder

# Files are read on, slowly, while a person types: what is not read yet cannot be found at all.
_SECONDS_TO_YIELD = 0.02

_NO_OCR = message("Scans are not read, as text recognition is not installed.")

_NOWHERE = ReadingProgress("", 0, "")


@dataclass(frozen=True, slots=True)
class Update:
    """Places of the library to be scanned, and what changed there to be indexed."""

    scans: tuple[Scan, ...]

    def of(self, folders: Iterable[Folder]) -> Update:
        """Return the update with the folders as they are now, without those that were removed."""
        known = {folder.root: folder for folder in folders}
        return Update(
            tuple(
                replace(scan, folder=known[scan.folder.root])
                for scan in self.scans
                if scan.folder.root in known
            )
        )


class Writer:
    """Changes one library. Indexing thread only.

    Long work is done in steps: between two of them it yields to searches, carries out the short
    jobs that wait for `worker`, and ends when the worker is asked to stop or everything is paused.
    What is left then is done once it goes on, or at the next start.
    """

    def __init__(
        self,
        library: OpenLibrary,
        report: StatusReport,
        models: ModelSlot,
        live: LiveUpdates | None,
        on_event: EventCallback,
        *,
        worker: Worker,
        priority: SearchPriority,
        pauses: Pauses,
        throttle: Throttle,
    ) -> None:
        self.library = library
        self._catalog = library.catalog
        self._indexes = library.indexes
        self._indexer = library.indexer
        self.report = report
        self._models = models
        self.live = live
        self._on_event = on_event
        self._worker = worker
        self._priority = priority
        self._pauses = pauses
        self.embedding = BackgroundEmbedding(
            library.catalog,
            library.indexes,
            throttle,
            on_event,
            priority=priority,
            worker=worker,
            pauses=pauses,
            before_batch=self._ends_embedding_step,
        )
        self._postponed: list[Update] = []
        self._stopped_at = _NOWHERE  # where an update was when everything was paused
        self._depth = 0  # of updates: a short job may begin one in the middle of another
        self._indexes_changed_files = False
        self._gone: frozenset[str] = frozenset()  # folders of which it was said that they are away
        self._scans_may_wait = True
        self._lacks_ocr = False  # whether it was said that text cannot be recognised
        self._problem = ""  # the last reason why changes on disk could not be indexed

    # --- Requests ---

    def change(self, request: Request) -> Message:  # noqa: C901, PLR0911, PLR0912 (a case for each kind)
        """Change the library as asked; return what was done, in words."""
        match request:
            case AddFolder():
                return self._add_folder(request)
            case RemoveFolder():
                return self._remove_folder(request)
            case DeleteRemoved():
                return self._delete_removed()
            case MoveFolder():
                return self._move_folder(request.name, request.path)
            case RestorePersonal():
                self._catalog.restore_personal(request.copy)
                self._check_folders(soon=True)
                return self.refresh()
            case SetFolderRules():
                return self._set_folder_rules(request)
            case RefreshLibrary():
                return self.refresh()
            case RetryFailures():
                return self._retry_failures(request.paths)
            case ChangeTags():
                return self._change_tags(request)
            case SetTrust():
                return self._set_trust(request)
            case NoteOpened():
                self._note_opened(request.chunk_id)
            case EmbedFirst() if not self._is_paused:
                self.embedding.step(request.chunk_numbers)
            case PauseEmbedding(paused=False):
                self.embedding.has_failed = False
        return EMPTY

    def refresh(self) -> Message:
        """Index what changed in any folder."""
        return self._update(Update(tuple(map(Scan, self._catalog.folders()))))

    def _add_folder(self, request: AddFolder) -> Message:
        path, rules = request.path, request.rules
        root, already = checked_folder(path, self._catalog.folders(), has_rules=rules is not None)
        folder = self.library.removed.add_again(
            root, request.name, partial(self._catalog.add_folder, rules=rules)
        )
        self._indexes.synchronise()
        self._check_folders(soon=True)
        done = self._update(Update((Scan(folder),)))
        return joined(already, done)

    def _remove_folder(self, request: RemoveFolder) -> Message:
        name = request.name
        if not request.erase:
            self.library.removed.keep(name)
        self._catalog.remove_folder(name)
        self._indexes.settle()
        if request.erase:
            self.library.removed.delete(name)
            self.library.forget_recognised()
        self._check_folders(soon=True)
        self.report.send()
        return message("'{name}' is no longer searched.", name=name)

    def _delete_removed(self) -> Message:
        self.library.removed.delete_all()
        self.library.forget_recognised()
        self.report.send()
        return message("The index of removed folders is deleted.")

    def _move_folder(self, name: str, path: Path) -> Message:
        others = tuple(folder for folder in self._catalog.folders() if folder.name != name)
        root, already = checked_folder(path, others, has_rules=True)
        if already:
            raise BadRequestError(already)
        known = self._catalog.files.known(name)
        if known and not any((root / file).exists() for file in known):
            raise BadRequestError(
                message(
                    "None of the files known of '{name}' is in '{path}'.", name=name, path=path
                ),
                message("To search this folder too, add it."),
            )
        self._catalog.move_folder(name, root)
        self._check_folders(soon=True)
        folders = (folder for folder in self._catalog.folders() if folder.name == name)
        return self._update(Update(tuple(map(Scan, folders))))

    def _set_folder_rules(self, request: SetFolderRules) -> Message:
        self._catalog.set_folder_rules(request.name, request.rules)
        folders = (folder for folder in self._catalog.folders() if folder.name == request.name)
        return self._update(Update(tuple(map(Scan, folders))))

    def _retry_failures(self, paths: tuple[str, ...]) -> Message:
        folders = self._catalog.folders()
        places = [place_of(path, folders).partition("/") for path in paths]
        scans = tuple(
            Scan(
                folder,
                retry=tuple(inside for name, _, inside in places if name == folder.name)
                if places
                else WHOLE,
            )
            for folder in folders
        )
        return self._update(Update(scans))

    def _change_tags(self, request: ChangeTags) -> Message:
        place = place_of(request.place, self._catalog.folders())
        tags = set(self._catalog.personal.tags(place)) - set(request.remove) | set(request.add)
        with self._catalog.change() as change:
            changed = change.set_user_tags(place, sorted(tags))
        return self._documents_changed(changed)

    def _set_trust(self, request: SetTrust) -> Message:
        place = place_of(request.place, self._catalog.folders())
        with self._catalog.change() as change:
            changed = change.set_user_trust(place, request.level)
        return self._documents_changed(changed)

    def _documents_changed(self, number: int) -> Message:
        self._indexes.settle()
        self.report.send()
        return message("%Ln documents changed.", "", number, one="1 document changed.")

    def _note_opened(self, chunk_id: str) -> None:
        """Embed the document of a passage before others: the person has opened it."""
        number = as_number(chunk_id)
        stored = self._catalog.chunks([number]).get(number)
        if stored is not None and self.report.vectors_pending:
            self._catalog.vectors.note_opened(stored.document.number)

    # --- Background work ---

    def follow_disk(self) -> None:
        """Index what was postponed, and what is known to have changed on disk."""
        if not self._is_paused:
            postponed, self._postponed = self._postponed, []
            self._stopped_at = _NOWHERE
            for update in postponed:
                self._index_unasked(update.of(self._catalog.folders()))
        if self.live is None:
            return
        self._check_folders()
        if self._is_paused:
            return
        self.live.add_paths(self._indexer.retries.places_due(self._catalog.folders()))
        scans = self.live.take(self._catalog.folders())
        if scans and self._index_unasked(Update(scans)):
            self.live.note_scanned(scans)

    def embed_some(self) -> bool:
        """Compute a few vectors; return False when there is nothing (more) to do for now."""
        embedding = self.embedding
        if self._is_paused:
            self._set_activity(None)
            return False
        done = embedding.step()
        if not done and not embedding.yielded:
            self._set_activity(IndexingPhase.PAUSED if embedding.is_paused else None)
            if not embedding.is_paused and not embedding.has_failed:
                self._models.complete()
                self.library.removed.delete_outdated()
                embedding.rest_when_idle()
                self._indexes.refresh_graph(more_follows=embedding.has_pending)
        return done > 0 or embedding.yielded

    def read_scans(self) -> bool:
        """Recognise the text of a few scans; return False when there is nothing (more) to do."""
        if self._is_paused or not self._can_read_scans:
            return False
        self._priority.yield_to_searches(_SECONDS_TO_YIELD)
        goes_on = False
        try:
            goes_on = self.library.scans.step()
        except EngineError as error:
            if error.message != self._problem:
                self._problem = error.message
                self._on_event(Notice(error.message, error.hint, is_warning=True))
        if self._scans_may_wait and not goes_on:
            self.library.end_scan_reader()
            self._indexes.settle()
        self._scans_may_wait = goes_on
        self._set_activity(None)
        return goes_on

    @property
    def _can_read_scans(self) -> bool:
        """Whether scans are wanted and can be read; says once where they cannot."""
        if not self.library.wants_scans:
            return False
        if not is_ocr_installed():
            if not self._lacks_ocr:
                self._on_event(Notice(_NO_OCR, how_to_add("ocr"), is_warning=True))
            self._lacks_ocr = True
            return False
        return True

    def _ends_embedding_step(self) -> bool:
        self._set_activity(IndexingPhase.EMBEDDING)
        return self._is_paused

    @property
    def _is_paused(self) -> bool:
        return self._pauses.everything

    def _check_folders(self, *, soon: bool = False) -> None:
        """Watch the folders that are present; tell of those that have gone or come back."""
        if self.live is None:
            return
        if soon:
            self.live.check_soon()
        gone, back = self.live.check(self._catalog.folders())
        for name in gone:
            self._on_event(
                Notice(
                    message("The folder '{name}' is not there now; it stays searchable.", name=name)
                )
            )
        for name in self._gone.intersection(back):
            self._on_event(
                Notice(message("The folder '{name}' is there again.", name=name), is_passing=True)
            )
        self._gone = self._gone.union(gone).difference(back)
        if gone or back:
            self.report.send()

    def _index_unasked(self, update: Update) -> bool:
        """Carry out an update that no request waits for; a failure is reported once and retried."""
        try:
            self._update(update)
        except EngineError as error:
            if self.live is not None:
                self.live.put_off(update.scans)
            if error.message != self._problem:
                self._problem = error.message
                self._on_event(Notice(error.message, error.hint, is_warning=True))
            return False
        self._problem = ""
        return True

    # --- Updates ---

    def _update(self, update: Update) -> Message:
        """Index what changed at these places; return what was done, in words."""
        self.embedding.has_failed = False
        self._worker.note_recorded()
        if self._worker.is_closing:
            return EMPTY  # the folders are scanned when the library is opened again
        if self._is_paused:
            self._postpone(update)
            return message("Indexing is paused; this is done when it goes on.")
        self._depth += 1
        try:
            words = self._carry_out_all(update)
        finally:
            self._depth -= 1
        if not self._worker.is_closing:
            self._indexes.settle()
        give_back_free_memory()
        self._scans_may_wait = True
        goes_on = bool(self._postponed) and not self._is_paused
        if self._depth == 0 and not goes_on:
            self._set_activity(None)
        return words

    def _carry_out_all(self, update: Update) -> Message:
        """Carry out an update, interrupted by short jobs as often as there are any."""
        summaries = [FolderSummary()]
        while not self._carry_out(update, summaries[-1]):
            if self._depth > 1:
                self._postpone(update)
                return EMPTY
            self._indexes.settle()
            self._worker.run_short_jobs()
            update = update.of(self._catalog.folders())
            if not update.scans:
                return EMPTY
            if self._is_paused:
                self._postpone(update)
                break
            summaries.append(FolderSummary())
        return in_all(summaries, is_retry=any(scan.retry for scan in update.scans)).in_words()

    def _carry_out(self, update: Update, summary: FolderSummary) -> bool:
        """Carry out an update; return False when a short job has interrupted it."""
        for step in self._indexer.update(update.scans, summary):
            if self._worker.is_closing:
                break
            if self._is_paused:
                self._postpone(update)
                self._stopped_at = step
                self._indexer.commit()
                break
            if self._worker.has_short_jobs and not self._indexes_changed_files:
                self._indexer.commit()
                return False
            phase = IndexingPhase.READING if step.pending else IndexingPhase.SCANNING
            file, rate = step.current_file, self.embedding.rate
            self.report.set_activity(
                Activity(phase, file, step.pending, step.folder, rate, step.unsaved, step.later)
            )
            self._models.take()
            if step.pending:
                self._index_changed_files()
            self._priority.yield_to_searches(_SECONDS_TO_YIELD)
        return True

    def _index_changed_files(self) -> None:
        """Index what a person saves while many files are still to be read."""
        if self.live is None or self._indexes_changed_files or not self.live.has_changed_files:
            return
        scans = self.live.take_changed_files(self._catalog.folders())
        if not scans:  # each update saves what was read before it
            return
        self._indexes_changed_files = True
        try:
            self._carry_out(Update(scans), FolderSummary())
        except EngineError:
            self.live.put_off(scans)
            raise
        finally:
            self._indexes_changed_files = False

    def _postpone(self, update: Update) -> None:
        if update not in self._postponed:
            self._postponed.append(update)

    def _set_activity(self, phase: IndexingPhase | None) -> None:
        """Report a phase in which no file is read; None when there is nothing to do."""
        scans = None if self._is_paused else self._scan_activity()
        if scans is not None and phase in {None, IndexingPhase.PAUSED}:
            self.report.set_activity(scans)
            return
        self.report.set_activity(
            Activity(
                IndexingPhase.PAUSED if self._is_paused else phase or IndexingPhase.IDLE,
                pending=self._stopped_at.pending or (scans.pending if scans else 0),
                pending_folder=self._stopped_at.folder,
                later=self._stopped_at.later,
                embedding_rate=self.embedding.rate,
            )
        )

    def _scan_activity(self) -> Activity | None:
        """Return that scans are read, or will be next; None when there are none."""
        if not (self._scans_may_wait and self._can_read_scans):
            return None
        scans = self.library.scans
        if (scan := scans.current) is not None:
            return Activity(IndexingPhase.READING, scan.path, max(scans.pending, 1), scan.folder)
        waiting = self._catalog.count_scans()
        return Activity(IndexingPhase.READING, pending=waiting) if waiting else None
