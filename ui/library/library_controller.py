"""Asks the engine about the library and to change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.api import (
    AddFolder,
    ChangeTags,
    DescribePlace,
    DocumentFailure,
    ExplainFile,
    FileVerdict,
    FolderRules,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ListFailures,
    Notice,
    PauseIndexing,
    RefreshLibrary,
    RemoveFolder,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SetFolderRules,
    Settings,
    SetTrust,
    StartIndexingAgain,
    TrustLevel,
    UseModel,
    UseSettings,
)
from ui.client import EngineClient, OnReply
from ui.i18n.translation import tr
from ui.widgets.messages import Message


class LibraryController(QObject):
    """Keeps the newest status, with rules as a person has just changed them. On the UI thread.

    Signals:
        status_changed: the newest `LibraryStatus`.
        said: a `Message` about a request of this controller.
        said_everywhere: a `Message` about indexing as such, for every page.
        rules_hold: the rules of a folder that were changed are those of the engine now.
        places_changed: the last of some places has the tags and the trust it was given.
    """

    status_changed = Signal(object)
    said = Signal(object)
    said_everywhere = Signal(object)
    rules_hold = Signal()
    places_changed = Signal()

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._changes: set[int] = set()  # of tags and trust, which are told as one
        self._silent: set[int] = set()  # what came of them is said by who asked
        self._newest_start = 0
        self._told = self.status = LibraryStatus()
        self._new_rules: dict[str, tuple[int, FolderRules]] = {}  # the engine may be busy for long
        client.status_changed.connect(self._on_status)
        client.noticed.connect(self._on_notice)

    def ask_status(self) -> None:
        """Ask for the status now; it also comes by itself."""
        self._submit(ReportStatus())

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders to the library; one that lies in another of them comes with that one."""
        for path in paths:
            if not any(other in path.parents for other in paths):
                self._submit(AddFolder(path))

    def add_sample(self, path: Path) -> None:
        """Add the sample library, under a name for people."""
        self._submit(AddFolder(path, name=tr("Sample library")))

    def set_rules(self, name: str, rules: FolderRules, *, silently: bool = False) -> None:
        """Say which files of a folder are searched; `silently`, only a failure is said."""
        number = self._submit(SetFolderRules(name, rules))
        if silently:
            self._silent.add(number)
        self._new_rules[name] = number, rules
        self._show_status()

    def folder_of(self, file: Path) -> FolderStatus | None:
        """Return the folder of the library in which a file lies; an absolute path without links."""
        return next((one for one in self.status.folders if file.is_relative_to(one.root)), None)

    def is_left_out(self, file: Path) -> bool:
        """Whether a rule of its own leaves a file out."""
        folder = self.folder_of(file)
        return folder is not None and folder.rules.leaves_out(_inside(folder, file))

    def can_leave_out(self, file: Path) -> bool:
        """Whether the rules of its folder may be changed, and can say the name of the file."""
        is_line = len(str(file).splitlines()) == 1  # in the list of rules, each is a line
        return is_line and self.folder_of(file) is not None and not self.status.read_only

    def explain_file(self, root: str, path: str, on_verdict: Callable[[FileVerdict], None]) -> None:
        """Ask whether a file is searched; an answer to an earlier question is dropped."""
        question = ExplainFile(Path(root) / path)
        self._client.request(question, self, lambda reply: on_verdict(reply.verdict), newest=True)

    def describe(self, place: str, asker: QObject, on_reply: OnReply) -> None:
        """Ask for the tags and the trust of a place, as long as the asker exists."""
        self._client.request(DescribePlace(place), asker, on_reply, self._on_outcome)

    def change_tags(self, place: str, add: tuple[str, ...], remove: tuple[str, ...]) -> None:
        """Give tags to a place and take others away."""
        self._changes.add(self._submit(ChangeTags(place, add, remove)))

    def set_trust(self, place: str, level: TrustLevel | None) -> None:
        """Say how far a place is trusted."""
        self._changes.add(self._submit(SetTrust(place, level)))

    def use_model(self, name: str) -> None:
        """Choose the model of meaning."""
        self._submit(UseModel(name))

    def use_settings(self, settings: Settings) -> None:
        """Read files by these settings from now on."""
        self._submit(UseSettings(settings.values))

    def remove_folder(self, name: str) -> None:
        """Take a folder out of the library."""
        self._submit(RemoveFolder(name))

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
        self._newest_start = self._submit(StartIndexingAgain())

    def toggle_paused(self) -> None:
        """Pause all reading, or go on."""
        self.set_paused(self.status.phase is not IndexingPhase.PAUSED)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - connected to a Signal(bool)
        """Pause reading, by keywords and by meaning, or go on."""
        self._submit(PauseIndexing(paused))

    def list_failures(self, on_list: Callable[[tuple[DocumentFailure, ...]], None]) -> None:
        """Ask for the files that are not indexed."""
        self._submit(ListFailures(), lambda reply: on_list(reply.failures))

    def retry_failures(self, path: str = "") -> None:
        """Try one file that is not indexed once more, or all of them."""
        self._submit(RetryFailures((path,) if path else ()))

    def _submit(self, request: Request, on_reply: OnReply | None = None) -> int:
        take = on_reply or self._on_outcome
        return self._client.request(request, self, take, self._on_outcome)

    def _on_status(self, status: LibraryStatus) -> None:
        self._told = status
        self._show_status()

    def _on_notice(self, notice: Notice) -> None:
        if notice.can_try_again:
            self._offer_another_try(notice)

    def _show_status(self) -> None:
        """Show what was told, with the rules that the engine has not come to yet."""
        folders = tuple(
            replace(one, rules=self._new_rules[one.name][1]) if one.name in self._new_rules else one
            for one in self._told.folders
        )
        self.status = replace(self._told, folders=folders)
        self.status_changed.emit(self.status)

    def _forget_rules(self, answered: RequestDone | RequestFailed) -> None:
        known = self._new_rules.items()
        left = {name: new for name, new in known if new[0] != answered.request_id}
        is_answered, self._new_rules = len(left) < len(known), left
        if is_answered and isinstance(answered, RequestFailed):
            self._show_status()
        elif is_answered:
            self.rules_hold.emit()

    def _on_outcome(self, event: RequestDone | RequestFailed) -> None:
        self._forget_rules(event)
        is_change = event.request_id in self._changes
        is_silent = is_change or event.request_id in self._silent
        self._silent.discard(event.request_id)
        self._changes.discard(event.request_id)
        if is_change and not self._changes:
            self.places_changed.emit()
        if isinstance(event, RequestFailed) and event.can_try_again:
            self._offer_another_try(event)
        elif event.request_id == self._newest_start:
            words = tr("Indexing is started again.")
            self.said_everywhere.emit(Message(words, is_warning=False, is_passing=True))
        elif isinstance(event, RequestFailed):
            self.said.emit(Message(event.message, event.hint))
        elif event.message and not is_silent:
            self.said.emit(Message(event.message, is_warning=False, is_passing=True))

    def _offer_another_try(self, event: Notice | RequestFailed) -> None:
        again = Message(event.message, action=tr("Try again"), act=self.start_indexing_again)
        self.said_everywhere.emit(again)


def rules_without(folder: FolderStatus, file: Path) -> FolderRules:
    """Return the rules of the folder with one that leaves the file out."""
    return folder.rules.leaving_out(_inside(folder, file))


def rules_with(folder: FolderStatus, file: Path) -> FolderRules:
    """Return the rules of the folder without the one that leaves the file out."""
    return folder.rules.letting_in(_inside(folder, file))


def _inside(folder: FolderStatus, file: Path) -> str:
    return file.relative_to(folder.root).as_posix()
