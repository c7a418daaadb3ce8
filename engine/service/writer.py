"""The writing side: carry out changes to a library, and index and embed in the background."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial, singledispatchmethod

from twofold.engine.api import (
    AddFolder,
    BadRequestError,
    ChangeCollected,
    ChangeTags,
    CollectPassages,
    CreateCollection,
    DeleteCollection,
    DeleteRemoved,
    EmbedFirst,
    EngineError,
    EventCallback,
    IndexingPhase,
    MoveFolder,
    NoteOpened,
    Notice,
    PauseEmbedding,
    PauseIndexing,
    RefreshLibrary,
    RemoveFolder,
    RenameCollection,
    Request,
    RestorePersonal,
    RetryFailures,
    SetFolderRules,
    SetTrust,
    UseModel,
)
from twofold.engine.indexing.missing_signatures import add_signatures
from twofold.engine.indexing.scan import WHOLE, FolderSummary, Scan, total_summary
from twofold.engine.model.document import as_number
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.processes.this_process import release_free_memory
from twofold.engine.service.background_activity import NOWHERE, BackgroundActivity
from twofold.engine.service.background_embedding import BackgroundEmbedding, Throttle
from twofold.engine.service.live_updates import LiveUpdates
from twofold.engine.service.model_slot import ModelSlot
from twofold.engine.service.open_library import OpenLibrary
from twofold.engine.service.scheduler import SearchPriority, Worker
from twofold.engine.service.status import Activity, Pauses, StatusReport
from twofold.engine.stores.catalog.checked_folder import checked_folder
from twofold.engine.stores.library_folder import Folder, as_spelled, folder_of, place_of

# Files are still read, slowly, while the user types: unread files cannot be found at all.
_SECONDS_TO_YIELD = 0.02


@dataclass(frozen=True, slots=True)
class Update:
    """Folders, or parts of folders, to scan and index."""

    scans: tuple[Scan, ...]

    def of(self, folders: Iterable[Folder]) -> Update:
        """Return the update with the current folders, without removed ones."""
        known = {folder.root: folder for folder in folders}
        return Update(
            tuple(
                replace(scan, folder=known[scan.folder.root])
                for scan in self.scans
                if scan.folder.root in known
            )
        )


class Writer:
    """Changes a library. Indexing thread only; the collection is changed on the preview thread.

    Long work is done in steps. Between two steps it yields to searches, carries out the short jobs
    waiting for `worker`, and ends if the worker is asked to stop or everything is paused. The
    remaining steps follow when work continues, or at the next start.
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
        self._activity = BackgroundActivity(library, report, pauses, on_event)
        self.embedding = BackgroundEmbedding(
            library.catalog,
            library.indexes,
            throttle,
            on_event,
            priority=priority,
            worker=worker,
            pauses=pauses,
            activity=self._activity,
        )
        self._postponed: list[Update] = []
        self._depth = 0  # of updates: a short job may start one in the middle of another
        self._indexes_changed_files = False
        self._gone: frozenset[str] = frozenset()  # folders reported as unavailable
        self._problem = ""  # the last reason why changes on disk could not be indexed
        self._lacks_signatures = True  # documents of an earlier version or a removed folder

    # --- Requests ---

    @singledispatchmethod
    def change(self, request: Request) -> Message:
        """Change the library as requested and describe the result. Raise EngineError."""
        raise TypeError(f"no handler for {type(request).__name__}")

    @change.register
    def _add_folder(self, request: AddFolder) -> Message:
        path, rules = request.path, request.rules
        root, already = checked_folder(path, self._catalog.folders(), has_rules=rules is not None)
        folder = self.library.removed.add_again(
            root, request.name, partial(self._catalog.add_folder, rules=rules)
        )
        self._lacks_signatures = True
        self._indexes.synchronise()
        self._check_folders(soon=True)
        done = self._update(Update((Scan(folder),)))
        return joined(already, done)

    @change.register
    def _remove_folder(self, request: RemoveFolder) -> Message:
        name = request.name
        if not request.erase:
            self.library.removed.keep(name)
        self._catalog.remove_folder(name)
        self._indexes.purge_deletes()
        if request.erase:
            self.library.removed.delete(name)
            self.library.forget_recognised()
        self._check_folders(soon=True)
        self.report.send()
        return message("'{name}' was removed from the library.", name=name)

    @change.register
    def _delete_removed(self, _request: DeleteRemoved) -> Message:
        self.library.removed.delete_all()
        self.library.forget_recognised()
        self.report.send()
        return message("The index of removed folders was deleted.")

    @change.register
    def _move_folder(self, request: MoveFolder) -> Message:
        name, path = request.name, request.path
        others = tuple(folder for folder in self._catalog.folders() if folder.name != name)
        root, already = checked_folder(path, others, has_rules=True)
        if already:
            raise BadRequestError(already)
        known = self._catalog.files.known(name)
        if known and not any((root / file).exists() for file in known):
            raise BadRequestError(
                message(
                    "'{path}' contains none of the known files of '{name}'.", name=name, path=path
                ),
                message("Add it as a new folder to search it too."),
            )
        self._catalog.move_folder(name, root)
        self._check_folders(soon=True)
        return self._update_folder(name)

    @change.register
    def _set_folder_rules(self, request: SetFolderRules) -> Message:
        self._catalog.set_folder_rules(request.name, request.rules)
        return self._update_folder(request.name)

    @change.register
    def _restore_personal(self, request: RestorePersonal) -> Message:
        self._catalog.restore_personal(request.copy)
        self._check_folders(soon=True)
        return self.refresh()

    @change.register
    def _refresh_library(self, _request: RefreshLibrary) -> Message:
        return self.refresh()

    @change.register
    def _retry_failures(self, request: RetryFailures) -> Message:
        folders = self._catalog.folders()
        places = [place_of(path, folders).partition("/") for path in request.paths]
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

    @change.register
    def _change_tags(self, request: ChangeTags) -> Message:
        place = place_of(request.place, self._catalog.folders())
        tags = set(self._catalog.annotations.tags(place)) - set(request.remove) | set(request.add)
        with self._catalog.change() as change:
            changed = change.set_user_tags(place, sorted(tags))
        return self._documents_changed(changed)

    @change.register
    def _set_trust(self, request: SetTrust) -> Message:
        place = place_of(request.place, self._catalog.folders())
        with self._catalog.change() as change:
            changed = change.set_user_trust(place, request.level)
        return self._documents_changed(changed)

    @change.register
    def _create_collection(self, request: CreateCollection) -> Message:
        return self.library.collection.create(request.name)

    @change.register
    def _rename_collection(self, request: RenameCollection) -> Message:
        return self.library.collection.rename(request.name, request.new_name)

    @change.register
    def _delete_collection(self, request: DeleteCollection) -> Message:
        return self.library.collection.delete(request.name)

    @change.register
    def _collect_passages(self, request: CollectPassages) -> Message:
        return self.library.collection.collect(request)

    @change.register
    def _change_collected(self, request: ChangeCollected) -> Message:
        return self.library.collection.change(request)

    @change.register
    def _use_model(self, request: UseModel) -> Message:
        self._models.start(request.name)
        return message(
            "{name} is selected. It will be used when all passages are embedded.", name=request.name
        )

    @change.register
    def _pause_embedding(self, request: PauseEmbedding) -> Message:
        if not request.paused:
            self.embedding.has_failed = False
        return EMPTY

    @change.register
    def _pause_indexing(self, _request: PauseIndexing) -> Message:
        return EMPTY  # already paused by the engine

    @change.register
    def _note_opened(self, request: NoteOpened) -> Message:
        """Embed the document of a passage first, because the user has opened it."""
        number = as_number(request.chunk_id)
        stored = self._catalog.chunks([number]).get(number)
        if stored is not None and (request.in_program or self.report.vectors_pending):
            self._catalog.vectors.note_opened(stored.document.number)
        return EMPTY

    @change.register
    def _embed_first(self, request: EmbedFirst) -> Message:
        if not self._is_paused:
            self.embedding.step(request.chunk_numbers)
        return EMPTY

    def refresh(self) -> Message:
        """Index the changes in all folders."""
        return self._update(Update(tuple(map(Scan, self._catalog.folders()))))

    def _update_folder(self, name: str) -> Message:
        folders = (folder for folder in self._catalog.folders() if folder.name == name)
        return self._update(Update(tuple(map(Scan, folders))))

    def _documents_changed(self, number: int) -> Message:
        self._indexes.purge_deletes()
        self.report.send()
        return message("%Ln documents changed.", "", number, one="1 document changed.")

    # --- Background work ---

    def follow_disk(self) -> None:
        """Index postponed updates and known changes on disk."""
        if not self._is_paused:
            postponed, self._postponed = self._postponed, []
            self._activity.stopped_at = NOWHERE
            for update in postponed:
                self._index_in_background(update.of(self._catalog.folders()))
        if self.live is None:
            return
        self._check_folders()
        if self._is_paused:
            return
        self.live.add_paths(self._indexer.retries.due_paths(self._catalog.folders()))
        scans = self.live.take(self._catalog.folders())
        if scans and self._index_in_background(Update(scans)):
            self.live.note_scanned(scans)

    def find_versions(self) -> bool:
        """Compare documents that were never compared. Return False if there are none left."""
        if self._is_paused or not self._lacks_signatures:
            return False
        self._priority.yield_to_searches(_SECONDS_TO_YIELD)
        self._lacks_signatures = add_signatures(self._catalog)
        if not self._lacks_signatures:
            self.report.send()
        return self._lacks_signatures

    def embed_some(self) -> bool:
        """Compute a few vectors. Return False if there is nothing more to do for now."""
        embedding = self.embedding
        if self._is_paused:
            self._activity.show(None, embedding.rate)
            return False
        done = embedding.step()
        if not done and not embedding.yielded:
            phase = IndexingPhase.PAUSED if embedding.is_paused else None
            self._activity.show(phase, embedding.rate)
            if not embedding.is_paused and not embedding.has_failed:
                self._models.complete()
                self.library.removed.delete_outdated()
                embedding.rest_when_idle()
                self._indexes.refresh_graph(more_follows=embedding.has_pending)
        return done > 0 or embedding.yielded

    def read_scans(self) -> bool:
        """Recognise the text of a few scans. Return False if there is nothing more to do."""
        if self._is_paused or not self._activity.can_read_scans:
            return False
        self._priority.yield_to_searches(_SECONDS_TO_YIELD)
        has_more = False
        try:
            has_more = self.library.scans.step()
        except EngineError as error:
            if error.message != self._problem:
                self._problem = error.message
                self._on_event(Notice(error.message, error.hint, is_warning=True))
        if self._activity.scans_may_wait and not has_more:
            self.library.end_scan_reader()
            self._indexes.purge_deletes()
        self._activity.scans_may_wait = has_more
        self._activity.show(None, self.embedding.rate)
        return has_more

    @property
    def _is_paused(self) -> bool:
        return self._pauses.everything

    def _check_folders(self, *, soon: bool = False) -> None:
        """Watch the available folders. Report those that disappeared or reappeared."""
        if self.live is None:
            return
        if soon:
            self.live.check_soon()
        gone, back = self.live.check(self._catalog.folders())
        for name in gone:
            self._on_event(
                Notice(
                    message(
                        "The folder '{name}' is not available now. Its files can still "
                        "be searched.",
                        name=name,
                    )
                )
            )
        for name in self._gone.intersection(back):
            self._on_event(
                Notice(
                    message("The folder '{name}' is available again.", name=name), is_passing=True
                )
            )
        self._gone = self._gone.union(gone).difference(back)
        if gone or back:
            self.report.send()

    def _index_in_background(self, update: Update) -> bool:
        """Carry out an update that no request waits for. A failure is reported once and retried."""
        try:
            self._update(update)
        except EngineError as error:
            if self.live is not None:
                self.live.postpone(update.scans)
            if error.message != self._problem:
                self._problem = error.message
                self._on_event(Notice(error.message, error.hint, is_warning=True))
            return False
        self._problem = ""
        return True

    # --- Updates ---

    def _update(self, update: Update) -> Message:
        """Index the changes found by these scans. Return a description of the result."""
        self.embedding.has_failed = False
        self._worker.note_recorded()
        if self._worker.is_closing:
            return EMPTY  # the folders are scanned when the library is opened again
        if self._is_paused:
            self._postpone(update)
            return message("Indexing is paused. This will be done when it continues.")
        self._depth += 1
        try:
            words = self._carry_out_all(update)
        finally:
            self._depth -= 1
        if not self._worker.is_closing:
            self._indexes.purge_deletes()
        release_free_memory()
        self._activity.scans_may_wait = True
        has_more = bool(self._postponed) and not self._is_paused
        if self._depth == 0 and not has_more:
            self._activity.show(None, self.embedding.rate)
        return words

    def _carry_out_all(self, update: Update) -> Message:
        """Carry out an update, with interruptions by short jobs."""
        summaries = [FolderSummary()]
        while not self._carry_out(update, summaries[-1]):
            if self._depth > 1:
                self._postpone(update)
                return EMPTY
            self._indexes.purge_deletes()
            self._worker.run_short_jobs(self._folder_of)
            update = update.of(self._catalog.folders())
            if not update.scans:
                return EMPTY
            if self._is_paused:
                self._postpone(update)
                break
            summaries.append(FolderSummary())
        return total_summary(
            summaries, is_retry=any(scan.retry for scan in update.scans)
        ).as_message()

    def _carry_out(self, update: Update, summary: FolderSummary) -> bool:
        """Carry out an update. Return False if a short job has interrupted it."""
        for step in self._indexer.update(update.scans, summary):
            if self._worker.is_closing:
                break
            if self._is_paused:
                self._postpone(update)
                self._activity.stopped_at = step
                self._indexer.commit()
                break
            if self._worker.has_short_job(self._folder_of) and not self._indexes_changed_files:
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
        """Index files that the user saves while many files are still to be read."""
        if self.live is None or self._indexes_changed_files or not self.live.has_changed_files:
            return
        scans = self.live.take_changed_files(self._catalog.folders())
        if not scans:  # each update saves what was read before it
            return
        self._indexes_changed_files = True
        try:
            self._carry_out(Update(scans), FolderSummary())
        except EngineError:
            self.live.postpone(scans)
            raise
        finally:
            self._indexes_changed_files = False

    @singledispatchmethod
    def _folder_of(self, _request: Request) -> str:
        """Return the name of the folder that a request is about; '' if it is not about a folder.

        Requests about one folder are carried out in order, including short ones.
        """
        return ""

    @_folder_of.register
    def _folder_called(self, request: RemoveFolder | SetFolderRules | MoveFolder) -> str:
        return request.name

    @_folder_of.register
    def _folder_to_add(self, request: AddFolder) -> str:
        path, known = as_spelled(request.path.resolve()), self._catalog.folders()
        found = folder_of(known, path)
        return found[0].name if found else request.name or path.name

    def _postpone(self, update: Update) -> None:
        if update not in self._postponed:
            self._postponed.append(update)
