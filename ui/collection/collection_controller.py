"""Asks the engine for the collection and for changes of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMetaMethod, QObject, Signal

from engine.api import (
    ChangeCollected,
    CollectionListed,
    CollectPassages,
    Event,
    ExportCollection,
    ExportFormat,
    ExportRendered,
    Hit,
    ListCollection,
    Request,
    RequestDone,
    RequestFailed,
)
from ui.engine_bridge import EngineBridge
from ui.export.export_words import export_words
from ui.widgets.messages import Message


class CollectionController(QObject):
    """Runs on the UI thread. After the last of some changes what is shown is listed anew.

    Signals:
        listed: the newest `CollectionListed`, first without and then with what became of every
            passage; every change that was asked for is in it.
        said: a `Message` about what was done or went wrong.
        saved: the `Path` of an export that is written, and whether there was a file before.
    """

    listed = Signal(object)
    said = Signal(object)
    saved = Signal(object, bool)

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._mine: set[int] = set()
        self._latest_lists: set[int] = set()
        self._changes: set[int] = set()
        self._replacing: set[int] = set()
        bridge.happened.connect(self._take_event)

    def put_aside(self, hits: Sequence[Hit]) -> None:
        """Put hits at the end of the collection."""
        self._change(CollectPassages(tuple(hit.chunk_id for hit in hits)))

    def ask(self) -> None:
        """Ask for the collection at once, and again when it is checked against the files."""
        self._latest_lists = {self._bridge.submit(ListCollection(check=to)) for to in (False, True)}
        self._mine |= self._latest_lists

    def annotate(self, passage: str, note: str) -> None:
        """Write a note to a passage."""
        self._change(ChangeCollected(passage, note=note))

    def move(self, passage: str, position: int) -> None:
        """Give a passage another number."""
        self._change(ChangeCollected(passage, position=position))

    def remove(self, passage: str) -> None:
        """Take a passage out."""
        self._change(ChangeCollected(passage, remove=True))

    def export(self, form: ExportFormat, target: Path, *, overwrite: bool) -> None:
        """Write the collection; an existing file is replaced only with `overwrite`."""
        was_there = os.path.lexists(target)
        asked = ExportCollection(form, target, overwrite=overwrite, words=export_words())
        number = self._submit(asked)
        if was_there:
            self._replacing.add(number)

    def _change(self, request: CollectPassages | ChangeCollected) -> None:
        self._changes.add(self._submit(request))
        self._latest_lists = set()  # they do not know of it

    def _submit(self, request: Request) -> int:
        request_id = self._bridge.submit(request)
        self._mine.add(request_id)
        return request_id

    def _take_event(self, event: Event) -> None:
        known = (CollectionListed, RequestDone, RequestFailed, ExportRendered)
        if not isinstance(event, known) or event.request_id not in self._mine:
            return
        self._mine.discard(event.request_id)
        if isinstance(event, CollectionListed):
            if event.request_id in self._latest_lists:
                self.listed.emit(event)
        elif isinstance(event, RequestFailed):
            self.said.emit(Message(event.message, event.hint))
        elif isinstance(event, ExportRendered):
            self.saved.emit(event.target, event.request_id in self._replacing)
        else:
            self.said.emit(Message(event.message, is_warning=False, is_passing=True))
        self._replacing.discard(event.request_id)
        self._follow_change(event.request_id)

    def _follow_change(self, request_id: int) -> None:
        """List anew after the last change, where that is seen: all files are read for it."""
        was_open = request_id in self._changes
        self._changes.discard(request_id)
        is_seen = self.isSignalConnected(QMetaMethod.fromSignal(self.listed))
        if was_open and not self._changes and is_seen:
            self.ask()
