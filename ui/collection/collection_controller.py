"""Requests to the engine about the collection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMetaMethod, QObject, Signal

from twofold.engine.api import (
    ChangeCollected,
    CheckCollection,
    CollectPassages,
    ExportCollection,
    ExportFormat,
    ExportProgress,
    ExportRendered,
    Hit,
    ListCollection,
    RequestDone,
    RequestFailed,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.citation_text import export_words
from twofold.ui.widgets.messages import BarMessage


class CollectionController(QObject):
    """Sends the user's changes of the collection to the engine. Runs on the UI thread.

    After the last pending change, the collection is listed again.

    Signals:
        listed: the newest `CollectionListed`, which includes all requested changes; emitted first
            without, and later with the results of checking all passages.
        message: a `BarMessage` about a change or an error.
        saved: the `ExportRendered` of an exported file.
    """

    listed = Signal(object)
    message = Signal(object)
    saved = Signal(object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._changes: set[int] = set()

    def bookmark(self, hits: Sequence[Hit]) -> None:
        """Add hits at the end of the collection."""
        self._change(CollectPassages(tuple(hit.chunk_id for hit in hits)))

    def ask(self) -> None:
        """Request the collection now, and again with the passages checked against their files."""
        self._forget_lists()
        for question in (ListCollection(), CheckCollection()):
            self._client.request(question, self, self.listed.emit, self._show_failure)

    def annotate(self, passage: str, note: str) -> None:
        """Set the note of a passage."""
        self._change(ChangeCollected(passage, note=note))

    def move(self, passage: str, position: int) -> None:
        """Move a passage to another position."""
        self._change(ChangeCollected(passage, position=position))

    def remove(self, passage: str) -> None:
        """Remove a passage."""
        self._change(ChangeCollected(passage, remove=True))

    def export(self, form: ExportFormat, target: Path, *, overwrite: bool) -> None:
        """Export the collection; an existing file is only replaced with `overwrite`."""
        asked = ExportCollection(form, target=target, overwrite=overwrite, words=export_words())
        self._client.request(asked, self, self._on_exported, self._show_failure)

    def _change(self, request: CollectPassages | ChangeCollected) -> None:
        self._changes.add(
            self._client.request(request, self, self._on_change, self._on_failed_change)
        )
        self._forget_lists()  # they do not include the change

    def _forget_lists(self) -> None:
        for kind in (ListCollection, CheckCollection):
            self._client.forget(self, kind)

    def _on_exported(self, reply: ExportRendered | ExportProgress) -> None:
        if isinstance(reply, ExportRendered):
            self.saved.emit(reply)

    def _on_change(self, done: RequestDone) -> None:
        self.message.emit(BarMessage(done.message, is_warning=False, is_passing=True))
        self._list_after_change(done.request_id)

    def _on_failed_change(self, failure: RequestFailed) -> None:
        self._show_failure(failure)
        self._list_after_change(failure.request_id)

    def _show_failure(self, failure: RequestFailed) -> None:
        self.message.emit(BarMessage(failure.message, failure.hint))

    def _list_after_change(self, request_id: int) -> None:
        """List the collection again after its last pending change, if the list is shown.

        Listing reads the files of all passages, so it is not done otherwise.
        """
        self._changes.discard(request_id)
        is_seen = self.isSignalConnected(QMetaMethod.fromSignal(self.listed))
        if not self._changes and is_seen:
            self.ask()
