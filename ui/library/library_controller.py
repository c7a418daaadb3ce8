"""Changes to the library requested by the user; most of them can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from twofold.engine.api import (
    AddFolder,
    ChangeTags,
    CoverageReported,
    DeleteRemoved,
    DescribePath,
    DocumentFailure,
    ExplainFile,
    FileVerdict,
    FolderCoverage,
    FolderRules,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ListFailures,
    MoveFolder,
    Notice,
    PathDescribed,
    PauseIndexing,
    RefreshLibrary,
    RemoveFolder,
    ReportCoverage,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    RestorePersonal,
    RetryFailures,
    SetFolderRules,
    Settings,
    SetTrust,
    StartIndexingAgain,
    TrustLevel,
    UseModel,
    UseSettings,
)
from twofold.ui.client import EngineClient, OnReply
from twofold.ui.i18n.label_text import shortened
from twofold.ui.i18n.translation import tr
from twofold.ui.widgets.messages import BarMessage
from twofold.ui.widgets.pending_removals import PendingRemovals
from twofold.ui.widgets.undo import UndoBar

OnRules = Callable[[], None]


@dataclass(frozen=True, slots=True)
class TagChange:
    """A change of tags and trust; `places` are paths of files or folders in the library.

    `trust` is only set if `sets_trust`.
    """

    places: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    sets_trust: bool = False
    trust: TrustLevel | None = None


class LibraryController(QObject):
    """Sends the user's changes of the library to the engine, and stores its newest status.

    The status includes rules that the user has just changed. Runs on the UI thread.

    Signals:
        status_changed: the newest `LibraryStatus`.
        message: a `BarMessage`, and whether it concerns all pages or only the current one.
        places_changed: all requested changes of tags and trust are done, or other libraries are
            searched.
    """

    status_changed = Signal(object)
    message = Signal(object, bool)
    places_changed = Signal()

    def __init__(self, client: EngineClient, undo: UndoBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client, self._undo = client, undo
        self.status = self._received = LibraryStatus()
        self.leaving = PendingRemovals(undo, self._show_status)
        self._changes: set[int] = set()  # pending changes of tags and trust, reported together
        self._new_rules: dict[str, tuple[int, FolderRules]] = {}  # not yet confirmed by the engine
        client.status_changed.connect(self._on_status)
        client.noticed.connect(self._on_notice)

    @property
    def is_known(self) -> bool:
        """Whether the engine has reported a status yet."""
        return self._received != LibraryStatus()

    def ask_status(self) -> None:
        """Request the status now; it is also reported automatically."""
        self._submit(ReportStatus())

    # Folders

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders to the library, except those inside another one of them."""
        self._undo.settle()  # a folder that is being removed may be added again
        for path in paths:
            if not any(other in path.parents for other in paths):
                self._submit(AddFolder(path))

    def add_sample(self, path: Path) -> None:
        """Add the sample library under a translated name."""
        self._submit(AddFolder(path, name=tr("Sample library")))

    def remove_folder(self, name: str, *, erase: bool = False) -> None:
        """Remove a folder from the library, unless the user undoes it in time.

        With `erase`, its index is deleted instead of being kept for 30 days.
        """
        request = RemoveFolder(name, erase)
        if self.status.read_only:
            self._submit(request)  # the engine refuses it with a message
            return

        def on_outcome(event: RequestDone | RequestFailed) -> None:
            self.leaving.drop_settled()
            self._show_status()
            if isinstance(event, RequestFailed):
                self._show_failure(event)
            else:
                self._show_done(event)

        words = tr("Folder ‘{name}’ was removed from the library").format(name=shortened(name))
        self.leaving.remove(
            name, words, lambda: self._client.request(request, self, on_outcome, on_outcome)
        )

    def delete_removed_folders(self) -> None:
        """Delete the index of removed folders now."""
        self._submit(DeleteRemoved())

    def move_folder(self, name: str, path: Path) -> None:
        """Set the new location of a folder."""
        self._submit(MoveFolder(name, path))

    def restore_backup(self, copy: str) -> None:
        """Add the folders, tags, trust and collection of a backup to the library."""
        self._submit(RestorePersonal(copy), lambda _: self.places_changed.emit())

    def folder_of(self, file: Path) -> FolderStatus | None:
        """Return the folder of the library that contains a file, given as an absolute real path."""
        return next((one for one in self.status.folders if file.is_relative_to(one.root)), None)

    # Rules

    def set_rules(self, name: str, rules: FolderRules, on_done: OnRules | None = None) -> None:
        """Set which files of a folder are searched; call `on_done` when the rules are in effect."""
        words = tr("The rules of ‘{name}’ were changed").format(name=shortened(name))
        self._change_rules(name, rules, words, on_done)

    def is_excluded(self, file: Path) -> bool:
        """Whether a rule for exactly this file excludes it."""
        folder = self.folder_of(file)
        return folder is not None and folder.rules.leaves_out(_inside(folder, file))

    def can_exclude(self, file: Path) -> bool:
        """Whether the rules of the file's folder can be changed to exclude it."""
        is_line = len(str(file).splitlines()) == 1  # a rule is a single line
        return is_line and self.folder_of(file) is not None and not self.status.read_only

    def exclude_file(self, file: Path, *, silently: bool = False) -> None:
        """Exclude a file from searches; with `silently`, the caller reports it."""
        if (folder := self.folder_of(file)) is None:
            return
        rules = folder.rules.leaving_out(_inside(folder, file))
        if silently:
            self._send_rules(folder.name, rules, silently=True)
            return
        words = tr("‘{name}’ was excluded from the search").format(name=shortened(file.name))
        self._change_rules(folder.name, rules, words)

    def include_file(self, file: Path) -> None:
        """Include a file that was excluded."""
        if (folder := self.folder_of(file)) is not None:
            rules = folder.rules.letting_in(_inside(folder, file))
            words = tr("‘{name}’ was included in the search").format(name=shortened(file.name))
            self._change_rules(folder.name, rules, words)

    def explain_file(self, root: str, path: str, on_verdict: Callable[[FileVerdict], None]) -> None:
        """Ask the engine whether a file is searched; the reply to an earlier request is ignored."""
        question = ExplainFile(Path(root) / path)
        self._client.request(question, self, lambda reply: on_verdict(reply.verdict), newest=True)

    def _change_rules(
        self, name: str, rules: FolderRules, words: str, on_done: OnRules | None = None
    ) -> None:
        before = next((one.rules for one in self.status.folders if one.name == name), None)
        self._send_rules(name, rules, on_done)
        if before is not None and not self.status.read_only:
            self._undo.offer(words, partial(self._send_rules, name, before, on_done))

    def _send_rules(
        self,
        name: str,
        rules: FolderRules,
        on_done: OnRules | None = None,
        *,
        silently: bool = False,
    ) -> None:
        def on_outcome(event: RequestDone | RequestFailed) -> None:
            is_newest = self._new_rules.get(name, (0,))[0] == event.request_id
            if is_newest:
                del self._new_rules[name]
            if isinstance(event, RequestFailed):
                self._show_status()
                self._show_failure(event)
                return
            if is_newest and on_done is not None:
                on_done()
            if not silently:
                self._show_done(event)

        request = SetFolderRules(name, rules)
        number = self._client.request(request, self, on_outcome, on_outcome)
        self._new_rules[name] = number, rules
        self._show_status()

    # Tags and trust

    def describe_place(
        self, place: str, asker: QObject, on_reply: OnReply, on_failure: Callable[[], None]
    ) -> None:
        """Request the tags and the trust of a place while `asker` exists; report a failure."""

        def on_error(failure: RequestFailed) -> None:
            self._show_failure(failure)
            on_failure()

        self._client.request(DescribePath(place), asker, on_reply, on_error)

    def change_places(self, change: TagChange, before: Mapping[str, PathDescribed]) -> None:
        """Change tags and trust of places; `before` is used to undo it."""
        for place in change.places:
            self._change_place(place, change.add, change.remove)
            if change.sets_trust:
                self._submit_change(SetTrust(place, change.trust))

        def undo() -> None:
            for place, was in before.items():
                had = set(was.own_tags)
                self._change_place(
                    place,
                    tuple(tag for tag in change.remove if tag in had),
                    tuple(tag for tag in change.add if tag not in had),
                )
                if change.sets_trust:
                    self._submit_change(SetTrust(place, was.trust))

        if not self.status.read_only:  # otherwise the engine refuses and there is nothing to undo
            self._undo.offer(tr("Tags and trust were changed"), undo)

    def _change_place(self, place: str, add: tuple[str, ...], remove: tuple[str, ...]) -> None:
        if add or remove:
            self._submit_change(ChangeTags(place, add, remove))

    def _submit_change(self, request: ChangeTags | SetTrust) -> None:
        done = self._on_place_changed
        self._changes.add(self._client.request(request, self, done, done))

    def _on_place_changed(self, event: RequestDone | RequestFailed) -> None:
        self._changes.discard(event.request_id)
        if not self._changes:
            self.places_changed.emit()
        if isinstance(event, RequestFailed):
            self._show_failure(event)

    # Indexing

    def use_model(self, name: str) -> None:
        """Select the embedding model."""
        self._submit(UseModel(name))

    def use_settings(self, settings: Settings) -> None:
        """Apply changed settings to indexing and to the searched libraries."""
        self._submit(UseSettings(settings.values), lambda _: self.places_changed.emit())

    def check_for_changes(self) -> None:
        """Scan all folders for changes."""
        self._submit(RefreshLibrary())

    def scan_silently(self) -> None:
        """Scan all folders for changes without showing a message.

        The engine may refuse because another process updates the library, which is fine.
        """
        self._client.submit(RefreshLibrary())

    def restart_indexing(self) -> None:
        """Start indexing again after the engine gave up."""

        def report(_: RequestDone) -> None:
            words = tr("Indexing was restarted.")
            self.message.emit(BarMessage(words, is_warning=False, is_passing=True), True)

        self._submit(StartIndexingAgain(), report)

    def toggle_paused(self) -> None:
        """Pause or resume indexing."""
        self.set_paused(self.status.phase is not IndexingPhase.PAUSED)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - connected to a Signal(bool)
        """Pause or resume indexing, for keywords and for meaning."""
        self._submit(PauseIndexing(paused))

    def list_failures(self, on_list: Callable[[tuple[DocumentFailure, ...]], None]) -> None:
        """Request the list of files that are not indexed."""
        self._submit(ListFailures(), lambda reply: on_list(reply.failures))

    def report_coverage(
        self, asker: QObject, on_report: Callable[[tuple[FolderCoverage, ...]], None]
    ) -> None:
        """Request the state of every file on the disk while `asker` exists."""

        def on_reply(reply: CoverageReported) -> None:
            on_report(reply.folders)

        self._client.request(ReportCoverage(), asker, on_reply, self._show_failure)

    def retry_failures(self, path: str = "") -> None:
        """Retry one file that is not indexed, or all of them."""
        self._submit(RetryFailures((path,) if path else ()))

    # Replies

    def _submit(self, request: Request, on_reply: OnReply | None = None) -> None:
        self._client.request(request, self, on_reply or self._show_done, self._show_failure)

    def _on_status(self, status: LibraryStatus) -> None:
        self._received = status
        self._show_status()

    def _show_status(self) -> None:
        """Emit the received status with rules that the engine has not confirmed yet."""
        folders = tuple(
            replace(one, rules=self._new_rules[one.name][1]) if one.name in self._new_rules else one
            for one in self._received.folders
        )
        self.status = replace(self._received, folders=folders)
        self.status_changed.emit(self.status)

    def _on_notice(self, notice: Notice) -> None:
        if notice.can_try_again:
            self._offer_another_try(notice)

    def _show_done(self, done: RequestDone) -> None:
        if done.message:
            message = BarMessage(done.message, is_warning=False, is_passing=True)
            self.message.emit(message, False)

    def _show_failure(self, failure: RequestFailed) -> None:
        if failure.can_try_again:
            self._offer_another_try(failure)
        else:
            self.message.emit(BarMessage(failure.message, failure.hint), False)

    def _offer_another_try(self, event: Notice | RequestFailed) -> None:
        again = BarMessage(event.message, action=tr("Try again"), act=self.restart_indexing)
        self.message.emit(again, True)


def _inside(folder: FolderStatus, file: Path) -> str:
    return file.relative_to(folder.root).as_posix()
