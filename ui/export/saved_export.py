"""Tells where an export was saved, and offers to leave it out of the search."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.api import Event, ExplainFile, FileExplained
from ui.engine_bridge import EngineBridge
from ui.messages import Message, MessageBar
from ui.preview.open_document import DocumentOpener


class SavedExport(QObject):
    """Speaks through a message bar. Runs on the UI thread.

    An export in a folder that is searched is read like any document there, and then answers the
    very search it came from.

    Signals:
        leave_out_wanted: the `Path` of an export that is not to be searched.
    """

    leave_out_wanted = Signal(object)

    def __init__(
        self, bridge: EngineBridge, messages: MessageBar, opener: DocumentOpener, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._messages = messages
        self._opener = opener
        self._told = Message("")
        self._file = Path()
        self._latest_id = 0
        bridge.happened.connect(self._take_event)

    def tell(self, target: Path) -> None:
        """Say where the file is, and ask the engine whether it will be searched there."""
        self._messages.end_offer()  # of the export before
        self._told = Message(
            self.tr("Saved as {path}").format(path=target),
            is_warning=False,
            is_passing=True,
            action=self.tr("Show in folder"),
            act=partial(self._opener.show_in_folder, str(target)),
        )
        self._messages.show_message(self._told)
        self._file = target.resolve()  # as the library knows its folders
        self._latest_id = self._bridge.submit(ExplainFile(self._file))

    def _take_event(self, event: Event) -> None:
        if not isinstance(event, FileExplained) or event.request_id != self._latest_id:
            return
        if event.verdict.wanted:
            words = self.tr("Leave it out of the search")
            self._messages.offer_also(self._told, words, self._leave_out)

    def _leave_out(self) -> None:
        self._messages.withdraw()
        self.leave_out_wanted.emit(self._file)
