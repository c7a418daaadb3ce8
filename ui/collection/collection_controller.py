"""Requests to the engine about the collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QMetaMethod, QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from twofold.engine.api import (
    ChangeCollected,
    CheckCollection,
    CollectionsListed,
    CollectionSummary,
    CollectPassages,
    CreateCollection,
    DeleteCollection,
    Hit,
    ListCollection,
    ListCollections,
    RenameCollection,
    Request,
    RequestDone,
    RequestFailed,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.label_text import button_text, one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.widgets.messages import BarMessage

_TARGET = "collections/target"
_NAME_WIDTH = 360


def collection_title(name: str) -> str:
    """Return the name of a collection to display; the default one is translated."""
    return one_line(name) or tr("Collection")


def ask_collection_name(
    parent: QWidget, title: str, name: str, on_name: Callable[[str], object]
) -> QInputDialog:
    """Ask for the name of a collection, and call `on_name` with it."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(tr("Name"))
    dialog.setTextValue(name)
    dialog.resize(_NAME_WIDTH, dialog.sizeHint().height())
    dialog.textValueSelected.connect(lambda written: on_name(written.strip()))
    dialog.open()
    return dialog


class CollectionController(QObject):
    """Sends the user's changes of the collections to the engine. Runs on the UI thread.

    After the last pending change, the shown collection is listed again. Passages are added to the
    `target`, the collection chosen last, which `remembered` stores.

    Signals:
        listed: the newest `CollectionListed` of the `shown` collection, which includes all
            requested changes; emitted first without, and later with the results of checking all
            passages.
        named: the collections or their sizes have changed; see `collections`.
        message: a `BarMessage` about a change or an error.
        saved: the `ExportRendered` of an exported file.
    """

    listed = Signal(object)
    named = Signal()
    message = Signal(object)
    saved = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        parent: QObject | None = None,
        remembered: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self.client = client
        self._remembered = remembered
        self._changes: set[int] = set()
        self._when_stored: list[Callable[[], object]] = []
        self.collections: tuple[CollectionSummary, ...] = (CollectionSummary(""),)
        self.shown = ""
        self.target = str(remembered.value(_TARGET, "")) if remembered else ""

    # Questions

    def ask_names(self) -> None:
        """Request the names and sizes of all collections."""
        self.client.request(ListCollections(), self, self._on_named, self._show_failure)

    def ask(self) -> None:
        """Request the shown collection, and again with the passages checked against their files."""
        self._forget_lists()
        self.ask_names()
        for question in (ListCollection(self.shown), CheckCollection(self.shown)):
            self.client.request(question, self, self.listed.emit, self._show_failure)

    def show(self, name: str) -> None:
        """Show another collection, to which passages are added from now on."""
        self.shown = name
        self._set_target(name)
        self.ask()

    def when_stored(self, act: Callable[[], object]) -> None:
        """Call `act` as soon as no requested change is pending."""
        if self._changes:
            self._when_stored.append(act)
        else:
            act()

    # Changes of passages

    def bookmark(self, hits: Sequence[Hit]) -> None:
        """Add hits at the end of the collection chosen last."""
        chunks = tuple(hit.chunk_id for hit in hits)
        self._change(CollectPassages(chunks, collection=self.target))

    def bookmark_in(self, name: str, hits: Sequence[Hit]) -> None:
        """Add hits to a collection, which is then the one chosen last."""
        self._set_target(name)
        self.bookmark(hits)

    def annotate(self, passage: str, note: str) -> None:
        """Set the note of a passage."""
        self._change(ChangeCollected(passage, note=note, collection=self.shown))

    def move(self, passage: str, position: int) -> None:
        """Move a passage to another position."""
        self._change(ChangeCollected(passage, position=position, collection=self.shown))

    def move_to(self, passage: str, target: str) -> None:
        """Move a passage to the end of another collection."""
        self._change(ChangeCollected(passage, collection=self.shown, move_to=target))

    def remove(self, passage: str, collection: str) -> None:
        """Remove a passage."""
        self._change(ChangeCollected(passage, remove=True, collection=collection))

    # Changes of collections

    def create(self, name: str, then: Callable[[], object] | None = None) -> None:
        """Create a collection, and call `then` when it exists; by default, show it."""
        self._change(CreateCollection(name), then or partial(self.show, name))

    def rename(self, old: str, new: str) -> None:
        """Rename a collection."""

        def follow() -> None:
            if self.shown == old:
                self.shown = new
            if self.target == old:
                self._set_target(new)

        self._change(RenameCollection(old, new), follow)

    def delete(self, name: str) -> None:
        """Delete a collection with its passages and notes."""
        if self.target == name:
            self._set_target("")
        self._change(DeleteCollection(name))

    # The menu of the result list

    def fill_menu(self, menu: QMenu, hits: Sequence[Hit], window: QWidget) -> bool:
        """Fill a menu with the collections to which hits can be added, if there are several."""
        if len(self.collections) < 2:
            return False
        for known in self.collections:
            action = menu.addAction(button_text(collection_title(known.name)))
            action.setCheckable(True)
            action.setChecked(known.name == self.target)
            action.triggered.connect(lambda _=False, name=known.name: self.bookmark_in(name, hits))
        menu.addSeparator()
        new = menu.addAction(tr("New collection…"))
        new.triggered.connect(lambda _=False: self._ask_new(hits, window))
        return True

    def _ask_new(self, hits: Sequence[Hit], window: QWidget) -> None:
        def create(name: str) -> None:
            self.create(name, partial(self.bookmark_in, name, hits))

        ask_collection_name(window, tr("New collection"), "", create)

    # Answers

    def _set_target(self, name: str) -> None:
        self.target = name
        if self._remembered is not None:
            self._remembered.setValue(_TARGET, name)

    def _change(self, request: Request, then: Callable[[], object] | None = None) -> None:
        def on_done(done: RequestDone) -> None:
            self.message.emit(BarMessage(done.message, is_warning=False, is_passing=True))
            if then is not None:
                then()
            self._list_after_change(done.request_id)

        self._changes.add(self.client.request(request, self, on_done, self._on_failed_change))
        self._forget_lists()  # they do not include the change

    def _forget_lists(self) -> None:
        for kind in (ListCollection, CheckCollection, ListCollections):
            self.client.forget(self, kind)

    def _on_named(self, reply: CollectionsListed) -> None:
        self.collections = reply.collections
        names = {one.name for one in reply.collections}
        if self.target not in names:  # deleted elsewhere
            self._set_target("")
        if self.shown not in names:
            self.show("")
        self.named.emit()

    def _on_failed_change(self, failure: RequestFailed) -> None:
        self._show_failure(failure)
        self._list_after_change(failure.request_id)

    def _show_failure(self, failure: RequestFailed) -> None:
        self.message.emit(BarMessage(failure.message, failure.hint))

    def _list_after_change(self, request_id: int) -> None:
        """List again after the last pending change, the passages only if they are shown.

        Listing reads the files of all passages, so it is not done otherwise.
        """
        self._changes.discard(request_id)
        if self._changes:
            return
        waiting, self._when_stored = self._when_stored, []
        for act in waiting:
            act()
        if self.isSignalConnected(QMetaMethod.fromSignal(self.listed)):
            self.ask()
        else:
            self.ask_names()
