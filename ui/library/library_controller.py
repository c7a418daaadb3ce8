"""What a person asks of the library, and changes in it; most changes can be taken back."""

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
    DescribePlace,
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
    PauseIndexing,
    PlaceDescribed,
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
    """What is to be changed at some places: tags, and trust unless `sets_trust` is off."""

    places: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    sets_trust: bool = False
    trust: TrustLevel | None = None


class LibraryController(QObject):
    """Keeps the newest status, with rules as a person has just changed them. On the UI thread.

    Signals:
        status_changed: the newest `LibraryStatus`.
        message: a `Message`, and whether it is for every page or for who has asked.
        places_changed: the last of some places has the tags and the trust it was given, or other
            libraries are searched.
    """

    status_changed = Signal(object)
    message = Signal(object, bool)
    places_changed = Signal()

    def __init__(self, client: EngineClient, undo: UndoBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client, self._undo = client, undo
        self.status = self._received = LibraryStatus()
        self.leaving = PendingRemovals(undo, self._show_status)
        self._changes: set[int] = set()  # of tags and trust, which are reported as one
        self._new_rules: dict[str, tuple[int, FolderRules]] = {}  # the engine may be busy for long
        client.status_changed.connect(self._on_status)
        client.noticed.connect(self._on_notice)

    @property
    def is_known(self) -> bool:
        """Whether the engine has told of the library yet."""
        return self._received != LibraryStatus()

    def ask_status(self) -> None:
        """Ask for the status now; it also comes by itself."""
        self._submit(ReportStatus())

    # Folders

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders to the library; one that lies in another of them comes with that one."""
        self._undo.settle()  # a folder that is being removed may be among them
        for path in paths:
            if not any(other in path.parents for other in paths):
                self._submit(AddFolder(path))

    def add_sample(self, path: Path) -> None:
        """Add the sample library, under a name for people."""
        self._submit(AddFolder(path, name=tr("Sample library")))

    def remove_folder(self, name: str, *, erase: bool = False) -> None:
        """Remove a folder from the library, unless the user undoes that in time.

        With `erase`, what was read of it is not kept for 30 days.
        """
        request = RemoveFolder(name, erase)
        if self.status.read_only:
            self._submit(request)  # which is refused, and says why
            return

        def on_outcome(event: RequestDone | RequestFailed) -> None:
            self.leaving.drop_settled()
            self._show_status()
            if isinstance(event, RequestFailed):
                self._say_failure(event)
            else:
                self._say_done(event)

        words = tr("Folder ‘{name}’ is removed from the library").format(name=shortened(name))
        self.leaving.remove(
            name, words, lambda: self._client.request(request, self, on_outcome, on_outcome)
        )

    def delete_removed(self) -> None:
        """Delete at once what is kept of removed folders."""
        self._submit(DeleteRemoved())

    def move_folder(self, name: str, path: Path) -> None:
        """Say where a folder lies now."""
        self._submit(MoveFolder(name, path))

    def restore_personal(self, copy: str) -> None:
        """Add the folders, tags, trust and collection of a backup to the library."""
        self._submit(RestorePersonal(copy), lambda _: self.places_changed.emit())

    def folder_of(self, file: Path) -> FolderStatus | None:
        """Return the folder of the library in which a file lies; an absolute path without links."""
        return next((one for one in self.status.folders if file.is_relative_to(one.root)), None)

    # Rules

    def set_rules(self, name: str, rules: FolderRules, on_done: OnRules | None = None) -> None:
        """Say which files of a folder are searched; `on_done` when the engine does so."""
        words = tr("The rules of ‘{name}’ are changed").format(name=shortened(name))
        self._change_rules(name, rules, words, on_done)

    def is_left_out(self, file: Path) -> bool:
        """Whether a rule of its own leaves a file out."""
        folder = self.folder_of(file)
        return folder is not None and folder.rules.leaves_out(_inside(folder, file))

    def can_leave_out(self, file: Path) -> bool:
        """Whether the rules of its folder may be changed, and can say the name of the file."""
        is_line = len(str(file).splitlines()) == 1  # in the list of rules, each is a line
        return is_line and self.folder_of(file) is not None and not self.status.read_only

    def leave_out(self, file: Path, *, silently: bool = False) -> None:
        """Leave one file of a folder out of what is searched; `silently`, the caller says so."""
        if (folder := self.folder_of(file)) is None:
            return
        rules = folder.rules.leaving_out(_inside(folder, file))
        if silently:
            self._send_rules(folder.name, rules, silently=True)
            return
        words = tr("‘{name}’ is left out of the search").format(name=shortened(file.name))
        self._change_rules(folder.name, rules, words)

    def let_in(self, file: Path) -> None:
        """Search a file that was left out."""
        if (folder := self.folder_of(file)) is not None:
            rules = folder.rules.letting_in(_inside(folder, file))
            words = tr("‘{name}’ is searched too").format(name=shortened(file.name))
            self._change_rules(folder.name, rules, words)

    def explain_file(self, root: str, path: str, on_verdict: Callable[[FileVerdict], None]) -> None:
        """Ask whether a file is searched; an answer to an earlier question is dropped."""
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
                self._say_failure(event)
                return
            if is_newest and on_done is not None:
                on_done()
            if not silently:
                self._say_done(event)

        request = SetFolderRules(name, rules)
        number = self._client.request(request, self, on_outcome, on_outcome)
        self._new_rules[name] = number, rules
        self._show_status()

    # Tags and trust

    def describe(self, place: str, asker: QObject, on_reply: OnReply) -> None:
        """Ask for the tags and the trust of a place, as long as the asker exists."""
        self._client.request(DescribePlace(place), asker, on_reply, self._say_failure)

    def change_places(self, change: TagChange, before: Mapping[str, PlaceDescribed]) -> None:
        """Change the tags and the trust of places that had those of `before`."""
        for place in change.places:
            self._change_place(place, change.add, change.remove)
            if change.sets_trust:
                self._submit_change(SetTrust(place, change.trust))

        def take_back() -> None:
            for place, was in before.items():
                had = set(was.own_tags)
                self._change_place(
                    place,
                    tuple(tag for tag in change.remove if tag in had),
                    tuple(tag for tag in change.add if tag not in had),
                )
                if change.sets_trust:
                    self._submit_change(SetTrust(place, was.trust))

        if not self.status.read_only:  # else the refusal says so, and nothing can be taken back
            self._undo.offer(tr("Tags and trust are changed"), take_back)

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
            self._say_failure(event)

    # Indexing

    def use_model(self, name: str) -> None:
        """Choose the model of meaning."""
        self._submit(UseModel(name))

    def use_settings(self, settings: Settings) -> None:
        """Read files by these settings from now on, and search the libraries that they name."""
        self._submit(UseSettings(settings.values), lambda _: self.places_changed.emit())

    def check_for_changes(self) -> None:
        """Compare every folder with the disk."""
        self._submit(RefreshLibrary())

    def bring_up_to_date(self) -> None:
        """Compare every folder with the disk, without a word: nobody asked for it.

        A library that another process keeps up to date refuses, which is as good.
        """
        self._client.submit(RefreshLibrary())

    def start_indexing_again(self) -> None:
        """Start the process that reads files once more, after it was given up."""

        def say(_: RequestDone) -> None:
            words = tr("Indexing is started again.")
            self.message.emit(BarMessage(words, is_warning=False, is_passing=True), True)

        self._submit(StartIndexingAgain(), say)

    def toggle_paused(self) -> None:
        """Pause all reading, or go on."""
        self.set_paused(self.status.phase is not IndexingPhase.PAUSED)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - connected to a Signal(bool)
        """Pause reading, by keywords and by meaning, or go on."""
        self._submit(PauseIndexing(paused))

    def list_failures(self, on_list: Callable[[tuple[DocumentFailure, ...]], None]) -> None:
        """Ask for the files that are not indexed."""
        self._submit(ListFailures(), lambda reply: on_list(reply.failures))

    def report_coverage(
        self, asker: QObject, on_report: Callable[[tuple[FolderCoverage, ...]], None]
    ) -> None:
        """Ask what becomes of every file on the disk, as long as the asker exists."""

        def on_reply(reply: CoverageReported) -> None:
            on_report(reply.folders)

        self._client.request(ReportCoverage(), asker, on_reply, self._say_failure)

    def retry_failures(self, path: str = "") -> None:
        """Try one file that is not indexed once more, or all of them."""
        self._submit(RetryFailures((path,) if path else ()))

    # Replies

    def _submit(self, request: Request, on_reply: OnReply | None = None) -> None:
        self._client.request(request, self, on_reply or self._say_done, self._say_failure)

    def _on_status(self, status: LibraryStatus) -> None:
        self._received = status
        self._show_status()

    def _show_status(self) -> None:
        """Show what was received, with the rules that the engine has not come to yet."""
        folders = tuple(
            replace(one, rules=self._new_rules[one.name][1]) if one.name in self._new_rules else one
            for one in self._received.folders
        )
        self.status = replace(self._received, folders=folders)
        self.status_changed.emit(self.status)

    def _on_notice(self, notice: Notice) -> None:
        if notice.can_try_again:
            self._offer_another_try(notice)

    def _say_done(self, done: RequestDone) -> None:
        if done.message:
            said = BarMessage(done.message, is_warning=False, is_passing=True)
            self.message.emit(said, False)

    def _say_failure(self, failure: RequestFailed) -> None:
        if failure.can_try_again:
            self._offer_another_try(failure)
        else:
            self.message.emit(BarMessage(failure.message, failure.hint), False)

    def _offer_another_try(self, event: Notice | RequestFailed) -> None:
        again = BarMessage(event.message, action=tr("Try again"), act=self.start_indexing_again)
        self.message.emit(again, True)


def _inside(folder: FolderStatus, file: Path) -> str:
    return file.relative_to(folder.root).as_posix()
