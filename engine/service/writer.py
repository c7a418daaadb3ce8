"""What changes a library: folders, tags, indexing and embedding, on one thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from engine.api import (
    AddFolder,
    BadRequestError,
    ChangeCollected,
    ChangeTags,
    CollectPassages,
    EngineError,
    EventCallback,
    FolderRules,
    IndexingPhase,
    NoteOpened,
    Notice,
    RefreshLibrary,
    RemoveFolder,
    Request,
    RequestDone,
    RetryFailures,
    SetFolderRules,
    SetTrust,
    UseModel,
    UseSettings,
)
from engine.citations.collection import Collection
from engine.embedding.ports import Embedder
from engine.indexing.pipeline import Indexer
from engine.indexing.scan import WHOLE, Scan
from engine.indexing.summary import FolderSummary
from engine.model.document import as_number
from engine.processes.this_process import give_back_free_memory
from engine.service.background_embedding import BackgroundEmbedding, Throttle
from engine.service.open_library import documents_changed, place_of
from engine.service.scheduler import Job, SearchPriority, Work
from engine.service.status import Activity, StatusReport
from engine.service.updates import Interruption, LiveUpdates, PendingUpdate, PendingUpdates, Tell
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.rows import Folder
from engine.stores.sync.indexes import Indexes


def checked_folder(path: Path, folders: tuple[Folder, ...], *, has_rules: bool) -> tuple[Path, str]:
    """Return the folder to index: `path` itself, or the library folder that holds it already.

    And where that is so, a sentence that says it, and a space.
    """
    try:
        root = path.resolve(strict=True)
        is_folder = root.is_dir()
    except OSError as error:
        raise BadRequestError(
            f"There is no folder '{path}'.", "Check the name, or connect its drive."
        ) from error
    if not is_folder:
        raise BadRequestError(
            f"'{path}' is a file, not a folder.", "Add the folder that holds it instead."
        )
    for folder in folders:
        known = Path(folder.root)
        if root.is_relative_to(known):
            if has_rules and root != known:
                # They would hold for all of that folder, and take the rest of it out.
                raise BadRequestError(
                    f"'{path}' lies in '{folder.name}', which is in the library already.",
                    f"Add '{folder.root}' with rules that say what is wanted of all of it.",
                )
            if root == known:
                return known, f"'{path}' is in the library already. "
            return known, f"'{path}' lies in '{folder.name}', which is in the library already. "
        if known.is_relative_to(root):
            raise BadRequestError(
                f"'{path}' holds the folder '{folder.name}', which is in the library already.",
                f"Remove '{folder.name}' from the library first.",
            )
    return root, ""


logger = logging.getLogger(__name__)

# Reading goes on slowly while a person types: what is not read yet cannot be found at all.
_READING_STEPS_ASIDE = 0.02


class Writer:
    """The indexing thread's work, in steps that stand aside while a search waits.

    `stop_requested` is asked between steps; unfinished work goes on at the next start. Embedding
    also ends early when `jobs_wait`, as keywords come before vectors, and reading is put off when
    `changes_wait` that are soon done: None is returned then, and what was done told later.
    `between_steps` is called between files, `when_embedded` when every passage has its vector.
    """

    def __init__(
        self,
        *,
        catalog: Catalog,
        indexes: Indexes,
        indexer: Indexer,
        report: StatusReport,
        priority: SearchPriority,
        on_event: EventCallback,
        stop_requested: Callable[[], bool],
        jobs_wait: Callable[[], bool],
        changes_wait: Callable[[], bool],
        between_steps: Callable[[], None],
        when_embedded: Callable[[], None] = lambda: None,
        live: LiveUpdates | None = None,
        throttle: Throttle | None = None,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._indexer = indexer
        self._report = report
        self._priority = priority
        self._on_event = on_event
        self._stop_requested = stop_requested
        self._between_steps = between_steps
        self._when_embedded = when_embedded
        self._live = live
        self._is_nested = False
        self._gone: frozenset[str] = frozenset()  # said to have gone away
        self._said = ""  # why the disk could not be followed at the last scan
        self.reading = PendingUpdates(changes_wait)
        self._embedding = BackgroundEmbedding(
            catalog,
            indexes,
            throttle or Throttle(100),
            on_event,
            priority=priority,
            before_batch=self._ends_embedding_step,
            stop_requested=stop_requested,
            jobs_wait=jobs_wait,
        )
        self._activity = Activity()

    def add_folder(self, request: AddFolder, tell: Tell) -> str | None:
        """Add a folder and index its keywords; return what was done in words."""
        path, rules = request.path, request.rules
        root, already = checked_folder(path, self._catalog.folders(), has_rules=rules is not None)
        folder = self._catalog.add_folder(root, request.name, rules)
        self._check_live(soon=True)
        tells = (lambda words: tell(f"{already}{words}"),)
        done = self._update(PendingUpdate((Scan(folder),), tells=tells))
        return None if done is None else f"{already}{done}"

    def remove_folder(self, name: str) -> str:
        """Forget a folder; its files are not touched."""
        self._catalog.remove_folder(name)
        self._indexes.settle()
        self._check_live(soon=True)
        self._report.send()
        return f"'{name}' is no longer searched."

    def set_folder_rules(self, name: str, rules: FolderRules) -> str:
        """Index just those files of a folder that the rules want."""
        self._catalog.set_folder_rules(name, rules)
        folders = (folder for folder in self._catalog.folders() if folder.name == name)
        return self._update(PendingUpdate(tuple(map(Scan, folders)))) or ""

    def refresh(self, *tells: Tell) -> str | None:
        """Index what changed in any folder."""
        scans = tuple(map(Scan, self._catalog.folders()))
        return self._update(PendingUpdate(scans, tells=tells))

    def retry_failures(self, paths: tuple[str, ...], tell: Tell) -> str | None:
        """Read files that could not be indexed once more: all, or those at or below `paths`."""
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
        return self._update(PendingUpdate(scans, tells=(tell,)))

    def change_tags(self, request: ChangeTags) -> str:
        """Give tags to a place or take them away; searchable when this returns."""
        place = place_of(request.place, self._catalog.folders())
        tags = set(self._catalog.user_tags(place)) - set(request.remove) | set(request.add)
        with self._catalog.change() as change:
            changed = change.set_user_tags(place, sorted(tags))
        return self._changed(changed)

    def set_trust(self, request: SetTrust) -> str:
        """Say how far a place is trusted; searchable when this returns."""
        place = place_of(request.place, self._catalog.folders())
        with self._catalog.change() as change:
            changed = change.set_user_trust(place, request.level)
        return self._changed(changed)

    def _changed(self, documents: int) -> str:
        self._indexes.settle()
        self._report.send()
        return documents_changed(documents)

    def note_opened(self, chunk_id: str) -> None:
        """Embed the document of a passage before others: the person has opened it."""
        number = as_number(chunk_id)
        stored = self._catalog.chunks([number]).get(number)
        if stored is not None and self._report.vectors_pending:
            self._catalog.note_opened(stored.document.number)

    def follow_disk(self) -> None:
        """Index what has changed on disk, as far as it was noticed."""
        for update in self.reading.take():
            self._follow(update.of(self._catalog.folders()))
        if self._live is None:
            return
        self._check_live()
        if self.reading.is_paused:
            return
        self._live.ask_for(self._indexer.retries.places_due(self._catalog.folders()))
        scans = self._live.take(self._catalog.folders())
        if scans and self._follow(PendingUpdate(scans)):
            self._live.scanned(scans)

    def use_embedder(self, embedder: Embedder) -> None:
        """Compute vectors with this model from now on."""
        self._embedding.use(embedder)

    def pause(self, *, paused: bool) -> None:
        """Stop or go on computing vectors. May be called from any thread."""
        self._embedding.pause(paused=paused)

    def embed_some(self) -> bool:
        """Compute a few vectors; return False when there is nothing (more) to do for now."""
        if self.reading.is_paused:
            self._set_activity(None)
            return False
        done = self._embedding.step()
        if not done and not self._embedding.gave_way:
            self._set_activity(IndexingPhase.PAUSED if self._embedding.is_paused else None)
            if not self._embedding.is_paused and not self._embedding.has_failed:
                self._when_embedded()
                self._embedding.rest_when_idle(builds_graph=self._indexes.graph_is_due)
                self._indexes.refresh_graph(more_follows=self._embedding.has_pending)
        return done > 0 or self._embedding.gave_way

    def _ends_embedding_step(self) -> bool:
        self._set_activity(IndexingPhase.EMBEDDING)
        return self.reading.is_paused

    def _check_live(self, *, soon: bool = False) -> None:
        if self._live is None:
            return
        if soon:
            self._live.check_soon()
        gone, back = self._live.check(self._catalog.folders())
        for name in gone:
            self._on_event(Notice(f"The folder '{name}' is not there now; it stays searchable."))
        for name in self._gone.intersection(back):
            self._on_event(Notice(f"The folder '{name}' is there again.", is_passing=True))
        self._gone = self._gone.union(gone).difference(back)
        if gone or back:
            self._report.send()

    def _follow(self, update: PendingUpdate) -> bool:
        """Index what no request waits for; what cannot be saved is said once and tried again."""
        try:
            done = self._update(update)
        except EngineError as error:
            if self._live is not None:
                self._live.put_off(update.scans)
            if error.message != self._said:
                self._said = error.message
                self._on_event(Notice(error.message, error.hint, is_warning=True))
            update.tell("")
            return False
        if done is not None:
            update.tell(done)
        self._said = ""
        return True

    def _update(self, update: PendingUpdate) -> str | None:
        """Return what was done in words; None when it is done, and told, later."""
        self._embedding.has_failed = False
        if self._stop_requested():
            return ""  # the folders are scanned when the library is opened again
        if self.reading.is_paused:
            self.reading.put_off(update.unheard())
            return "Indexing is paused; this is done when it goes on."
        update = update.with_part(FolderSummary())
        ended_by = self._carry_out(update)
        if not self._stop_requested():
            self._indexes.settle()
        give_back_free_memory()
        if not self.reading.goes_on:
            self._set_activity(None)
        return None if ended_by is Interruption.CHANGE else update.in_words()

    def _carry_out(self, update: PendingUpdate) -> Interruption | None:
        """Carry out an update, counted in its last part; say what ended it early, if anything."""
        for step in self._indexer.update(update.scans, update.parts[-1]):
            if self._stop_requested():
                break
            if interruption := self.reading.interrupts(update, step):
                self._indexer.commit()
                return interruption
            phase = IndexingPhase.READING if step.pending else IndexingPhase.SCANNING
            file, rate = step.current_file, self._embedding.rate
            self._activity = Activity(phase, file, step.pending, step.folder, rate, step.unsaved)
            self._report.set_activity(self._activity)
            self._embedding.make_room(step.pending)
            self._between_steps()
            self._follow_meanwhile(step.pending)
            self._priority.step_aside(_READING_STEPS_ASIDE)
        return None

    def _follow_meanwhile(self, pending: int) -> None:
        """Index what a person saves while many files are still to be read."""
        if self._live is None or self._is_nested or not pending or not self._live.has_changed_files:
            return
        scans = self._live.take_changed_files(self._catalog.folders())
        if not scans:  # each update saves what was read before it
            return
        self._is_nested = True
        try:
            self._carry_out(PendingUpdate(scans, parts=(FolderSummary(),)))
        except EngineError:
            self._live.put_off(scans)
            raise
        finally:
            self._is_nested = False

    def _set_activity(self, phase: IndexingPhase | None) -> None:
        paused, stopped_at = self.reading.is_paused, self.reading.stopped_at
        self._activity = Activity(
            IndexingPhase.PAUSED if paused else phase or IndexingPhase.IDLE,
            pending=stopped_at.pending,
            pending_folder=stopped_at.folder,
            embedding_rate=self._embedding.rate,
        )
        self._report.set_activity(self._activity)


# What a person did would be lost otherwise; what takes long of it goes on at the next start.
_KEPT = (
    AddFolder,
    RemoveFolder,
    SetFolderRules,
    ChangeTags,
    SetTrust,
    CollectPassages,
    ChangeCollected,
)
# Folders to be added are read one after another.
_SHORT = (RemoveFolder, SetFolderRules, ChangeTags, SetTrust, UseSettings, UseModel)


def job_of(request: Request, work: Work) -> Job:
    """Return the job of a request.

    What a person changes is carried out before the engine ends, and while folders are being read.
    """
    return Job(work, is_kept=isinstance(request, _KEPT), is_short=isinstance(request, _SHORT))


def is_of_collection(request: Request) -> bool:
    """Say whether a request changes the collection alone, for which no reading is waited."""
    return isinstance(request, CollectPassages | ChangeCollected)


def answered(
    service: Writer,
    collection: Collection,
    request_id: int,
    request: Request,
    on_event: EventCallback,
) -> RequestDone | None:
    """Change the library as asked; return what was done in words.

    When that gave way to another change there is no answer yet: `on_event` takes it at the end.
    """

    def tell(words: str) -> None:
        on_event(RequestDone(request_id, words))

    done: str | None
    if isinstance(request, CollectPassages):
        done = collection.collect(request)
    elif isinstance(request, ChangeCollected):
        done = collection.change(request)
    else:
        done = _carried_out_by(service, request, tell)
    return None if done is None else RequestDone(request_id, done)


def _carried_out_by(service: Writer, request: Request, tell: Tell) -> str | None:
    done: str | None = ""
    match request:
        case AddFolder():
            done = service.add_folder(request, tell)
        case RemoveFolder():
            done = service.remove_folder(request.name)
        case SetFolderRules():
            done = service.set_folder_rules(request.name, request.rules)
        case RefreshLibrary():
            done = service.refresh(tell)
        case RetryFailures():
            done = service.retry_failures(request.paths, tell)
        case ChangeTags():
            done = service.change_tags(request)
        case SetTrust():
            done = service.set_trust(request)
        case NoteOpened():
            service.note_opened(request.chunk_id)
    return done
