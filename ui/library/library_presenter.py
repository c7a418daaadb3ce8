"""Connects the library page with the engine; what is removed can be undone for some seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.api import FolderRules, Hit, LibraryStatus, PlaceDescribed
from ui.i18n import counts
from ui.i18n.citation_text import shown_title
from ui.i18n.label_text import shortened
from ui.i18n.translation import tr
from ui.library.failures import FailureAction
from ui.library.library_controller import LibraryController, rules_with, rules_without
from ui.library.library_page import LibraryPage
from ui.library.models import ListModels, ModelManager
from ui.library.models_dialog import ModelsDialog
from ui.library.tags_dialog import TagChange, TagsDialog
from ui.settings.live_settings import LiveSettings
from ui.theme import Theme
from ui.widgets.messages import Message
from ui.widgets.undo import UndoBar


class LibraryPresenter(QObject):
    """Connects the page with the engine; what is removed can be taken back for some seconds.

    Signals:
        file_requested: the absolute path of a file to show in its folder.
        limits_requested: the settings with the limits of reading.
        said_elsewhere: a `Message` while the page is not seen, or for every page.
    """

    file_requested = Signal(str)
    limits_requested = Signal()
    said_elsewhere = Signal(object)

    def __init__(
        self,
        page: LibraryPage,
        library: LibraryController,
        live: LiveSettings,
        undo: UndoBar,
        theme: Theme,
        *,
        window: QWidget,
        models: ModelManager | None = None,
        known_tags: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        super().__init__(window)
        self._page, self._library, self._live = page, library, live
        self._undo, self._theme, self._window = undo, theme, window
        self._models, self._known_tags = models, known_tags
        self._failed = 0
        page.models.more.setVisible(models is not None)
        page.models.more.clicked.connect(self.show_models)
        page.remove.clicked.connect(self._remove_chosen)
        page.check.clicked.connect(library.check_for_changes)
        page.pause.clicked.connect(library.toggle_paused)
        page.tags.clicked.connect(self._edit_chosen)
        page.rules.rules_changed.connect(self.set_rules)
        page.rules.test_requested.connect(self._explain_file)
        page.models.model_requested.connect(self.use_model)
        page.failures.retry.clicked.connect(lambda _: library.retry_failures())
        page.failures.table.action_requested.connect(self._act_on_failure)
        library.rules_hold.connect(page.rules.test_again)
        library.said.connect(self._say)
        library.said_everywhere.connect(page.messages.show_message)
        library.said_everywhere.connect(self.said_elsewhere)
        library.status_changed.connect(page.show_status)
        library.status_changed.connect(self._follow)

    def prepare(self, list_models: ListModels | None) -> None:
        """Fill what needs a look at the disk; called when the page is shown."""
        self._list_failures()
        if list_models is not None:
            self._page.models.fill(list_models)

    def _say(self, message: Message) -> None:
        """Say it once, where the person is."""
        if self._page.isVisible():
            self._page.messages.show_message(message)
        else:
            self.said_elsewhere.emit(message)

    def _follow(self, status: LibraryStatus) -> None:
        """List anew what is not indexed, while a person can see it: searches wait meanwhile."""
        before, self._failed = self._failed, status.documents_failed
        if before != self._failed and self._page.isVisible():
            self._list_failures()

    def _list_failures(self) -> None:
        self._library.list_failures(self._page.failures.show_failures)

    def _explain_file(self, root: str, path: str) -> None:
        self._library.explain_file(root, path, self._page.rules.show_verdict)

    def _act_on_failure(self, action: FailureAction, path: str) -> None:
        if action is FailureAction.RETRY:
            self._library.retry_failures(path)
        elif action is FailureAction.SHOW:
            self._show_file(path)
        else:
            self.limits_requested.emit()

    def _remove_chosen(self) -> None:
        folder = self._page.table.chosen_folder()
        if folder is not None:
            self.remove_folder(folder.name)

    def remove_folder(self, name: str) -> None:
        """Take a folder out of the library, unless the person takes that back in time."""
        if self._library.status.read_only:
            self._library.remove_folder(name)  # which is refused, and says why
            return
        self._page.hide_folder(name, hidden=True)
        words = tr("Folder ‘{name}’ is removed from the library")
        bring_back = partial(self._page.hide_folder, name, hidden=False)

        def remove() -> None:
            self._library.remove_folder(name)
            bring_back()  # until the engine has done so, it is there

        self._undo.offer(words.format(name=shortened(name)), bring_back, remove)

    def set_rules(self, name: str, rules: FolderRules) -> None:
        """Change the rules of a folder."""
        words = tr("The rules of ‘{name}’ are changed").format(name=shortened(name))
        self._change_rules(name, rules, words)

    def leave_out_silently(self, file: Path) -> None:
        """Leave one file of a folder out; it is for the caller to say so."""
        folder = self._library.folder_of(file)
        if folder is not None:
            self._library.set_rules(folder.name, rules_without(folder, file), silently=True)

    def leave_out(self, file: Path) -> None:
        """Leave one file of a folder out of what is searched."""
        words = tr("‘{name}’ is left out of the search").format(name=shortened(file.name))
        folder = self._library.folder_of(file)
        if folder is not None:
            self._change_rules(folder.name, rules_without(folder, file), words)

    def let_in(self, file: Path) -> None:
        """Search a file that was left out."""
        words = tr("‘{name}’ is searched too").format(name=shortened(file.name))
        folder = self._library.folder_of(file)
        if folder is not None:
            self._change_rules(folder.name, rules_with(folder, file), words)

    def _change_rules(self, name: str, rules: FolderRules, words: str) -> None:
        before = next((f.rules for f in self._library.status.folders if f.name == name), None)
        self._library.set_rules(name, rules)
        if before is not None and not self._library.status.read_only:
            self._undo.offer(words, partial(self._library.set_rules, name, before))

    def show_models(self) -> None:
        """Show all models, and let the person get another one."""
        if self._models is None:
            return
        dialog = ModelsDialog(self._models, self._theme, self._library.status, self._window)
        dialog.use_requested.connect(self.use_model)
        self._library.status_changed.connect(dialog.show_status)
        registry = self._models.registry
        dialog.finished.connect(lambda _: self._page.models.fill(registry.listings))
        dialog.open()

    def use_model(self, name: str) -> None:
        """Choose the model of meaning, now and for later starts."""
        self._live.change("embedding.model", name)

    def _show_file(self, path: str) -> None:
        for folder in self._library.status.folders:
            if path.startswith(f"{folder.name}/"):
                self.file_requested.emit(str(Path(folder.root) / path[len(folder.name) + 1 :]))

    # Tags and trust

    def _edit_chosen(self) -> None:
        folder = self._page.table.chosen_folder()
        if folder is not None:
            self.edit_tags((folder.name,), folder.name)

    def edit_hits(self, hits: list[Hit]) -> None:
        """Let the person change the tags and the trust of the documents of some hits.

        A document inside an archive has a place of its own, where others beside it keep theirs.
        """
        places = tuple(dict.fromkeys(f"{hit.folder}/{hit.doc_path}" for hit in hits))
        if places:
            title = shown_title(hits[0]) if len(places) == 1 else counts.documents(len(places))
            self.edit_tags(places, title)

    def edit_tags(self, places: tuple[str, ...], title: str) -> None:
        """Let the person change the tags and the trust of some places."""
        known = self._known_tags()
        dialog = TagsDialog(places, title, self._theme, self._window, known=known)
        before: dict[str, PlaceDescribed] = {}

        def show(described: PlaceDescribed) -> None:
            before[described.place] = described
            dialog.show_place(described)

        dialog.decided.connect(lambda change: self._change(change, before))
        for place in places:
            self._library.describe(place, dialog, show)
        dialog.open()

    def _change(self, change: TagChange, before: dict[str, PlaceDescribed]) -> None:
        self._send(change)
        if self._library.status.read_only:
            return  # the refusal says so; nothing can be taken back
        words = tr("Tags and trust are changed")
        self._undo.offer(words, partial(self._take_back, change, before))

    def _send(self, change: TagChange) -> None:
        for place in change.places:
            if change.add or change.remove:
                self._library.change_tags(place, change.add, change.remove)
            if change.sets_trust:
                self._library.set_trust(place, change.trust)

    def _take_back(self, change: TagChange, before: dict[str, PlaceDescribed]) -> None:
        for place, was in before.items():
            had = set(was.own_tags)
            add = tuple(tag for tag in change.remove if tag in had)
            remove = tuple(tag for tag in change.add if tag not in had)
            if add or remove:
                self._library.change_tags(place, add, remove)
            if change.sets_trust:
                self._library.set_trust(place, was.trust)
